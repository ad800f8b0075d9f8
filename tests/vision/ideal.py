"""What a perfect, or a measurably imperfect, recogniser would find on a photo of an arranged scene."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.datasets.render.arrange import SCENES
from yakulens.datasets.render.viewpoint import fronts
from yakulens.models.train.layout_faults import LOOKALIKES, SAME_UPSIDE_DOWN
from yakulens.vision.detections import Detections
from yakulens.vision.labels import BACK, INDEX, LABELS, OTHER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.datasets.render.camera import Camera
    from yakulens.datasets.render.scene import Arrangement


LATER = (
    "exhaustive draw", "melds at the rail", "calls unbroken", "quads stacked",
    "printed sheet", "point sticks", "dark set", "neighbours melds", "several open hands",
)  # fmt: skip
"""Kinds that came after the `FIRST`, in the order of their coming."""
FIRST = 34


def kind_number(kind: str) -> int:
    """A number for each kind that never changes, so that a seed once published stays the same scene."""
    first = sorted(kind for kind in SCENES if kind not in LATER)
    assert len(first) == FIRST, "a new kind of scene goes to the end of LATER, or every other scene changes"
    return [*first, *LATER].index(kind)


def visible(scene: Arrangement, camera: Camera) -> list[int]:
    """The placements, by their indices, whose face lies within the picture and under no other tile."""
    on_top = [(p.x, p.y) for p in scene.placements if p.level]
    projected = camera.project(fronts(scene))
    inside = np.maximum(-projected, projected - camera.size[::-1]).max(axis=(1, 2)) <= 0
    return [
        index
        for index, p in enumerate(scene.placements)
        if inside[index]
        and not (p.stands and not _shows(scene, index, camera))
        and (p.level or all(math.hypot(p.x - x, p.y - y) >= 0.5 for x, y in on_top))
    ]


def _shows(scene: Arrangement, index: int, camera: Camera) -> bool:
    """Whether the camera sees the front of a standing tile, not so obliquely that no finder detects it."""
    p = scene.placements[index]
    a = math.radians(p.angle)
    sight = camera.centre - np.array([p.x, p.y, scene.aspect / 2])
    return float(sight @ [math.sin(a), -math.cos(a), 0.0]) > 0.25 * float(np.linalg.norm(sight))


@dataclass(frozen=True, slots=True)
class Noise:
    """How far from perfect the recogniser is.

    Attributes:
        corner: standard deviation of a corner, parts of the tile's width.
        missed: share of tiles not found.
        double: share of tiles found twice.
        stray: mean number of false positives.
        mistaken: share of faces whose likeliest label is a look-alike.
        doubtful: share of faces read with a probability between 0.4 and 0.9.
        turned: share of faces whose up is read wrong.
    """

    corner: float = 0.0
    missed: float = 0.0
    double: float = 0.0
    stray: float = 0.0
    mistaken: float = 0.0
    doubtful: float = 0.0
    turned: float = 0.0


PERFECT: Final = Noise()
USUAL: Final = Noise(
    corner=0.03, missed=0.0, double=0.01, stray=0.1, mistaken=0.002, doubtful=0.03, turned=0.01
)


def find(
    rng: np.random.Generator, scene: Arrangement, camera: Camera, noise: Noise = PERFECT
) -> tuple[Detections, NDArray[np.int64]]:
    """What a recogniser finds in the picture that a camera takes of a scene.

    Args:
        rng: random generator.
        scene: what lies there.
        camera: where it is seen from.
        noise: how far from perfect the recogniser is.

    Returns:
        The detections, and ``(N,)`` int64: for each the placement that it shows, -1 for a false positive.

    >>> from yakulens.datasets.render.arrange import arrange
    >>> from yakulens.datasets.render.viewpoint import hand_tiles, view
    >>> rng = np.random.default_rng(0)
    >>> scene = arrange(rng, "win gap")
    >>> found, shown = find(rng, scene, view(rng, scene))
    >>> len(found), sorted(shown.tolist()) == sorted(hand_tiles(scene))
    (14, True)
    """
    quads, ups, owner = [], [], []
    projected = camera.project(fronts(scene))
    for index in visible(scene, camera):
        placement = scene.placements[index]
        corners = projected[index]
        start = int(rng.integers(4))
        quads.append(np.roll(corners, start, axis=0))
        ups.append(_ups(rng, placement.face, start, noise))
        owner.append(index)
    found = np.array(quads, np.float64).reshape(-1, 4, 2)
    widths = np.sqrt(_areas(found) / scene.aspect)
    found += rng.normal(0, 1, found.shape) * (noise.corner * widths)[:, None, None]
    faces = np.array([_faces(rng, scene.placements[k].face, noise) for k in owner]).reshape(-1, len(LABELS))
    kept = rng.random(len(owner)) >= noise.missed
    twice = np.flatnonzero(kept & (rng.random(len(owner)) < noise.double))
    order = np.concatenate([np.flatnonzero(kept), twice])
    rng.shuffle(order)
    double = found[order] + rng.normal(0, 1, (len(order), 1, 2)) * 0.04 * widths[order][:, None, None]
    certainty = rng.uniform(0.75, 0.98, len(order))
    strays = int(rng.poisson(noise.stray))
    quads_out = np.concatenate(
        [double if noise.double else found[order], _strays(rng, strays, widths, camera)]
    )
    faces_out = np.concatenate([faces[order], rng.dirichlet(np.full(len(LABELS), 0.1), strays)])
    ups_out = np.concatenate([np.array(ups).reshape(-1, 4)[order], np.full((strays, 4), 0.25)])
    detections = Detections(
        quads=quads_out.astype(np.float32),
        objectness=np.concatenate([certainty, rng.uniform(0.25, 0.5, strays)]).astype(np.float32),
        faces=faces_out.astype(np.float32),
        top_edge_probs=ups_out.astype(np.float32),
        size=camera.size,
    )
    return detections, np.concatenate([np.array(owner, np.int64)[order], np.full(strays, -1, np.int64)])


def _areas(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    a, b = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2)


def _ups(rng: np.random.Generator, face: str, start: int, noise: Noise) -> NDArray[np.float64]:
    """``(4,)`` probability of each edge being the top, the printed top being edge ``start``."""
    if face == BACK:
        return np.full(4, 0.25)
    ups = np.full(4, 0.005)
    if face in SAME_UPSIDE_DOWN or face == OTHER:
        ups[[start, (start + 2) % 4]] += 0.49
        return np.asarray(ups / ups.sum(), np.float64)
    wrong = rng.random() < noise.turned
    ups[(start + int(rng.integers(1, 4)) * wrong) % 4] += 0.98
    return np.asarray(ups / ups.sum(), np.float64)


def _faces(rng: np.random.Generator, face: str, noise: Noise) -> NDArray[np.float64]:
    """``(39,)`` probabilities as a good reader gives them."""
    likely = face
    others = LOOKALIKES.get(face, (LABELS[int(rng.integers(34))],))
    other = others[int(rng.integers(len(others)))]
    draw = rng.random()
    sure = float(rng.uniform(0.97, 0.999))
    if draw < noise.mistaken:
        likely, other, sure = other, face, float(rng.uniform(0.5, 0.95))
    elif draw < noise.mistaken + noise.doubtful:
        sure = float(rng.uniform(0.5, 0.9))
    probabilities = np.full(len(LABELS), (1 - sure) * 0.1 / len(LABELS))
    probabilities[INDEX[likely]] += sure
    probabilities[INDEX[other]] += (1 - sure) * 0.9
    return np.asarray(probabilities / probabilities.sum(), np.float64)


def _strays(
    rng: np.random.Generator, count: int, widths: NDArray[np.float64], camera: Camera
) -> NDArray[np.float64]:
    """``(count, 4, 2)`` false positives of about the tiles' size anywhere."""
    size = float(np.median(widths)) if len(widths) else 40.0
    half = np.array([[-0.5, -0.68], [0.5, -0.68], [0.5, 0.68], [-0.5, 0.68]]) * size
    turn = rng.uniform(0, np.pi, count)
    rotation = np.stack([np.cos(turn), np.sin(turn), -np.sin(turn), np.cos(turn)], axis=1).reshape(-1, 2, 2)
    middle = rng.uniform(0, 1, (count, 1, 2)) * np.array(camera.size[::-1])
    return np.asarray(half @ rotation + middle)
