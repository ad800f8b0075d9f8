"""COCO: JSON files with ``images``, ``annotations`` and ``categories``, for each split (Roboflow's too)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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


def read(folder: Path) -> Export | None:
    """The export in a folder; None where there is none of this form.

    Raises:
        ExportError: an annotation cannot be used.
    """
    files = {file: said for file in sorted(folder.rglob("*.json")) if _is_coco(said := json_of(file))}
    if not files:
        return None
    known = pictures(folder)
    photos: list[ForeignPhoto] = []
    missing: list[str] = []
    declared: list[str] = []
    for file, said in files.items():
        try:
            _take(file, said, known, photos, missing)
            declared += [str(category["name"]) for category in said["categories"]]
        except (KeyError, TypeError, ValueError) as error:
            message = f"{file}: no COCO annotations that can be used ({type(error).__name__}: {error})"
            raise ExportError(message) from error
    return export_of("COCO", photos, missing, declared)


def _is_coco(said: object) -> bool:
    return isinstance(said, dict) and {"images", "annotations", "categories"} <= said.keys()


def _take(
    file: Path,
    said: dict[str, Any],
    known: dict[str, list[Path]],
    photos: list[ForeignPhoto],
    missing: list[str],
) -> None:
    names = {category["id"]: str(category["name"]) for category in said["categories"]}
    boxes: dict[Any, list[ForeignBox]] = {}
    for drawn in said["annotations"]:
        x, y, w, h = (float(value) for value in drawn["bbox"])
        box = ForeignBox(names[drawn["category_id"]], upright_box(x, y, x + w, y + h))
        boxes.setdefault(drawn["image_id"], []).append(box)
    for image in said["images"]:
        path = picture(str(image["file_name"]), file.parent, known)
        if path is None or size_of(path) is None:
            missing.append(str(image["file_name"]))
            continue
        photos.append(ForeignPhoto(path, split_of(file), tuple(boxes.get(image["id"], ())), str(file)))
