"""Pascal VOC: an XML file a picture (labelImg, Roboflow); roLabelImg's ``robndbox`` is a turned box."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

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

if TYPE_CHECKING:
    from pathlib import Path
    from xml.etree.ElementTree import Element


def read(folder: Path) -> Export | None:
    """The export in a folder; None where there is none of this form.

    Raises:
        ExportError: an object has no name or no box.
    """
    files = {file: root for file in sorted(folder.rglob("*.xml")) if (root := root_of(file)) is not None}
    files = {file: root for file, root in files.items() if root.tag == "annotation"}
    if not files:
        return None
    known = pictures(folder)
    photos, missing = [], []
    for file, root in files.items():
        named = root.findtext("filename") or ""
        path = picture(named, file.parent, known) or _of_that_name(file, known)
        if path is None or size_of(path) is None:
            missing.append(named or str(file))
            continue
        boxes = tuple(_box(each, file) for each in root.iter("object"))
        photos.append(ForeignPhoto(path, split_of(file), boxes, str(file)))
    return export_of("Pascal VOC", photos, missing)


def root_of(file: Path) -> Element | None:
    """The root of an XML file; None where it is none, or defines entities (no tool's export does)."""
    try:
        text = file.read_bytes()
        return None if b"<!ENTITY" in text else ET.fromstring(text)  # noqa: S314 - see above
    except (OSError, ET.ParseError, RecursionError):
        return None


def number(element: Element | None, tag: str) -> float:
    """The finite number that stands in an element's part.

    Raises:
        ValueError: there is none.
    """
    value = float((element.findtext(tag) if element is not None else None) or "nan")
    if not math.isfinite(value):
        message = f"{tag} is no number"
        raise ValueError(message)
    return value


def _of_that_name(file: Path, known: dict[str, list[Path]]) -> Path | None:
    return next(
        (same[0] for name, same in known.items() if name.rpartition(".")[0] == file.stem.lower()), None
    )


def _box(drawn: Element, file: Path) -> ForeignBox:
    name = (drawn.findtext("name") or "").strip()
    try:
        turned = drawn.find("robndbox")
        if turned is not None:
            x, y, w, h = (number(turned, tag) for tag in ("cx", "cy", "w", "h"))
            corners = upright_box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)
            corners = turned_box(corners, (x, y), math.degrees(number(turned, "angle")))
        else:
            box = drawn.find("bndbox")
            corners = upright_box(*(number(box, tag) for tag in ("xmin", "ymin", "xmax", "ymax")))
    except ValueError as error:
        message = f"{file}: the object {name!r} has no box ({error})"
        raise ExportError(message) from error
    return ForeignBox(name, corners)
