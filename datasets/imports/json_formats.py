"""The JSON export formats: COCO, labelme and Label Studio.

COCO (Roboflow too) has one file per split with ``images``, ``annotations`` and ``categories``. labelme has a
file with ``shapes`` and ``imagePath`` beside each picture. Label Studio (JSON or JSON-MIN) has a list of
tasks, with boxes and polygons in per cent of the picture.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import numpy as np
from numpy.typing import ArrayLike

from yakulens.datasets.imports.documents import TextTable
from yakulens.datasets.imports.export_format import ExportFormat, PictureRows, Row, parse_size
from yakulens.datasets.imports.foreign import NO_SHAPE, RowError, rotated_box, upright_box
from yakulens.vision.picture.formats import has_extension

_NO_BOXES: Final = frozenset({"circle", "line", "linestrip", "point", "points"})
_UPLOADED: Final = re.compile(r"^[0-9a-f]{8}-")
"""Label Studio's prefix of the name of an uploaded picture."""
_LABELS: Final = ("rectanglelabels", "polygonlabels", "labels")
_WORDS: Final = ("choices", "text")
"""What a result may say of a shape beside its label."""
_SHAPE_KEYS: Final = frozenset({*_LABELS, "width", "points"})
"""A result without any of these keys describes the whole picture."""


def _holds(*keys: str) -> Callable[[object, Path], bool]:
    """A check whether a document is an object with these keys."""
    return lambda document, _: isinstance(document, dict) and {*keys} <= document.keys()


def _categories(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [category for category in document["categories"] if isinstance(category, dict)]


def _coco_pictures(document: dict[str, Any], _: Path) -> Iterator[PictureRows]:
    classes = {_key(category, "id"): category.get("name") for category in _categories(document)}
    rows: dict[int | float | str | None, list[Row]] = {}
    for number, annotation in enumerate(document["annotations"], start=1):
        rows.setdefault(_key(annotation, "image_id"), []).append((f"annotation {number}", annotation))
    yield PictureRows((), rows.pop(None, ()))
    for number, image in enumerate(document["images"], start=1):
        key = _key(image, "id")
        name = image.get("file_name") if key is not None else None
        if isinstance(name, str):
            size = parse_size(image.get("width"), image.get("height"))
            plain_name = _UPLOADED.sub("", re.split(r"/|\\", name)[-1])
            yield PictureRows([name, plain_name], rows.pop(key, ()), size=size, classes=classes)
        elif key not in rows:  # pictures with rows follow below
            yield PictureRows([f"image {number} of the list"], ())
    for key, orphans in rows.items():
        yield PictureRows([f"image {key!r:.40}"], orphans)


def _key(entry: object, key: str) -> int | float | str | None:
    """The number or word that entries refer to each other by; None if missing."""
    value = entry.get(key) if isinstance(entry, dict) else None
    return value if isinstance(value, int | float | str) else None


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
    class_of=lambda annotation: annotation["category_id"],
    corners=_coco_corners,
    classes=lambda document: (category.get("name") for category in _categories(document)),
)


def _labelme_pictures(document: dict[str, Any], _: Path) -> Iterator[PictureRows]:
    size = parse_size(document.get("imageWidth"), document.get("imageHeight"))
    rows = [(f"shape {number}", shape) for number, shape in enumerate(document["shapes"], start=1)]
    yield PictureRows([str(document["imagePath"])], rows, size=size)


def _labelme_corners(shape: dict[str, Any], _: tuple[int, int]) -> ArrayLike:
    if shape.get("shape_type") in _NO_BOXES:
        raise RowError(NO_SHAPE)
    points = np.array(shape["points"], np.float64).reshape(-1, 2)
    return upright_box(*points[0], *points[1]) if len(points) == 2 else points  # noqa: PLR2004 - opposite corners


LABELME = ExportFormat(
    "labelme",
    ".json",
    _holds("shapes", "imagePath"),
    _labelme_pictures,
    class_of=lambda shape: shape["label"],
    corners=_labelme_corners,
)


def _studio_matches(document: object, _: Path) -> bool:
    return isinstance(document, list) and any(_image(task) for task in document)


def _image(task: object) -> str:
    """The picture of a task: the value of ``image``, or one with a picture's suffix."""
    data = task.get("data", task) if isinstance(task, dict) else None
    if not isinstance(data, dict):
        return ""
    words = [str(data["image"])] if "image" in data else [v for v in data.values() if isinstance(v, str)]
    # Stores in the cloud add a signature behind a question mark.
    names = (word if has_extension(word) else word.partition("?")[0] for word in words)
    return next((name for name in names if has_extension(name)), "")


def _studio_pictures(document: list[object], _: Path) -> Iterator[PictureRows]:
    by_choice = _is_named_by_choice(document)
    for number, task in enumerate(document, start=1):
        name = unquote(_image(task)).replace("\\", "/")
        plain_name = _UPLOADED.sub("", re.split("/|=", name)[-1])
        rows: list[Row] = [
            (f"task {number}, result {k}", value)
            for k, value in enumerate(_values(task, by_choice=by_choice), start=1)
        ]
        yield PictureRows([name, plain_name] if name else [f"task {number}"], rows)


def _is_named_by_choice(document: list[object]) -> bool:
    """Whether all shapes have one label ("Tile"), and a choice or a text about each says which tile it is."""
    results = [result for task in document for result in _results(task) if isinstance(result, dict)]
    labels = {label for result in results if isinstance(label := _label(result), str)}
    return len(labels) == 1 and any(_choice(result) for result in results)


def _choice(result: dict[str, Any]) -> str:
    """What is chosen or written of a shape in a result of its own; empty for another result."""
    value = result.get("value")
    words = next((_list(value[key]) for key in _WORDS if key in value), []) if isinstance(value, dict) else []
    return words[0] if result.get("id") and words and isinstance(words[0], str) else ""


def _results(task: object) -> list[Any]:
    """What one person has drawn: of several people's annotations the first that was not cancelled."""
    if not isinstance(task, dict):
        return []
    annotations = (each for each in _list(task.get("annotations")) if isinstance(each, dict))
    return next((_list(each.get("result")) for each in annotations if not each.get("was_cancelled")), [])


def _values(task: object, *, by_choice: bool = False) -> list[object]:
    """The shapes of a task in JSON or JSON-MIN, named ``by_choice`` (`_is_named_by_choice`) or by label."""
    if not isinstance(task, dict):
        return []
    if "annotations" not in task:
        lists = (value for value in task.values() if isinstance(value, list))
        return next(
            (shapes for shapes in lists if any(isinstance(v, dict) and _SHAPE_KEYS & {*v} for v in shapes)),
            [],
        )
    results = _results(task)
    chosen = {str(each["id"]): word for each in results if isinstance(each, dict) and (word := _choice(each))}
    # A shape whose label is a separate result occurs twice with one id.
    labelled = {str(result.get("id")) for result in results if _label(result)}
    return [
        _renamed(result, chosen if by_choice else {}) if isinstance(result, dict) else result
        for result in results
        if not isinstance(result, dict)
        or (
            "value" in result
            and (not isinstance(result["value"], dict) or _SHAPE_KEYS & result["value"].keys())
            and (_label(result) or str(result.get("id")) not in labelled)
        )
    ]


def _renamed(result: dict[str, Any], chosen: dict[str, str]) -> object:
    """A result's shape, with the word that was chosen for it as its label."""
    value, word = result["value"], chosen.get(str(result.get("id")))
    if word is None or not isinstance(value, dict):
        return value
    return {key: each for key, each in value.items() if key not in _LABELS} | {"labels": [word]}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _label(result: object) -> object:
    """The class name in a result; None if missing."""
    value = result.get("value") if isinstance(result, dict) and result.get("id") else None
    return _studio_class_of(value) if isinstance(value, dict) else None


def _studio_class_of(value: dict[str, Any]) -> object:
    return next((value[key][0] for key in _LABELS if isinstance(value.get(key), list) and value[key]), None)


def _studio_corners(value: dict[str, Any], size: tuple[int, int]) -> ArrayLike:
    if "points" in value:
        return np.array(value["points"], np.float64) * size / 100
    x, y, w, h = (float(value[key]) for key in ("x", "y", "width", "height"))
    corners = upright_box(x, y, x + w, y + h) * np.array(size) / 100
    # Label Studio rotates a box about its first corner.
    first = (float(corners[0, 0]), float(corners[0, 1]))
    return rotated_box(corners, first, float(value.get("rotation", 0)))


LABEL_STUDIO = ExportFormat(
    "Label Studio",
    ".json",
    _studio_matches,
    _studio_pictures,
    class_of=_studio_class_of,
    corners=_studio_corners,
)


def _studio_row(cells: dict[str, str]) -> dict[str, Any]:
    """A row of Label Studio's CSV as a task of JSON-MIN: its cells with shapes are JSON."""
    return {key: json.loads(cell) if cell.startswith("[") else cell for key, cell in cells.items()}


def _studio_table_matches(table: TextTable, _: Path) -> bool:
    """Whether a table names pictures and has shapes as JSON in a cell."""
    cells = [cells for _, cells in table.rows[:50]]
    return any(has_extension(_image(each)) for each in cells) and any(
        cell.startswith('[{"') and any(f'"{key}"' in cell for key in _LABELS)
        for each in cells
        for cell in each.values()
    )


def _studio_table_pictures(table: TextTable, file: Path) -> Iterator[PictureRows]:
    yield from _studio_pictures([_studio_row(cells) for _, cells in table.rows], file)


LABEL_STUDIO_CSV = ExportFormat(
    "Label Studio",
    ".csv",
    _studio_table_matches,
    _studio_table_pictures,
    class_of=_studio_class_of,
    corners=_studio_corners,
)
