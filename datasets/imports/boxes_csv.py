"""The CSV format: a header, then one row per box (TensorFlow, Roboflow, Kaggle)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from yakulens.datasets.imports.documents import Table
from yakulens.datasets.imports.export_format import ExportFormat, PictureRows, Row, parse_size
from yakulens.datasets.imports.foreign import upright_box

_PICTURE: Final = ("filename", "file", "image", "image_path", "image_id", "path")
_CLASS: Final = ("class", "label", "name", "category")
_SIDES: Final = (
    ("xmin", "x1", "x_min", "left"),
    ("ymin", "y1", "y_min", "top"),
    ("xmax", "x2", "x_max", "right"),
    ("ymax", "y2", "y_max", "bottom"),
)
"""Names that tools give each column; the first one in the file is used."""
COLUMNS: Final = ", ".join(names[0] for names in (_PICTURE, _CLASS, *_SIDES))


def _column(columns: Collection[str], names: Sequence[str]) -> str:
    return next((name for name in names if name in columns), "")


def _cell(row: Mapping[str, str], names: Sequence[str]) -> str:
    return row[_column(row, names)].strip()


def _pictures(table: Table, _: Path) -> Iterator[PictureRows]:
    by_picture: dict[str, list[tuple[int, Mapping[str, str]]]] = {}
    for line, row in table.rows:
        by_picture.setdefault(_cell(row, _PICTURE), []).append((line, row))
    for picture, numbered in by_picture.items():
        # A picture without tiles has a row with only its name.
        rows: list[Row] = [
            (f"line {line}", row)
            for line, row in numbered
            if not picture or any(_cell(row, names) for names in (_CLASS, *_SIDES))
        ]
        first = numbered[0][1]
        size = parse_size(first.get("width"), first.get("height"))
        yield PictureRows([picture] if picture else (), rows, size=size)


CSV = ExportFormat(
    "CSV",
    ".csv",
    lambda table, _: all(_column(table.columns, names) for names in (_PICTURE, _CLASS, *_SIDES)),
    _pictures,
    class_of=lambda row: _cell(row, _CLASS),
    corners=lambda row, _: upright_box(*(float(_cell(row, names)) for names in _SIDES)),
    row_text=lambda row: repr(",".join(row.values())),
    classes=lambda table: (_cell(row, _CLASS) for _, row in table.rows),
)
