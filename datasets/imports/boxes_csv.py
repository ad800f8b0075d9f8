"""The CSV format: a header, then one row per box (TensorFlow, Roboflow, Kaggle, Open Images).

Tools name the columns in many ways. A box is four columns or one, in pixels or as shares of the picture.
Where the header does not tell what its four numbers are, the likeliest meaning is taken and said to be a
guess.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from yakulens.datasets.imports.box_numbers import corners_of, guess, possible
from yakulens.datasets.imports.documents import TextTable, csv_of
from yakulens.datasets.imports.export_format import ExportFormat, PictureRows, Row, parse_size
from yakulens.datasets.imports.foreign import SEVERAL, RowError, upright_box
from yakulens.datasets.imports.pictures import picture_names
from yakulens.vision.picture.formats import has_extension

_PICTURE: Final = (
    *("filename", "file", "file_name", "filepath", "file_path", "image", "image_path", "image_name"),
    *("img", "img_name", "img_path", "imageid", "image_id", "path", "id"),
)
_CLASS: Final = (
    *("class_name", "label_name", "labelname", "category_name", "class", "label", "name", "category"),
    *("tile", "class_id", "category_id"),
)
_SIDES: Final = (
    ("xmin", "x1", "x_min", "left", "bbox_x1"),
    ("ymin", "y1", "y_min", "top", "bbox_y1"),
    ("xmax", "x2", "x_max", "right", "bbox_x2"),
    ("ymax", "y2", "y_max", "bottom", "bbox_y2"),
)
"""Names that tools give each column; the first one in the file is used."""
_MIDDLE: Final = (
    ("x_center", "xcenter", "center_x", "cx", "xc"),
    ("y_center", "ycenter", "center_y", "cy", "yc"),
)
_CORNER: Final = (("x", "bbox_x", "xmin", "x_min", "left"), ("y", "bbox_y", "ymin", "y_min", "top"))
_LENGTHS: Final = (("w", "width", "bbox_width", "bbox_w"), ("h", "height", "bbox_height", "bbox_h"))
_FOUR: Final = ("bbox", "box", "bounding_box", "boxes")
"""Names of a column that holds all four numbers."""
_SIZE: Final = (("width", "image_width", "img_width"), ("height", "image_height", "img_height"))
CSV_SUFFIXES: Final = (".csv", ".tsv")
COLUMNS: Final = ", ".join((_PICTURE[0], "class", *(names[0] for names in _SIDES)))
_NUMBER: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_BOX_NUMBERS: Final = 4
_BARE_COLUMNS: Final = 6
_POLYGON: Final = ("x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4")
_ANGLES: Final = ("angle", "rotation", "theta")
_GROUP: Final = "isgroupof"
"""The column in which Open Images says that a box is round more than five things."""


class _Columns(NamedTuple):
    """Where a table has the numbers of a box, and what they are; empty if the header does not tell."""

    numbers: tuple[str, ...]
    box_format: str


def _column(columns: Collection[str], names: Sequence[str]) -> str:
    return next((name for name in names if name in columns), "")


def _cell(row: Mapping[str, str], names: Sequence[str]) -> str:
    return row[_column(row, names)].strip()


def column_of_picture(columns: Collection[str]) -> str:
    """The column that names the pictures; empty if there is none."""
    return _column(columns, _PICTURE)


def column_of_class(columns: Collection[str]) -> str:
    """The column that names the classes; empty if there is none."""
    return _column(columns, _CLASS)


def has_boxes(columns: Collection[str]) -> bool:
    """Whether a table has columns for a box.

    >>> has_boxes(["image_id", "label", "x", "y", "w", "h"]), has_boxes(["image-name", "label"])
    (True, False)
    """
    return _columns(columns) is not None


def _columns(columns: Collection[str]) -> _Columns | None:
    """The columns of a box; None if a table has none."""
    for groups, box_format in (
        ((*_SIDES,), "xyxy"),
        ((*_MIDDLE, *_LENGTHS), "cxcywh"),
        ((*_CORNER, *_LENGTHS), ""),
    ):
        found = tuple(_column(columns, names) for names in groups)
        if all(found):
            # A column x_min beside a width can only be a side.
            return _Columns(found, box_format or ("" if found[0] in {"x", "bbox_x"} else "xywh"))
    four = _column(columns, _FOUR)
    return _Columns((four,), "") if four else None


def _matches(table: TextTable, _: Path) -> bool:
    columns = table.columns
    return bool(has_boxes(columns) and column_of_picture(columns) and column_of_class(columns))


def _numbers(cells: Mapping[str, str], columns: Sequence[str]) -> list[float]:
    """The four numbers of a row, from four cells or one.

    Raises:
        ValueError: there are fewer or more.
    """
    if len(columns) == _BOX_NUMBERS:
        return [float(cells[name]) for name in columns]
    numbers = [float(word) for word in _NUMBER.findall(cells[columns[0]])]
    if len(numbers) != _BOX_NUMBERS or ":" in cells[columns[0]]:  # named numbers may stand in any order
        message = "a box has four numbers"
        raise ValueError(message)
    return numbers


def _boxes(table: TextTable) -> NDArray[np.float64]:
    """``(N, 4)`` numbers of the rows that have four."""
    columns = _columns(table.columns)
    found = []
    for _, cells in table.rows:
        try:
            found.append(_numbers(cells, columns.numbers if columns else ()))
        except (ValueError, LookupError):
            continue  # it is counted as a bad row where it is read
    return np.array(found, np.float64).reshape(-1, _BOX_NUMBERS)


def _box_format(table: TextTable, chosen: str) -> tuple[str, str]:
    """What the four numbers of each row are, and the guess in it; empty if it is none."""
    columns = _columns(table.columns)
    known = columns.box_format if columns else ""
    if chosen or known:
        return known or chosen, ""
    names = columns.numbers if columns else ()
    meanings = possible(_boxes(table))
    if len(names) == _BOX_NUMBERS:
        meanings = [each for each in meanings if each != "xyxy"]  # the columns are called width and height
    return meanings[0], guess(meanings, names)


def _pictures(table: TextTable, file: Path, chosen: str) -> Iterator[PictureRows]:
    columns = _columns(table.columns)
    box_format = _box_format(table, chosen)[0]
    is_share = _are_shares(_boxes(table))
    names_of = _described(file)
    by_picture: dict[str, list[tuple[int, Mapping[str, str]]]] = {}
    for line, cells in table.rows:
        by_picture.setdefault(_cell(cells, _PICTURE), []).append((line, cells))
    numbers = columns.numbers if columns else ()
    marks = {"_format": box_format, "_share": "yes" if is_share else ""}
    for picture, numbered in by_picture.items():
        # A picture without tiles has a row with only its name.
        rows: list[Row] = [
            (
                f"line {line}",
                {**cells, **marks, "_class": names_of.get(_cell(cells, _CLASS), _cell(cells, _CLASS))},
            )
            for line, cells in numbered
            if not picture or any(cells[name].strip() for name in (_column(cells, _CLASS), *numbers))
        ]
        yield PictureRows(picture_names(picture), rows, size=_size(numbered[0][1], numbers))


def _size(cells: Mapping[str, str], numbers: Sequence[str]) -> tuple[int, int] | None:
    width, height = ([name for name in names if name not in numbers] for names in _SIZE)
    return parse_size(cells.get(_column(cells, width)), cells.get(_column(cells, height)))


def _are_shares(boxes: NDArray[np.float64]) -> bool:
    return bool(len(boxes) and boxes.max() <= 1)


def _described(file: Path) -> dict[str, str]:
    """What Open Images calls its classes, by their codes; empty without such a table beside the file."""
    for table in sorted(file.parent.glob("*class-descriptions*.csv")):
        return {cells[0]: cells[1] for _, cells in csv_of(table).lines if len(cells) > 1}
    return {}


def _corners(cells: Mapping[str, str], size: tuple[int, int]) -> ArrayLike:
    if cells.get(_GROUP, "").strip().lower() in {"1", "true"}:
        raise RowError(SEVERAL)
    if float(_first(cells, _ANGLES) or 0):
        message = "a rotated box: a table does not say about what; export it as COCO or with four corners"
        raise RowError(message)
    scale = np.array(size) if cells["_share"] else 1
    if all(cells.get(name, "").strip() for name in _POLYGON):
        return np.array([float(cells[name]) for name in _POLYGON]).reshape(-1, 2) * scale
    columns = _columns([name for name in cells if not name.startswith("_")])
    return corners_of(_numbers(cells, columns.numbers if columns else ()), cells["_format"]) * scale


def _first(cells: Mapping[str, str], names: Sequence[str]) -> str:
    return next((cells[name].strip() for name in names if name in cells), "")


def csv_format(chosen: str = "") -> ExportFormat:
    """The format of a table; ``chosen``, one of `BOX_FORMATS`, settles what its header leaves open."""

    def guesses(table: TextTable) -> Iterable[str]:
        return filter(None, [_box_format(table, chosen)[1]])

    return ExportFormat(
        "CSV",
        ".csv",
        _matches,
        lambda table, file: _pictures(table, file, chosen),
        class_of=lambda cells: cells["_class"],
        corners=_corners,
        row_text=lambda cells: repr(
            ",".join(value for name, value in cells.items() if not name.startswith("_"))
        ),
        classes=lambda table: (_cell(cells, _CLASS) for _, cells in table.rows),
        guesses=guesses,
    )


def _is_bare(table: TextTable, _: Path) -> bool:
    """Whether a table without a header has the rows of Keras' RetinaNet: path, x1, y1, x2, y2, class."""
    first = table.lines[0][1] if table.lines else ()
    return (
        len(first) == _BARE_COLUMNS
        and has_extension(first[0])
        and (not any(first[1:]) or all(_NUMBER.fullmatch(word) for word in first[1:5]))
    )


def _bare_pictures(table: TextTable, _: Path) -> Iterator[PictureRows]:
    by_picture: dict[str, list[Row]] = {}
    for number, cells in table.lines:
        rows = by_picture.setdefault(cells[0], [])
        if any(cells[1:]):  # a picture without tiles has a row with only its name
            rows.append((f"line {number}", cells))
    yield from (PictureRows([picture], rows) for picture, rows in by_picture.items() if picture)


RETINANET = ExportFormat(
    "CSV",
    ".csv",
    _is_bare,
    _bare_pictures,
    class_of=lambda cells: cells[5],
    corners=lambda cells, _: upright_box(*(float(cell) for cell in cells[1:5])),
    row_type=tuple,
    row_text=lambda cells: repr(",".join(cells)),
)
