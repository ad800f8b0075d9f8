"""Label Studio: JSON (or JSON-MIN), a list of tasks with boxes and polygons in per cent of the picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import numpy as np
from numpy.typing import ArrayLike

from yakulens.vision.imports.foreign import turned_box, upright_box
from yakulens.vision.imports.form import Drawing, Form, Row
from yakulens.vision.imports.pictures import PICTURES

_UPLOADED: Final = re.compile(r"^[0-9a-f]{8}-")
"""What it puts before the name of an uploaded picture."""
_LABELS: Final = ("rectanglelabels", "polygonlabels", "labels")
_DRAWN: Final = frozenset({*_LABELS, "width", "points"})
"""A result with none of these is of the whole picture."""


def _is_one(said: object, _: Path) -> bool:
    return isinstance(said, list) and any(_image(task) for task in said)


def _image(task: object) -> str:
    """The picture of a task: the value under ``image``, or the one that ends as a picture's name does."""
    data = task.get("data", task) if isinstance(task, dict) else None
    if not isinstance(data, dict):
        return ""
    words = [str(data["image"])] if "image" in data else [v for v in data.values() if isinstance(v, str)]
    return next((word for word in words if word.lower().endswith(tuple(PICTURES))), "")


def _drawings(said: list[object], _: Path) -> Iterator[Drawing]:
    for number, task in enumerate(said, start=1):
        named = unquote(_image(task)).replace("\\", "/")
        plain = _UPLOADED.sub("", named.rpartition("/")[2])
        rows: list[Row] = [
            (f"task {number}, result {k}", value) for k, value in enumerate(_values(task), start=1)
        ]
        yield Drawing([named, plain] if named else [f"task {number}"], rows)


def _values(task: object) -> list[object]:
    """What was drawn in a task, as the whole JSON has it or as JSON-MIN does."""
    if not isinstance(task, dict):
        return []
    if "annotations" not in task:
        lists = (value for value in task.values() if isinstance(value, list))
        return next((each for each in lists if any(isinstance(v, dict) and _DRAWN & {*v} for v in each)), [])
    # A cancelled annotation is none; of several people's the first counts.
    done = [each for each in _list(task["annotations"]) if isinstance(each, dict)]
    parts = next((_list(each.get("result")) for each in done if not each.get("was_cancelled")), [])
    # A shape whose label is a result of its own is there twice, under one number.
    named = {str(part.get("id")) for part in parts if _label(part)}
    return [
        part["value"] if isinstance(part, dict) else part
        for part in parts
        if not isinstance(part, dict)
        or (
            "value" in part
            and _is_drawn(part["value"])
            and (_label(part) or str(part.get("id")) not in named)
        )
    ]


def _list(said: object) -> list[Any]:
    return said if isinstance(said, list) else []


def _is_drawn(value: object) -> bool:
    return not isinstance(value, dict) or bool(_DRAWN & value.keys())


def _label(part: object) -> object:
    """The name that a result gives its shape; None where it gives none."""
    value = part.get("value") if isinstance(part, dict) and part.get("id") else None
    return _class_of(value) if isinstance(value, dict) else None


def _class_of(value: dict[str, Any]) -> object:
    return next((value[key][0] for key in _LABELS if isinstance(value.get(key), list) and value[key]), None)


def _corners(value: dict[str, Any], size: tuple[int, int]) -> ArrayLike:
    if "points" in value:
        return np.array(value["points"], np.float64) * size / 100
    x, y, w, h = (float(value[key]) for key in ("x", "y", "width", "height"))
    corners = upright_box(x, y, x + w, y + h) * np.array(size) / 100
    # It turns a box about its first corner.
    about = (float(corners[0, 0]), float(corners[0, 1]))
    return turned_box(corners, about, float(value.get("rotation", 0)))


LABEL_STUDIO = Form("Label Studio", ".json", _is_one, _drawings, class_of=_class_of, corners=_corners)
