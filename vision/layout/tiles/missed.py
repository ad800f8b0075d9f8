"""Places where a tile may have been missed: holes in rows, beyond their ends, two halves, two in one.

A finder misses one tile in a hundred or so, mostly blank ones among others. The tiles that it detected show
where the missing one must lie, so that the reader can be asked about that very place. A tile that lies across
and is seen from low above is at times detected as two: half of a 4p looks like a 2p.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.vectors import axes
from vision.layout.tiles.false_positives import find_false_positives
from vision.layout.tiles.frame import directions, frame_facing, offsets
from vision.layout.tiles.observed import observe
from vision.layout.tiles.table import lay_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detections import Detections
    from vision.layout.tiles.frame import Frame
    from vision.layout.tiles.table import Table

FEWEST: Final = 3
"""So many tiles must be detected for there to be a row."""
TIGHT, LOOSE = 0.78, 1.3
"""Widths of a hole for one tile, tile widths."""
WIDEST: Final = 2
"""Holes for more tiles than this are gaps between groups."""
LEVEL: Final = 0.4
"""The tiles on both sides of a hole are in line up to this."""
BESIDE: Final = 0.45
"""Touching neighbours have no wider gap than this."""
COVERED: Final = 0.25
"""A place into which a tile reaches by more than this, tile widths, is taken."""
STEP: Final = 1.02
"""From the called tile of a quad to the one added to it."""
HALF: Final = 0.5
SNUG: Final = 0.1
"""A hole for a face-down tile is as wide as one up to this: bare table between two sets looks like a back."""
HALF_SIZE: Final = (-0.6, -0.15)
"""Logarithms of the sizes between which a detection may be half a tile: a half is 0.35 below a whole."""
JOINED: Final = 0.17
"""How far the middles of two halves may lie from where they should, tile widths."""
DOUBLE_SIZE: Final = (0.2, 0.5)
"""Logarithms of the sizes between which a detection may be two tiles: two are 0.35 above one."""
ASIDE: Final = 0.75
"""A called tile with another one on top seems out of line by up to this ..."""
NEAR: Final = (-0.6, 1.6)
"""... and this far, between outlines, from an upright tile of its set, one between them being missed."""
SAME: Final = 0.5
"""Places nearer to each other than this are one."""
MOST: Final = 24
"""How many places are named, those between tiles first."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A place on the table where a tile may lie.

    Attributes:
        x, y: its middle, tile widths.
        up: direction away from the row's owner, radians.
        between: whether tiles were detected on both sides of it.
        sideways: whether a tile there would lie sideways.
        back: whether one of the tiles beside it lies face-down.
        behind: the tile that may hide a part of it.
        like: the tile whose set it may belong to then.
    """

    x: float
    y: float
    up: float
    between: bool
    sideways: bool = False
    back: bool = False
    behind: int | None = None
    like: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class MissedPlaces:
    """Where the reader is to be asked whether a tile was missed.

    Attributes:
        quads: ``(M, 4, 2)`` float32, pixels of the upright photo, clockwise, the first edge a short side;
            those between two tiles first.
        backs: ``(M,)`` bool, whether a face-down tile may lie there: right beside another one.
        like: ``(M,)`` int, the index among the detections of a tile of the same set, partly in front of which
            another one lies; -1 where there is none.
    """

    quads: NDArray[np.float32]
    backs: NDArray[np.bool_]
    like: NDArray[np.int64]

    def __len__(self) -> int:
        """How many places."""
        return len(self.quads)


def missed_places(detections: Detections) -> MissedPlaces:
    """The places on the photo at which a tile may lie that is not among ``detections``.

    >>> from vision.example import detected
    >>> places = missed_places(detected("1m 2m 3m _ 5m 6m 7m"))
    >>> len(places), places.quads[0].round().tolist()
    (5, [[225.0, 100.0], [265.0, 100.0], [265.0, 154.0], [225.0, 154.0]])
    """
    seen = observe(detections)
    if len(seen) < FEWEST:
        return MissedPlaces(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.bool_), np.zeros(0, np.int64))
    table = lay_out(seen)
    spots: list[TablePlace] = []
    rejected = find_false_positives(table)
    solid = np.array([t not in rejected for t in range(len(table))])
    for explanation in (_whole, _singles):
        places, explained = explanation(table)
        solid[explained] = False
        spots += places
    for up in directions(table):
        spots += _spots(table, frame_facing(table, up), solid)
    spots.sort(key=lambda spot: not spot.between)
    chosen: list[TablePlace] = []
    for spot in spots:
        alike = [s for s in chosen if s.sideways == spot.sideways]
        again = any(np.hypot(spot.x - s.x, spot.y - s.y) < SAME for s in alike)
        if not again and not _taken(table, spot, solid):
            chosen.append(spot)
    quads = np.array([_on_photo(table, spot) for spot in chosen], np.float32).reshape(-1, 4, 2)
    inside = ((quads > 0) & (quads < np.array(detections.size[::-1]))).all(axis=(1, 2))
    backs = np.array([spot.back for spot in chosen], np.bool_)
    like = np.array([-1 if s.like is None else int(seen.source[s.like]) for s in chosen], np.int64)
    first = np.flatnonzero(inside)[:MOST]
    return MissedPlaces(quads[first], backs[first], like[first])


def _whole(table: Table) -> tuple[list[TablePlace], list[int]]:
    """Where two small detections side by side are rather the halves of one tile, and those detections."""
    size = _sizes(table)
    small = np.flatnonzero((size > HALF_SIZE[0]) & (size < HALF_SIZE[1]))
    spots, parts = [], set()
    for n, i in enumerate(small):
        for j in small[n + 1 :]:
            dx, dy = table.centre[j] - table.centre[i]
            apart = float(np.hypot(dx, dy))
            lengthwise = abs(apart - table.plane.aspect / 2) < JOINED
            if not lengthwise and abs(apart - HALF) > JOINED:
                continue
            x, y = (table.centre[i] + table.centre[j]) / 2
            up = float(np.arctan2(dy, dx)) + (0.0 if lengthwise else np.pi / 2)
            spots.append(TablePlace(float(x), float(y), up, between=True))
            parts |= {int(i), int(j)}
    return spots, sorted(parts)


def _singles(table: Table) -> tuple[list[TablePlace], list[int]]:
    """Where two tiles may lie that were detected as one, side by side or end to end, and those detections."""
    size = _sizes(table)
    large = np.flatnonzero((size > DOUBLE_SIZE[0]) & (size < DOUBLE_SIZE[1]))
    aspect = table.plane.aspect
    spots = []
    for i in large:
        long = max(float(table.length[i]), float(table.width[i]))
        short = min(float(table.length[i]), float(table.width[i]))
        along = float(table.axis[i]) + (0.0 if table.length[i] >= table.width[i] else np.pi / 2)
        # Side by side two tiles are 2 by aspect, end to end twice the aspect by 1.
        beside = abs(np.log(long / short * aspect / 2)) < abs(np.log(long / short / aspect / 2))
        step = HALF * (1.0 if beside else aspect) * axes(along)[1]
        up = along + (np.pi / 2 if beside else 0.0)
        for x, y in (table.centre[i] + step, table.centre[i] - step):
            spots.append(TablePlace(float(x), float(y), up, between=True))
    return spots, large.tolist()


def _sizes(table: Table) -> NDArray[np.float64]:
    """``(N,)`` logarithms of the detections' sizes, lengths, against the usual one."""
    size = np.log(np.maximum(table.width * table.length, 1e-6) / table.plane.aspect) / 2
    return np.asarray(size - np.median(size))


def _spots(table: Table, view: Frame, solid: NDArray[np.bool_]) -> list[TablePlace]:
    """Holes in the frame's rows, and the places beyond the rows' ends."""
    dx, dy = offsets(table, view)
    known = (view.upright | view.sideways) & solid
    half = np.where(view.sideways, table.plane.aspect / 2, 0.5)
    gap = dx - half[:, None] - half[None, :]
    right = (dx > 0) & known[:, None] & known[None, :] & ~np.eye(len(dx), dtype=bool)
    near = right & (np.abs(dy) < LEVEL)
    nearest = np.where(near, gap, np.inf)
    places = []
    for i in (int(k) for k in np.flatnonzero(known & view.upright)):
        j = int(np.argmin(nearest[i]))
        space = float(nearest[i, j])
        number = round(space) if np.isfinite(space) else 0
        if 1 <= number <= WIDEST and TIGHT * number < space < LOOSE * number:
            for k in range(number):
                share = (half[i] + (k + 0.5) * space / number) / dx[i, j]
                x, y = table.centre[i] * (1 - share) + table.centre[j] * share
                snug = abs(space / number - 1) < SNUG
                back = snug and bool(table.tiles.back[[i, j]].max() > HALF)
                places.append(TablePlace(float(x), float(y), float(view.local[i]), between=True, back=back))
        elif space > BESIDE:
            places += _end(table, view, np.where(near[:, i], gap[:, i], np.inf), i, 1.0)
        if np.where(near[:, i], gap[:, i], np.inf).min() > BESIDE:
            places += _end(table, view, nearest[i], i, -1.0)
    places += _beside_called(table, view, solid, dx, dy)
    touching = near & (gap < BESIDE)
    beside = ((touching | touching.T) & view.upright[None, :]).any(axis=1)
    for i in (int(k) for k in np.flatnonzero(solid & view.sideways & beside)):
        places += [_added(table, view, i, side) for side in (1.0, -1.0)]
    return places


def _beside_called(
    table: Table, view: Frame, solid: NDArray[np.bool_], dx: NDArray[np.float64], dy: NDArray[np.float64]
) -> list[TablePlace]:
    """Where the third tile of a set lies of which a sideways and an upright one were detected.

    With an added tile on it the sideways one seems to lie elsewhere, and may hide a part of the third.
    """
    aspect = table.plane.aspect
    places = []
    for i in (int(k) for k in np.flatnonzero(view.upright & solid)):
        gap = np.abs(dx[i]) - 0.5 - aspect / 2
        called = view.sideways & solid & (np.abs(dy[i]) < ASIDE) & (gap > NEAR[0]) & (gap < NEAR[1])
        up = float(view.local[i])
        right, _ = axes(up)
        for j in (int(k) for k in np.flatnonzero(called)):
            for steps in (1.0, 1.0 + aspect):
                x, y = table.centre[i] + np.sign(dx[i, j]) * steps * right
                places.append(TablePlace(float(x), float(y), up, between=False, behind=j, like=i))
    return places


def _added(table: Table, view: Frame, tile: int, side: float) -> TablePlace:
    """The place beyond (``side`` 1) or before (-1) a sideways tile: an added quad has two side by side."""
    up = float(view.local[tile])
    x, y = table.centre[tile] + side * STEP * axes(up)[1]
    return TablePlace(float(x), float(y), up, between=False, sideways=True)


def _end(table: Table, view: Frame, inwards: NDArray[np.float64], tile: int, side: float) -> list[TablePlace]:
    """The places beyond a tile that ends a row, on its right (``side`` 1) or left (-1): upright, sideways.

    ``inwards`` are the gaps to the tiles on its other side: a tile alone is no row.
    """
    if inwards.min() > BESIDE:
        return []
    up = float(view.local[tile])
    right, away = axes(up)
    right = side * right
    half = table.plane.aspect / 2
    upright = table.centre[tile] + right
    # A called tile lies flush with the others' near edges.
    turned = table.centre[tile] + right * (0.5 + half) - away * (half - 0.5)
    return [
        TablePlace(float(upright[0]), float(upright[1]), up, between=False),
        TablePlace(float(turned[0]), float(turned[1]), up, between=False, sideways=True),
    ]


def _taken(table: Table, spot: TablePlace, solid: NDArray[np.bool_]) -> bool:
    """Whether a tile reaches into the place, other than one that may hide a part of it."""
    solid = solid.copy()
    if spot.behind is not None:
        solid[spot.behind] = False
    right, away = axes(spot.up)
    step = table.centre[solid] - [spot.x, spot.y]
    dx, dy = np.abs(step @ right), np.abs(step @ away)
    half = table.plane.aspect / 2
    across = np.abs(np.cos(table.axis[solid] - spot.up)) < np.sqrt(0.5)
    wide, tall = np.where(across, half, 0.5), np.where(across, 0.5, half)
    own = (half, 0.5) if spot.sideways else (0.5, half)
    return bool(((dx < wide + own[0] - COVERED) & (dy < tall + own[1] - COVERED)).any())


def _on_photo(table: Table, spot: TablePlace) -> NDArray[np.float64]:
    """``(4, 2)`` the photo's corners of a tile lying there, clockwise from its top left."""
    up = spot.up + (np.pi / 2 if spot.sideways else 0.0)
    right, away = axes(up)
    tall = table.plane.aspect / 2
    corners = np.array([spot.x, spot.y]) + np.array(
        [tall * away - right / 2, tall * away + right / 2, right / 2 - tall * away, -tall * away - right / 2]
    )
    return np.asarray(table.plane.to_photo(corners) * [1.0, -1.0])
