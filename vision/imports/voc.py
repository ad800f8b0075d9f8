"""Pascal VOC: an XML file a picture (labelImg, Roboflow); roLabelImg's ``robndbox`` is a turned box."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from numpy.typing import ArrayLike

from yakulens.vision.imports.documents import element_shown
from yakulens.vision.imports.foreign import turned_box, upright_box
from yakulens.vision.imports.form import Drawing, Form, size_said
from yakulens.vision.imports.pictures import PICTURES


def _drawings(root: Element, file: Path) -> Iterator[Drawing]:
    # Who renames a picture and its labels together leaves the old name within them.
    named = [root.findtext("filename") or "", *(f"{file.stem}{ending}" for ending in sorted(PICTURES))]
    size = size_said(root.findtext("size/width"), root.findtext("size/height"))
    rows = [(f"object {number}", drawn) for number, drawn in enumerate(root.iter("object"), start=1)]
    yield Drawing(named, rows, size=size)


def _corners(drawn: Element, _: tuple[int, int]) -> ArrayLike:
    turned = drawn.find("robndbox")
    if turned is not None:
        x, y, w, h = (_number(turned, tag) for tag in ("cx", "cy", "w", "h"))
        corners = upright_box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)
        return turned_box(corners, (x, y), math.degrees(_number(turned, "angle")))
    box = drawn.find("bndbox")
    return upright_box(*(_number(box, tag) for tag in ("xmin", "ymin", "xmax", "ymax")))


def _number(element: Element | None, tag: str) -> float:
    """What stands in an element's part; no number where nothing does."""
    return float((element.findtext(tag) if element is not None else None) or "nan")


VOC = Form(
    "Pascal VOC",
    ".xml",
    lambda root, _: root.tag == "annotation",
    _drawings,
    class_of=lambda drawn: drawn.findtext("name"),
    corners=_corners,
    row=Element,
    shown=element_shown,
)
