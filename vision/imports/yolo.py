"""YOLO: a ``data.yaml`` (or ``classes.txt``) and a text file of rows beside each picture.

A row is ``class x y w h`` (centre and size) or ``class x1 y1 x2 y2 x3 y3 x4 y4`` (an oriented box; more
points are a polygon), all as shares of the picture's width and height. ultralytics and Roboflow write
``data.yaml``, labelImg ``classes.txt``, CVAT ``obj.names``, Roboflow's Darknet ``_darknet.labels``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.imports.documents import text_of
from yakulens.vision.imports.foreign import BadRow, Export, ExportError, ForeignBox, ForeignPhoto, upright_box
from yakulens.vision.imports.pictures import PICTURES, size_of, split_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

_LISTS: Final = ("classes.txt", "obj.names", "_darknet.labels", "predefined_classes.txt")
_DECLARED: Final = "data.yaml"
_MOST: Final = 1 << 20
"""Bytes of a list of names: YAML is read slowly."""
_BOX: Final = 4
_POINTS: Final = 6
"""Numbers of the least polygon."""


def read(folder: Path, files: Sequence[Path]) -> Export | None:
    """The export in a folder; None where there is none of this form.

    Args:
        folder: of the export.
        files: all files in it and below it.

    Raises:
        ExportError: the list of names cannot be used.
    """
    names = _names(folder, files)
    if names is None:
        return None
    photos, missing = [], []
    there = frozenset(files)
    for path in files:
        if path.suffix.lower() not in PICTURES:
            continue
        size = size_of(path)
        if size is None:
            missing.append(str(path))
            continue
        label = _label_file(path, there)
        # A picture without a file of rows shows no tile, by YOLO's own rule.
        boxes, bad = _boxes(label, names, size) if label else ((), ())
        photos.append(ForeignPhoto(path, split_of(path), boxes, str(label or path), bad))
    return Export.of("YOLO", photos, missing, tuple(names.values()))


def without_names(files: Sequence[Path]) -> Path | None:
    """A file of rows beside a picture, where no list says what their classes are; None where there is none.

    >>> without_names([]) is None
    True
    """
    there = frozenset(files)
    labels = (_label_file(path, there) for path in files if path.suffix.lower() in PICTURES)
    for label in labels:
        first = next(iter(text_of(label).split("\n")), "") if label else ""
        if label and len(words := first.split()) > _BOX and all(map(_is_number, words)):
            return label
    return None


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _names(folder: Path, files: Sequence[Path]) -> dict[int, str] | None:
    """The names of the classes: of a list in the folder itself, else of one below, as tools unpack them."""
    for file in files:
        if file.parent == folder and file.suffix.lower() in {".yaml", ".yml"} and (said := _declared(file)):
            return said
    for name in _LISTS:
        for file in files:
            if file.name == name:
                return dict(enumerate(line.strip() for line in text_of(file).splitlines() if line.strip()))
    below = (file for file in files if file.parent != folder and file.name == _DECLARED)
    return next((said for file in below if (said := _declared(file))), None)


def _declared(file: Path) -> dict[int, str] | None:
    """The names that a YAML file gives its classes; None where it gives none."""
    import yaml  # noqa: PLC0415 - only training has it

    try:
        # Every word as it was typed: a class may be called No, or 1e3.
        said = yaml.load(text_of(file, _MOST), Loader=yaml.BaseLoader)  # noqa: S506 - it makes words alone
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        if isinstance(error, ExportError):
            raise
        message = f"{file}: no YAML ({' '.join(str(error).split())[:80]})"
        raise ExportError(message) from error
    names = said.get("names") if isinstance(said, dict) else None
    return _numbered(names, file) if isinstance(names, list | dict) else None


def _numbered(names: list[object] | dict[object, object], file: Path) -> dict[int, str]:
    listed = dict(enumerate(names)) if isinstance(names, list) else names
    try:
        numbered = {int(str(number)): name for number, name in listed.items()}
    except ValueError as error:
        message = f"{file}: names are numbered, {' '.join(str(error).split())[:80]}"
        raise ExportError(message) from error
    if not all(isinstance(name, str) and name.strip() for name in numbered.values()):
        message = f"{file}: every class needs a name"
        raise ExportError(message)
    return {number: " ".join(str(name).split()) for number, name in numbered.items()}


def _label_file(path: Path, there: frozenset[Path]) -> Path | None:
    """The text file of a picture: in ``labels`` instead of the last ``images`` of its path, or beside it."""
    parts = list(path.parts)
    candidates = [path.with_suffix(".txt")]
    if "images" in parts[:-1]:
        last = len(parts) - 2 - parts[-2::-1].index("images")
        moved = path.__class__(*parts[:last], "labels", *parts[last + 1 :])
        candidates.insert(0, moved.with_suffix(".txt"))
    return next((file for file in candidates if file in there), None)


def _boxes(
    file: Path, names: dict[int, str], size: tuple[int, int]
) -> tuple[tuple[ForeignBox, ...], tuple[BadRow, ...]]:
    boxes, bad = [], []
    for number, line in enumerate(text_of(file).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            with np.errstate(over="ignore", invalid="ignore"):  # such a box is refused
                boxes.append(_box(line.split(), names, size))
        except (ValueError, OverflowError) as error:
            bad.append(BadRow(f"{file}, line {number}", str(error), f"{line.strip()[:60]!r}"))
    return tuple(boxes), tuple(bad)


def _box(words: Sequence[str], names: dict[int, str], size: tuple[int, int]) -> ForeignBox:
    """The box of a row.

    Raises:
        ValueError: the row says none; the message is what rows are counted by.
    """
    try:
        kind, *values = (float(word) for word in words)
        number = int(kind)
    except (ValueError, OverflowError) as error:
        message = "no row of numbers"
        raise ValueError(message) from error
    if number not in names:
        message = f"a class beyond the {len(names)} that are named, {min(names)} to {max(names)}"
        raise ValueError(message)
    if len(values) != _BOX and (len(values) < _POINTS or len(values) % 2):
        message = "neither 4 numbers after the class nor the pairs of an oriented box or a polygon"
        raise ValueError(message)
    try:
        return ForeignBox.of(names[number], _corners(np.array(values)) * size)
    except ValueError as error:
        message = "corners that cannot be on a photo"
        raise ValueError(message) from error


def _corners(row: NDArray[np.float64]) -> NDArray[np.float64]:
    if len(row) == _BOX:
        x, y, w, h = row
        return upright_box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)
    return row.reshape(-1, 2)
