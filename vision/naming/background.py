"""The background colour that faces are printed on: it separates blank Whites from backs, tiles from gaps.

On a crop a blank White and a plain back look alike; on the photo the White has the background colour of its
neighbours' faces and the back, in most sets, has not. And a detection one of whose margins is neither of that
colour nor like the others is no face: it is the gap between two tiles, with the side of one in view.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.labels import BACK, INDEX, OTHER
from yakulens.vision.naming.blanks import ANYTHING, alike, whites
from yakulens.vision.naming.borders import neighboured
from yakulens.vision.naming.rectify import MARGIN, crops

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.picture.pyramid import Pyramid

_WHITE: Final = INDEX["5z"]
_BACK: Final = INDEX[BACK]
_BLANK: Final = 0.5
"""A tile counts as blank where White and back together are at least this probable."""
_SURE: Final = 0.8
"""Probability from which a printed face counts as known."""
_NEIGHBOURS: Final = 5
_FEWEST: Final = 5
_SURE_OF_ANOTHER_SET: Final = 0.98
"""Probability from which a printed face on a background of its own is believed."""
_SURE_BACK: Final = 0.98
"""Probability from which the reader is believed that a blank detection is a back, unless its surroundings
have the same colour (``_HARDLY_TOLD_APART``)."""
_HARDLY_TOLD_APART: Final = 50.0
"""Density of a detection's colour in what lies around it from which the two are hardly told apart: the very
same colour has 1,300."""
_LIGHTEST: Final = 0.75
"""The background of a face is its lightest quarter; dense circles and bamboo cover more than half of it."""
_RIM: Final = (0.05, 0.15)
"""Where a face's margins lie, in shares of its sides: within the bevel, outside the print."""
_BEYOND: Final = 0.8
"""How much of a crop's rim is surely outside the face."""
_UNCOVERED: Final = 0.7
"""Print may reach into a margin (circles of a 9p do) but leaves three tenths of it to the background."""
_OF_ONE_COLOUR: Final = 1.0
"""Density from which two backs are of one colour."""
_UNLIKE: Final = 0.005
"""Density below which two colours are not those of one face: of 2,910 real faces none had a margin so far
from its neighbours' background."""

_HARDLY_ALIKE: Final = 0.05
"""Density below which two colours are not those of one face where it is not read for sure: of 560 tiles on
real photos none has less than 0.1, but gaps with the side of a tile in them have."""

_THE_SAME: Final = 10.0
"""Density from which a colour is surely that of the neighbours' background; bare table between tiles may come
near to it."""

_SUM: Final = np.ones(3, np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class BackgroundColours:
    """How the background of each of N tiles differs in colour from that of the printed faces nearest to it.

    Attributes:
        differences: ``(N, 3)`` natural logarithms of R, G, B against their median; NaN where there are too
            few printed faces to compare with.
        margins: ``(N, 4, 3)`` the same for the strips along each tile's four edges.
        steps: ``(N, 4, 3)`` natural logarithms of R, G, B in a blank tile's middle against what lies beyond
            each edge, corner 0 to 1 first; NaN where another detection lies there, and for printed tiles.
    """

    differences: NDArray[np.float64]
    margins: NDArray[np.float64]
    steps: NDArray[np.float64]

    @classmethod
    def of(cls, photo: Pyramid, quads: NDArray[np.float32], faces: NDArray[np.float32]) -> BackgroundColours:
        """Measure all tiles of a photo.

        Args:
            photo: the photo.
            quads: ``(N, 4, 2)`` float32, photo pixels, clockwise.
            faces: ``(N, 39)`` float32 probabilities.

        >>> from yakulens.vision.example import detected, painted
        >>> row = detected("1m 2m 3m 4m 5m 6m 5z")
        >>> picture = painted(row, [(230, 225, 210)] * 6 + [(30, 60, 120)], table=(40, 90, 60))
        >>> colours = BackgroundColours.of(picture, row.quads, row.faces)
        >>> colours.differences[[0, 6]].round(1).tolist()  # red, green and blue of a face, and of a dark back
        [[0.0, 0.0, 0.0], [-1.9, -1.3, -0.5]]
        """
        differences = np.full((len(quads), 3), np.nan)
        margins = np.full((len(quads), 4, 3), np.nan)
        printed = np.delete(np.arange(faces.shape[1]), [_WHITE, _BACK, INDEX[OTHER]])
        known = np.flatnonzero(faces[:, printed].max(axis=1, initial=0.0) >= _SURE)
        pictures = crops(photo, quads)
        steps = np.full((len(quads), 4, 3), np.nan)
        blanks = np.flatnonzero(_blank(faces))
        for blank, beside in zip(blanks, neighboured(quads[blanks], quads), strict=True):
            steps[blank, ~beside] = _steps(pictures[blank])[~beside]
        if len(known) >= _FEWEST:
            colours, strips = _background(pictures), _margins(pictures)
            near = _nearest(quads.mean(axis=1), known)
            differences = colours - _median(colours, near)
            margins = strips - _median(np.median(strips, axis=1), near)[:, None]
        return cls(differences, margins, steps)

    def whites_from_backs(self, faces: NDArray[np.float32]) -> NDArray[np.float32]:
        """The faces' probabilities, those of White and back settled by colour where a tile is blank.

        Args:
            faces: ``(N, 39)`` float32 probabilities.

        Returns:
            ``(N, 39)`` float32; White and back of a tile have the same sum as before.

        >>> from yakulens.vision.example import detected, painted
        >>> row = detected("1m 2m 3m 4m 5m 6m 5z")
        >>> picture = painted(row, [(230, 225, 210)] * 6 + [(30, 60, 120)], table=(40, 90, 60))
        >>> colours = BackgroundColours.of(picture, row.quads, row.faces)
        >>> before = row.faces.copy()
        >>> before[6, [_WHITE, _BACK]] = 0.5
        >>> colours.whites_from_backs(before)[6, [_WHITE, _BACK]].round(1).tolist()
        [0.0, 1.0]
        """
        out = faces.copy()
        blank = np.flatnonzero(np.isfinite(self.differences).all(axis=1) & _blank(faces))
        opinions = faces[blank][:, [_WHITE, _BACK]]
        white = whites(self.differences[blank], opinions.astype(np.float64))
        mass = opinions.sum(axis=1)
        out[blank, _WHITE], out[blank, _BACK] = mass * white, mass * (1 - white)
        return out

    def gaps(self, faces: NDArray[np.float32]) -> NDArray[np.bool_]:
        """``(N,)`` bool: whether a tile has a margin without the background colour of its neighbours.

        A tile of another set, or in the shade as a whole, has four margins that are alike, and is read for
        sure. So is a White with a frame in its margins, within which it has the colour of its neighbours.

        Args:
            faces: ``(N, 39)`` float32 probabilities.

        >>> from yakulens.vision.example import detected, painted
        >>> row = detected("1m 2m 3m 4m 5m 6m 5z")
        >>> picture = painted(row, [(230, 225, 210)] * 6 + [(30, 60, 120)], table=(40, 90, 60))
        >>> colours = BackgroundColours.of(picture, row.quads, row.faces)
        >>> read_as_a_tile = row.faces.copy()
        >>> read_as_a_tile[6] = 1 / 39
        >>> colours.gaps(read_as_a_tile).tolist()
        [False, False, False, False, False, False, True]
        """
        sure = faces.max(axis=1, initial=0.0) >= _SURE_OF_ANOTHER_SET
        found = np.array([_is_gap(m, sure=bool(s)) for m, s in zip(self.margins, sure, strict=True)], bool)
        printed = ~np.isin(faces.argmax(axis=1), (_WHITE, _BACK))
        found |= printed & ~sure & (alike(self.margins) < _HARDLY_ALIKE).any(axis=1)
        return np.asarray(found & ~self.surely_white(faces))

    def surely_white(self, faces: NDArray[np.float32]) -> NDArray[np.bool_]:
        """``(N,)`` bool: whether a tile is read as White for sure, and has its neighbours' background colour.

        Args:
            faces: ``(N, 39)`` float32 probabilities.

        >>> from yakulens.vision.example import detected, painted
        >>> row = detected("1m 2m 3m 4m 5m 6m 5z 5z")
        >>> shown = [(230, 225, 210)] * 7 + [(40, 90, 60)]
        >>> colours = BackgroundColours.of(painted(row, shown, table=(40, 90, 60)), row.quads, row.faces)
        >>> np.flatnonzero(colours.surely_white(row.faces)).tolist()  # the last one is as green as the table
        [6]
        """
        white = faces[:, _WHITE] >= _SURE_OF_ANOTHER_SET
        return np.asarray(white & (alike(self.differences) >= _THE_SAME))

    def bare(self, faces: NDArray[np.float32]) -> NDArray[np.bool_]:
        """``(N,)`` bool: whether a detection looks like what lies beyond two opposite edges: bare table.

        What is surely read as a back and touches another detection must look much more so.

        Args:
            faces: ``(N, 39)`` float32 probabilities.

        >>> from yakulens.vision.example import detected, painted
        >>> row = detected("1m 2m 3m 4m 5m 6m back")
        >>> picture = painted(row, [(230, 225, 210)] * 6 + [(40, 90, 60)], table=(40, 90, 60))
        >>> colours = BackgroundColours.of(picture, row.quads, row.faces)
        >>> colours.bare(row.faces).tolist()
        [False, False, False, False, False, False, True]
        """
        touching = np.isnan(self.steps).any(axis=(1, 2))
        least = np.where(touching & (faces[:, _BACK] >= _SURE_BACK), _HARDLY_TOLD_APART, ANYTHING)
        like = self._likenesses() >= least[:, None]  # not-a-number compares false
        return np.asarray((like[:, 0] & like[:, 2]) | (like[:, 1] & like[:, 3]))

    def faded(self) -> NDArray[np.bool_]:
        """``(N,)`` bool: whether a blank detection goes on in its colour beyond an edge without neighbour.

        >>> from yakulens.vision.example import detected, painted
        >>> row = detected("1m 2m 3m 4m 5m 6m back")
        >>> picture = painted(row, [(230, 225, 210)] * 6 + [(40, 90, 60)], table=(40, 90, 60))
        >>> colours = BackgroundColours.of(picture, row.quads, row.faces)
        >>> colours.faded().tolist()
        [False, False, False, False, False, False, True]
        """
        return np.asarray((self._likenesses() >= ANYTHING).any(axis=1))

    def foreign(self) -> NDArray[np.bool_]:
        """``(N,)`` bool: whether neither a tile's background nor a margin of it has its neighbours' colour.

        Of 574 doubtful printed faces on real photos, in one to three versions, 15 are so: sheets, gaps with
        the side of a tile, a bag, and one small blurred tile.

        >>> from yakulens.vision.example import detected, painted
        >>> row = detected("1m 2m 3m 4m 5m 6m 2s")
        >>> picture = painted(row, [(230, 225, 210)] * 6 + [(120, 100, 90)], table=(40, 90, 60))
        >>> BackgroundColours.of(picture, row.quads, row.faces).foreign().tolist()
        [False, False, False, False, False, False, True]
        """
        like = np.concatenate([alike(self.differences)[:, None], alike(self.margins)], axis=1)
        return np.asarray((like < _THE_SAME).all(axis=1))  # not-a-number compares false

    def strange(self, faces: NDArray[np.float32]) -> NDArray[np.bool_]:
        """``(N,)`` bool: whether what is read as a back has neither the faces' colour nor that of the backs.

        Two backs at least must be of one colour for that colour to be known.

        Args:
            faces: ``(N, 39)`` float32 probabilities.
        """
        backs = np.flatnonzero((faces[:, _BACK] >= _BLANK) & np.isfinite(self.differences).all(axis=1))
        out = np.zeros(len(faces), bool)
        if len(backs):
            colours = self.differences[backs]
            like = alike(colours[:, None] - colours)
            np.fill_diagonal(like, 0.0)
            lone = (like.max(axis=1) < _UNLIKE) & (alike(colours) < _UNLIKE)
            out[backs] = lone & (like.max() >= _OF_ONE_COLOUR)
        return out

    def _likenesses(self) -> NDArray[np.float64]:
        """``(N, 4)`` how well a blank detection fits what lies beyond each edge; NaN as in ``steps``."""
        return alike(self.steps)


def _blank(faces: NDArray[np.float32]) -> NDArray[np.bool_]:
    """``(N,)`` whether a tile is likely to have nothing printed on it."""
    return np.asarray(faces[:, _WHITE] + faces[:, _BACK] >= _BLANK)


def _is_gap(margins: NDArray[np.float64], *, sure: bool) -> bool:
    if not np.isfinite(margins).all():
        return False
    of_one = alike(margins[:, None] - margins).min() >= _UNLIKE
    return bool(alike(margins).min() < _UNLIKE and not (of_one and sure))


def _nearest(centres: NDArray[np.float32], known: NDArray[np.intp]) -> NDArray[np.intp]:
    """``(N, K)`` which of the tiles ``known`` lie nearest to each tile, itself not counted; -1 for none."""
    far = np.linalg.norm(centres[:, None] - centres[known], axis=2)
    far[known, np.arange(len(known))] = np.inf
    order = np.argsort(far, axis=1)[:, :_NEIGHBOURS]
    return np.where(np.isfinite(np.take_along_axis(far, order, axis=1)), known[order], -1)


def _median(values: NDArray[np.float64], near: NDArray[np.intp]) -> NDArray[np.float64]:
    """``(N, 3)`` medians of those of the ``(N, 3)`` values that are named, leaving out -1."""
    of_near = values[near]
    if (near >= 0).all():
        return np.asarray(np.median(of_near, axis=1))
    of_near[near < 0] = np.nan
    return np.asarray(np.nanmedian(of_near, axis=1))


def _background(pictures: NDArray[np.uint8]) -> NDArray[np.float64]:
    """``(N, 3)`` logarithms of the background colour of the face on each crop."""
    height, width = pictures.shape[1:3]
    return _lightest(pictures[:, height // 5 : -height // 5, width // 5 : -width // 5], _LIGHTEST)


def _margins(pictures: NDArray[np.uint8]) -> NDArray[np.float64]:
    """``(N, 4, 3)`` logarithms of the background's colour along a face's upper, lower, left, right edge."""
    height, width = pictures.shape[1:3]
    around = (1 - 1 / MARGIN) / 2
    top, low = (round(height * (around + share / MARGIN)) for share in _RIM)
    left, right = (round(width * (around + share / MARGIN)) for share in _RIM)
    strips = (
        pictures[:, top:low, left:-left],
        pictures[:, -low:-top, left:-left],
        pictures[:, top:-top, left:right],
        pictures[:, top:-top, -right:-left],
    )
    return np.stack([_lightest(strip, _UNCOVERED) for strip in strips], axis=1)


def _steps(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    """``(4, 3)`` logarithms of a crop's middle against the strips beyond its face's edges, clockwise."""
    height, width = picture.shape[:2]
    around = (1 - 1 / MARGIN) / 2
    top, left = round(height * around), round(width * around)
    high, wide = round(top * _BEYOND), round(left * _BEYOND)
    parts = (
        picture[height // 4 : -height // 4, width // 4 : -width // 4],
        picture[:high, left:-left],
        picture[top:-top, -wide:],
        picture[-high:, left:-left],
        picture[top:-top, :wide],
    )
    middle, *around_it = (np.log(np.median(part.reshape(-1, 3), axis=0) + 4.0) for part in parts)
    return np.array([middle - colour for colour in around_it])


def _lightest(pictures: NDArray[np.uint8], above: float) -> NDArray[np.float64]:
    """``(N, 3)`` logarithms of the median colour of each picture's pixels lighter than a share of them."""
    pixels = pictures.reshape(len(pictures), -1, 3)
    light = pixels @ _SUM
    every = np.ones(light.shape, bool)
    # Counting bytes is many times faster than ``np.quantile`` and ``np.median``, for the same answer.
    rank = math.ceil(above * (light.shape[1] - 1))
    bright = light >= _at(_counted(light, every), np.full(len(light), rank))[:, None]
    count = bright.sum(axis=1)
    channels = [_counted(pixels[..., channel], bright) for channel in range(3)]
    middle = [(_at(of, (count - 1) // 2) + _at(of, count // 2)) / 2 for of in channels]
    return np.log(np.stack(middle, axis=1) + 4.0)


def _counted(values: NDArray[np.integer], taken: NDArray[np.bool_]) -> NDArray[np.int64]:
    """``(N, V)`` how many of the taken numbers of each row are at most 0, at most 1, and so on."""
    span = int(values.max(initial=0)) + 1
    places = values[taken] + np.repeat(span * np.arange(len(values)), taken.sum(axis=1))
    return np.bincount(places, minlength=span * len(values)).reshape(-1, span).cumsum(axis=1)


def _at(counted: NDArray[np.int64], rank: NDArray[np.intp]) -> NDArray[np.intp]:
    """``(N,)`` which number stands at each rank, from 0, of what was counted."""
    return np.asarray((counted > rank[:, None]).argmax(axis=1))
