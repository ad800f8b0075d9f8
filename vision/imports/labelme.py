"""labelme: a JSON file with ``shapes`` and ``imagePath`` beside each picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vision.imports.foreign import (
    Export,
    ExportError,
    ForeignBox,
    ForeignPhoto,
    export_of,
    json_of,
    picture,
    pictures,
    size_of,
    split_of,
    upright_box,
)

if TYPE_CHECKING:
    from pathlib import Path

_TWO = 2


def read(folder: Path) -> Export | None:
    """The export in a folder; None where there is none of this form.

    Raises:
        ExportError: a shape cannot be used.
    """
    files = {file: said for file in sorted(folder.rglob("*.json")) if _is_labelme(said := json_of(file))}
    if not files:
        return None
    known = pictures(folder)
    photos, missing = [], []
    for file, said in files.items():
        named = str(said["imagePath"])
        path = picture(named, file.parent, known)
        if path is None or size_of(path) is None:
            missing.append(named)
            continue
        boxes = tuple(_box(shape, file) for shape in said["shapes"])
        photos.append(ForeignPhoto(path, split_of(file), boxes, str(file)))
    return export_of("labelme", photos, missing)


def _is_labelme(said: object) -> bool:
    return isinstance(said, dict) and isinstance(said.get("shapes"), list) and "imagePath" in said


def _box(shape: dict[str, Any], file: Path) -> ForeignBox:
    try:
        points = np.array(shape["points"], np.float64).reshape(-1, 2)
        name = str(shape["label"])
    except (KeyError, TypeError, ValueError):
        points, name = np.zeros((0, 2)), ""
    if len(points) < _TWO or not np.isfinite(points).all():
        message = f"{file}: a shape needs a label and two corners or more, found {str(shape)[:80]}"
        raise ExportError(message)
    return ForeignBox(name, upright_box(*points[0], *points[1]) if len(points) == _TWO else points)
