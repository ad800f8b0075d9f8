"""What any export says, whatever its form: photos with named boxes, and what of it cannot be used."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from yakulens.scorer.errors import InputError

_FEWEST: Final = 3
_FARTHEST: Final = 1e6
"""Pixels from a photo's corner beyond which no corner lies: what says so is no drawing."""
_STRAIGHT: Final = 0.8
"""Share of the upright box round it that a straight tile covers at least, however loosely it was drawn."""


NOTHING: Final = "nothing that is known here"
NO_CLASS: Final = "no class"
NO_CORNERS: Final = "no corners that can be on a photo"
NO_SHAPE: Final = "a shape that is neither a box nor a polygon"
NO_PICTURE: Final = "no picture that the export names"
"""What is wrong with rows of any form, in the words that they are counted by."""


class ExportError(InputError):
    """The folder holds nothing that can be imported; the message is one line."""


class RowError(ValueError):
    """A row says no box; the message is what such rows are counted by, `NO_CLASS` or another."""


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
        """The box of a class, which a word or a number names, with ``(N, 2)`` corners in pixels.

        Raises:
            RowError: it has no name, or no corners that can be on a photo.

        >>> ForeignBox.of(7, upright_box(0, 0, 2, 3)).name
        '7'
        >>> ForeignBox.of("1m", [[0, 0], [float("nan"), 3], [1, 1]])
        Traceback (most recent call last):
        yakulens.vision.imports.foreign.RowError: no corners that can be on a photo
        """
        if not isinstance(name, str | int | float) or not str(name).strip():
            raise RowError(NO_CLASS)
        placed = np.asarray(corners, np.float64)
        shaped = placed.ndim == 2 and placed.shape[0] >= _FEWEST and placed.shape[1] == 2  # noqa: PLR2004 - x and y
        if not shaped or not (np.abs(placed) <= _FARTHEST).all():  # nor is a number that is none
            raise RowError(NO_CORNERS)
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
        where: the file, and the line or the place in it.
        kind: what is wrong with it, in words that other rows share: rows are counted by it.
        said: the row, shortened.
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
        more: rows beyond those that any photo has, which nobody looked at.
    """

    path: Path
    split: str
    boxes: tuple[ForeignBox, ...]
    where: str
    bad: tuple[BadRow, ...] = ()
    more: int = 0

    @property
    def rows(self) -> int:
        """How many rows are of it, whatever they say."""
        return len(self.boxes) + len(self.bad) + self.more


class Missing(NamedTuple):
    """A picture that labels name and that is not there, or is none.

    Attributes:
        what: its name, and what is wrong with it.
        boxes: rows that are lost with it.
    """

    what: str
    boxes: int


@dataclass(frozen=True, slots=True)
class Export:
    """All that a folder says.

    Attributes:
        form: what kind of export it is.
        photos: in the order of their paths.
        names: every class that the export declares or uses, in its order.
        missing: pictures that are not there, or are none.
        astray: bad rows that are of none of the photos.
        broken: files of labels that cannot be read, a line each.
    """

    form: str
    photos: tuple[ForeignPhoto, ...]
    names: tuple[str, ...]
    missing: tuple[Missing, ...]
    astray: tuple[BadRow, ...] = ()
    broken: tuple[str, ...] = ()

    @property
    def bad(self) -> tuple[BadRow, ...]:
        """What of all rows says no box."""
        return (*self.astray, *(row for photo in self.photos for row in photo.bad))

    @property
    def rows(self) -> int:
        """How many rows there are: boxes, bad ones, and those of missing pictures."""
        return (
            sum(photo.rows for photo in self.photos)
            + len(self.astray)
            + sum(each.boxes for each in self.missing)
        )

    def without(self, unreadable: Collection[Path]) -> Export:
        """The export where these pictures, whose heads alone are sound, are missing too."""
        lost = [photo for photo in self.photos if photo.path in unreadable]
        return replace(
            self,
            photos=tuple(photo for photo in self.photos if photo.path not in unreadable),
            missing=(
                *self.missing,
                *(Missing(str(photo.path), photo.rows) for photo in lost),
            ),
        )


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
