"""How a network does, while it learns, on photos that it never learns from: by tile set, in seconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.evaluate.compare import match_boxes
from yakulens.vision.evaluate.rates import Rate
from yakulens.vision.evaluate.truth import LabelledBox
from yakulens.vision.finding.decode import corners, decode, upright
from yakulens.vision.finding.detector import network_input
from yakulens.vision.finding.merging import suppress_duplicates
from yakulens.vision.finding.windows import Window
from yakulens.vision.labels import INDEX
from yakulens.vision.naming.rectify import crop
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.train.real_photos import RealPhoto

Ask: TypeAlias = Callable[[NDArray[np.float32]], NDArray[np.float32]]
Exam: TypeAlias = Callable[[Ask], dict[str, Rate]]
_UNNAMED: Final = "photos"
"""What is told of photos whose set nobody named."""
_MOST_PHOTOS: Final = 48
_MOST_TILES: Final = 480
"""Of all sets: an exam takes a second or two, and says a point more or less."""
_LONG_SIDE: Final = 640
_LEAST_SCORE: Final = 0.25
_MOST_OVERLAP: Final = 0.5


class _Shown(NamedTuple):
    """A photo as the finder is shown it."""

    blob: NDArray[np.float32]
    boxes: tuple[LabelledBox, ...]
    tile_set: str


def chosen(photos: Sequence[RealPhoto], most: int = _MOST_PHOTOS) -> list[RealPhoto]:
    """Photos drawn evenly over tile sets, always the same ones of the same list."""
    of_set: dict[str, list[RealPhoto]] = {}
    rng = np.random.default_rng(0)
    for k in rng.permutation(len(photos)).tolist():
        of_set.setdefault(photos[k].tile_set, []).append(photos[k])
    turns = max((len(mine) for mine in of_set.values()), default=0)
    in_turn = [mine[k] for k in range(turns) for _, mine in sorted(of_set.items()) if k < len(mine)]
    return in_turn[:most]


def faces_exam(photos: Sequence[RealPhoto]) -> Exam:
    """How many labelled faces of photos held back a reader names right.

    It asks with crops ``(N, 3, 96, 80)`` float32 in 0..1 for logits ``(N, 39)``. Of photos with loose boxes
    the tiles whose corners are known count.
    """
    shown: list[NDArray[np.uint8]] = []
    truth: list[int] = []
    sets: list[str] = []
    picked = chosen(photos)
    each = max(1, _MOST_TILES // max(1, len(picked)))
    for photo in picked:
        known = photo.named()[:each]
        pyramid = Pyramid(photo.pixels()) if len(known) else None
        for k in known.tolist():
            if pyramid is not None:
                shown.append(crop(pyramid, _standing(photo.corners()[k])))
                truth.append(INDEX[photo.labels[k]])
                sets.append(photo.tile_set or _UNNAMED)

    def exam(ask: Ask) -> dict[str, Rate]:
        if not shown:
            return {}
        right = ask(blob_of(shown)).argmax(axis=1) == np.array(truth)
        return _by_set(sets, right.astype(int).tolist(), [1] * len(sets))

    return exam


def tiles_exam(photos: Sequence[RealPhoto]) -> Exam:
    """How many labelled tiles of photos held back a finder finds.

    It asks with one photo at a time ``(1, 3, H, W)`` float32 in 0..1 for raw rows ``(1, 6, A)``.
    """
    shown = [_shown(photo) for photo in chosen(photos) if len(photo.boxes)]

    def exam(ask: Ask) -> dict[str, Rate]:
        found = [len(match_boxes(_tiles(ask(each.blob)), each.boxes)) for each in shown]
        return _by_set([each.tile_set for each in shown], found, [len(each.boxes) for each in shown])

    return exam


def blob_of(crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Crops ``(H, W, 3)`` uint8 as a network takes them, ``(N, 3, H, W)`` float32 in 0..1."""
    return np.ascontiguousarray(np.stack(crops).transpose(0, 3, 1, 2), np.float32) / np.float32(255)


def _shown(photo: RealPhoto) -> _Shown:
    pixels = photo.pixels()
    height, width = pixels.shape[:2]
    scale = _LONG_SIDE / max(height, width)
    blob, (wide, high) = network_input(Pyramid(pixels), Window(0, 0, width, height, scale), (None, None))
    boxes = (photo.boxes * np.array([wide, high, wide, high])).tolist()
    named = tuple(
        LabelledBox(x1, y1, x2, y2, label)
        for (x1, y1, x2, y2), label in zip(boxes, photo.labels, strict=True)
    )
    return _Shown(blob, named, photo.tile_set or _UNNAMED)


def _tiles(raw: NDArray[np.float32]) -> NDArray[np.float64]:
    """The corners ``(N, 4, 2)`` of the tiles that a finder's raw answer holds."""
    detected = suppress_duplicates(decode(raw, "raw", _LEAST_SCORE), _MOST_OVERLAP)
    return corners(upright(detected.boxes)).astype(np.float64)


def _standing(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """A quad that begins with a short side, as the reader's crops do."""
    along, down = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    return quad if along <= down else np.roll(quad, -1, axis=0)


def _by_set(sets: Sequence[str], hits: Sequence[int], totals: Sequence[int]) -> dict[str, Rate]:
    """Sums by set.

    >>> _by_set(["a", "b", "a"], [1, 0, 2], [2, 1, 2])["a"]
    Rate(hits=3, total=4)
    """
    found: dict[str, Rate] = {}
    for name, hit, total in zip(sets, hits, totals, strict=True):
        before = found.get(name, Rate(0, 0))
        found[name] = Rate(before.hits + hit, before.total + total)
    return dict(sorted(found.items()))
