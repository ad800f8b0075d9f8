"""What the kinds of export have in common whose label files name pictures and their boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from yakulens.vision.imports.documents import csv_of, json_of, xml_of
from yakulens.vision.imports.foreign import BadRow, Export, ExportError, ForeignBox, ForeignPhoto
from yakulens.vision.imports.pictures import by_name, picture, size_of, split_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Size = tuple[int, int]

FAULTS: Final = (ValueError, TypeError, LookupError, AttributeError, OverflowError)
"""How what a file says fails where it says something else."""
NO_BOX: Final = "no box that can be drawn"
_SAME_SHAPE: Final = 0.01
"""How far two pictures' proportions differ at most for one to be the other in another size."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a label file says of one picture.

    Attributes:
        named: what the picture may be called, the likeliest first.
        boxes: its boxes, each to be drawn when it is asked for, given the picture's width and height.
        split: as the label file says, or empty.
        size: width and height of the picture that was drawn on; None where the file does not say.
    """

    named: Sequence[str]
    boxes: Callable[[Size], Iterable[Callable[[], ForeignBox]]]
    split: str = ""
    size: Size | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of export. What a file says may be anything: its functions may fail over it as they like.

    Attributes:
        name: of the tool or the format.
        ending: of its label files, ``.json``, ``.xml`` or ``.csv``.
        is_one: whether what such a file holds is of this kind; never fails.
        drawings: the pictures that it names.
        classes: the names that it declares, whether or not a box has them.
    """

    name: str
    ending: str
    is_one: Callable[[Any], bool]
    drawings: Callable[[Any, Path], Iterable[Drawing]]
    classes: Callable[[Any], Iterable[str]] = lambda _: ()


OPENED: Final[dict[str, Callable[[Path], Any]]] = {".json": json_of, ".xml": xml_of, ".csv": csv_of}
"""How a label file is opened, by its ending."""


def read_form(forms: Sequence[Form], files: Sequence[Path]) -> Export | None:
    """The export that label files make up, of the first form that any of them has; None where none has one.

    Args:
        forms: in the order in which they are believed.
        files: all files of the folder.

    Raises:
        ExportError: a label file cannot be opened, or does not say which pictures it is of.
    """
    known = by_name(files)
    of_form: dict[str, _Collected] = {form.name: _Collected() for form in forms}
    for file in files:
        opened = OPENED.get(file.suffix.lower())
        if opened is None:
            continue
        said = opened(file)
        form = next(
            (form for form in forms if form.ending == file.suffix.lower() and form.is_one(said)), None
        )
        if form is None:
            continue
        try:
            # Numbers beyond all measure become infinite, and a box of such ones is refused.
            with np.errstate(over="ignore", invalid="ignore"):
                of_form[form.name].take(form, file, said, known)
        except FAULTS as error:
            message = f"{file}: no {form.name} labels that can be used ({_reason(error)})"
            raise ExportError(message) from error
    return next((found.export(name) for name, found in of_form.items() if found.files), None)


class _Collected:
    """What the label files of one form have said so far."""

    def __init__(self) -> None:
        self.files = 0
        self.photos: list[ForeignPhoto] = []
        self.missing: list[str] = []
        self.declared: list[str] = []

    def take(self, form: Form, file: Path, said: object, known: dict[str, list[Path]]) -> None:
        self.files += 1
        self.declared += form.classes(said)
        for drawing in form.drawings(said, file):
            path = picture(drawing.named, file.parent, known)
            size = size_of(path) if path else None
            if path is None or size is None:
                self.missing.append(" ".join(drawing.named[0].split())[:200] or str(file))
                continue
            scale = _scale(drawing.size, size)
            if scale is None:
                was = drawing.size or size
                self.missing.append(
                    f"{path} (labelled at {was[0]} by {was[1]} pixels, it has {size[0]} by {size[1]})"
                )
                continue
            boxes, bad = _drawn(drawing.boxes(drawing.size or size), scale, f"{file}, {path.name}")
            split = split_of(path) or split_of(file) or drawing.split
            self.photos.append(ForeignPhoto(path, split, boxes, str(file), bad))

    def export(self, name: str) -> Export:
        return Export.of(name, self.photos, self.missing, self.declared)


def _drawn(
    boxes: Iterable[Callable[[], ForeignBox]], scale: NDArray[np.float64], where: str
) -> tuple[tuple[ForeignBox, ...], tuple[BadRow, ...]]:
    """The boxes of a picture in its own size, and what of them cannot be drawn."""
    drawn, bad = [], []
    for number, draw in enumerate(boxes, start=1):
        try:
            box = draw()
            drawn.append(ForeignBox.of(box.name, box.corners * scale))
        except FAULTS as error:
            bad.append(BadRow(f"{where}, box {number}", NO_BOX, _reason(error)))
    return tuple(drawn), tuple(bad)


def _scale(drawn: Size | None, size: Size) -> NDArray[np.float64] | None:
    """How much larger a picture is than the one that was drawn on; None where it is another picture."""
    if drawn is None or drawn == size:
        return np.ones(2)
    scale = np.array(size, np.float64) / drawn
    return scale if abs(scale[0] / scale[1] - 1) <= _SAME_SHAPE else None


def size_said(width: object, height: object) -> Size | None:
    """A picture's size as a label file gives it; None where it gives none, or zeros.

    >>> size_said("400", "300"), size_said(None, 300), size_said("0", "0")
    ((400, 300), None, None)
    """
    try:
        size = int(str(width)), int(str(height))
    except ValueError:
        return None
    return size if min(size) > 0 else None


def _reason(error: Exception) -> str:
    """Why, in one line: what a dictionary lacks is told by its key alone."""
    said = f"{error} is missing" if isinstance(error, KeyError) else str(error) or type(error).__name__
    return " ".join(said.split())[:160]
