"""CSV: a row a box, under a line that names the columns (TensorFlow's and Roboflow's, Kaggle's alike)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from numpy.typing import ArrayLike

from yakulens.vision.imports.documents import Table
from yakulens.vision.imports.foreign import upright_box
from yakulens.vision.imports.form import Drawing, Form, Row, size_said

_PICTURE: Final = ("filename", "file", "image", "image_path", "image_id", "path")
_CLASS: Final = ("class", "label", "name", "category")
_SIDES: Final = (
    ("xmin", "x1", "x_min", "left"),
    ("ymin", "y1", "y_min", "top"),
    ("xmax", "x2", "x_max", "right"),
    ("ymax", "y2", "y_max", "bottom"),
)
"""What tools call each column; the first that there is counts."""
COLUMNS: Final = ", ".join(names[0] for names in (_PICTURE, _CLASS, *_SIDES))


def _is_one(table: Table, _: Path) -> bool:
    return all(_column(table.columns, names) for names in (_PICTURE, _CLASS, *_SIDES))


def _column(columns: Collection[str], names: Sequence[str]) -> str:
    return next((name for name in names if name in columns), "")


def _said(row: Mapping[str, str], names: Sequence[str]) -> str:
    return row[_column(row, names)].strip()


def _drawings(table: Table, _: Path) -> Iterator[Drawing]:
    of: dict[str, list[tuple[int, Mapping[str, str]]]] = {}
    for line, row in table.rows:
        of.setdefault(_said(row, _PICTURE), []).append((line, row))
    for named, mine in of.items():
        # A picture that shows no tile has a row with nothing but its name.
        rows: list[Row] = [
            (f"line {line}", row)
            for line, row in mine
            if not named or any(_said(row, names) for names in (_CLASS, *_SIDES))
        ]
        size = size_said(mine[0][1].get("width"), mine[0][1].get("height"))
        yield Drawing([named] if named else (), rows, size=size)


def _corners(row: Mapping[str, str], _: tuple[int, int]) -> ArrayLike:
    return upright_box(*(float(_said(row, names)) for names in _SIDES))


CSV = Form(
    "CSV",
    ".csv",
    _is_one,
    _drawings,
    class_of=lambda row: _said(row, _CLASS),
    corners=_corners,
    shown=lambda row: repr(",".join(row.values())),
    classes=lambda table: (_said(row, _CLASS) for _, row in table.rows),
)
