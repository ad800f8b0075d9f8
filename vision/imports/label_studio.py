"""Label Studio: JSON (or JSON-MIN), a list of tasks with boxes in per cent of the picture."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

import numpy as np

from yakulens.vision.imports.foreign import ForeignBox, turned_box, upright_box
from yakulens.vision.imports.form import Drawing, Form
from yakulens.vision.imports.pictures import PICTURES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_UPLOADED: Final = re.compile(r"^[0-9a-f]{8}-")
"""What it puts before the name of an uploaded picture."""


def _is_one(said: object) -> bool:
    return (
        isinstance(said, list)
        and bool(said)
        and all(isinstance(task, dict) and _image(task) for task in said)
    )


def _image(task: dict[str, Any]) -> str:
    """The picture of a task: the value under ``image``, or the one that ends as a picture's name does."""
    data = task.get("data", task)
    if not isinstance(data, dict):
        return ""
    words = [str(data["image"])] if "image" in data else [v for v in data.values() if isinstance(v, str)]
    return next((word for word in words if word.lower().endswith(tuple(PICTURES))), "")


def _drawings(said: list[dict[str, Any]], _: Path) -> Iterator[Drawing]:
    for task in said:
        named = unquote(_image(task)).replace("\\", "/")
        plain = named.rpartition("/")[2]
        yield Drawing([named, _UPLOADED.sub("", plain)], partial(_boxes, task))


def _boxes(task: dict[str, Any], size: tuple[int, int]) -> list[Callable[[], ForeignBox]]:
    return [partial(_box, value, size) for value in _values(task) if "rectanglelabels" in value]


def _box(value: dict[str, Any], size: tuple[int, int]) -> ForeignBox:
    x, y, w, h = (float(value[key]) for key in ("x", "y", "width", "height"))
    corners = upright_box(x, y, x + w, y + h) * np.array(size) / 100
    # It turns a box about its first corner.
    about = (float(corners[0, 0]), float(corners[0, 1]))
    turned = turned_box(corners, about, float(value.get("rotation", 0)))
    return ForeignBox.of(value["rectanglelabels"][0], turned)


def _values(task: dict[str, Any]) -> list[dict[str, Any]]:
    """What was drawn in a task, as the whole JSON has it or as JSON-MIN does."""
    if "annotations" not in task:
        return next((v for v in task.values() if isinstance(v, list) and v and "width" in v[0]), [])
    # A cancelled annotation is none; of several people's the first counts.
    done = [each for each in task["annotations"] if not each.get("was_cancelled")]
    return [part["value"] for part in done[0]["result"] if "value" in part] if done else []


LABEL_STUDIO = Form("Label Studio", ".json", _is_one, _drawings)
