"""Label Studio: JSON (or JSON-MIN), a list of tasks with boxes in per cent of the picture."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

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
    turned_box,
    upright_box,
)

if TYPE_CHECKING:
    from pathlib import Path

_UPLOADED: Final = re.compile(r"^[0-9a-f]{8}-")
"""What it puts before the name of an uploaded picture."""


def read(folder: Path) -> Export | None:
    """The export in a folder; None where there is none of this form.

    Raises:
        ExportError: a box cannot be used.
    """
    files = {file: said for file in sorted(folder.rglob("*.json")) if _is_tasks(said := json_of(file))}
    if not files:
        return None
    known = pictures(folder)
    photos, missing = [], []
    for file, said in files.items():
        for task in said:
            named = unquote(_image(task))
            plain = named.replace("\\", "/").rpartition("/")[2]
            path = picture(plain, file.parent, known) or picture(_UPLOADED.sub("", plain), file.parent, known)
            size = size_of(path) if path else None
            if path is None or size is None:
                missing.append(named)
                continue
            photos.append(ForeignPhoto(path, split_of(path), _boxes(task, size, file), str(file)))
    return export_of("Label Studio", photos, missing)


def _is_tasks(said: object) -> bool:
    return (
        isinstance(said, list)
        and bool(said)
        and all(isinstance(task, dict) and _image(task) for task in said)
    )


def _image(task: dict[str, Any]) -> str:
    """The picture of a task: the value under ``image``, or the one that ends as a picture's name does."""
    data = task.get("data", task)
    if not isinstance(data, dict):
        return ""
    words = [str(data["image"])] if "image" in data else [v for v in data.values() if isinstance(v, str)]
    return next(
        (word for word in words if re.search(r"\.(jpe?g|png|webp|bmp|tiff?)$", word, re.IGNORECASE)), ""
    )


def _boxes(task: dict[str, Any], size: tuple[int, int], file: Path) -> tuple[ForeignBox, ...]:
    try:
        if "annotations" in task:
            # A cancelled annotation is none; of several people's the first counts.
            done = [each for each in task["annotations"] if not each.get("was_cancelled")]
            drawn = [part["value"] for part in done[0]["result"]] if done else []
        else:
            drawn = next((v for v in task.values() if isinstance(v, list) and v and "width" in v[0]), [])
        return tuple(_box(value, size) for value in drawn if "rectanglelabels" in value)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        message = f"{file}: task {task.get('id', '?')} has a box that cannot be used ({error})"
        raise ExportError(message) from error


def _box(value: dict[str, Any], size: tuple[int, int]) -> ForeignBox:
    x, y, w, h = (float(value[key]) for key in ("x", "y", "width", "height"))
    scale = np.array(size) / 100
    corners = upright_box(x, y, x + w, y + h) * scale
    # It turns a box about its first corner.
    about = (float(corners[0, 0]), float(corners[0, 1]))
    return ForeignBox(
        str(value["rectanglelabels"][0]), turned_box(corners, about, float(value.get("rotation", 0)))
    )
