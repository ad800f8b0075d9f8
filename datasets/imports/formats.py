"""Detects the format of an exported folder, and reads it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from yakulens.datasets.imports import yolo
from yakulens.datasets.imports.boxes_csv import COLUMNS, CSV
from yakulens.datasets.imports.documents import files_of
from yakulens.datasets.imports.export_format import read_formats
from yakulens.datasets.imports.foreign import Export, ExportError
from yakulens.datasets.imports.json_formats import COCO, LABEL_STUDIO, LABELME
from yakulens.datasets.imports.xml_formats import CVAT, VOC

_FORMATS: Final = (COCO, CVAT, VOC, LABELME, LABEL_STUDIO, CSV)
FORMAT_NAMES: Final = ", ".join(("YOLO", *(each.name for each in _FORMATS)))


def read_export(folder: Path) -> Export:
    """Read the export in a folder.

    Raises:
        ExportError: the folder does not exist, or has no export, exports of different formats, or an export
            that is unusable or without photos.
    """
    if not folder.is_dir():
        raise ExportError(folder, "no such folder; name the unpacked export")
    files = files_of(folder)
    yolo_format = yolo.yolo_format(folder, files)
    export = read_formats([*([yolo_format] if yolo_format else []), *_FORMATS], files)
    if export is None:
        raise ExportError(_unknown(folder, files))
    if not export.photos:
        missing = (f"{picture.description} is not there" for picture in export.missing)
        reason = next(iter((*missing, *export.unreadable, *map(str, export.bad))), "it names none")
        message = f"{export.format_name} without a picture ({reason}); export the pictures with the labels"
        raise ExportError(folder, message)
    return export


def _unknown(folder: Path, files: Sequence[Path]) -> str:
    """Says why a folder is no export, and what would make it one."""
    if hint := yolo.missing_names(files):
        return hint
    table = next((file for file in files if file.suffix.lower() == CSV.suffix), None)
    if table:
        return (
            f"{table}: no table of boxes that is known here: its first line must name the columns {COLUMNS}"
        )
    return f"{folder}: no export that is known here; it reads {FORMAT_NAMES}"
