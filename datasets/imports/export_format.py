"""What all export formats share: label files that name pictures, and rows that are read one by one.

Each row becomes a box, or a `BadRow` with the kind and place of its fault; a bad row never affects the
others. A label file may hold anything, so every error that its content raises counts as such a fault.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from yakulens.datasets.imports.documents import csv_of, json_lines_of, json_of, text_of, xml_of
from yakulens.datasets.imports.foreign import (
    NO_CLASS,
    NO_CORNERS,
    NO_PICTURE,
    NOTHING,
    BadRow,
    Export,
    ExportError,
    ForeignBox,
    ForeignPhoto,
    Missing,
    RowError,
)
from yakulens.datasets.imports.pictures import by_name, picture, size_of, split_of

Size = tuple[int, int]
"""Width and height in pixels."""
Row = tuple[str, Any]
"""The place of a row in its file, for messages, and its content."""

FAULTS: Final = (ValueError, TypeError, LookupError, AttributeError, OverflowError)
"""Errors that a label file's content raises if it is not what the format expects."""
_MAX_SIDE: Final = 1_000_000
"""Maximum width or height of a picture, pixels."""
_MAX_DISTORTION: Final = 0.01
"""Maximum difference of the aspect ratios of two sizes of one picture."""
MOST_BOXES: Final = 2_000
"""Maximum number of rows read per photo: more tiles than fifteen sets hold."""
_MAX_TEXT: Final = 100
"""Maximum length of a bad row's text in a message."""


@dataclass(frozen=True, slots=True)
class PictureRows:
    """What a label file says about one picture.

    Attributes:
        picture: names that the picture may have, likeliest first, or its path; empty if the rows do not say
            which picture they belong to.
        rows: its boxes as the file holds them.
        split: the label file's name for the split, or empty.
        size: size of the labelled picture; None if the file does not say.
        classes: class names by the keys that the rows use; None if rows give the names.
    """

    picture: Sequence[str] | Path
    rows: Sequence[Row]
    split: str = ""
    size: Size | None = None
    classes: Mapping[Any, object] | None = None


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format that a labelling tool exports.

    An error that its functions raise for a row or a file counts as a fault of that row or file alone.

    Attributes:
        name: of the tool or the format.
        suffix: of its label files.
        matches: whether a file, given its content and path, has this format.
        pictures: the pictures that a file names, with their rows.
        class_of: the class of a row; raises `RowError` if it can say why there is none.
        corners: ``(N, 2)`` pixels of a row, given the size of the labelled picture.
        row_type: the type of a row.
        row_text: formats a row for a message.
        classes: the class names that a file declares, used or not.
        unlabelled: pictures without a label file, which in this format show no tile.
        declared: class names declared outside the label files.
        guesses: what is guessed of a file, such as what its numbers mean; one sentence each.
        faces: whether its pictures are cut-out faces, each with one row.
        advice: what to do if none of the pictures is there.
    """

    name: str
    suffix: str
    matches: Callable[[Any, Path], bool]
    pictures: Callable[[Any, Path], Iterable[PictureRows]]
    class_of: Callable[[Any], object]
    corners: Callable[[Any, Size], ArrayLike]
    row_type: type = dict
    row_text: Callable[[Any], str] = repr
    classes: Callable[[Any], Iterable[object]] = lambda _: ()
    unlabelled: Sequence[Path] = ()
    declared: Sequence[str] = ()
    guesses: Callable[[Any], Iterable[str]] = lambda _: ()
    faces: bool = False
    advice: str = "export the pictures with the labels"


_OPENERS: Final[Mapping[str, Callable[[Path], Any]]] = {
    ".json": json_of,
    ".xml": xml_of,
    ".jsonl": json_lines_of,
    ".csv": csv_of,
    ".txt": lambda file: text_of(file).splitlines(),
}
"""Functions that open a label file, by suffix."""
_SAME_SUFFIX: Final[Mapping[str, str]] = {".tsv": ".csv"}
"""Suffixes of files that are as those of another one."""


def read_formats(formats: Sequence[ExportFormat], files: Sequence[Path]) -> Export | None:
    """Read the export that a folder's label files make up; None if no file has any of the formats.

    Raises:
        ExportError: no label file can be opened, or they have two formats.
    """
    pictures = by_name(files)
    collectors = [_Collector(export_format) for export_format in formats]
    unreadable: list[str] = []
    for file in files:
        suffix = _SAME_SUFFIX.get(file.suffix.lower(), file.suffix.lower())
        candidates = [collector for collector in collectors if collector.format.suffix == suffix]
        if not candidates:
            continue
        try:
            content = _OPENERS[suffix](file)
        except ExportError as error:
            unreadable.append(str(error))
            continue
        match = next((each for each in candidates if _fits(each.format, content, file)), None)
        if match is not None:
            # Excessive numbers become infinite; boxes with infinite numbers are refused.
            with np.errstate(over="ignore", invalid="ignore"):
                match.add_file(file, content, pictures)
    used = [collector for collector in collectors if collector.files]
    used = used or [collector for collector in collectors if collector.format.unlabelled]
    if len(used) > 1:
        first, second = used[:2]
        message = (
            f"{first.files[0]} is of {first.format.name}, {second.files[0]} of {second.format.name}: "
            "two exports in one folder; import each by itself, or take one out"
        )
        raise ExportError(message)
    if unreadable and not used:
        raise ExportError(unreadable[0])
    return used[0].export(unreadable) if used else None


def _fits(export_format: ExportFormat, content: object, file: Path) -> bool:
    try:
        return export_format.matches(content, file)
    except ExportError:
        raise
    except FAULTS:
        return False


@dataclass
class _PhotoRows:
    """The rows of one photo so far, from label files whose paths share equally much with the photo's.

    Attributes:
        split: the photo's split.
        label_file: the first of those files, or the photo itself if there is none.
        closeness: number of path characters that the label files share with the photo.
        boxes, bad: good and bad rows.
        more: rows beyond `MOST_BOXES`.
    """

    split: str
    label_file: Path
    closeness: int
    boxes: list[ForeignBox] = field(default_factory=list)
    bad: list[BadRow] = field(default_factory=list)
    more: int = 0


class _Collector:
    """Collects what the label files of one format say."""

    def __init__(self, export_format: ExportFormat) -> None:
        self.format = export_format
        self.files: list[Path] = []
        self.photos: dict[Path, _PhotoRows] = {}
        self.size_of = cache(size_of)
        self.missing: list[Missing] = []
        self.stray_rows: list[BadRow] = []
        self.unreadable: list[str] = []
        self.declared: dict[str, None] = dict.fromkeys(export_format.declared)
        self.guesses: dict[str, None] = {}

    def add_file(self, file: Path, content: object, pictures: Mapping[str, Sequence[Path]]) -> None:
        self.files.append(file)
        try:
            entries = list(self.format.pictures(content, file))
            classes = [name for name in self.format.classes(content) if isinstance(name, str)]
            self.guesses.update(dict.fromkeys(self.format.guesses(content)))
        except ExportError:
            raise
        except FAULTS:
            self.unreadable.append(
                f"{file}: no labels as {self.format.name} writes them; export it anew, or take it out"
            )
            return
        self.declared.update(dict.fromkeys(classes))
        for entry in entries:
            self._add_picture(entry, file, pictures)

    def _add_picture(self, entry: PictureRows, file: Path, pictures: Mapping[str, Sequence[Path]]) -> None:
        names = entry.picture
        if not names:
            for place, row in entry.rows:
                kind = NO_PICTURE if isinstance(row, self.format.row_type) else NOTHING
                self.stray_rows.append(self._bad_row(file, place, kind, row))
            return
        path = names if isinstance(names, Path) else picture(names, file.parent, pictures)
        size = self.size_of(path) if path else None
        if path is None or size is None:
            name = str(names) if isinstance(names, Path) else names[0]
            self.missing.append(Missing(" ".join(name.split())[:200] or str(file), len(entry.rows)))
            return
        labelled_size = entry.size or size
        scale = np.array(size, np.float64) / labelled_size
        if abs(scale[0] / scale[1] - 1) > _MAX_DISTORTION:
            labelled_as = f"labelled at {labelled_size[0]} by {labelled_size[1]} pixels"
            turned = ": turned since, or by its EXIF" if labelled_size == size[::-1] else ""
            what = f"{path} ({labelled_as}, it has {size[0]} by {size[1]}{turned})"
            self.missing.append(Missing(what, len(entry.rows), is_there=True))
            return
        photo = self._photo(path, file, entry)
        if photo is None:
            self.missing.append(_of_another(file, path, len(entry.rows)))
            return
        room = max(0, MOST_BOXES - len(photo.boxes) - len(photo.bad))
        photo.more += len(entry.rows[room:])
        for place, row in entry.rows[:room]:
            try:
                photo.boxes.append(_box(self.format, entry, row, labelled_size, scale))
            except RowError as error:
                photo.bad.append(self._bad_row(file, place, str(error), row))

    def _photo(self, path: Path, file: Path, entry: PictureRows) -> _PhotoRows | None:
        """The rows so far of a photo that a label file names; None if the photo belongs to another file.

        Two entries that name one picture add to one photo. But if a label file's picture is missing, it must
        not add to a photo of the same name in another split or export. So a photo belongs to the label file
        whose path shares more with its own.
        """
        closeness = len(os.path.commonpath([path, file]))
        before = self.photos.get(path)
        if before is not None and before.closeness > closeness:
            return None
        if before is None or before.closeness < closeness:
            if before is not None:
                rows = len(before.boxes) + len(before.bad) + before.more
                self.missing.append(_of_another(before.label_file, path, rows))
            split = split_of(path) or split_of(file) or entry.split
            self.photos[path] = _PhotoRows(split, file, closeness)
        return self.photos[path]

    def _bad_row(self, file: Path, place: str, kind: str, row: object) -> BadRow:
        text = self.format.row_text(row) if isinstance(row, self.format.row_type) else repr(row)
        return BadRow(f"{file}, {place}", kind, " ".join(text.split())[:_MAX_TEXT])

    def export(self, unreadable: Iterable[str]) -> Export:
        for path in self.format.unlabelled:
            if self.size_of(path) is None:
                self.missing.append(Missing(str(path), 0))
            else:
                self.photos.setdefault(path, _PhotoRows(split_of(path), path, 0))
        photos = tuple(
            ForeignPhoto(path, rows.split, tuple(rows.boxes), tuple(rows.bad), rows.more)
            for path, rows in sorted(self.photos.items(), key=lambda item: str(item[0]))
        )
        declared = (" ".join(name.split()) for name in self.declared)
        used = (box.name for photo in photos for box in photo.boxes)
        return Export(
            self.format.name,
            photos,
            tuple(dict.fromkeys([*filter(None, declared), *used])),
            tuple(self.missing),
            tuple(self.stray_rows),
            (*self.unreadable, *unreadable),
            guesses=tuple(self.guesses),
            faces=self.format.faces,
            advice=self.format.advice,
        )


def _of_another(file: Path, path: Path, rows: int) -> Missing:
    return Missing(
        f"{path.name} of {file} (the one in {path.parent} is of labels nearer to it)", rows, is_there=True
    )


def _box(
    export_format: ExportFormat, entry: PictureRows, row: object, size: Size, scale: NDArray[np.float64]
) -> ForeignBox:
    """The box of a row that was labelled on a picture of ``size``, scaled to the current picture.

    Raises:
        RowError: the row has no valid box.
    """
    if not isinstance(row, export_format.row_type):
        raise RowError(NOTHING)
    with _faults_as(NO_CLASS):
        name = export_format.class_of(row)
        if entry.classes is not None:
            if name not in entry.classes:
                keys = list(entry.classes)
                bounds = f", {keys[0]} to {keys[-1]}" if keys else ""
                message = f"a class beyond the {len(keys)} that are named{bounds}"
                raise RowError(message)
            name = entry.classes[name]
    with _faults_as(NO_CORNERS):
        corners = np.asarray(export_format.corners(row, size), np.float64) * scale
    return ForeignBox.of(name, corners)


@contextmanager
def _faults_as(kind: str) -> Iterator[None]:
    """Turn any of `FAULTS` into a `RowError` of this kind; existing `RowError`s pass."""
    try:
        yield
    except RowError:
        raise
    except FAULTS as error:
        raise RowError(kind) from error


def parse_size(width: object, height: object) -> Size | None:
    """The picture size in a label file; None if missing or impossible.

    >>> parse_size("400", "300"), parse_size(None, 300), parse_size("0", "0"), parse_size(10**400, 300)
    ((400, 300), None, None, None)
    """
    try:
        size = int(str(width)), int(str(height))
    except ValueError:
        return None
    return size if min(size) > 0 and max(size) <= _MAX_SIDE else None
