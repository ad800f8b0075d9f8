"""YOLO: a ``data.yaml`` (or ``classes.txt``) and a text file of rows beside each picture.

A row is ``class x y w h`` (centre and size) or ``class x1 y1 x2 y2 x3 y3 x4 y4`` (an oriented box; more
points are a polygon), all as shares of the picture's width and height. ultralytics and Roboflow write
``data.yaml``, labelImg ``classes.txt``, CVAT ``obj.names``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.imports.foreign import (
    Export,
    ExportError,
    ForeignBox,
    ForeignPhoto,
    export_of,
    pictures,
    size_of,
    split_of,
    upright_box,
)

if TYPE_CHECKING:
    from pathlib import Path

_LISTS: Final = ("classes.txt", "obj.names", "predefined_classes.txt")
_BOX: Final = 5


def read(folder: Path) -> Export | None:
    """The export in a folder; None where there is none of this form.

    Raises:
        ExportError: the list of names or a row cannot be used.
    """
    names = _names(folder)
    if names is None:
        return None
    photos, missing = [], []
    for path in (path for same in pictures(folder).values() for path in same):
        label = _label_file(path)
        size = size_of(path)
        if size is None:
            missing.append(str(path))
            continue
        # A picture without a file of rows shows no tile, by YOLO's own rule.
        boxes = _boxes(label, names, size) if label else ()
        photos.append(ForeignPhoto(path, split_of(path), boxes, str(label or path)))
    return export_of("YOLO", photos, missing, tuple(names.values()))


def _names(folder: Path) -> dict[int, str] | None:
    import yaml  # noqa: PLC0415 - only training has it

    for file in sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")]):
        try:
            said = yaml.safe_load(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError) as error:
            message = f"{file}: no YAML ({' '.join(str(error).split())[:80]})"
            raise ExportError(message) from error
        names = said.get("names") if isinstance(said, dict) else None
        if isinstance(names, list):
            return {number: str(name) for number, name in enumerate(names)}
        if isinstance(names, dict):
            try:
                return {int(number): str(name) for number, name in names.items()}
            except ValueError as error:
                message = f"{file}: names are numbered, {error}"
                raise ExportError(message) from error
    for name in _LISTS:
        for file in sorted(folder.rglob(name)):
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
            return dict(enumerate(line.strip() for line in lines if line.strip()))
    return None


def _label_file(path: Path) -> Path | None:
    """The text file of a picture: in ``labels`` instead of the last ``images`` of its path, or beside it."""
    parts = list(path.parts)
    candidates = [path.with_suffix(".txt")]
    if "images" in parts[:-1]:
        last = len(parts) - 2 - parts[-2::-1].index("images")
        moved = path.__class__(*parts[:last], "labels", *parts[last + 1 :])
        candidates.insert(0, moved.with_suffix(".txt"))
    return next((file for file in candidates if file.is_file()), None)


def _boxes(file: Path, names: dict[int, str], size: tuple[int, int]) -> tuple[ForeignBox, ...]:
    boxes = []
    for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            kind, *values = line.split()
            row = np.array([float(value) for value in values])
            name = names[int(float(kind))]
            boxes.append(ForeignBox(name, _corners(row) * size))
        except (ValueError, KeyError, OverflowError) as error:
            message = (
                f"{file}, line {number}: a row is a class of the {len(names)} named and then 4 numbers, or 8 "
                f"of an oriented box; found {line.strip()[:60]!r}"
            )
            raise ExportError(message) from error
    return tuple(boxes)


def _corners(
    row: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    if not np.isfinite(row).all():
        raise ValueError(row)
    if len(row) == _BOX - 1:
        x, y, w, h = row
        return upright_box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)
    if len(row) <= _BOX or len(row) % 2:
        raise ValueError(len(row))
    return row.reshape(-1, 2)
