"""What all kinds of export have in common: label files that name pictures, and rows that are read one by one.

A row becomes a box or a `BadRow`, which says of which kind its fault is and where it stands; no row refuses
the others. What a file says may be anything, so that whatever fails over it is such a fault.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from yakulens.vision.imports.documents import csv_of, json_of, lines_of, xml_of
from yakulens.vision.imports.foreign import (
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
from yakulens.vision.imports.pictures import by_name, picture, size_of, split_of

Size = tuple[int, int]
Row = tuple[str, Any]
"""Where in its file it stands, and what it says."""

FAULTS: Final = (ValueError, TypeError, LookupError, AttributeError, OverflowError)
"""How what a file says fails where it says something else."""
_MOST_SIDE: Final = 1_000_000
"""Pixels; no picture is wider or higher."""
_SAME_SHAPE: Final = 0.01
"""How far two pictures' proportions differ at most for one to be the other in another size."""
MOST_BOXES: Final = 2_000
"""Rows of a photo that are looked at: more tiles than fifteen sets hold."""
_SHOWN: Final = 100
"""Characters of a bad row that are told."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a label file says of one picture.

    Attributes:
        named: what the picture may be called, the likeliest first, or the picture itself; nothing where the
            rows do not say which picture they are of.
        rows: its boxes as they stand.
        split: as the label file says, or empty.
        size: width and height of the picture that was drawn on; None where the file does not say.
        names: of the classes by what rows give for them; None where rows give the names themselves.
    """

    named: Sequence[str] | Path
    rows: Sequence[Row]
    split: str = ""
    size: Size | None = None
    names: Mapping[Any, object] | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of export. What its functions raise over a row or a file is that one's fault, and no other's.

    Attributes:
        name: of the tool or the format.
        ending: of its label files.
        is_one: whether a file, given what it holds and its path, is of this kind; never fails.
        drawings: the pictures that a file names.
        class_of: the class of a row; raises `RowError` where it can say why there is none.
        corners: ``(N, 2)`` of a row in pixels, given the width and height that were drawn on.
        row: as what a row must come.
        shown: a row in a message.
        classes: the names that a file declares, whether or not a box has them.
        bare: pictures that no label file names, and that show no tile by the form's own rule.
        declared: the names that are declared beside the label files.
    """

    name: str
    ending: str
    is_one: Callable[[Any, Path], bool]
    drawings: Callable[[Any, Path], Iterable[Drawing]]
    class_of: Callable[[Any], object]
    corners: Callable[[Any, Size], ArrayLike]
    row: type = dict
    shown: Callable[[Any], str] = repr
    classes: Callable[[Any], Iterable[object]] = lambda _: ()
    bare: Sequence[Path] = ()
    declared: Sequence[str] = ()


_OPENED: Final[Mapping[str, Callable[[Path], Any]]] = {
    ".json": json_of,
    ".xml": xml_of,
    ".csv": csv_of,
    ".txt": lines_of,
}
"""How a label file is opened, by its ending."""


def read_forms(forms: Sequence[Form], files: Sequence[Path]) -> Export | None:
    """The export that a folder's label files make up; None where none is of any of the forms.

    Raises:
        ExportError: no label file can be opened, or they are of two forms.
    """
    known = by_name(files)
    collected = [_Collected(form) for form in forms]
    endings = {form.ending for form in forms}
    broken: list[str] = []
    for file in files:
        ending = file.suffix.lower()
        if ending not in endings:
            continue
        try:
            said = _OPENED[ending](file)
        except ExportError as error:
            broken.append(str(error))
            continue
        for each in collected:
            if each.form.ending == ending and each.form.is_one(said, file):
                # Numbers beyond all measure become infinite, and a box of such ones is refused.
                with np.errstate(over="ignore", invalid="ignore"):
                    each.take(file, said, known)
                break
    found = [each for each in collected if each.files] or [each for each in collected if each.form.bare]
    if len(found) > 1:
        one, other = found[:2]
        message = (
            f"{one.files[0]} is of {one.form.name}, {other.files[0]} of {other.form.name}: "
            "two exports in one folder; import each by itself, or take one out"
        )
        raise ExportError(message)
    if broken and not found:
        raise ExportError(broken[0])
    return found[0].export(broken) if found else None


@dataclass
class _Shown:
    """What is said of one picture so far, of label files that lie equally near to it."""

    split: str
    where: str
    near: int
    boxes: list[ForeignBox] = field(default_factory=list)
    bad: list[BadRow] = field(default_factory=list)
    more: int = 0


class _Collected:
    """What the label files of one form have said so far."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.files: list[Path] = []
        self.photos: dict[Path, _Shown] = {}
        self.sizes: dict[Path, Size | None] = {}
        self.missing: list[Missing] = []
        self.astray: list[BadRow] = []
        self.broken: list[str] = []
        self.declared: dict[str, None] = dict.fromkeys(form.declared)

    def take(self, file: Path, said: object, known: Mapping[str, Sequence[Path]]) -> None:
        self.files.append(file)
        try:
            drawings = list(self.form.drawings(said, file))
            classes = [name for name in self.form.classes(said) if isinstance(name, str)]
        except ExportError:
            raise
        except FAULTS:
            self.broken.append(
                f"{file}: no labels as {self.form.name} writes them; export it anew, or take it out"
            )
            return
        self.declared.update(dict.fromkeys(classes))
        for drawing in drawings:
            self._draw(drawing, file, known)

    def _draw(self, drawing: Drawing, file: Path, known: Mapping[str, Sequence[Path]]) -> None:
        named = drawing.named
        if not named:
            for place, said in drawing.rows:
                kind = NO_PICTURE if isinstance(said, self.form.row) else NOTHING
                self.astray.append(self._bad(file, place, kind, said))
            return
        path = named if isinstance(named, Path) else picture(named, file.parent, known)
        size = self._size(path) if path else None
        if path is None or size is None:
            what = str(named) if isinstance(named, Path) else named[0]
            self.missing.append(Missing(" ".join(what.split())[:200] or str(file), len(drawing.rows)))
            return
        was = drawing.size or size
        scale = np.array(size, np.float64) / was
        if abs(scale[0] / scale[1] - 1) > _SAME_SHAPE:
            what = f"{path} (labelled at {was[0]} by {was[1]} pixels, it has {size[0]} by {size[1]})"
            self.missing.append(Missing(what, len(drawing.rows)))
            return
        shown = self._shown(path, file, drawing)
        if shown is None:
            self.missing.append(_of_another(file, path, len(drawing.rows)))
            return
        room = max(0, MOST_BOXES - len(shown.boxes) - len(shown.bad))
        shown.more += len(drawing.rows[room:])
        for place, said in drawing.rows[:room]:
            try:
                shown.boxes.append(_box(self.form, drawing, said, was, scale))
            except RowError as error:
                shown.bad.append(self._bad(file, place, str(error), said))

    def _shown(self, path: Path, file: Path, drawing: Drawing) -> _Shown | None:
        """What is said of a picture, of which a file says more; None where it is another file's.

        Where two entries name one picture it is one photo all the same. But a label file whose own picture is
        missing must not name the boxes of another split's or export's that is called alike: of two files the
        one whose folders are the picture's is meant.
        """
        near = len(os.path.commonpath([path, file]))
        before = self.photos.get(path)
        if before is not None and before.near > near:
            return None
        if before is None or before.near < near:
            if before is not None:
                rows = len(before.boxes) + len(before.bad) + before.more
                self.missing.append(_of_another(Path(before.where), path, rows))
            split = split_of(path) or split_of(file) or drawing.split
            self.photos[path] = _Shown(split, str(file), near)
        return self.photos[path]

    def _size(self, path: Path) -> Size | None:
        if path not in self.sizes:
            self.sizes[path] = size_of(path)
        return self.sizes[path]

    def _bad(self, file: Path, place: str, kind: str, said: object) -> BadRow:
        text = self.form.shown(said) if isinstance(said, self.form.row) else repr(said)
        return BadRow(f"{file}, {place}", kind, " ".join(text.split())[:_SHOWN])

    def export(self, broken: Iterable[str]) -> Export:
        for path in self.form.bare:
            if self._size(path) is None:
                self.missing.append(Missing(str(path), 0))
            else:
                self.photos.setdefault(path, _Shown(split_of(path), str(path), 0))
        photos = sorted(
            (
                ForeignPhoto(path, said.split, tuple(said.boxes), said.where, tuple(said.bad), said.more)
                for path, said in self.photos.items()
            ),
            key=lambda photo: str(photo.path),
        )
        declared = (" ".join(name.split()) for name in self.declared)
        used = (box.name for photo in photos for box in photo.boxes)
        return Export(
            self.form.name,
            tuple(photos),
            tuple(dict.fromkeys([*filter(None, declared), *used])),
            tuple(self.missing),
            tuple(self.astray),
            (*self.broken, *broken),
        )


def _of_another(file: Path, path: Path, rows: int) -> Missing:
    return Missing(f"{path.name} of {file} (the one in {path.parent} is of labels nearer to it)", rows)


def _box(form: Form, drawing: Drawing, said: object, was: Size, scale: NDArray[np.float64]) -> ForeignBox:
    """The box of a row, in the picture's own size.

    Raises:
        RowError: it says none.
    """
    if not isinstance(said, form.row):
        raise RowError(NOTHING)
    try:
        name = form.class_of(said)
        named = name if drawing.names is None else drawing.names.get(name, drawing)
    except RowError:
        raise
    except FAULTS as error:
        raise RowError(NO_CLASS) from error
    if named is drawing:
        keys = list(drawing.names or ())
        message = (
            f"a class beyond the {len(keys)} that are named{f', {keys[0]} to {keys[-1]}' if keys else ''}"
        )
        raise RowError(message)
    try:
        corners = np.asarray(form.corners(said, was), np.float64) * scale
    except RowError:
        raise
    except FAULTS as error:
        raise RowError(NO_CORNERS) from error
    return ForeignBox.of(named, corners)


def size_said(width: object, height: object) -> Size | None:
    """A picture's size as a label file gives it; None where it gives none that a picture can have.

    >>> size_said("400", "300"), size_said(None, 300), size_said("0", "0"), size_said(10**400, 300)
    ((400, 300), None, None, None)
    """
    try:
        size = int(str(width)), int(str(height))
    except ValueError:
        return None
    return size if min(size) > 0 and max(size) <= _MOST_SIDE else None
