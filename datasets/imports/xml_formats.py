"""The XML export formats: CVAT for images and for video, Pascal VOC and LabelMe 3.0.

CVAT has one file for all pictures, with boxes, also rotated, and polygons; for video each tile is a track of
boxes by frame. The others have a file per picture; roLabelImg's ``robndbox`` in VOC is a rotated box.
"""

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import ArrayLike

from yakulens.datasets.imports.export_format import ExportFormat, PictureRows, Row, parse_size
from yakulens.datasets.imports.foreign import NO_SHAPE, RowError, rotated_box, upright_box
from yakulens.datasets.imports.names import guess, mostly_mean_tiles
from yakulens.datasets.imports.pictures import picture_names
from yakulens.vision.labels import TILE
from yakulens.vision.picture.formats import EXTENSIONS

_ROTATION: Final = re.compile(r'(?:^|,)\s*rotation="?(-?\d+(?:\.\d*)?)')
"""A rotation among the attributes of an object of LabelMe 3.0, which are one line."""


def _name_by_attribute(shapes: Sequence[Element]) -> None:
    """Make an attribute the label where it says which tile each shape is, and all have one label ("tile")."""
    labels = {shape.get("label", "") for shape in shapes}
    if len(labels) != 1 or guess(labels)[min(labels)] not in {(), (TILE,)}:
        return
    said = [
        {each.get("name"): (each.text or "").strip() for each in shape.iter("attribute")} for shape in shapes
    ]
    for name in said[0]:
        values = [attributes.get(name, "") for attributes in said]
        if mostly_mean_tiles({*values}):
            for shape, value in zip(shapes, values, strict=True):
                shape.set("label", value)
            return


def _cvat_pictures(root: Element, _: Path) -> Iterator[PictureRows]:
    _name_by_attribute([shape for image in root.iter("image") for shape in image if shape.tag != "tag"])
    for image in root.iter("image"):
        size = parse_size(image.get("width"), image.get("height"))
        name = image.get("name", "")
        shapes = [shape for shape in image if shape.tag != "tag"]  # a tag describes the whole picture
        rows = [(f"{name}, shape {number}", shape) for number, shape in enumerate(shapes, start=1)]
        # Frames of a video have no extension here; their files have one.
        yield PictureRows(picture_names(name), rows, (image.get("subset") or "").lower(), size)


def _cvat_corners(shape: Element, _: tuple[int, int]) -> ArrayLike:
    if shape.tag == "polygon":
        return [[float(v) for v in pair.split(",")] for pair in shape.get("points", "").split(";")]
    if shape.tag != "box":
        raise RowError(NO_SHAPE)
    # A missing side becomes NaN, which makes a box invalid.
    x1, y1, x2, y2 = (float(shape.get(key, "nan")) for key in ("xtl", "ytl", "xbr", "ybr"))
    middle, degrees = ((x1 + x2) / 2, (y1 + y2) / 2), float(shape.get("rotation", "0"))
    return rotated_box(upright_box(x1, y1, x2, y2), middle, degrees)


def _video_pictures(root: Element, _: Path) -> Iterator[PictureRows]:
    """The frames that tracks show tiles in, named as CVAT names the pictures of a video."""
    size = parse_size(
        root.findtext("meta/task/original_size/width"), root.findtext("meta/task/original_size/height")
    )
    frames: dict[str, list[Row]] = {}
    for track in root.iter("track"):
        for shape in track:
            rows = frames.setdefault(shape.get("frame", ""), [])
            if shape.get("outside") != "1":  # there the tile is no longer in view
                shape.set("label", track.get("label", ""))
                rows.append((f"track {track.get('id')}, frame {shape.get('frame')}", shape))
    _name_by_attribute([shape for rows in frames.values() for _, shape in rows])
    for frame, rows in frames.items():
        names = [f"frame_{int(frame):06}{ending}" for ending in EXTENSIONS] if frame.isdecimal() else ()
        if rows:
            yield PictureRows(names, rows, size=size)


CVAT_VIDEO = ExportFormat(
    "CVAT for video",
    ".xml",
    lambda root, _: root.tag == "annotations" and root.find("track") is not None,
    _video_pictures,
    class_of=lambda shape: shape.get("label"),
    corners=_cvat_corners,
    row_type=Element,
    row_text=lambda element: ET.tostring(element, "unicode"),
    classes=lambda root: (label.findtext("name") for label in root.iter("label")),
    advice="tracks of a video name frames, not pictures: choose 'CVAT for images 1.1' with 'Save images'",
)
CVAT = ExportFormat(
    "CVAT",
    ".xml",
    lambda root, _: root.tag == "annotations",
    _cvat_pictures,
    class_of=lambda shape: shape.get("label"),
    corners=_cvat_corners,
    row_type=Element,
    row_text=lambda element: ET.tostring(element, "unicode"),
    classes=lambda root: (label.findtext("name") for label in root.iter("label")),
)


def _voc_pictures(root: Element, file: Path) -> Iterator[PictureRows]:
    if root.find("imagesize") is not None:  # LabelMe 3.0 marks what was taken back
        for element in [each for each in root.iter("object") if each.findtext("deleted") == "1"]:
            root.remove(element)
    # The name inside is an old one if a picture was renamed or copied together with its label file.
    named, stem = root.findtext("filename") or "", file.stem
    others = [each for each in picture_names(stem) if each != named]
    names = [named, *others] if Path(named).stem == stem else [*others, named]
    size = parse_size(root.findtext("size/width"), root.findtext("size/height"))
    size = size or parse_size(root.findtext("imagesize/ncols"), root.findtext("imagesize/nrows"))
    rows = [(f"object {number}", element) for number, element in enumerate(root.iter("object"), start=1)]
    yield PictureRows(names, rows, size=size)


def _voc_corners(element: Element, _: tuple[int, int]) -> ArrayLike:
    rotated = element.find("robndbox")
    if rotated is not None:
        x, y, w, h = (_number(rotated, tag) for tag in ("cx", "cy", "w", "h"))
        corners = upright_box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)
        return rotated_box(corners, (x, y), math.degrees(_number(rotated, "angle")))
    if element.find("polygon/pt") is not None:  # LabelMe 3.0
        points = [[_number(point, "x"), _number(point, "y")] for point in element.iterfind("polygon/pt")]
        corners = np.array(points, np.float64)
    else:
        box = element.find("bndbox")
        corners = upright_box(*(_number(box, tag) for tag in ("xmin", "ymin", "xmax", "ymax")))
    x, y = (corners.min(axis=0) + corners.max(axis=0)) / 2
    return rotated_box(corners, (float(x), float(y)), _degrees(element))


def _degrees(element: Element) -> float:
    """How far a box was turned about its middle: CVAT writes it as it was before, and this beside it."""
    for attribute in element.iterfind("attributes/attribute"):
        if attribute.findtext("name") == "rotation":
            return float(attribute.findtext("value") or 0)
    match = _ROTATION.search(element.findtext("attributes") or "")
    return float(match[1]) if match else 0.0


def _number(element: Element | None, tag: str) -> float:
    """The number in a child of an element; NaN if missing."""
    return float((element.findtext(tag) if element is not None else None) or "nan")


VOC = ExportFormat(
    "Pascal VOC",
    ".xml",
    lambda root, _: root.tag == "annotation",
    _voc_pictures,
    class_of=lambda element: element.findtext("name"),
    corners=_voc_corners,
    row_type=Element,
    row_text=lambda element: ET.tostring(element, "unicode"),
)
