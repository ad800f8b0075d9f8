"""CSV: a row a box, under a line that names the columns (TensorFlow's and Roboflow's, Kaggle's alike)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from yakulens.vision.imports.foreign import ForeignBox, upright_box
from yakulens.vision.imports.form import Drawing, Form, size_said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    Row = Mapping[str, str]

_PICTURE: Final = ("filename", "file", "image", "image_path", "image_id", "path")
_CLASS: Final = ("class", "label", "name", "category")
_SIDES: Final = (
    ("xmin", "x1", "x_min", "left"),
    ("ymin", "y1", "y_min", "top"),
    ("xmax", "x2", "x_max", "right"),
    ("ymax", "y2", "y_max", "bottom"),
)
"""What tools call each column; the first that there is counts."""


def _is_one(rows: object) -> bool:
    return (
        isinstance(rows, list)
        and bool(rows)
        and isinstance(rows[0], dict)
        and all(any(name in rows[0] for name in names) for names in (_PICTURE, _CLASS, *_SIDES))
    )


def _said(row: Row, names: Sequence[str]) -> str:
    return next(row[name] for name in names if name in row)


def _classes(rows: Sequence[Row]) -> Iterator[str]:
    return (name for row in rows if (name := _said(row, _CLASS).strip()))


def _drawings(rows: Sequence[Row], _: Path) -> Iterator[Drawing]:
    of: dict[str, list[Row]] = {}
    for row in rows:
        of.setdefault(_said(row, _PICTURE), []).append(row)
    for picture, mine in of.items():
        size = size_said(mine[0].get("width"), mine[0].get("height"))
        yield Drawing([picture], partial(_boxes, mine), size=size)


def _boxes(rows: Sequence[Row], _: tuple[int, int]) -> list[Callable[[], ForeignBox]]:
    # A picture that shows no tile has a row with nothing but its name.
    return [partial(_box, row) for row in rows if any(_said(row, names).strip() for names in _SIDES)]


def _box(row: Row) -> ForeignBox:
    return ForeignBox.of(_said(row, _CLASS), upright_box(*(float(_said(row, names)) for names in _SIDES)))


CSV = Form("CSV", ".csv", _is_one, _drawings, _classes)
