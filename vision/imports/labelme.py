"""labelme: a JSON file with ``shapes`` and ``imagePath`` beside each picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from yakulens.vision.imports.foreign import NO_SHAPE, RowError, upright_box
from yakulens.vision.imports.form import Drawing, Form, size_said

_TWO = 2
_NO_BOXES: Final = frozenset({"circle", "line", "linestrip", "point", "points"})


def _is_one(said: object, _: Path) -> bool:
    return isinstance(said, dict) and {"shapes", "imagePath"} <= said.keys()


def _drawings(said: dict[str, Any], _: Path) -> Iterator[Drawing]:
    size = size_said(said.get("imageWidth"), said.get("imageHeight"))
    rows = [(f"shape {number}", shape) for number, shape in enumerate(said["shapes"], start=1)]
    yield Drawing([str(said["imagePath"])], rows, size=size)


def _corners(shape: dict[str, Any], _: tuple[int, int]) -> ArrayLike:
    if shape.get("shape_type") in _NO_BOXES:
        raise RowError(NO_SHAPE)
    points = np.array(shape["points"], np.float64).reshape(-1, 2)
    return upright_box(*points[0], *points[1]) if len(points) == _TWO else points


LABELME = Form(
    "labelme", ".json", _is_one, _drawings, class_of=lambda shape: shape["label"], corners=_corners
)
