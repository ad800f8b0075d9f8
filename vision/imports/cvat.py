"""CVAT for images: one ``annotations.xml`` with all pictures, their boxes (turned ones too) and polygons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from numpy.typing import ArrayLike

from yakulens.vision.imports.documents import element_shown
from yakulens.vision.imports.foreign import NO_SHAPE, RowError, turned_box, upright_box
from yakulens.vision.imports.form import Drawing, Form, size_said


def _drawings(root: Element, _: Path) -> Iterator[Drawing]:
    for image in root.iter("image"):
        size = size_said(image.get("width"), image.get("height"))
        named = image.get("name", "")
        shapes = [each for each in image if each.tag != "tag"]  # that one is of the whole picture
        rows = [(f"{named}, shape {number}", each) for number, each in enumerate(shapes, start=1)]
        yield Drawing([named], rows, (image.get("subset") or "").lower(), size)


def _corners(drawn: Element, _: tuple[int, int]) -> ArrayLike:
    if drawn.tag == "polygon":
        return [[float(v) for v in pair.split(",")] for pair in drawn.get("points", "").split(";")]
    if drawn.tag != "box":
        raise RowError(NO_SHAPE)
    # A side that is not given is no number, which no box may have.
    x1, y1, x2, y2 = (float(drawn.get(key, "nan")) for key in ("xtl", "ytl", "xbr", "ybr"))
    middle, degrees = ((x1 + x2) / 2, (y1 + y2) / 2), float(drawn.get("rotation", "0"))
    return turned_box(upright_box(x1, y1, x2, y2), middle, degrees)


CVAT = Form(
    "CVAT",
    ".xml",
    lambda root, _: root.tag == "annotations",
    _drawings,
    class_of=lambda drawn: drawn.get("label"),
    corners=_corners,
    row=Element,
    shown=element_shown,
    classes=lambda root: (label.findtext("name") for label in root.iter("label")),
)
