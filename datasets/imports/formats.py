"""Detects the format of an exported folder, and reads it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from yakulens.datasets.imports import fiftyone, text_rows, unread, via, yolo
from yakulens.datasets.imports.boxes_csv import COLUMNS, CSV_SUFFIXES, RETINANET, csv_format
from yakulens.datasets.imports.createml import CREATEML
from yakulens.datasets.imports.datumaro import DATUMARO
from yakulens.datasets.imports.documents import files_of, text_of
from yakulens.datasets.imports.export_format import ExportFormat, read_formats
from yakulens.datasets.imports.faces import FACE_TABLE, FIFTYONE_FACES, ONE_HOT, class_folders
from yakulens.datasets.imports.foreign import Export, ExportError
from yakulens.datasets.imports.json_formats import COCO, LABELME, SUPERVISELY
from yakulens.datasets.imports.json_lines import ANSWERS, image_folder
from yakulens.datasets.imports.label_studio import LABEL_STUDIO, LABEL_STUDIO_CSV
from yakulens.datasets.imports.xml_formats import CVAT, CVAT_VIDEO, VOC
from yakulens.vision.picture.formats import is_picture

FORMAT_NAMES: Final = (
    "YOLO, COCO, CVAT, Pascal VOC, labelme, Label Studio, VIA, FiftyOne, CreateML, Datumaro, Supervisely, "
    "DOTA, KITTI, Keras YOLO, Hugging Face, CSV, and cut-out faces in a folder per class"
)


_VIA_3_TABLE: Final = "# CSV_HEADER = metadata_id"


def _formats(box_format: str, field: str) -> tuple[ExportFormat, ...]:
    """Every format but YOLO; of those of one suffix the first that matches is taken."""
    return (
        COCO,
        CVAT_VIDEO,
        CVAT,
        VOC,
        LABELME,
        SUPERVISELY,
        DATUMARO,
        CREATEML,
        via.VIA,
        via.VIA_3,
        fiftyone.DETECTIONS,
        fiftyone.samples_format(field),
        FIFTYONE_FACES,
        LABEL_STUDIO,
        via.VIA_CSV,
        LABEL_STUDIO_CSV,
        csv_format(box_format),
        RETINANET,
        ONE_HOT,
        FACE_TABLE,
        image_folder(box_format),
        ANSWERS,
        text_rows.DOTA,
        text_rows.KITTI,
        text_rows.KERAS_LIST,
    )


def read_export(folder: Path, *, box_format: str = "", field: str = "") -> Export:
    """Read the export in a folder.

    Args:
        folder: the unpacked export.
        box_format: what the numbers of boxes are, one of `box_numbers.BOX_FORMATS`; guessed if empty.
        field: which field of a FiftyOne data set has the boxes; guessed if empty.

    Raises:
        ExportError: the folder does not exist, or has no export, exports of different formats, or an export
            that is unusable or without photos.
    """
    if not folder.is_dir():
        raise ExportError(folder, "no such folder; name the unpacked export")
    files = files_of(folder)
    yolo_format = yolo.yolo_format(folder, files)
    formats = [*_formats(box_format, field), *([yolo_format] if yolo_format else [])]
    export = read_formats(formats, files) or class_folders(folder, files)
    if export is None:
        raise ExportError(_unknown(folder, files))
    if not export.photos:
        missing = (f"{each.description}{'' if each.is_there else ' is not there'}" for each in export.missing)
        reason = next(iter((*missing, *export.unreadable, *map(str, export.bad))), "it names none")
        is_other = any(each.is_there for each in export.missing)
        advice = "take the pictures that were labelled, as they were then" if is_other else export.advice
        raise ExportError(folder, f"{export.format_name} without a picture ({reason}); {advice}")
    return export


def _unknown(folder: Path, files: Sequence[Path]) -> str:
    """Says why a folder is no export, and what would make it one."""
    if not files:
        return f"{folder}: the folder is empty; unpack the export into it"
    if hint := yolo.missing_names(files) or unread.advice_by_name(files):
        return hint
    table = next((file for file in files if file.suffix.lower() in CSV_SUFFIXES), None)
    if table and _VIA_3_TABLE in text_of(table):
        return f"{table}: VIA's CSV of version 3, not read here; save the project, which is read"
    if table:
        return (
            f"{table}: no table of boxes that is known here: its first line must name the columns {COLUMNS}"
        )
    if hint := unread.advice_by_suffix(files):
        return hint
    if photos := sum(map(is_picture, files)):
        also = f"no labels beside its pictures ({photos}): export the boxes with them"
    else:
        also = "it has no pictures: export them with the labels"
    return f"{folder}: no export that is known here, {also}; it reads {FORMAT_NAMES}"
