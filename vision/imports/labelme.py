"""labelme: a JSON file with ``shapes`` and ``imagePath`` beside each picture."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from yakulens.vision.imports.foreign import ForeignBox, upright_box
from yakulens.vision.imports.form import Drawing, Form, size_said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_TWO = 2


def _is_one(said: object) -> bool:
    return isinstance(said, dict) and isinstance(said.get("shapes"), list) and "imagePath" in said


def _drawings(said: dict[str, Any], _: Path) -> Iterator[Drawing]:
    size = size_said(said.get("imageWidth"), said.get("imageHeight"))
    yield Drawing([str(said["imagePath"])], partial(_boxes, said["shapes"]), size=size)


def _boxes(shapes: list[dict[str, Any]], _: tuple[int, int]) -> list[Callable[[], ForeignBox]]:
    return [partial(_box, shape) for shape in shapes]


def _box(shape: dict[str, Any]) -> ForeignBox:
    points = np.array(shape["points"], np.float64).reshape(-1, 2)
    corners = upright_box(*points[0], *points[1]) if len(points) == _TWO else points
    return ForeignBox.of(shape["label"], corners)


LABELME = Form("labelme", ".json", _is_one, _drawings)
