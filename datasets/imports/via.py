"""The formats of the VGG Image Annotator (VIA): its JSON and projects of versions 1 to 3, and its CSV.

A region has a shape and attributes that the annotator names; one of them is the class of the tile.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from yakulens.datasets.imports.documents import TextTable
from yakulens.datasets.imports.export_format import ExportFormat, PictureRows, Row
from yakulens.datasets.imports.foreign import NO_CLASS, NO_SHAPE, RowError, upright_box

_IMAGES: Final = "_via_img_metadata"
_CLASS: Final = ("class", "label", "name", "tile", "type", "category")
"""Names that annotators give the attribute of the class; the first one that a region has is used."""
_SHAPE_CELL: Final = "region_shape_attributes"
_CLASS_CELL: Final = "region_attributes"
_CELLS: Final = frozenset({"filename", _SHAPE_CELL, _CLASS_CELL})
_RECTANGLE: Final = 2
_POLYGON: Final = 7
"""Numbers of shapes in version 3."""


def _files(document: object) -> list[dict[str, Any]]:
    """The entries of pictures of versions 1 and 2; empty if the document is something else."""
    if not isinstance(document, dict):
        return []
    entries = document.get(_IMAGES, document)
    values = entries.values() if isinstance(entries, dict) else ()
    return [value for value in values if isinstance(value, dict) and {"filename", "regions"} <= value.keys()]


def _regions(entry: Mapping[str, Any]) -> list[object]:
    """The regions of a picture: a list, in version 1 an object."""
    regions = entry["regions"]
    return list(regions.values()) if isinstance(regions, dict) else list(regions or ())


def _pictures(document: object, _: Path) -> Iterator[PictureRows]:
    for entry in _files(document):
        name = str(entry["filename"])
        yield PictureRows(
            [name], [(f"{name}, region {k}", each) for k, each in enumerate(_regions(entry), 1)]
        )


def _class_of(attributes: object) -> object:
    """The class among a region's attributes: a word, a number, or the one ticked of several.

    Raises:
        RowError: the region has no attribute, or several of which none is known to be the class.
    """
    values = (
        {str(key).lower(): value for key, value in attributes.items()} if isinstance(attributes, dict) else {}
    )
    known = next((key for key in _CLASS if key in values), None)
    if known is None and len(values) != 1:
        raise RowError(NO_CLASS if not values else f"no attribute of the name {_CLASS[0]} or {_CLASS[1]}")
    value = values[known] if known else next(iter(values.values()))
    if isinstance(value, dict):
        return next((key for key, ticked in value.items() if ticked), None)
    return value


def _corners(shape: Mapping[str, Any]) -> ArrayLike:
    if shape.get("name") in {"polygon", "polyline"}:
        return np.array([shape["all_points_x"], shape["all_points_y"]], np.float64).T
    if shape.get("name") != "rect":
        raise RowError(NO_SHAPE)
    x, y, w, h = (float(shape[key]) for key in ("x", "y", "width", "height"))
    return upright_box(x, y, x + w, y + h)


VIA = ExportFormat(
    "VIA",
    ".json",
    lambda document, _: bool(_files(document)),
    _pictures,
    class_of=lambda region: _class_of(region["region_attributes"]),
    corners=lambda region, _: _corners(region["shape_attributes"]),
)


def _table_pictures(table: TextTable, _: Path) -> Iterator[PictureRows]:
    by_picture: dict[str, list[Row]] = {}
    for line, cells in table.rows:
        rows = by_picture.setdefault(cells["filename"].strip(), [])
        if cells[_SHAPE_CELL].strip() not in {"", "{}"}:  # a picture without regions has a row too
            rows.append((f"line {line}", cells))
    yield from (PictureRows([picture] if picture else (), rows) for picture, rows in by_picture.items())


VIA_CSV = ExportFormat(
    "VIA",
    ".csv",
    lambda table, _: set(table.columns) >= _CELLS,
    _table_pictures,
    class_of=lambda cells: _class_of(json.loads(cells[_CLASS_CELL])),
    corners=lambda cells, _: _corners(json.loads(cells[_SHAPE_CELL])),
)


def _is_third(document: object, _: Path) -> bool:
    return isinstance(document, dict) and {"file", "view", "metadata", "attribute"} <= document.keys()


def _third_pictures(document: dict[str, Any], _: Path) -> Iterator[PictureRows]:
    rows: dict[str, list[Row]] = {view: [] for view in document["view"]}
    for key, region in document["metadata"].items():
        if not isinstance(region, dict) or region.get("xy"):  # without a shape it describes the picture
            view = str(region["vid"]) if isinstance(region, dict) else ""
            rows.setdefault(view, []).append((f"region {key}", _third_region(region, document["attribute"])))
    for view, regions in rows.items():
        file = next(iter(document["view"].get(view, {}).get("fid_list", ())), None)
        name = document["file"].get(str(file), {}).get("fname")
        yield PictureRows([str(name)] if name else (), regions)


def _third_region(region: object, attributes: Mapping[str, Any]) -> object:
    """A region with its attributes by name: the file has numbers for them and for options."""
    if not isinstance(region, dict):
        return region
    named = {
        about.get("aname", key): (about.get("options") or {}).get(str(value), value)
        for key, value in region.get("av", {}).items()
        for about in [attributes.get(key, {})]
    }
    return region | {"named": named}


def _third_corners(numbers: Iterable[object]) -> ArrayLike:
    kind, *values = (float(str(number)) for number in numbers)
    if kind == _POLYGON:
        return np.array(values).reshape(-1, 2)
    if kind != _RECTANGLE:
        raise RowError(NO_SHAPE)
    x, y, w, h = values
    return upright_box(x, y, x + w, y + h)


VIA_3 = ExportFormat(
    "VIA",
    ".json",
    _is_third,
    _third_pictures,
    class_of=lambda region: _class_of(region["named"]),
    corners=lambda region, _: _third_corners(region["xy"]),
)
