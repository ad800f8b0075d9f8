"""What `yakulens data import` shows before it takes an export: one photo with its boxes, or a whole sheet.

Photos here have the names of the export's classes as labels, so that those of unknown meaning are shown too.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.app.cli.frame import refuse
from yakulens.datasets.imports.foreign import Export
from yakulens.datasets.imports.labelled import LabelledPhoto, labelled
from yakulens.datasets.imports.pictures import size_of
from yakulens.models.evaluate.sheet import LegendEntry, captioned, titled
from yakulens.scorer.contract.text import counted
from yakulens.scorer.whole_file import write_whole
from yakulens.vision import overlay
from yakulens.vision.geometry.quads import quads_of
from yakulens.vision.labels import INDEX, LABELS, NO_TILE, TILE
from yakulens.vision.picture.photo import PhotoError, load

Faces = Callable[[Path, NDArray[np.float32]], NDArray[np.float32]]
"""Maps a photo's path and ``(N, 4, 2)`` quads to ``(N, L)`` probabilities of `vision.labels.LABELS`."""
SUFFIXES: Final = (".jpg", ".jpeg", ".png")
_KNOWN: Final = (0, 130, 60)
_UNKNOWN: Final = (200, 30, 30)
_CELL: Final = 150
_TALLEST: Final = 190
_COLUMNS: Final = 10
_DISAGREEING: Final = 60
"""Most boxes shown on which label and model disagree."""
_PHOTOS: Final = 6
_PHOTO_CELL: Final = 500
_MARGIN: Final = 0.12
"""Share of a box's size that is shown round it."""


class Crop(NamedTuple):
    """A box of an export, with its label and what the model reads.

    Attributes:
        path: of the photo.
        box: x1, y1, x2, y2, pixels.
        name: of its class in the export.
        label: its tile; empty if unknown.
        read: the tile that the model reads.
        doubt: how much likelier than the label the model holds what it reads, a log ratio; 0 if they agree.
    """

    path: Path
    box: NDArray[np.float32]
    name: str
    label: str
    read: str
    doubt: float


def check_file(option: str, file: Path) -> None:
    """Refuse a picture that could not be written."""
    if file.suffix.lower() not in SUFFIXES:
        refuse(f"{option} {file}: the file must be FILE.jpg or FILE.png")
    if file.exists():
        refuse(f"{option} {file}: already exists; choose a new file")
    if not file.absolute().parent.is_dir():
        refuse(f"{option} {file}: its folder does not exist")


def write(option: str, file: Path, pixels: NDArray[np.uint8]) -> None:
    """Write a picture, ``(H, W, 3)`` uint8 RGB, by its file's suffix."""
    try:
        write_whole(file, overlay.encode(pixels, "png" if file.suffix.lower() == ".png" else "jpeg"))
    except OSError as error:
        refuse(f"{option} {file}: cannot be written ({error.strerror})")


def by_class(export: Export) -> list[LabelledPhoto]:
    """The photos with the names of the export's classes as labels."""
    names = {name: name for name in export.classes}
    sizes = ((photo, size_of(photo.path) or (0, 0)) for photo in export.photos)
    return [labelled(photo, size, names) for photo, size in sizes]


def example_of(photos: Sequence[LabelledPhoto]) -> LabelledPhoto:
    """The photo with the most kinds of tiles, and of those the one with the most boxes."""
    return max(photos, key=lambda photo: (len({*photo.labels}), len(photo.labels)))


def preview(photo: LabelledPhoto, tiles: Mapping[str, str]) -> NDArray[np.uint8]:
    """A photo with its boxes as they would be taken; under each its class's name and tile.

    ``tiles`` has the tile of each class, empty where it is not known. What is no tile, or none known, is red.
    """
    named = []
    for quad, name in zip(quads_of(photo.boxes), photo.labels, strict=True):
        tile = tiles[name]
        named.append(overlay.Named(quad, _named(name, tile), _UNKNOWN if tile in {"", NO_TILE} else _KNOWN))
    return overlay.draw_named(load(photo.photo.path).pixels, named)


def _named(name: str, tile: str) -> str:
    """A class's name and tile in a few letters.

    >>> _named("1m", "1m"), _named("East", "1z"), _named("thing", "")
    ('1m', 'East = 1z', 'thing = ?')
    """
    return name if name == tile else f"{name} = {tile or '?'}"


def crops_of(photos: Sequence[LabelledPhoto], tiles: Mapping[str, str], read: Faces) -> list[Crop]:
    """Every box of the photos, with what a model reads in it."""
    crops = []
    for photo in photos:
        if not len(photo.boxes):
            continue
        faces = read(photo.photo.path, quads_of(photo.boxes))
        for box, name, row in zip(photo.boxes, photo.labels, faces, strict=True):
            label, best = tiles[name], int(row.argmax())
            doubt = float(np.log((row[best] + 1e-6) / (row[INDEX[label]] + 1e-6))) if label in INDEX else 0.0
            crops.append(Crop(photo.photo.path, box, name, label, LABELS[best], doubt))
    return crops


def sheet(
    photos: Sequence[LabelledPhoto], crops: Sequence[Crop], tiles: Mapping[str, str]
) -> NDArray[np.uint8]:
    """What an export holds, as one picture.

    First the boxes on which label and model disagree most, then a row for each class, then some photos with
    their boxes.
    """
    disagreeing = sorted((crop for crop in crops if crop.doubt > 0), key=lambda crop: -crop.doubt)
    cut = _Cutter()
    bands = [
        titled(f"label and model disagree: {counted(len(disagreeing), 'box', 'boxes')}", _COLUMNS * _CELL)
    ]
    if shown := disagreeing[:_DISAGREEING]:
        cells = [
            (cut(crop), [_named(crop.name, crop.label), f"read {crop.read}", crop.path.name])
            for crop in shown
        ]
        bands.append(captioned(cells, _COLUMNS, _CELL))
    for name, tile in tiles.items():
        of_class = [crop for crop in crops if crop.name == name]
        if of_class:
            bands.append(_row(name, tile, of_class, cut))
    bands.append(titled("photos with their boxes", _COLUMNS * _CELL, _legend()))
    bands.append(captioned(_photos(photos, tiles), _COLUMNS * _CELL // _PHOTO_CELL, _PHOTO_CELL))
    return np.concatenate(bands)


def _legend() -> tuple[LegendEntry, ...]:
    return (LegendEntry(_KNOWN, "class = tile"), LegendEntry(_UNKNOWN, "no tile, or none known"))


def _row(name: str, tile: str, crops: Sequence[Crop], cut: "_Cutter") -> NDArray[np.uint8]:
    chosen = np.unique(np.linspace(0, len(crops) - 1, min(_COLUMNS, len(crops))).astype(int))
    cells: list[tuple[NDArray[np.uint8], Sequence[str]]] = [(cut(crops[k]), []) for k in chosen.tolist()]
    meaning = {NO_TILE: "not a tile", TILE: "any face"}.get(tile, tile)
    head = titled(f"{_named(name, meaning)}: {counted(len(crops), 'box', 'boxes')}", _COLUMNS * _CELL)
    return np.concatenate([head, captioned(cells, _COLUMNS, _CELL)])


def _photos(
    photos: Sequence[LabelledPhoto], tiles: Mapping[str, str]
) -> list[tuple[NDArray[np.uint8], Sequence[str]]]:
    chosen = np.unique(np.linspace(0, len(photos) - 1, min(_PHOTOS, len(photos))).astype(int)).tolist()
    cells: list[tuple[NDArray[np.uint8], Sequence[str]]] = []
    for k in chosen:
        lines = [photos[k].photo.path.name, counted(len(photos[k].boxes), "box", "boxes")]
        cells.append((_fitted(preview(photos[k], tiles), _PHOTO_CELL - 8, _PHOTO_CELL), lines))
    return cells


def _fitted(pixels: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    scale = min(width / pixels.shape[1], height / pixels.shape[0])
    size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, size, interpolation=method), np.uint8)


class _Cutter:
    """Cuts boxes out of photos; the last photo stays open, as boxes mostly come photo by photo."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._pixels = np.zeros((1, 1, 3), np.uint8)

    def __call__(self, crop: Crop) -> NDArray[np.uint8]:
        if crop.path != self._path:
            try:
                self._pixels = load(crop.path).pixels
            except PhotoError:
                self._pixels = np.full((1, 1, 3), 127, np.uint8)
            self._path = crop.path
        margin = _MARGIN * float((crop.box[2:] - crop.box[:2]).max())
        x1, y1 = (max(0, int(value - margin)) for value in crop.box[:2])
        x2, y2 = (int(value + margin) + 1 for value in crop.box[2:])
        cut = self._pixels[y1:y2, x1:x2]
        return _fitted(cut if cut.size else self._pixels, _CELL - 8, _TALLEST)
