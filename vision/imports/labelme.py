"""labelme: a JSON file with ``shapes`` and ``imagePath`` beside each picture."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from yakulens.vision.imports.export_format import ExportFormat, PictureRows, parse_size
from yakulens.vision.imports.foreign import NO_SHAPE, RowError, upright_box

_NO_BOXES: Final = frozenset({"circle", "line", "linestrip", "point", "points"})


def _matches(document: object, _: Path) -> bool:
    return isinstance(document, dict) and {"shapes", "imagePath"} <= document.keys()


def _pictures(document: dict[str, Any], _: Path) -> Iterator[PictureRows]:
    size = parse_size(document.get("imageWidth"), document.get("imageHeight"))
    rows = [(f"shape {number}", shape) for number, shape in enumerate(document["shapes"], start=1)]
    yield PictureRows([str(document["imagePath"])], rows, size=size)


def _corners(shape: dict[str, Any], _: tuple[int, int]) -> ArrayLike:
    if shape.get("shape_type") in _NO_BOXES:
        raise RowError(NO_SHAPE)
    points = np.array(shape["points"], np.float64).reshape(-1, 2)
    return upright_box(*points[0], *points[1]) if len(points) == 2 else points  # noqa: PLR2004 - opposite corners


LABELME = ExportFormat(
    "labelme", ".json", _matches, _pictures, class_of=lambda shape: shape["label"], corners=_corners
)
