"""Pascal VOC: an XML file for a picture (labelImg, Roboflow); roLabelImg's ``robndbox`` is a rotated box."""

import math
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from numpy.typing import ArrayLike

from yakulens.vision.imports.documents import element_shown
from yakulens.vision.imports.export_format import ExportFormat, PictureRows, parse_size
from yakulens.vision.imports.foreign import rotated_box, upright_box
from yakulens.vision.imports.pictures import PICTURES


def _pictures(root: Element, file: Path) -> Iterator[PictureRows]:
    # Somebody who renames a picture and its label file together leaves the old name within the file.
    names = [root.findtext("filename") or "", *(f"{file.stem}{ending}" for ending in sorted(PICTURES))]
    size = parse_size(root.findtext("size/width"), root.findtext("size/height"))
    rows = [(f"object {number}", element) for number, element in enumerate(root.iter("object"), start=1)]
    yield PictureRows(names, rows, size=size)


def _corners(element: Element, _: tuple[int, int]) -> ArrayLike:
    rotated = element.find("robndbox")
    if rotated is not None:
        x, y, w, h = (_number(rotated, tag) for tag in ("cx", "cy", "w", "h"))
        corners = upright_box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)
        return rotated_box(corners, (x, y), math.degrees(_number(rotated, "angle")))
    box = element.find("bndbox")
    return upright_box(*(_number(box, tag) for tag in ("xmin", "ymin", "xmax", "ymax")))


def _number(element: Element | None, tag: str) -> float:
    """The number in a part of an element; NaN where there is none."""
    return float((element.findtext(tag) if element is not None else None) or "nan")


VOC = ExportFormat(
    "Pascal VOC",
    ".xml",
    lambda root, _: root.tag == "annotation",
    _pictures,
    class_of=lambda element: element.findtext("name"),
    corners=_corners,
    row_type=Element,
    row_text=element_shown,
)
