"""Which kind of export a folder is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from yakulens.vision.imports import yolo
from yakulens.vision.imports.boxes_csv import CSV
from yakulens.vision.imports.coco import COCO
from yakulens.vision.imports.cvat import CVAT
from yakulens.vision.imports.documents import files_of
from yakulens.vision.imports.foreign import Export, ExportError
from yakulens.vision.imports.form import read_form
from yakulens.vision.imports.label_studio import LABEL_STUDIO
from yakulens.vision.imports.labelme import LABELME
from yakulens.vision.imports.voc import VOC

if TYPE_CHECKING:
    from pathlib import Path

_FORMS: Final = (COCO, CVAT, VOC, LABELME, LABEL_STUDIO, CSV)
FORMS: Final = ", ".join(("YOLO", *(form.name for form in _FORMS)))


def read_export(folder: Path) -> Export:
    """The export in a folder, of the first form that it has.

    Raises:
        ExportError: there is no such folder, no export in it, or one that cannot be used or holds no photo.
    """
    if not folder.is_dir():
        message = f"{folder}: no such folder; name the unpacked export"
        raise ExportError(message)
    files = files_of(folder)
    export = yolo.read(folder, files) or read_form(_FORMS, files)
    if export is None and (rows := yolo.without_names(files)):
        message = (
            f"{rows}: rows of YOLO, and no list of their classes: put a classes.txt with a name a line, "
            "or the export's data.yaml, into the folder"
        )
        raise ExportError(message)
    if export is None:
        message = f"{folder}: no export that is known here; it reads {FORMS}"
        raise ExportError(message)
    if not export.photos:
        what = f"{export.missing[0]} is not there" if export.missing else "it names none"
        message = f"{folder}: {export.form} without a picture ({what}); export the pictures with the labels"
        raise ExportError(message)
    return export
