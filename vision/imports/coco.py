"""COCO: JSON files with ``images``, ``annotations`` and ``categories``, for each split (Roboflow's too)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from yakulens.vision.imports.export_format import ExportFormat, PictureRows, Row, parse_size
from yakulens.vision.imports.foreign import upright_box


def _matches(document: object, _: Path) -> bool:
    return isinstance(document, dict) and {"images", "annotations", "categories"} <= document.keys()


def _categories(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [category for category in document["categories"] if isinstance(category, dict)]


def _pictures(document: dict[str, Any], _: Path) -> Iterator[PictureRows]:
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
            yield PictureRows([name], rows.pop(key, ()), size=size, classes=classes)
        elif key not in rows:  # those that have rows follow below
            yield PictureRows([f"image {number} of the list"], ())
    for key, orphans in rows.items():
        yield PictureRows([f"image {key!r:.40}"], orphans)


def _key(entry: object, key: str) -> int | float | str | None:
    """The number or word by which entries refer to each other; None where an entry has none."""
    value = entry.get(key) if isinstance(entry, dict) else None
    return value if isinstance(value, int | float | str) else None


def _corners(annotation: dict[str, Any], _: tuple[int, int]) -> ArrayLike:
    x, y, w, h = (float(value) for value in annotation["bbox"])
    return upright_box(x, y, x + w, y + h)


COCO = ExportFormat(
    "COCO",
    ".json",
    _matches,
    _pictures,
    class_of=lambda annotation: annotation["category_id"],
    corners=_corners,
    classes=lambda document: (category.get("name") for category in _categories(document)),
)
