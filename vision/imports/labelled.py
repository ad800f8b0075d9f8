"""Photos of an export as labelled photos of ours: boxes of named tiles, what cannot be, who is held back."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.evaluate.truth import LABELLED
from yakulens.vision.imports.foreign import ForeignBox, ForeignPhoto
from yakulens.vision.labels import NO_TILE

_LEAST: Final = 4.0
"""Pixels of a side below which nothing can be read."""
_INSIDE: Final = 0.5
"""Share of a box that must lie on the photo."""
_SHARE: Final = 0.2
"""Share of the photos that is held back, about."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPhoto:
    """A photo with its tiles.

    Attributes:
        photo: as the export has it.
        boxes: ``(N, 4)`` float32 pixels x1, y1, x2, y2, within the photo.
        labels: N labels.
        turned: whether a box was drawn turned, so that the upright one holds more than its tile.
        tile_set: which physical set it shows, empty where nobody said.
        scene: number of the scene (``vision.imports.scenes``).
        impossible: boxes that cannot be, one line each; they are left out.
    """

    photo: ForeignPhoto
    boxes: NDArray[np.float32]
    labels: tuple[str, ...]
    turned: bool
    tile_set: str = ""
    scene: int = -1
    impossible: tuple[str, ...] = ()


def labelled(photo: ForeignPhoto, size: tuple[int, int], meant: Mapping[str, str]) -> LabelledPhoto:
    """A photo of an export, ``size`` its upright width and height, with our names.

    ``meant`` gives the tile of each class name, or `vision.labels.NO_TILE`.
    """
    boxes = np.empty((len(photo.boxes), 4))
    labels: list[str] = []
    impossible: list[str] = []
    turned = False
    if photo.more:
        impossible.append(
            f"{photo.path.name}: has more boxes than any photo, {photo.more:,} of them are left out"
        )
    for number, drawn in enumerate(photo.boxes, start=1):
        name = meant[drawn.name]
        if name == NO_TILE:
            continue
        box, wrong = _within(drawn, size)
        if not wrong and any(labels[at] == name for at in _same(box, boxes[: len(labels)])):
            wrong = "is there twice"
        if wrong:
            impossible.append(f"{photo.path.name}: box {number} ({drawn.name}) {wrong}")
            continue
        boxes[len(labels)] = box
        labels.append(name)
        turned = turned or drawn.turned()
    array = boxes[: len(labels)].astype(np.float32)
    return LabelledPhoto(photo, array, tuple(labels), turned, impossible=tuple(impossible))


def _within(drawn: ForeignBox, size: tuple[int, int]) -> tuple[NDArray[np.float64], str]:
    """A box's part on the photo, and what is wrong with it: nothing where empty."""
    low, high = drawn.corners.min(axis=0), drawn.corners.max(axis=0)
    seen_low, seen_high = np.clip(low, 0, size), np.clip(high, 0, size)
    box = np.concatenate([seen_low, seen_high])
    sides = high - low
    if sides.min() < _LEAST:
        return box, f"is {sides[0]:.0f} by {sides[1]:.0f} pixels"
    if (seen_high - seen_low).prod() < _INSIDE * sides.prod():
        return box, f"lies outside the photo of {size[0]} by {size[1]} pixels"
    return box, ""


def _same(box: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.intp]:
    """Which of other boxes, ``(N, 4)``, are the same as one, by their places."""
    return np.flatnonzero((np.abs(others - box) < _LEAST / 2).all(axis=1))


def held_back(photos: Sequence[LabelledPhoto], named: Iterable[str] = ()) -> list[bool]:
    """Which photos are kept from training, so that a model can be measured on them.

    Whole tile sets are held back where the photos show more than one: the named ones, or the smallest up to
    about a fifth of the photos. Else whole scenes are.
    """
    wanted = frozenset(named)
    if wanted:
        return [photo.tile_set in wanted for photo in photos]
    by_set = len({photo.tile_set for photo in photos}) > 1
    keys = [photo.tile_set if by_set else str(photo.scene) for photo in photos]
    sizes = {key: keys.count(key) for key in keys}
    order = sorted(
        sizes, key=lambda key: (sizes[key] if by_set else 0, hashlib.sha256(key.encode()).hexdigest())
    )
    chosen: set[str] = set()
    for key in order[:-1]:
        if sum(sizes[each] for each in chosen) >= _SHARE * len(photos):
            break
        chosen.add(key)
    return [key in chosen for key in keys]


def write(photos: Sequence[LabelledPhoto], folder: Path, *, source: str, complete: bool | None) -> None:
    """Copy photos into a folder and label them there, as ``evaluate`` and ``train`` take them.

    Args:
        photos: to be written.
        folder: which is made.
        source: where they come from, for the groups of a report.
        complete: whether every tile in view is boxed; None where nobody said.
    """
    (folder / "photos").mkdir(parents=True)
    taken: set[str] = set()
    lines = []
    for labelled_photo in photos:
        path = labelled_photo.photo.path
        name = path.name
        while name.lower() in taken:
            name = f"{path.stem}-{len(taken)}{path.suffix}"
        taken.add(name.lower())
        shutil.copyfile(path, folder / "photos" / name)
        lines.append(json.dumps(_row(labelled_photo, name, source, complete), ensure_ascii=False))
    (folder / LABELLED).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _row(photo: LabelledPhoto, name: str, source: str, complete: bool | None) -> dict[str, Any]:  # noqa: FBT001
    boxes = [
        [*(round(float(v), 1) for v in box), label]
        for box, label in zip(photo.boxes, photo.labels, strict=True)
    ]
    return {
        "file": f"photos/{name}",
        "source": source,
        "set": photo.tile_set,
        "group": f"scene-{photo.scene}",
        "turned": photo.turned,
        "all_tiles_boxed": False if photo.impossible or photo.photo.bad else complete,
        "boxes": boxes,
    }


def in_scenes(photos: Sequence[LabelledPhoto], numbers: Sequence[int]) -> list[LabelledPhoto]:
    """The photos with the numbers of their scenes."""
    return [replace(photo, scene=number) for photo, number in zip(photos, numbers, strict=True)]
