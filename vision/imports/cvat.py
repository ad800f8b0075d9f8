"""CVAT for images: one ``annotations.xml`` with all pictures, their boxes (rotated ones too) and polygons."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from numpy.typing import ArrayLike

from yakulens.vision.imports.documents import element_shown
from yakulens.vision.imports.export_format import ExportFormat, PictureRows, parse_size
from yakulens.vision.imports.foreign import NO_SHAPE, RowError, rotated_box, upright_box


def _pictures(root: Element, _: Path) -> Iterator[PictureRows]:
    for image in root.iter("image"):
        size = parse_size(image.get("width"), image.get("height"))
        name = image.get("name", "")
        shapes = [shape for shape in image if shape.tag != "tag"]  # a tag is of the whole picture
        rows = [(f"{name}, shape {number}", shape) for number, shape in enumerate(shapes, start=1)]
        yield PictureRows([name], rows, (image.get("subset") or "").lower(), size)


def _corners(shape: Element, _: tuple[int, int]) -> ArrayLike:
    if shape.tag == "polygon":
        return [[float(v) for v in pair.split(",")] for pair in shape.get("points", "").split(";")]
    if shape.tag != "box":
        raise RowError(NO_SHAPE)
    # A side that is not given becomes NaN, which no box may have.
    x1, y1, x2, y2 = (float(shape.get(key, "nan")) for key in ("xtl", "ytl", "xbr", "ybr"))
    middle, degrees = ((x1 + x2) / 2, (y1 + y2) / 2), float(shape.get("rotation", "0"))
    return rotated_box(upright_box(x1, y1, x2, y2), middle, degrees)


CVAT = ExportFormat(
    "CVAT",
    ".xml",
    lambda root, _: root.tag == "annotations",
    _pictures,
    class_of=lambda shape: shape.get("label"),
    corners=_corners,
    row_type=Element,
    row_text=element_shown,
    classes=lambda root: (label.findtext("name") for label in root.iter("label")),
)
