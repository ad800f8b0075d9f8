"""Pascal VOC: an XML file a picture (labelImg, Roboflow); roLabelImg's ``robndbox`` is a turned box."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from yakulens.vision.imports.foreign import ForeignBox, turned_box, upright_box
from yakulens.vision.imports.form import Drawing, Form, size_said
from yakulens.vision.imports.pictures import PICTURES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from xml.etree.ElementTree import Element


def _is_one(root: Element) -> bool:
    return root.tag == "annotation"


def _drawings(root: Element, file: Path) -> Iterator[Drawing]:
    # Who renames a picture and its labels together leaves the old name within them.
    named = [root.findtext("filename") or "", *(f"{file.stem}{ending}" for ending in sorted(PICTURES))]
    size = size_said(root.findtext("size/width"), root.findtext("size/height"))
    yield Drawing(named, partial(_boxes, root), size=size)


def _boxes(root: Element, _: tuple[int, int]) -> list[Callable[[], ForeignBox]]:
    return [partial(_box, drawn) for drawn in root.iter("object")]


def _box(drawn: Element) -> ForeignBox:
    turned = drawn.find("robndbox")
    if turned is not None:
        x, y, w, h = (_number(turned, tag) for tag in ("cx", "cy", "w", "h"))
        corners = upright_box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)
        corners = turned_box(corners, (x, y), math.degrees(_number(turned, "angle")))
    else:
        box = drawn.find("bndbox")
        corners = upright_box(*(_number(box, tag) for tag in ("xmin", "ymin", "xmax", "ymax")))
    return ForeignBox.of(drawn.findtext("name") or "", corners)


def _number(element: Element | None, tag: str) -> float:
    """What stands in an element's part; no number where nothing does."""
    return float((element.findtext(tag) if element is not None else None) or "nan")


VOC = Form("Pascal VOC", ".xml", _is_one, _drawings)
