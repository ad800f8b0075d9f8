"""Which kind of export a folder is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from yakulens.vision.imports import yolo
from yakulens.vision.imports.boxes_csv import COLUMNS, CSV
from yakulens.vision.imports.coco import COCO
from yakulens.vision.imports.cvat import CVAT
from yakulens.vision.imports.documents import files_of
from yakulens.vision.imports.foreign import Export, ExportError
from yakulens.vision.imports.form import read_forms
from yakulens.vision.imports.label_studio import LABEL_STUDIO
from yakulens.vision.imports.labelme import LABELME
from yakulens.vision.imports.voc import VOC

_FORMS: Final = (COCO, CVAT, VOC, LABELME, LABEL_STUDIO, CSV)
FORMS: Final = ", ".join(("YOLO", *(form.name for form in _FORMS)))


def read_export(folder: Path) -> Export:
    """The export in a folder.

    Raises:
        ExportError: there is no such folder, no export in it, two of different forms, or one that cannot be
            used or holds no photo.
    """
    if not folder.is_dir():
        raise ExportError(folder, "no such folder; name the unpacked export")
    files = files_of(folder)
    rows = yolo.form(folder, files)
    export = read_forms([*([rows] if rows else []), *_FORMS], files)
    if export is None:
        raise ExportError(_unknown(folder, files))
    if not export.photos:
        missing = (f"{each.what} is not there" for each in export.missing)
        faults = [*missing, *export.broken, *map(str, export.bad)]
        what = faults[0] if faults else "it names none"
        told = f"{export.form} without a picture ({what}); export the pictures with the labels"
        raise ExportError(folder, told)
    return export


def _unknown(folder: Path, files: Sequence[Path]) -> str:
    """Why nothing of a folder is an export, and what would make it one."""
    table = next((file for file in files if file.suffix.lower() == CSV.ending), None)
    told = yolo.without_names(files)
    if table and not told:
        told = (
            f"{table}: no table of boxes that is known here: its first line must name the columns {COLUMNS}"
        )
    return told or f"{folder}: no export that is known here; it reads {FORMS}"
