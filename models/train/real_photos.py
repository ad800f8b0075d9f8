"""Real training photos with a named box round each tile, at times recoloured like unusual tile sets.

The boxes are axis-aligned: exact for a straight tile, but with table and neighbours inside for a turned one.
Where an earlier model detects a tile with the labelled bounding box and face, its quad replaces the box.
"""

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.bodies import random_hues
from yakulens.datasets.truth import LABELLED
from yakulens.scorer.errors import InputError
from yakulens.vision.detections import Detections
from yakulens.vision.geometry.overlap import box_overlaps
from yakulens.vision.geometry.quads import quads_of
from yakulens.vision.labels import INDEX, LABELS, TILE
from yakulens.vision.picture.color_transform import NEGATIVE
from yakulens.vision.picture.opening import PhotoError, upright_size
from yakulens.vision.picture.photo import load
from yakulens.vision.picture.show import show

LOOSE_GROUPS = frozenset({"A1-diagonal"})
"""Groups whose axis-aligned boxes hold turned tiles."""
FACE_GROUP: Final = "cut-out face"
"""The group of pictures that are one cut-out face each: their only box is the whole picture."""
CUT_GROUPS = frozenset({"A1-columns", "A1-strips", FACE_GROUP})
"""Groups of tight crops with tiles cut off at the edge: unusable for the finder."""
_MIN_OVERLAP: Final = 0.75
"""Minimum IoU of a quad's bounding box with the labelled box, which is drawn by hand."""
_MIN_PROBABILITY: Final = 0.5
"""Minimum probability that the reader gives the label."""
UNREADABLE_ARRAYS: Final = (
    *(OSError, ValueError, TypeError, KeyError, AttributeError, EOFError, NotImplementedError),
    *(BadZipFile, zlib.error),
)
"""Errors that NumPy raises for a damaged file of arrays."""
_NEGATIVE: Final = 0.14
_DYED: Final = 0.2
_HUES: Final = 0.12
_NEGATIVE_HUES: Final = 0.06
"""Shares shown in the negative, dyed, in other hues, and in the negative with other hues."""
_MIN_CONTRAST: Final = 70
"""Minimum difference of lightness, 0..255, between a dyed set's light and dark parts."""
_COLOURED: Final = 90
"""Saturation, 0..255, from which a pixel has a hue."""
_REDDISH: Final = (12, 165)
"""OpenCV hues, 0..179: up to the first and from the second on they are red."""
_MORE_RED: Final = 0.02
"""If a larger share of a plain five's crop becomes red, it may look like a red five."""


class LabelsError(InputError):
    """The labels of photos to train on cannot be used; the message is one line."""


@dataclass(frozen=True, slots=True)
class RealPhoto:
    """A photo with named, axis-aligned boxes.

    Attributes:
        path: of the picture.
        tile_set: which physical set it shows.
        group: session or layout, e.g. ``A1-diagonal``.
        complete: True where every tile in view is boxed.
        boxes: ``(N, 4)`` float32 pixels x1, y1, x2, y2.
        labels: N labels; `vision.labels.TILE` for a tile without a name, which only the finder learns from.
        quads: ``(N, 4, 2)`` float32 exact corners, NaN where unknown (`models.train.real_photos`).
        turned: True where its axis-aligned boxes hold turned tiles.
    """

    path: Path
    tile_set: str
    group: str
    complete: bool
    boxes: NDArray[np.float32]
    labels: tuple[str, ...]
    quads: NDArray[np.float32] | None = None
    turned: bool = False

    def loose(self) -> bool:
        """Whether its boxes hold turned tiles, whose corners only exact quads give."""
        return self.turned or self.group in LOOSE_GROUPS

    def is_empty(self) -> bool:
        """Whether it shows no tile: without boxes, but where not every tile is boxed, it may show many."""
        return self.complete and not self.labels

    def corners(self) -> NDArray[np.float32]:
        """``(N, 4, 2)`` corners of the tiles: exact ones, else those of the box; NaN where loose."""
        straight = quads_of(self.boxes)
        known = np.full_like(straight, np.nan) if self.loose() else straight
        if self.quads is None:
            return known
        return np.where(np.isfinite(self.quads), self.quads, known)

    def named(self) -> NDArray[np.intp]:
        """Indices of the tiles with known corners and names, which a reader can train on."""
        known = np.isfinite(self.corners()).all(axis=(1, 2))
        return np.flatnonzero(known & np.array([label != TILE for label in self.labels], bool))

    def pixels(self) -> NDArray[np.uint8]:
        """``(H, W, 3)`` uint8 RGB."""
        return load(self.path).pixels


def by_tile_set(photos: Iterable[RealPhoto]) -> dict[str, list[RealPhoto]]:
    """The photos of each tile set, the sets in alphabetical order."""
    sets: dict[str, list[RealPhoto]] = {}
    for photo in photos:
        sets.setdefault(photo.tile_set, []).append(photo)
    return dict(sorted(sets.items()))


def real_photos(folder: Path) -> list[RealPhoto]:
    """The photos of a folder with ``labels.jsonl``, in the order of that file.

    Raises:
        LabelsError: the folder has no ``labels.jsonl``, or one of its lines cannot be used.
    """
    file = folder / LABELLED
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LabelsError(file, f"cannot be read ({getattr(error, 'strerror', None) or error})") from error
    return [_photo(folder, line, f"{file}, line {number}") for number, line in enumerate(lines, start=1)]


def _photo(folder: Path, line: str, where: str) -> RealPhoto:
    try:
        row: dict[str, Any] = json.loads(line)
        if "name" in row and "boxes" not in row:
            return _face(folder / row["file"], row)
        boxes = row["boxes"]
        return RealPhoto(
            path=folder / row["file"],
            tile_set=str(row.get("set") or ""),
            group=str(row.get("group") or ""),
            complete=row.get("all_tiles_boxed") is True,
            boxes=np.array([b[:4] for b in boxes], np.float32).reshape(-1, 4),
            labels=tuple(b[4] if b[4] == TILE else LABELS[INDEX[b[4]]] for b in boxes),  # and no other word
            turned=row.get("turned") is True,
        )
    except (KeyError, IndexError, TypeError, ValueError) as error:
        what = f"{error} is missing, or no tile" if isinstance(error, KeyError) else str(error)
        raise LabelsError(where, f"a photo needs file and boxes of named tiles: {what}") from error


def _face(path: Path, row: dict[str, Any]) -> RealPhoto:
    """A picture that is one cut-out face. One that cannot be opened has no size: whoever uses it says so."""
    try:
        width, height = upright_size(path)
    except (OSError, PhotoError):
        width = height = 0
    return RealPhoto(
        path=path,
        tile_set=str(row.get("set") or ""),
        group=FACE_GROUP,
        complete=True,
        boxes=np.array([[0, 0, width, height]], np.float32),
        labels=(LABELS[INDEX[row["name"]]],),
    )


def exact_quads(photo: RealPhoto, detections: Detections) -> NDArray[np.float32]:
    """The corners of N labelled tiles, ``(N, 4, 2)`` float32 pixels, clockwise.

    They come from the detection with the labelled bounding box and face; NaN where there is none.
    """
    quads = np.full((len(photo.boxes), 4, 2), np.nan, np.float32)
    if not len(detections):
        return quads
    by_tile = zip(box_overlaps(detections.quads, photo.boxes), photo.labels, strict=True)
    for i, (overlaps, label) in enumerate(by_tile):
        probabilities = detections.faces.max(axis=1) if label == TILE else detections.faces[:, INDEX[label]]
        best = int(np.argmax(np.where(probabilities >= _MIN_PROBABILITY, overlaps, 0.0)))
        if overlaps[best] >= _MIN_OVERLAP:
            quads[i] = detections.quads[best]
    return quads


def tightened(
    photos: Sequence[RealPhoto], detect: Callable[[RealPhoto], Detections], cache: Path
) -> list[RealPhoto]:
    """The photos with their exact quads.

    ``detect`` gives the model's detections on a photo. ``cache`` is an ``.npz`` file of that model's quads,
    for a resumed run; where it is damaged it is made anew.
    """
    quads_by_key: dict[str, Any] = _cached(cache)
    missing = [
        photo
        for photo in photos
        if np.shape(quads_by_key.get(_key(photo), ())) != (len(photo.boxes), 4, 2)  # other labels than then
    ]
    if missing:
        quads_by_key |= {_key(photo): exact_quads(photo, detect(photo)) for photo in missing}
        partial = cache.with_suffix(".part.npz")
        np.savez_compressed(partial, **quads_by_key)
        partial.replace(cache)
    return [replace(photo, quads=quads_by_key[_key(photo)]) for photo in photos]


def _cached(cache: Path) -> dict[str, NDArray[np.float32]]:
    """The quads in a cache; none if there is no such file, or a damaged one."""
    try:
        with np.load(cache) as file:
            return {key: file[key].astype(np.float32) for key in file.files}
    except UNREADABLE_ARRAYS:
        return {}


def _key(photo: RealPhoto) -> str:
    """A hash of the whole path, since two folders may have photos of the same name."""
    return hashlib.sha256(str(photo.path.resolve()).encode()).hexdigest()


def shown_unusually(
    pixels: NDArray[np.uint8], rng: np.random.Generator, *, five: bool = False
) -> NDArray[np.uint8]:
    """A picture, ``(h, w, 3)`` uint8 RGB, as it is, in the negative, dyed, or with other hues.

    It is never mirrored, since no set has mirrored faces. A ``five`` keeps most of its hues when dyed, and
    stays as it is if it would become redder.
    """
    kind = rng.random()
    if kind < _NEGATIVE:
        return show(NEGATIVE, pixels)
    kind -= _NEGATIVE
    if kind < _DYED:
        return dyed(pixels, rng, min_hue_share=0.7 if five else 0.0)
    kind -= _DYED
    if kind >= _HUES + _NEGATIVE_HUES:
        return pixels
    shown = random_hues(rng).show(pixels)
    if five and _redness(shown) > _redness(pixels) + _MORE_RED:
        return pixels
    return shown if kind < _HUES else show(NEGATIVE, shown)


def dyed(
    pixels: NDArray[np.uint8], rng: np.random.Generator, min_hue_share: float = 0.0
) -> NDArray[np.uint8]:
    """A picture whose lightness is mapped to two random colours, like jade, amber, sepia or slate.

    Tiles become light on dark as often as dark on light. At least ``min_hue_share``, 0..1, of the original
    hues is kept.
    """
    colours = rng.uniform(0, 255, (2, 3))
    while abs(float(np.diff(colours.mean(axis=1))[0])) < _MIN_CONTRAST:
        colours = rng.uniform(0, 255, (2, 3))
    image = pixels.astype(np.float32)
    grey = image.mean(axis=2, keepdims=True)
    light = (grey / 255) ** rng.uniform(0.7, 1.5)
    hue_share = rng.uniform(min_hue_share, 1.0) if rng.random() < max(min_hue_share, 0.6) else 0.0
    out = colours[0] + (colours[1] - colours[0]) * light + hue_share * (image - grey)
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def _redness(pixels: NDArray[np.uint8]) -> float:
    """The share of a picture that is red."""
    hsv = cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2HSV)
    red = (hsv[..., 0] <= _REDDISH[0]) | (hsv[..., 0] >= _REDDISH[1])
    return float((red & (hsv[..., 1] >= _COLOURED)).mean())
