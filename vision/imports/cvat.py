"""CVAT for images: one ``annotations.xml`` with all pictures, their boxes (turned ones too) and polygons."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from yakulens.vision.imports.foreign import ForeignBox, turned_box, upright_box
from yakulens.vision.imports.form import Drawing, Form, size_said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from xml.etree.ElementTree import Element


def _is_one(root: Element) -> bool:
    return root.tag == "annotations"


def _classes(root: Element) -> Iterator[str]:
    for label in root.iter("label"):
        if name := label.findtext("name"):
            yield name


def _drawings(root: Element, _: Path) -> Iterator[Drawing]:
    for image in root.iter("image"):
        size = size_said(image.get("width"), image.get("height"))
        split = (image.get("subset") or "").lower()
        yield Drawing([image.get("name", "")], partial(_boxes, image), split, size)


def _boxes(image: Element, _: tuple[int, int]) -> list[Callable[[], ForeignBox]]:
    return [partial(_box, drawn) for drawn in image if drawn.tag in {"polygon", "box"}]


def _box(drawn: Element) -> ForeignBox:
    name = drawn.get("label", "")
    if drawn.tag == "polygon":
        points = [[float(v) for v in pair.split(",")] for pair in drawn.get("points", "").split(";")]
        return ForeignBox.of(name, points)
    # A side that is not given is no number, which no box may have.
    x1, y1, x2, y2 = (float(drawn.get(key, "nan")) for key in ("xtl", "ytl", "xbr", "ybr"))
    middle, degrees = ((x1 + x2) / 2, (y1 + y2) / 2), float(drawn.get("rotation", "0"))
    return ForeignBox.of(name, turned_box(upright_box(x1, y1, x2, y2), middle, degrees))


CVAT = Form("CVAT", ".xml", _is_one, _drawings, _classes)
