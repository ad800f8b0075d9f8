"""The sets of the table that `python -m tests.models.teach` prints, and their tiles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from tests.benchmarks.odd_sets import KINDS
from tests.models.teach.designs import all_faces, artwork, dark_inks, laid_out, odd_sets
from yakulens.datasets.truth import load_truths
from yakulens.models.teach.examples import PhotoTiles, labelled
from yakulens.models.teach.labelled_tiles import LabelledTiles
from yakulens.vision.labels import BACK, INDEX
from yakulens.vision.picture.pyramid import Pyramid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from tests.models.teach.designs import OddSet
    from yakulens.vision.recognise import Recogniser

_SHOTS: Final = 10
_MISLABELLED: Final = {("alanchoi00-valid__fb370280965_201577.jpg", "3m", 230)}
"""A tile whose label is not what the eye sees (it has two strokes): file, label, left edge."""
_NEAR: Final = 20
_MIRRORED: Final = {"alanchoi00-train__fb409902627_148294.jpg"}
"""A photo that is a mirror image (its nines of characters are written the wrong way round): what is learnt of
a set there is of another one."""


@dataclass(frozen=True, slots=True)
class Case:
    """A set to learn.

    Attributes:
        kind: which mean it belongs to.
        name: of the set.
        tiles: finds its tiles, which takes minutes.
    """

    kind: str
    name: str
    tiles: Callable[[], Sequence[PhotoTiles]]


def cases(recogniser: Recogniser, photos: Path, part: str) -> Iterator[Case]:
    """The sets of the table: the rendered ones first, which need no photos to be searched.

    Args:
        recogniser: finds the tiles on photos.
        photos: the folder of photo sets.
        part: ``rendered``, ``photographed`` or ``all``.
    """
    if part in {"rendered", "all"}:
        for number, odd in enumerate(odd_sets([artwork(), *dark_inks(photos / "art")])):
            yield Case("rendered", odd.name, partial(rendered, odd, number))
    if part in {"photographed", "all"}:
        yield from _photographed(recogniser, photos)


def _photographed(recogniser: Recogniser, photos: Path) -> Iterator[Case]:
    """The usual sets, their copies, and cut-out faces."""
    folder = photos / "boxes" / "val"
    for name in sorted({truth.tile_set for truth in load_truths(folder)}):
        found = partial(_found, folder, recogniser, name)
        yield Case("usual", name, found)
        for kind in KINDS if name != "A9" else ():  # four photos, two of them blurred
            yield Case(kind, f"{name} {kind}", partial(_copies, found, kind))
    for name in ("camerash", "kumokumo"):
        yield Case("cut-out", name, partial(labelled, photos / "faces" / name, recogniser))


def _found(folder: Path, recogniser: Recogniser, name: str) -> list[PhotoTiles]:
    """The tiles of a usual set that are found."""
    every = labelled(folder, recogniser, lambda truth: truth.tile_set == name and truth.file not in _MIRRORED)
    return [part.take(usable) for part in every if (usable := (part.read >= 0) & ~_mislabelled(part)).any()]


def _mislabelled(part: PhotoTiles) -> NDArray[np.bool_]:
    """Which tiles of a photo have a wrong label."""
    wrong = np.zeros(len(part.faces), bool)
    for file, label, left in _MISLABELLED:
        if Path(part.name).name == file:
            near = np.abs(part.quads[..., 0].min(axis=1) - left) < _NEAR
            wrong |= near & (part.faces == INDEX[label])
    return wrong


def _copies(found: Callable[[], Sequence[PhotoTiles]], kind: str) -> list[PhotoTiles]:
    """The same tiles on copies of their photos."""
    return [_copy(part, kind) for part in found()]


def rendered(odd: OddSet, number: int) -> list[PhotoTiles]:
    """A rendered set, laid out on ten photos."""
    shots = [
        laid_out(all_faces(), odd, 100 * number + k, (720, 960) if k % 2 else (960, 1280))
        for k in range(_SHOTS)
    ]
    tiles = []
    for k, shot in enumerate(shots):
        chosen = [i for i, label in enumerate(shot.truth.labels) if label != BACK]
        faces = np.array([INDEX[shot.truth.labels[i]] for i in chosen])
        quads = rough(shot.truth.quads[chosen], k)
        sure = np.ones(len(faces), np.float32)
        tiles.append(LabelledTiles(str(k), Pyramid(shot.image), quads, faces, faces, sure, sure[:0]))
    return tiles


def _copy(part: PhotoTiles, kind: str) -> PhotoTiles:
    quads = part.quads
    if kind == "mirrored":
        quads = quads[:, (1, 0, 3, 2)].copy()
        quads[..., 0] = part.photo.size[1] - quads[..., 0]
    return part._replace(photo=Pyramid(KINDS[kind](part.photo.pixels)), quads=quads)


def rough(quads: NDArray[np.float32], seed: int) -> NDArray[np.float32]:
    """Corners as the finder gives them: off by a few parts in a hundred of a short side."""
    wide = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)[:, None, None]
    noise = np.random.default_rng(seed).normal(0, 0.03, quads.shape)
    return (quads + noise * wide).astype(np.float32)
