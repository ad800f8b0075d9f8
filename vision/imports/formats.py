"""Which kind of export a folder is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.imports import coco, cvat, label_studio, labelme, voc, yolo
from vision.imports.foreign import Export, ExportError

if TYPE_CHECKING:
    from pathlib import Path

_READERS: Final = (yolo.read, coco.read, cvat.read, voc.read, labelme.read, label_studio.read)
FORMS: Final = "YOLO, COCO, CVAT, Pascal VOC, labelme, Label Studio"


def read_export(folder: Path) -> Export:
    """The export in a folder, of the first form that it has.

    Raises:
        ExportError: there is no such folder, no export in it, or one that holds no photo.
    """
    if not folder.is_dir():
        message = f"{folder}: no such folder; name the unpacked export"
        raise ExportError(message)
    for read in _READERS:
        export = read(folder)
        if export is None:
            continue
        if not export.photos:
            message = f"{folder}: {export.form} without a picture; export the pictures along with the labels"
            raise ExportError(message)
        return export
    message = f"{folder}: no export that is known here; it reads {FORMS}"
    raise ExportError(message)
