"""Datumaro's JSON, which CVAT exports: a file per split with ``items`` and the names of the labels."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from yakulens.datasets.imports.export_format import ExportFormat, PictureRows, Row, parse_size
from yakulens.datasets.imports.foreign import NO_SHAPE, SEVERAL, RowError, rotated_box, upright_box
from yakulens.vision.picture.formats import EXTENSIONS


def _matches(document: object, _: Path) -> bool:
    return isinstance(document, dict) and {"items", "categories"} <= document.keys()


def _names(document: dict[str, Any]) -> dict[int, object]:
    labels = document["categories"].get("label", {}).get("labels", [])
    return {number: label.get("name") for number, label in enumerate(labels)}


def _pictures(document: dict[str, Any], file: Path) -> Iterator[PictureRows]:
    classes = _names(document)
    for number, item in enumerate(document["items"], start=1):
        image = item.get("image") or item.get("media") or {}
        name = str(item.get("id") or f"item {number}")
        # The size is height and width.
        size = parse_size(*reversed(image["size"])) if isinstance(image.get("size"), list) else None
        # A label or a caption describes the whole picture.
        shapes = [shape for shape in item["annotations"] if _kind(shape) not in {"label", "caption"}]
        rows: list[Row] = [(f"{name}, annotation {k}", shape) for k, shape in enumerate(shapes, start=1)]
        names = [*filter(None, [str(image.get("path") or "")]), *(f"{name}{end}" for end in EXTENSIONS)]
        yield PictureRows(names, rows, split=file.stem.lower(), size=size, classes=classes)


def _kind(shape: object) -> object:
    return shape.get("type") if isinstance(shape, dict) else None


def _corners(shape: dict[str, Any], _: tuple[int, int]) -> ArrayLike:
    if _kind(shape) == "polygon":
        return np.array(shape["points"], np.float64).reshape(-1, 2)
    if _kind(shape) != "bbox":
        raise RowError(NO_SHAPE)
    attributes = shape.get("attributes") or {}
    if attributes.get("is_crowd") or attributes.get("is_group_of"):
        raise RowError(SEVERAL)
    x, y, w, h = (float(value) for value in shape["bbox"])
    degrees = float(attributes.get("rotation") or 0)
    return rotated_box(upright_box(x, y, x + w, y + h), (x + w / 2, y + h / 2), degrees)


DATUMARO = ExportFormat(
    "Datumaro",
    ".json",
    _matches,
    _pictures,
    class_of=lambda shape: shape["label_id"],
    corners=_corners,
    classes=lambda document: _names(document).values(),
)
