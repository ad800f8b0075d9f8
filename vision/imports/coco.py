"""COCO: JSON files with ``images``, ``annotations`` and ``categories``, for each split (Roboflow's too)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from yakulens.vision.imports.foreign import ForeignBox, upright_box
from yakulens.vision.imports.form import Drawing, Form, size_said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path


def _is_one(said: object) -> bool:
    return isinstance(said, dict) and {"images", "annotations", "categories"} <= said.keys()


def _classes(said: dict[str, Any]) -> Iterator[str]:
    for category in said["categories"]:
        yield str(category["name"])


def _drawings(said: dict[str, Any], _: Path) -> Iterator[Drawing]:
    names = {category["id"]: category["name"] for category in said["categories"]}
    drawn: dict[Any, list[dict[str, Any]]] = {}
    for annotation in said["annotations"]:
        drawn.setdefault(annotation["image_id"], []).append(annotation)
    for image in said["images"]:
        mine = drawn.pop(image["id"], [])
        size = size_said(image.get("width"), image.get("height"))
        yield Drawing([str(image["file_name"])], partial(_boxes, mine, names), size=size)
    for number, orphans in drawn.items():
        yield Drawing([f"image {number!r:.40} of {len(orphans)} boxes"], lambda _: ())


def _boxes(
    drawn: Sequence[Mapping[str, Any]], names: Mapping[Any, object], _: tuple[int, int]
) -> Iterable[Callable[[], ForeignBox]]:
    return [partial(_box, annotation, names) for annotation in drawn]


def _box(annotation: Mapping[str, Any], names: Mapping[Any, object]) -> ForeignBox:
    x, y, w, h = (float(value) for value in annotation["bbox"])
    return ForeignBox.of(names[annotation["category_id"]], upright_box(x, y, x + w, y + h))


COCO = Form("COCO", ".json", _is_one, _drawings, _classes)
