"""Every labelled tile beside what a model reads there, with a picture of each one that is read wrong."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.truth import LabelledBoxes, LabelledFace, Truth
from yakulens.models.evaluate.compare import Outcome
from yakulens.models.evaluate.matching import boxes_of
from yakulens.models.evaluate.rates import Rate
from yakulens.models.evaluate.run import Readers, evaluate
from yakulens.vision.labels import LABELS
from yakulens.vision.naming.crop_answers import HEIGHT, WIDTH
from yakulens.vision.naming.rectify import crop
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import PhotoReading
from yakulens.vision.recognise import Recogniser

MISSED: Final = ""
"""What is read of a tile that is not found."""
_PICTURE: Final = (WIDTH, HEIGHT)
"""Width and height of a tile's picture, pixels: those of the reader's crops."""


class TileRead(NamedTuple):
    """A labelled tile and what a model reads there.

    Attributes:
        file: of the photo, below its folder.
        tile_set: of the photo; empty if unnamed.
        face: its label.
        read: the face that the model reads; `MISSED` if it finds no tile.
        score: of the face read, 0..1; 0 for a missed tile.
        picture: ``(96, 80, 3)`` uint8 RGB of a tile that is named wrong; else None.
    """

    file: str
    tile_set: str
    face: str
    read: str
    score: float
    picture: NDArray[np.uint8] | None


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """A model on some labelled photos.

    Attributes:
        model: its name.
        outcomes: of each label, sorted by photo.
        tiles: the boxed tiles and cut-out faces; a hand's label has no places, so its tiles are not here.
        seconds: that reading took.
    """

    model: str
    outcomes: tuple[Outcome, ...]
    tiles: tuple[TileRead, ...]
    seconds: float

    @property
    def right(self) -> Rate:
        """The labelled tiles that are found and named right."""
        counted = [outcome for outcome in self.outcomes if outcome.truths]
        return Rate(sum(o.right for o in counted), sum(o.truths for o in counted))

    @property
    def found(self) -> Rate:
        """The labelled tiles that are found."""
        return Rate(sum(o.found for o in self.outcomes), sum(o.truths for o in self.outcomes))

    @property
    def extra(self) -> int:
        """How often something is taken for a tile that is none, as far as the labels show it."""
        return sum(outcome.extra for outcome in self.outcomes)

    def wrong(self) -> list[TileRead]:
        """The tiles that are named wrong, the most confident first, then those that are missed."""
        wrong = [tile for tile in self.tiles if tile.read != tile.face]
        return sorted(wrong, key=lambda tile: (tile.read == MISSED, -tile.score, tile.file))

    def confusions(self) -> Counter[tuple[str, str]]:
        """How often each face is read as each other one, or missed."""
        return Counter((tile.face, tile.read) for tile in self.tiles if tile.read != tile.face)


def together(parts: Sequence[Measured]) -> Measured:
    """A model on the photos of several folders, at least one."""
    outcomes = tuple(outcome for part in parts for outcome in part.outcomes)
    tiles = tuple(tile for part in parts for tile in part.tiles)
    return Measured(parts[0].model, outcomes, tiles, sum(part.seconds for part in parts))


def measured(truths: Iterable[Truth], folder: Path, recogniser: Recogniser) -> Measured:
    """Read every labelled photo of a folder once and compare it tile by tile."""
    readers, last = Readers.of(recogniser), _Last()
    start = time.perf_counter()

    def read(path: Path) -> PhotoReading:
        last.reading = None  # a photo that cannot be read has no reading
        last.reading = readers.read(path)
        return last.reading

    def name(path: Path) -> NDArray[np.float32]:
        last.faces = None
        last.faces = readers.name(path)
        return last.faces

    ordered = sorted(truths, key=lambda truth: truth.file)
    outcomes, tiles = [], []
    for truth, (outcome, _) in zip(ordered, evaluate(ordered, folder, read, name), strict=True):
        outcomes.append(outcome)
        tiles += list(_tiles(truth, folder, last))
    return Measured(recogniser.name, tuple(outcomes), tuple(tiles), time.perf_counter() - start)


class _Last:
    """What the model said last: of a photo, and of a cut-out face."""

    reading: PhotoReading | None = None
    faces: NDArray[np.float32] | None = None


def _tiles(truth: Truth, folder: Path, last: _Last) -> Iterator[TileRead]:
    if isinstance(truth, LabelledBoxes):
        yield from _boxed(truth, last.reading)
    elif isinstance(truth, LabelledFace):
        yield _face(truth, folder, last.faces)


def _boxed(truth: LabelledBoxes, result: PhotoReading | None) -> Iterator[TileRead]:
    tiles = () if result is None else result.reading.tiles
    at = (
        {} if result is None else {box: tile for tile, box in boxes_of(result.reading, truth).matched.items()}
    )
    for number, box in enumerate(truth.boxes):
        if result is None or number not in at:
            yield TileRead(truth.file, truth.tile_set, box.name, MISSED, 0.0, None)
            continue
        tile = tiles[at[number]]
        wrong = tile.face != box.name
        pixels = crop(result.photo.pyramid, np.array(tile.quad, np.float32)) if wrong else None
        picture = None if pixels is None else _resized(pixels)
        yield TileRead(truth.file, truth.tile_set, box.name, tile.face, tile.score, picture)


def _face(truth: LabelledFace, folder: Path, faces: NDArray[np.float32] | None) -> TileRead:
    if faces is None:
        return TileRead(truth.file, truth.tile_set, truth.name, MISSED, 0.0, None)
    best = int(faces.argmax())
    wrong = LABELS[best] != truth.name
    picture = _resized(load(folder / truth.file).pixels) if wrong else None
    return TileRead(truth.file, truth.tile_set, truth.name, LABELS[best], float(faces[best]), picture)


def _resized(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(pixels, _PICTURE, interpolation=cv2.INTER_AREA), np.uint8)
