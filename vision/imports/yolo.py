"""YOLO: a ``data.yaml`` (or ``classes.txt``) and a text file of rows beside each picture.

A row is ``class x y w h`` (centre and size) or ``class x1 y1 x2 y2 x3 y3 x4 y4`` (an oriented box; more
points are a polygon), all as shares of the picture's width and height. ultralytics and Roboflow write
``data.yaml``, labelImg ``classes.txt``, CVAT ``obj.names``, Roboflow's Darknet ``_darknet.labels``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from yakulens.vision.imports.documents import lines_of, text_of
from yakulens.vision.imports.foreign import ExportError, RowError, upright_box
from yakulens.vision.imports.form import Drawing, Form
from yakulens.vision.imports.pictures import PICTURES

_LISTS: Final = ("classes.txt", "obj.names", "_darknet.labels", "predefined_classes.txt")
_DECLARED: Final = "data.yaml"
_YAML: Final = frozenset({".yaml", ".yml"})
_MOST: Final = 1 << 20
"""Bytes of a list of names: YAML is read slowly."""
_BOX: Final = 4
_POINTS: Final = 6
"""Numbers of the least polygon."""


class _Names(NamedTuple):
    """The names of the classes by their numbers, and the file that gives them."""

    file: Path
    names: Mapping[int, str]


def form(folder: Path, files: Sequence[Path]) -> Form | None:
    """The form of the export in a folder, with its names; None where nothing names its classes.

    Raises:
        ExportError: a list of names cannot be used.
    """
    lists = _lists(folder, files)
    if not lists:
        return None
    pictures = _pictures(files)
    bare = pictures.pop(None, [])
    # A list that lies above no picture and no rows, as in a folder of its own, is for all of them.
    above = {
        parent for file, mine in pictures.items() if file for each in (file, *mine) for parent in each.parents
    }
    for_all = [said for place, said in lists.items() if place not in above]

    def is_one(lines: list[str], file: Path) -> bool:
        return file in pictures or (file.name not in _LISTS and _has_rows(lines))

    def drawings(lines: list[str], file: Path) -> Iterator[Drawing]:
        mine = pictures.get(file, [])
        over = {parent for each in (file, *mine) for parent in each.parents if parent in lists}
        names = _agreed([lists[place] for place in sorted(over)] or for_all, file)
        rows = [(f"line {number}", line) for number, line in enumerate(lines, start=1) if line.strip()]
        yield from (Drawing(picture, rows, names=names) for picture in mine)
        if not mine:
            yield Drawing([f"{file} (no picture of its name)"], rows)

    declared = tuple(dict.fromkeys(name for said in lists.values() for name in said.names.values()))
    return Form("YOLO", ".txt", is_one, drawings, _class_of, _corners, row=str, bare=bare, declared=declared)


def without_names(files: Sequence[Path]) -> str:
    """What to do about rows beside a picture whose classes no list names; empty where there are none."""
    pictures = _pictures(files)
    file = next((file for file in pictures if file and _has_rows(lines_of(file))), None)
    return _unnamed(file, files) if file else ""


def _unnamed(file: Path, files: Sequence[Path]) -> str:
    for each in files:
        if each.suffix.lower() in _YAML:
            return f"{each}: does not name the classes: add a line names: [1m, 2m, ...], by their numbers"
    return (
        f"{file}: rows of YOLO, and no list of their classes: put a classes.txt with a name a line, "
        "or the export's data.yaml, into the folder"
    )


def _pictures(files: Sequence[Path]) -> dict[Path | None, list[Path]]:
    """The pictures that each file of rows is of; under None those that have none."""
    there = frozenset(files)
    found: dict[Path | None, list[Path]] = {}
    for path in files:
        if path.suffix.lower() in PICTURES:
            found.setdefault(_label_file(path, there), []).append(path)
    return found


def _label_file(path: Path, there: frozenset[Path]) -> Path | None:
    """The text file of a picture: in ``labels`` instead of the last ``images`` of its path, or beside it."""
    parts = list(path.parts)
    candidates = [path.with_suffix(".txt")]
    if "images" in parts[:-1]:
        last = len(parts) - 2 - parts[-2::-1].index("images")
        moved = path.__class__(*parts[:last], "labels", *parts[last + 1 :])
        candidates.insert(0, moved.with_suffix(".txt"))
    return next((file for file in candidates if file in there), None)


def _has_rows(lines: Sequence[str]) -> bool:
    words = (line.split() for line in lines)
    return any(len(row) > _BOX and all(map(_is_number, row)) for row in words)


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _agreed(lists: Sequence[_Names], file: Path) -> Mapping[int, str]:
    """The names of those that all lists over a file of rows give.

    Raises:
        ExportError: there is none, or they name the classes differently.
    """
    if not lists:
        raise ExportError(_unnamed(file, ()))
    one = lists[0]
    other = next((each for each in lists if each.names != one.names), None)
    if other:
        message = (
            f"{one.file} and {other.file} name the classes of {file.name} differently: "
            "take one of them out, or import each export by itself"
        )
        raise ExportError(message)
    return one.names


def _lists(folder: Path, files: Sequence[Path]) -> dict[Path, _Names]:
    """The list of names that each folder has: one in YAML, else the first of `_LISTS`."""
    found: dict[Path, _Names] = {}
    for file in files:
        # Below the export's own folder YAML is of whatever else.
        here = file.parent == folder and file.suffix.lower() in _YAML
        if (here or file.name == _DECLARED) and (names := _declared(file)):
            found.setdefault(file.parent, _Names(file, names))
    for name in _LISTS:
        for file in files:
            if file.name == name and file.parent not in found:
                lines = enumerate(line.strip() for line in text_of(file).splitlines())
                # A blank line is a class without a name: it moves no other's number.
                if names := {number: line for number, line in lines if line}:
                    found[file.parent] = _Names(file, names)
    return found


def _declared(file: Path) -> dict[int, str] | None:
    """The names that a YAML file gives its classes; None where it gives none."""
    import yaml  # noqa: PLC0415 - only training has it

    try:
        # Every word as it was typed: a class may be called No, or 1e3.
        said = yaml.load(text_of(file, _MOST), Loader=yaml.BaseLoader)  # noqa: S506 - it makes words alone
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        if isinstance(error, ExportError):
            raise
        raise ExportError(file, f"no YAML ({' '.join(str(error).split())[:80]})") from error
    names = said.get("names") if isinstance(said, dict) else None
    return _numbered(names, file) if isinstance(names, list | dict) else None


def _numbered(names: list[object] | dict[object, object], file: Path) -> dict[int, str]:
    listed = dict(enumerate(names)) if isinstance(names, list) else names
    try:
        numbered = {int(str(number)): name for number, name in listed.items()}
    except ValueError as error:
        raise ExportError(file, f"names are numbered, {' '.join(str(error).split())[:80]}") from error
    if not all(isinstance(name, str) and name.strip() for name in numbered.values()):
        raise ExportError(file, "every class needs a name")
    return {number: " ".join(str(name).split()) for number, name in numbered.items()}


def _numbers(line: str) -> list[float]:
    try:
        return [float(word) for word in line.split()]
    except ValueError as error:
        message = "no row of numbers"
        raise RowError(message) from error


def _class_of(line: str) -> int:
    number = _numbers(line)[0]
    if not number.is_integer():
        message = "a class that is no whole number"
        raise RowError(message)
    return int(number)


def _corners(line: str, size: tuple[int, int]) -> ArrayLike:
    row = np.array(_numbers(line)[1:])
    if len(row) == _BOX:
        x, y, w, h = row
        return upright_box(x - w / 2, y - h / 2, x + w / 2, y + h / 2) * size
    if len(row) < _POINTS or len(row) % 2:
        message = "neither 4 numbers after the class nor the pairs of an oriented box or a polygon"
        raise RowError(message)
    return row.reshape(-1, 2) * size
