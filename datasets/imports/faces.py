"""Exports of cut-out faces: pictures that show one tile each, named by their folder or by a table.

Folders per class are what ImageNet, Keras, Roboflow (*Folder structure*) and YOLO's classification use. A
table has a row per picture: its class (Kaggle), or a one under one of the classes (Roboflow's *Multi-class*).
FiftyOne's ``labels.json`` has a class for each picture.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from numpy.typing import ArrayLike

from yakulens.datasets.imports.boxes_csv import column_of_class, column_of_picture, has_boxes
from yakulens.datasets.imports.documents import TextTable
from yakulens.datasets.imports.export_format import ExportFormat, PictureRows
from yakulens.datasets.imports.foreign import Export, ForeignBox, ForeignPhoto, Missing, upright_box
from yakulens.datasets.imports.names import mostly_mean_tiles
from yakulens.datasets.imports.pictures import is_split, picture_names, size_of, split_of
from yakulens.vision.picture.formats import is_picture

_TRUE: Final = frozenset({"1", "1.0", "true", "yes"})


def _whole(_: object, size: tuple[int, int]) -> ArrayLike:
    return upright_box(0, 0, *size)


def class_folders(folder: Path, files: Sequence[Path]) -> Export | None:
    """The faces in a folder with a folder per class, in which all pictures lie; None if it is none."""
    pictures = [path for path in files if is_picture(path)]
    classes = [path.parent.name if path.parent != folder else "" for path in pictures]
    names = {name for name in classes if not is_split(name)}
    if not mostly_mean_tiles(names) or "" in names or any(is_split(name) for name in classes):
        return None
    sizes = {path: size_of(path) for path in pictures}
    photos = tuple(
        ForeignPhoto(path, split_of(path), (ForeignBox.of(name, upright_box(0, 0, *size)),))
        for path, name in zip(pictures, classes, strict=True)
        if (size := sizes[path]) is not None
    )
    missing = tuple(Missing(str(path), 1) for path, size in sizes.items() if size is None)
    listed = tuple(dict.fromkeys(" ".join(name.split()) for name in classes))
    return Export("folders of faces", photos, listed, missing, faces=True)


def _is_table(table: TextTable, _: Path) -> bool:
    """Whether a table names a class for each picture, and no boxes."""
    picture, name = column_of_picture(table.columns), column_of_class(table.columns)
    if not picture or not name or has_boxes(table.columns):
        return False
    counts = Counter(cells[picture] for _, cells in table.rows)
    return bool(counts) and max(counts.values()) == 1


def _table_pictures(table: TextTable, _: Path) -> Iterator[PictureRows]:
    picture, name = column_of_picture(table.columns), column_of_class(table.columns)
    for line, cells in table.rows:
        yield PictureRows(
            picture_names(cells[picture].strip()), [(f"line {line}", cells | {"_class": cells[name]})]
        )


FACE_TABLE = ExportFormat(
    "table of faces",
    ".csv",
    _is_table,
    _table_pictures,
    class_of=lambda cells: cells["_class"],
    corners=_whole,
    faces=True,
)


def _ones(table: TextTable, cells: Sequence[str]) -> list[str]:
    """The names of the columns in which a row has a one."""
    header = table.lines[0][1]
    return [
        name.strip()
        for name, cell in zip(header[1:], cells[1:], strict=False)
        if cell.strip().lower() in _TRUE
    ]


def _is_one_hot(table: TextTable, _: Path) -> bool:
    """Whether each row has a one under one class and zeros under all others."""
    if len(table.lines) <= 1 or not column_of_picture(table.columns[:1]) or has_boxes(table.columns):
        return False
    return all(len(_ones(table, cells)) == 1 for _, cells in table.lines[1:])


def _one_hot_pictures(table: TextTable, _: Path) -> Iterator[PictureRows]:
    for line, cells in table.lines[1:]:
        (name,) = _ones(table, cells)
        yield PictureRows(picture_names(cells[0].strip()), [(f"line {line}", {"_class": name})])


ONE_HOT = ExportFormat(
    "table of faces",
    ".csv",
    _is_one_hot,
    _one_hot_pictures,
    class_of=lambda row: row["_class"],
    corners=_whole,
    faces=True,
)


def _fiftyone(document: object) -> dict[str, Any]:
    labels = document.get("labels") if isinstance(document, dict) else None
    return labels if isinstance(labels, dict) else {}


def _is_fiftyone(document: object, _: Path) -> bool:
    labels = _fiftyone(document)
    return bool(labels) and all(isinstance(name, str | int) for name in labels.values())


def _fiftyone_pictures(document: Mapping[str, Any], _: Path) -> Iterator[PictureRows]:
    names = document.get("classes") or []
    for picture, name in _fiftyone(document).items():
        word = names[name] if isinstance(name, int) else name
        yield PictureRows(picture_names(picture), [(picture, {"_class": word})])


FIFTYONE_FACES = ExportFormat(
    "FiftyOne faces",
    ".json",
    _is_fiftyone,
    _fiftyone_pictures,
    class_of=lambda row: row["_class"],
    corners=_whole,
    faces=True,
)
