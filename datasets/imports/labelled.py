"""Converts an export's photos to our labelled photos: tile labels, no impossible boxes, some held out."""

import hashlib
import json
import shutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.imports.foreign import ForeignBox, ForeignPhoto
from yakulens.datasets.truth import LABELLED
from yakulens.scorer.whole_file import whole_folder
from yakulens.vision.labels import NO_TILE

_MIN_SIDE: Final = 4.0
"""Minimum side of a readable box, pixels."""
_MIN_INSIDE: Final = 0.5
"""Minimum share of a box that must lie on the photo."""
_HELD_OUT: Final = 0.2
"""Approximate share of held-out photos."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPhoto:
    """A photo with its tiles.

    Attributes:
        photo: the export's photo.
        boxes: ``(N, 4)`` float32 pixels x1, y1, x2, y2, within the photo.
        labels: N labels.
        turned: whether a box was drawn rotated, so that its bounding box holds more than the tile.
        tile_set: the physical set that it shows, empty if unknown.
        scene: number of the scene (``datasets.imports.fingerprints``).
        mirrored: whether it is mirrored; None if its tiles do not show it.
        impossible: a message for each impossible box, which is left out.
        is_face: whether the whole picture is one cut-out face.
        unboxed: whether it shows tiles, though none has a box.
    """

    photo: ForeignPhoto
    boxes: NDArray[np.float32]
    labels: tuple[str, ...]
    turned: bool
    tile_set: str = ""
    scene: int = -1
    mirrored: bool | None = False
    impossible: tuple[str, ...] = ()
    is_face: bool = False
    unboxed: bool = False


def labelled(photo: ForeignPhoto, size: tuple[int, int], tiles: Mapping[str, str]) -> LabelledPhoto:
    """Convert a photo of an export, given its upright width and height and the label of each class.

    A label may be `vision.labels.NO_TILE`.
    """
    boxes = np.empty((len(photo.boxes), 4))
    labels: list[str] = []
    impossible: list[str] = []
    turned = False
    if photo.more:
        impossible.append(
            f"{photo.path.name}: has more boxes than any photo, {photo.more:,} of them are left out"
        )
    for number, foreign in enumerate(photo.boxes, start=1):
        label = tiles[foreign.name]
        if label == NO_TILE:
            continue
        box, fault = _clipped(foreign, size)
        same = (np.abs(boxes[: len(labels)] - box) < _MIN_SIDE / 2).all(axis=1)
        if not fault and any(labels[k] == label for k in np.flatnonzero(same)):
            fault = "is there twice"
        if fault:
            impossible.append(f"{photo.path.name}: box {number} ({foreign.name}) {fault}")
            continue
        boxes[len(labels)] = box
        labels.append(label)
        turned = turned or foreign.is_rotated()
    array = boxes[: len(labels)].astype(np.float32)
    return LabelledPhoto(photo, array, tuple(labels), turned, impossible=tuple(impossible))


def _clipped(foreign: ForeignBox, size: tuple[int, int]) -> tuple[NDArray[np.float64], str]:
    """The part of a box on the photo, and why the box is impossible; empty if it is not."""
    low, high = foreign.corners.min(axis=0), foreign.corners.max(axis=0)
    clipped_low, clipped_high = np.clip(low, 0, size), np.clip(high, 0, size)
    box = np.concatenate([clipped_low, clipped_high])
    sides = high - low
    if sides.min() < _MIN_SIDE:
        return box, f"is {sides[0]:.0f} by {sides[1]:.0f} pixels"
    if (clipped_high - clipped_low).prod() < _MIN_INSIDE * sides.prod():
        return box, f"lies outside the photo of {size[0]} by {size[1]} pixels"
    return box, ""


def held_out(photos: Sequence[LabelledPhoto], tile_sets: Collection[str] = ()) -> list[bool]:
    """Choose the photos to hold out of training, so that a model can be measured on them.

    If the photos show more than one tile set, whole sets are held out: the named ones, or the smallest up to
    about a fifth of the photos. Otherwise whole scenes are.
    """
    if tile_sets:
        return [photo.tile_set in tile_sets for photo in photos]
    by_set = len({photo.tile_set for photo in photos}) > 1
    keys = [photo.tile_set if by_set else str(photo.scene) for photo in photos]
    sizes = {key: keys.count(key) for key in keys}
    order = sorted(
        sizes, key=lambda key: (sizes[key] if by_set else 0, hashlib.sha256(key.encode()).hexdigest())
    )
    chosen: set[str] = set()
    for key in order[:-1]:
        if sum(sizes[group] for group in chosen) >= _HELD_OUT * len(photos):
            break
        chosen.add(key)
    return [key in chosen for key in keys]


def held_out_of_each_set(photos: Sequence[LabelledPhoto]) -> list[bool]:
    """Choose about a fifth of the photos of each tile set, whole scenes, so that each set can be measured."""
    chosen: dict[int, bool] = {}
    for tile_set in {photo.tile_set for photo in photos}:
        numbers = [k for k, photo in enumerate(photos) if photo.tile_set == tile_set]
        chosen |= dict(zip(numbers, held_out([photos[k] for k in numbers]), strict=True))
    return [chosen[k] for k in range(len(photos))]


def of_own_split(photos: Sequence[LabelledPhoto]) -> list[bool]:
    """Whether the export itself holds each photo out of training: its parts for validation and for tests."""
    return [photo.photo.split in {"val", "test"} for photo in photos]


def write_all(
    parts: Mapping[str, Sequence[LabelledPhoto]], out: Path, *, source: str, complete: bool | None
) -> None:
    """Write the parts of a data set into a new or empty folder, all of them or none (see `write`).

    What a killed import left beside it is removed first.
    """
    with whole_folder(out) as folder:
        for name, part in parts.items():
            if part:
                write(part, folder / name, source=source, complete=complete)


def write(photos: Sequence[LabelledPhoto], folder: Path, *, source: str, complete: bool | None) -> None:
    """Copy photos into a new folder with labels as ``evaluate`` and ``train`` expect them.

    A report groups photos by ``source``. ``complete`` says whether every visible tile has a box; None means
    unknown.
    """
    (folder / "photos").mkdir(parents=True)
    names: set[str] = set()
    lines = []
    for labelled_photo in photos:
        path = labelled_photo.photo.path
        name = path.name
        while name.lower() in names:
            name = f"{path.stem}-{len(names)}{path.suffix}"
        names.add(name.lower())
        shutil.copyfile(path, folder / "photos" / name)
        lines.append(json.dumps(_row(labelled_photo, name, source, complete), ensure_ascii=False))
    (folder / LABELLED).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _row(photo: LabelledPhoto, name: str, source: str, complete: bool | None) -> dict[str, Any]:  # noqa: FBT001
    about = {
        "file": f"photos/{name}",
        "source": source,
        "set": photo.tile_set,
        "group": f"scene-{photo.scene}",
    }
    if photo.is_face:
        return about | {"name": photo.labels[0]}
    boxes = [
        [*(round(float(v), 1) for v in box), label]
        for box, label in zip(photo.boxes, photo.labels, strict=True)
    ]
    return about | {
        "turned": photo.turned,
        "all_tiles_boxed": False if photo.impossible or photo.photo.bad else complete,
        "boxes": boxes,
    }
