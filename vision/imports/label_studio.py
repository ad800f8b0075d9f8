"""Label Studio: JSON (or JSON-MIN), a list of tasks with boxes and polygons in per cent of the picture."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import numpy as np
from numpy.typing import ArrayLike

from yakulens.vision.imports.export_format import ExportFormat, PictureRows, Row
from yakulens.vision.imports.foreign import rotated_box, upright_box
from yakulens.vision.imports.pictures import PICTURES

_UPLOADED: Final = re.compile(r"^[0-9a-f]{8}-")
"""The prefix that it gives the name of an uploaded picture."""
_LABELS: Final = ("rectanglelabels", "polygonlabels", "labels")
_SHAPE_KEYS: Final = frozenset({*_LABELS, "width", "points"})
"""A result with none of these keys is of the whole picture."""


def _matches(document: object, _: Path) -> bool:
    return isinstance(document, list) and any(_image(task) for task in document)


def _image(task: object) -> str:
    """The picture of a task: the value under ``image``, or the one that ends as a picture's name does."""
    data = task.get("data", task) if isinstance(task, dict) else None
    if not isinstance(data, dict):
        return ""
    words = [str(data["image"])] if "image" in data else [v for v in data.values() if isinstance(v, str)]
    return next((word for word in words if word.lower().endswith(tuple(PICTURES))), "")


def _pictures(document: list[object], _: Path) -> Iterator[PictureRows]:
    for number, task in enumerate(document, start=1):
        name = unquote(_image(task)).replace("\\", "/")
        plain_name = _UPLOADED.sub("", name.rpartition("/")[2])
        rows: list[Row] = [
            (f"task {number}, result {k}", value) for k, value in enumerate(_values(task), start=1)
        ]
        yield PictureRows([name, plain_name] if name else [f"task {number}"], rows)


def _values(task: object) -> list[object]:
    """The shapes of a task, as JSON has them or as JSON-MIN does."""
    if not isinstance(task, dict):
        return []
    if "annotations" not in task:
        lists = (value for value in task.values() if isinstance(value, list))
        return next(
            (shapes for shapes in lists if any(isinstance(v, dict) and _SHAPE_KEYS & {*v} for v in shapes)),
            [],
        )
    # A cancelled annotation does not count; of those of several people the first does.
    annotations = (each for each in _list(task["annotations"]) if isinstance(each, dict))
    results = next((_list(each.get("result")) for each in annotations if not each.get("was_cancelled")), [])
    # A shape whose label is a result of its own stands there twice, under one id.
    labelled = {str(result.get("id")) for result in results if _label(result)}
    return [
        result["value"] if isinstance(result, dict) else result
        for result in results
        if not isinstance(result, dict)
        or (
            "value" in result
            and _is_shape(result["value"])
            and (_label(result) or str(result.get("id")) not in labelled)
        )
    ]


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_shape(value: object) -> bool:
    return not isinstance(value, dict) or bool(_SHAPE_KEYS & value.keys())


def _label(result: object) -> object:
    """The class name that a result gives its shape; None where it gives none."""
    value = result.get("value") if isinstance(result, dict) and result.get("id") else None
    return _class_of(value) if isinstance(value, dict) else None


def _class_of(value: dict[str, Any]) -> object:
    return next((value[key][0] for key in _LABELS if isinstance(value.get(key), list) and value[key]), None)


def _corners(value: dict[str, Any], size: tuple[int, int]) -> ArrayLike:
    if "points" in value:
        return np.array(value["points"], np.float64) * size / 100
    x, y, w, h = (float(value[key]) for key in ("x", "y", "width", "height"))
    corners = upright_box(x, y, x + w, y + h) * np.array(size) / 100
    # Label Studio rotates a box about its first corner.
    first = (float(corners[0, 0]), float(corners[0, 1]))
    return rotated_box(corners, first, float(value.get("rotation", 0)))


LABEL_STUDIO = ExportFormat(
    "Label Studio", ".json", _matches, _pictures, class_of=_class_of, corners=_corners
)
