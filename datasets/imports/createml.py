"""Apple's CreateML format (Roboflow too): a list of pictures, each with boxes by their middle and size."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from numpy.typing import ArrayLike

from yakulens.datasets.imports.export_format import ExportFormat, PictureRows
from yakulens.datasets.imports.foreign import upright_box

_PICTURE: Final = ("image", "imagefilename", "imageFilename")
_BOXES: Final = ("annotations", "annotation")


def _entry(entry: object) -> tuple[str, list[object]] | None:
    """The picture and the boxes of an entry; None if it is none of CreateML."""
    if not isinstance(entry, dict):
        return None
    name = next((entry[key] for key in _PICTURE if isinstance(entry.get(key), str)), None)
    boxes = next((entry[key] for key in _BOXES if isinstance(entry.get(key), list)), None)
    if name is None or boxes is None:
        return None
    return (name, boxes) if not boxes or any("coordinates" in box for box in _objects(boxes)) else None


def _objects(values: list[object]) -> list[dict[str, Any]]:
    return [value for value in values if isinstance(value, dict)]


def _pictures(document: list[object], _: Path) -> Iterator[PictureRows]:
    for number, entry in enumerate(document, start=1):
        name, boxes = _entry(entry) or (f"entry {number}", [])
        yield PictureRows([name], [(f"{name}, box {k}", box) for k, box in enumerate(boxes, start=1)])


def _corners(box: dict[str, Any], _: tuple[int, int]) -> ArrayLike:
    x, y, w, h = (float(box["coordinates"][key]) for key in ("x", "y", "width", "height"))
    return upright_box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)


CREATEML = ExportFormat(
    "CreateML",
    ".json",
    lambda document, _: isinstance(document, list) and any(_entry(entry) for entry in document),
    _pictures,
    class_of=lambda box: box["label"],
    corners=_corners,
)
