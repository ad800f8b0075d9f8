"""What any export says, whatever its form: photos with named boxes, and what of it cannot be used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray

_FEWEST: Final = 3
_FARTHEST: Final = 1e6
"""Pixels from a photo's corner beyond which no corner lies: what says so is no drawing."""
_STRAIGHT: Final = 0.8
"""Share of the upright box round it that a straight tile covers at least, however loosely it was drawn."""


class ExportError(ValueError):
    """The folder holds nothing that can be imported; the message is one line."""


@dataclass(frozen=True, slots=True, eq=False)
class ForeignBox:
    """A box as another tool drew it.

    Attributes:
        name: of its class, in the words of whoever labelled.
        corners: ``(N, 2)`` float64 pixels of the upright photo, finite: four of a box, more of a polygon.
    """

    name: str
    corners: NDArray[np.float64]

    @classmethod
    def of(cls, name: object, corners: ArrayLike) -> ForeignBox:
        """The box of a class, its corners looked at.

        Args:
            name: a word or a number; all else is none.
            corners: ``(N, 2)`` pixels.

        Raises:
            ValueError: it has no name, or no corners that can be on a photo.

        >>> ForeignBox.of(7, upright_box(0, 0, 2, 3)).name
        '7'
        >>> ForeignBox.of("1m", [[0, 0], [float("nan"), 3], [1, 1]])
        Traceback (most recent call last):
        ValueError: the box of '1m' has no corners that can be used
        """
        if not isinstance(name, str | int | float) or not str(name).strip():
            message = f"a box needs the name of its class, found {_short(name)}"
            raise ValueError(message)
        placed = np.asarray(corners, np.float64)
        if placed.ndim != 2 or placed.shape[0] < _FEWEST or placed.shape[1] != 2:  # noqa: PLR2004 - x and y
            fits = False
        else:
            fits = bool((np.abs(placed) <= _FARTHEST).all())  # nor is a number that is none
        if not fits:
            message = f"the box of {_short(name)} has no corners that can be used"
            raise ValueError(message)
        return cls(" ".join(str(name).split()), placed)

    def turned(self) -> bool:
        """Whether its sides do not run along the photo's: an upright box round it holds more than the tile.

        >>> straight = [[0, 0], [30, 0], [30, 40], [0, 40]]
        >>> ForeignBox("1m", np.array(straight, float)).turned()
        False
        >>> ForeignBox("1m", np.array([[15, 0], [30, 20], [15, 40], [0, 20]], float)).turned()
        True
        """
        size = self.corners.max(axis=0) - self.corners.min(axis=0)
        x, y = self.corners.T
        covered = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
        return covered < _STRAIGHT * float(size.prod())


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row, shape or annotation that says no box.

    Attributes:
        where: the file, and the line or the picture.
        kind: what is wrong with it, in words that other rows share: rows are counted by it.
        said: the row, or what was wrong with this one, shortened.
    """

    where: str
    kind: str
    said: str

    def __str__(self) -> str:
        """One line for a report.

        >>> str(BadRow("a.txt, line 3", "no row of numbers", "'0 a b'"))
        "a.txt, line 3: no row of numbers ('0 a b')"
        """
        return f"{self.where}: {self.kind} ({self.said})"


@dataclass(frozen=True, slots=True)
class ForeignPhoto:
    """A photo of an export.

    Attributes:
        path: of the picture.
        split: ``train``, ``val``, ``test`` as the export parts them, or empty.
        boxes: in the export's order.
        where: the file that says so, for messages.
        bad: what of its rows says no box.
    """

    path: Path
    split: str
    boxes: tuple[ForeignBox, ...]
    where: str
    bad: tuple[BadRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Export:
    """All that a folder says.

    Attributes:
        form: what kind of export it is.
        photos: in the order of their paths.
        names: every class that the export declares or uses, in its order.
        missing: pictures that labels name and that are not there, or are none.
    """

    form: str
    photos: tuple[ForeignPhoto, ...]
    names: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def bad(self) -> tuple[BadRow, ...]:
        """What of all rows says no box."""
        return tuple(row for photo in self.photos for row in photo.bad)

    @property
    def rows(self) -> int:
        """How many boxes and bad rows there are."""
        return sum(len(photo.boxes) + len(photo.bad) for photo in self.photos)

    @classmethod
    def of(
        cls,
        form: str,
        photos: Iterable[ForeignPhoto],
        missing: Iterable[str],
        declared: Sequence[str] = (),
    ) -> Export:
        """An export of photos, with its names in order."""
        listed = tuple(sorted(photos, key=lambda photo: str(photo.path)))
        used = dict.fromkeys([*declared, *(box.name for photo in listed for box in photo.boxes)])
        return cls(form, listed, tuple(used), tuple(missing))


def upright_box(x1: float, y1: float, x2: float, y2: float) -> NDArray[np.float64]:
    """The ``(4, 2)`` corners of a box that is not turned.

    >>> upright_box(0, 1, 2, 3).tolist()
    [[0.0, 1.0], [2.0, 1.0], [2.0, 3.0], [0.0, 3.0]]
    """
    return np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], np.float64)


def turned_box(
    corners: NDArray[np.float64], about: tuple[float, float], degrees: float
) -> NDArray[np.float64]:
    """Corners turned clockwise about a point, as drawing tools turn a box.

    >>> turned_box(upright_box(0, 0, 2, 4), (0, 0), 90).round().tolist()
    [[0.0, 0.0], [0.0, 2.0], [-4.0, 2.0], [-4.0, 0.0]]
    """
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.asarray((corners - about) @ np.array([[c, s], [-s, c]]) + about)


def _short(value: object) -> str:
    """A value in a message, however long it is."""
    return f"{value!r:.60}"
