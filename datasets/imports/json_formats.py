"""The JSON export formats COCO, labelme and Supervisely.

COCO (Roboflow too) has one file per split with ``images``, ``annotations`` and ``categories``. labelme has a
file with ``shapes`` and ``imagePath`` beside each picture, Supervisely one with ``objects`` named as the
picture, in a folder of its own.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from yakulens.datasets.imports.export_format import ExportFormat, PictureRows, Row, parse_size
from yakulens.datasets.imports.foreign import (
    NO_CLASS,
    NO_SHAPE,
    SEVERAL,
    ExportError,
    RowError,
    rotated_box,
    upright_box,
)
from yakulens.datasets.imports.pictures import original_name, picture_names

_NO_BOXES: Final = frozenset({"circle", "line", "linestrip", "point", "points"})
_OPPOSITE: Final = 2
"""Number of points of a box that is given by two opposite corners."""


def _holds(*keys: str) -> Callable[[object, Path], bool]:
    """A check whether a document is an object with these keys."""
    return lambda document, _: isinstance(document, dict) and {*keys} <= document.keys()


def _categories(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [category for category in document["categories"] if isinstance(category, dict)]


def _coco_pictures(document: dict[str, Any], file: Path) -> Iterator[PictureRows]:
    classes = _by_id(_categories(document), "name", f"{file}: two categories")
    _by_id(document["images"], "file_name", f"{file}: two pictures")
    rows: dict[str | None, list[Row]] = {}
    for number, annotation in enumerate(document["annotations"], start=1):
        rows.setdefault(_key(annotation, "image_id"), []).append((f"annotation {number}", annotation))
    yield PictureRows((), rows.pop(None, ()))
    for number, image in enumerate(document["images"], start=1):
        key = _key(image, "id")
        name = image.get("file_name") if key is not None else None
        if isinstance(name, str):
            size = parse_size(image.get("width"), image.get("height"))
            names = [name, original_name(name)]
            yield PictureRows(names, rows.pop(key, ()), size=size, classes=classes)
        elif key not in rows:  # pictures with rows follow below
            yield PictureRows([f"image {number} of the list"], ())
    for key, orphans in rows.items():
        yield PictureRows([f"image {key:.40}"], orphans)


def _key(entry: object, key: str) -> str | None:
    """The number or word that entries refer to each other by; None if missing.

    Some tools write a number in one place and the same as a word in another.
    """
    value = entry.get(key) if isinstance(entry, dict) else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value) if isinstance(value, int | float | str) else None


def _by_id(entries: list[Any], name: str, two: str) -> dict[str | None, object]:
    """What entries of COCO are called, by their ids.

    Raises:
        ExportError: two entries of different names have one id, so that nobody can tell which is meant.
    """
    named: dict[str | None, object] = {}
    for entry in entries:
        key = _key(entry, "id")
        if key is not None and named.setdefault(key, entry.get(name)) != entry.get(name):
            message = (
                f"{two} have the id {key:.40} ({named[key]!s:.40}, {entry.get(name)!s:.40}); export it anew"
            )
            raise ExportError(message)
    return named


def _coco_class(annotation: dict[str, Any]) -> str:
    if annotation.get("iscrowd"):
        raise RowError(SEVERAL)
    key = _key(annotation, "category_id")
    if key is None:
        raise RowError(NO_CLASS)
    return key


def _coco_corners(annotation: dict[str, Any], _: tuple[int, int]) -> ArrayLike:
    """The corners of a box, or of the only polygon of an annotation that is no plain box.

    CVAT writes the box of a rotated shape as it was before the rotation about its middle. Label Studio and
    others leave the box of a polygon out.
    """
    attributes = annotation.get("attributes")
    degrees = float((attributes if isinstance(attributes, dict) else {}).get("rotation") or 0)
    polygons = annotation.get("segmentation")
    if not annotation.get("bbox") and isinstance(polygons, list) and len(polygons) == 1:
        return np.array(polygons[0], np.float64).reshape(-1, 2)
    x, y, w, h = (float(value) for value in annotation["bbox"])
    return rotated_box(upright_box(x, y, x + w, y + h), (x + w / 2, y + h / 2), degrees)


COCO = ExportFormat(
    "COCO",
    ".json",
    _holds("images", "annotations", "categories"),
    _coco_pictures,
    class_of=_coco_class,
    corners=_coco_corners,
    classes=lambda document: (category.get("name") for category in _categories(document)),
)


def _labelme_pictures(document: dict[str, Any], file: Path) -> Iterator[PictureRows]:
    size = parse_size(document.get("imageWidth"), document.get("imageHeight"))
    rows = [(f"shape {number}", shape) for number, shape in enumerate(document["shapes"], start=1)]
    # Renaming a picture and its label file together leaves the old name inside the file.
    yield PictureRows([str(document["imagePath"]), *picture_names(file.stem)], rows, size=size)


def _labelme_corners(shape: dict[str, Any], _: tuple[int, int]) -> ArrayLike:
    if shape.get("shape_type") in _NO_BOXES:
        raise RowError(NO_SHAPE)
    points = np.array(shape["points"], np.float64).reshape(-1, 2)
    return upright_box(*points[0], *points[1]) if len(points) == _OPPOSITE else points


LABELME = ExportFormat(
    "labelme",
    ".json",
    _holds("shapes", "imagePath"),
    _labelme_pictures,
    class_of=lambda shape: shape["label"],
    corners=_labelme_corners,
)


def _supervisely_pictures(document: dict[str, Any], file: Path) -> Iterator[PictureRows]:
    size = parse_size(document["size"].get("width"), document["size"].get("height"))
    rows = [(f"object {number}", each) for number, each in enumerate(document["objects"], start=1)]
    yield PictureRows(picture_names(file.stem), rows, size=size)


def _supervisely_corners(thing: dict[str, Any], _: tuple[int, int]) -> ArrayLike:
    if thing.get("geometryType", "rectangle") not in {"rectangle", "polygon"}:
        raise RowError(NO_SHAPE)
    points = np.array(thing["points"]["exterior"], np.float64).reshape(-1, 2)
    return upright_box(*points[0], *points[1]) if len(points) == _OPPOSITE else points


def _is_supervisely(document: object, _: Path) -> bool:
    """Whether a document has a size and objects, each of which names its class as Supervisely does."""
    if not isinstance(document, dict) or not isinstance(document.get("size"), dict):
        return False
    things = document.get("objects")
    return isinstance(things, list) and all(
        isinstance(each, dict) and "classTitle" in each for each in things
    )


SUPERVISELY = ExportFormat(
    "Supervisely",
    ".json",
    _is_supervisely,
    _supervisely_pictures,
    class_of=lambda thing: thing["classTitle"],
    corners=_supervisely_corners,
)
