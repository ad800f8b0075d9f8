"""CVAT for images: one ``annotations.xml`` with all pictures, their boxes (turned ones too) and polygons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.imports.foreign import (
    Export,
    ExportError,
    ForeignBox,
    ForeignPhoto,
    export_of,
    picture,
    pictures,
    size_of,
    split_of,
    turned_box,
    upright_box,
)
from vision.imports.voc import root_of

if TYPE_CHECKING:
    from pathlib import Path
    from xml.etree.ElementTree import Element


def read(folder: Path) -> Export | None:
    """The export in a folder; None where there is none of this form.

    Raises:
        ExportError: a box cannot be used.
    """
    roots = {file: root for file in sorted(folder.rglob("*.xml")) if (root := root_of(file)) is not None}
    roots = {file: root for file, root in roots.items() if root.tag == "annotations"}
    if not roots:
        return None
    known = pictures(folder)
    photos, missing, declared = [], [], []
    for file, root in roots.items():
        declared += [name for label in root.iter("label") if (name := label.findtext("name"))]
        for image in root.iter("image"):
            named = image.get("name", "")
            path = picture(named, file.parent, known)
            if path is None or size_of(path) is None:
                missing.append(named)
                continue
            boxes = tuple(_box(drawn, file) for tag in ("box", "polygon") for drawn in image.iter(tag))
            split = split_of(path) or (image.get("subset") or "").lower()
            photos.append(ForeignPhoto(path, split, boxes, str(file)))
    return export_of("CVAT", photos, missing, declared)


def _box(drawn: Element, file: Path) -> ForeignBox:
    name = drawn.get("label", "")
    try:
        if drawn.tag == "polygon":
            points = [[float(v) for v in pair.split(",")] for pair in drawn.get("points", "").split(";")]
            corners = np.array(points, np.float64).reshape(-1, 2)
        else:
            x1, y1, x2, y2 = (float(drawn.get(key, "nan")) for key in ("xtl", "ytl", "xbr", "ybr"))
            corners = upright_box(x1, y1, x2, y2)
            middle = ((x1 + x2) / 2, (y1 + y2) / 2)
            corners = turned_box(corners, middle, float(drawn.get("rotation", "0")))
    except ValueError:
        corners = np.full((4, 2), np.nan)
    if not np.isfinite(corners).all():
        message = f"{file}: the {drawn.tag} {name!r} has no corners that can be used"
        raise ExportError(message)
    return ForeignBox(name, corners)
