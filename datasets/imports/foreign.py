"""An export of any format as data: photos with named boxes, and whatever is unusable."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from yakulens.scorer.errors import InputError

_MIN_CORNERS: Final = 3
_MAX_COORDINATE: Final = 1e6
"""Maximum absolute coordinate of a real box's corner, pixels."""
_MIN_COVERED: Final = 0.8
"""Minimum share of its bounding box that an upright tile covers, however loosely it was drawn."""
NOTHING: Final = "nothing that is known here"
NO_CLASS: Final = "no class"
NO_CORNERS: Final = "no corners that can be on a photo"
NO_SHAPE: Final = "a shape that is neither a box nor a polygon"
SEVERAL: Final = "a box round several things, not round one tile"
NO_PICTURE: Final = "no picture that the export names"
"""Kinds of bad rows in any format; reports count rows by kind."""


class ExportError(InputError):
    """The folder has nothing to import; the message is one line."""


class RowError(ValueError):
    """A row is no box; the message is the kind of fault, such as `NO_CLASS`."""


@dataclass(frozen=True, slots=True, eq=False)
class ForeignBox:
    """A box as another tool drew it.

    Attributes:
        name: the label author's name for its class.
        corners: ``(N, 2)`` float64 finite pixels of the upright photo: four of a box, more of a polygon.
    """

    name: str
    corners: NDArray[np.float64]

    @classmethod
    def of(cls, name: object, corners: ArrayLike) -> Self:
        """Create a box from a class (a word or a number) and ``(N, 2)`` corners in pixels.

        Raises:
            RowError: the name is empty or has another type, or the corners cannot be on a photo.

        >>> ForeignBox.of(7, upright_box(0, 0, 2, 3)).name
        '7'
        >>> ForeignBox.of("1m", [[0, 0], [float("nan"), 3], [1, 1]])
        Traceback (most recent call last):
        yakulens.datasets.imports.foreign.RowError: no corners that can be on a photo
        """
        if not isinstance(name, str | int | float) or not str(name).strip():
            raise RowError(NO_CLASS)
        points = np.asarray(corners, np.float64)
        has_shape = points.ndim == 2 and points.shape[0] >= _MIN_CORNERS and points.shape[1] == 2  # noqa: PLR2004 - x and y
        if not has_shape or not (np.abs(points) <= _MAX_COORDINATE).all():  # NaN is not either
            raise RowError(NO_CORNERS)
        return cls(" ".join(str(name).split()), points)

    def is_rotated(self) -> bool:
        """Whether its sides are not parallel to the photo's: its bounding box holds more than the tile."""
        size = self.corners.max(axis=0) - self.corners.min(axis=0)
        x, y = self.corners.T
        covered = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
        return covered < _MIN_COVERED * float(size.prod())


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row, shape or annotation that is no box.

    It has its file and place there, the kind of its fault (reports count rows by kind), and its shortened
    text.
    """

    place: str
    kind: str
    text: str

    def __str__(self) -> str:
        """One line for a report."""
        return f"{self.place}: {self.kind} ({self.text})"


@dataclass(frozen=True, slots=True)
class ForeignPhoto:
    """A photo of an export.

    Attributes:
        path: of the picture.
        split: ``train``, ``val`` or ``test`` in the export, or empty.
        boxes: in the export's order.
        bad: rows that are no box.
        more: number of rows beyond the limit, which were not read.
    """

    path: Path
    split: str
    boxes: tuple[ForeignBox, ...]
    bad: tuple[BadRow, ...] = ()
    more: int = 0

    @property
    def rows(self) -> int:
        """Number of rows: good, bad and unread."""
        return len(self.boxes) + len(self.bad) + self.more


class Missing(NamedTuple):
    """A labelled picture that is missing or unusable, the number of its rows, whether its file is there."""

    description: str
    rows: int
    is_there: bool = False


@dataclass(frozen=True, slots=True)
class Export:
    """The content of an exported folder.

    Attributes:
        format_name: of the tool or the format.
        photos: in the order of their paths.
        classes: every class name that the export declares or uses, in its order.
        missing: pictures that are missing or unusable.
        stray_rows: bad rows that belong to no photo.
        unreadable: a message for each unreadable label file.
        guesses: what is guessed, such as what the numbers of a box mean; one sentence each.
        faces: whether the pictures are cut-out faces: each has one box, which is the whole picture.
        advice: what to do if none of the pictures is there.
    """

    format_name: str
    photos: tuple[ForeignPhoto, ...]
    classes: tuple[str, ...]
    missing: tuple[Missing, ...]
    stray_rows: tuple[BadRow, ...] = ()
    unreadable: tuple[str, ...] = ()
    guesses: tuple[str, ...] = ()
    faces: bool = False
    advice: str = ""

    @property
    def bad(self) -> tuple[BadRow, ...]:
        """All rows that are no box."""
        return (*self.stray_rows, *(row for photo in self.photos for row in photo.bad))

    @property
    def rows(self) -> int:
        """Number of rows: boxes, bad rows, and those of missing pictures."""
        missing = sum(picture.rows for picture in self.missing)
        return sum(photo.rows for photo in self.photos) + missing + len(self.stray_rows)

    def without(self, damaged: Collection[Path]) -> Self:
        """The export with these damaged pictures moved to the missing ones."""
        lost = (Missing(str(photo.path), photo.rows) for photo in self.photos if photo.path in damaged)
        return replace(
            self,
            photos=tuple(photo for photo in self.photos if photo.path not in damaged),
            missing=(*self.missing, *lost),
        )


def upright_box(x1: float, y1: float, x2: float, y2: float) -> NDArray[np.float64]:
    """The ``(4, 2)`` corners of an axis-aligned box, clockwise from the top left."""
    return np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], np.float64)


def rotated_box(
    corners: NDArray[np.float64], centre: tuple[float, float], degrees: float
) -> NDArray[np.float64]:
    """Rotate corners clockwise about a point, as drawing tools rotate a box."""
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.asarray((corners - centre) @ np.array([[c, s], [-s, c]]) + centre)
