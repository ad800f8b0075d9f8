"""Formats of plain text rows besides YOLO's: DOTA, KITTI, and the lists of Keras YOLO v3 and YOLO v4 PyTorch.

DOTA (Roboflow's *YOLOv5 oriented*) and KITTI (CVAT, FiftyOne) have a file per picture: four corners and a
class, or a class and the sides among other numbers. The lists have a line per picture: its name, then boxes
as ``x1,y1,x2,y2,class``, the class being a line of ``_classes.txt``.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from yakulens.datasets.imports.documents import text_of
from yakulens.datasets.imports.export_format import ExportFormat, PictureRows, Row
from yakulens.datasets.imports.foreign import NOTHING, RowError, upright_box
from yakulens.vision.picture.formats import EXTENSIONS

_NUMBER: Final = r"-?\d+(?:\.\d*)?(?:e-?\d+)?"
_DOTA: Final = re.compile(
    rf"(?P<numbers>(?:{_NUMBER}\s+){{8}})(?P<name>(?=.*[^\s\d.])\S.*?|\S+(?=\s+[012]$))(?:\s+[012])?"
)
_KITTI: Final = re.compile(rf"(?P<name>\S.*?)(?P<numbers>(?:\s+{_NUMBER}){{14,15}})")
"""A row of each; the name of a class may have several words."""
_DOTA_HEADERS: Final = ("imagesource:", "gsd:")
"""How the lines before the rows of a DOTA file may begin."""
_LIST: Final = re.compile(r"(?P<name>\S.*?\.\w+)(?P<boxes>(?:\s+[\d.]+(?:,[\d.]+){4})*)\s*")
_CLASS_LISTS: Final = ("_classes.txt", "classes.txt", "class_names.txt")
_KITTI_SIDES: Final = slice(3, 7)


def _rows(lines: Sequence[str]) -> list[Row]:
    return [
        (f"line {number}", line)
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.lower().startswith(_DOTA_HEADERS)
    ]


def _matches(row: re.Pattern[str]) -> Callable[[list[str], Path], bool]:
    """A check whether the first row of a file has a form, and the others may."""
    return lambda lines, _: bool((found := _rows(lines)) and row.fullmatch(found[0][1].strip()))


def _pictures(lines: list[str], file: Path) -> Iterator[PictureRows]:
    yield PictureRows([f"{file.stem}{ending}" for ending in EXTENSIONS], _rows(lines))


def _part(row: re.Pattern[str], line: str, part: str) -> str:
    """A part of a row.

    Raises:
        RowError: the line is no such row.
    """
    match = row.fullmatch(line.strip())
    if match is None:
        raise RowError(NOTHING)
    return match[part]


def _text_format(
    name: str, row: re.Pattern[str], corners: Callable[[list[float]], ArrayLike]
) -> ExportFormat:
    return ExportFormat(
        name,
        ".txt",
        _matches(row),
        _pictures,
        class_of=lambda line: _part(row, line, "name"),
        corners=lambda line, _: corners([float(word) for word in _part(row, line, "numbers").split()]),
        row_type=str,
    )


DOTA = _text_format("DOTA", _DOTA, lambda numbers: np.array(numbers).reshape(4, 2))
KITTI = _text_format("KITTI", _KITTI, lambda numbers: upright_box(*numbers[_KITTI_SIDES]))


def _is_list(lines: list[str], _: Path) -> bool:
    found = [match for line in lines if line.strip() and (match := _LIST.fullmatch(line.strip()))]
    return any(match["boxes"] for match in found) and len(found) == sum(1 for line in lines if line.strip())


def _class_names(file: Path) -> Mapping[int, str]:
    """The names of the classes by number, from the list beside a file; empty without one."""
    lists = (file.with_name(name) for name in _CLASS_LISTS)
    found = next((each for each in lists if each.is_file()), None)
    lines = text_of(found).splitlines() if found else []
    return {number: line.strip() for number, line in enumerate(lines) if line.strip()}


def _listed_pictures(lines: list[str], file: Path) -> Iterator[PictureRows]:
    names = _class_names(file)
    for number, line in enumerate(lines, start=1):
        if match := _LIST.fullmatch(line.strip()):
            rows: list[Row] = [
                (f"line {number}, box {k}", box) for k, box in enumerate(match["boxes"].split(), 1)
            ]
            yield PictureRows([match["name"]], rows, classes=names)


def _listed_corners(box: str, _: tuple[int, int]) -> ArrayLike:
    return upright_box(*(float(word) for word in box.split(",")[:4]))


KERAS_LIST = ExportFormat(
    "Keras YOLO",
    ".txt",
    _is_list,
    _listed_pictures,
    class_of=lambda box: int(box.split(",")[4]),
    corners=_listed_corners,
    row_type=str,
)
