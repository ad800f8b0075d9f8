"""COCO: JSON files with ``images``, ``annotations`` and ``categories``, for each split (Roboflow's too)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from yakulens.vision.imports.foreign import upright_box
from yakulens.vision.imports.form import Drawing, Form, Row, size_said


def _is_one(said: object, _: Path) -> bool:
    return isinstance(said, dict) and {"images", "annotations", "categories"} <= said.keys()


def _categories(said: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in said["categories"] if isinstance(each, dict)]


def _drawings(said: dict[str, Any], _: Path) -> Iterator[Drawing]:
    names = {_key(each, "id"): each.get("name") for each in _categories(said)}
    drawn: dict[int | float | str | None, list[Row]] = {}
    for number, annotation in enumerate(said["annotations"], start=1):
        drawn.setdefault(_key(annotation, "image_id"), []).append((f"annotation {number}", annotation))
    yield Drawing((), drawn.pop(None, ()))
    for number, image in enumerate(said["images"], start=1):
        key = _key(image, "id")
        named = image.get("file_name") if key is not None else None
        if isinstance(named, str):
            size = size_said(image.get("width"), image.get("height"))
            yield Drawing([named], drawn.pop(key, ()), size=size, names=names)
        elif key not in drawn:  # its boxes are told below
            yield Drawing([f"image {number} of the list"], ())
    for key, orphans in drawn.items():
        yield Drawing([f"image {key!r:.40}"], orphans)


def _key(entry: object, key: str) -> int | float | str | None:
    """A number or word by which entries find each other; None where an entry has none."""
    value = entry.get(key) if isinstance(entry, dict) else None
    return value if isinstance(value, int | float | str) else None


def _corners(annotation: dict[str, Any], _: tuple[int, int]) -> ArrayLike:
    x, y, w, h = (float(value) for value in annotation["bbox"])
    return upright_box(x, y, x + w, y + h)


COCO = Form(
    "COCO",
    ".json",
    _is_one,
    _drawings,
    class_of=lambda annotation: annotation["category_id"],
    corners=_corners,
    classes=lambda said: (each.get("name") for each in _categories(said)),
)
