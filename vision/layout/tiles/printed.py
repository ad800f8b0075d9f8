"""Print that looks like tiles: on a sheet of yaku, a card, a screen.

Tiles of one make are of one size, so what lies nearer to the camera looks larger. A sheet beside the table
lies nearer than the hand, and its drawn tiles are smaller than that: no plane explains it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.geometry.quads import areas
from yakulens.vision.geometry.scale import cube_roots
from yakulens.vision.geometry.two_sizes import smaller_size
from yakulens.vision.labels import BACK, INDEX

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.layout.tiles.table import Table

SMALLER: Final = 1.15
"""What looks so many times larger, though it lies farther off, ..."""
BEYOND: Final = 2.0
"""... by so many tile widths on the photo at least, is evidence of print nearer by ..."""
WITNESSES: Final = 5
"""... where there are so many of it."""
DRAWN: Final = 3
"""So many drawn tiles lie together at least."""
TOGETHER: Final = 3.0
"""No farther from each other than this, in their own widths."""
AGREED: Final = 0.5
"""The mean of where faces have their tops, as unit vectors, reaches farther up than this where most agree."""
READABLE: Final = 0.6
"""Only what shows a face with this probability is compared."""
BESIDE: Final = 1.6
"""Neighbours in a row lie no farther apart than this, in their own widths, ..."""
ALIKE: Final = 0.12
"""... and the logarithms of their sizes no more than this."""
LEAST: Final = 1.0
"""Two sizes must explain so many more detections than one does."""


def find_printed(table: Table) -> frozenset[int]:
    """Indices of the detections that are drawn tiles, not real ones, nearer to the camera than these.

    >>> from yakulens.vision.detections import Detections
    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> from yakulens.vision.layout.tiles.table import lay_out
    >>> hand, sheet = detected("1m 2m 3m 4m 5m 6m 7m 8m 9m"), detected("1p 2p 3p 4p 5p")
    >>> sheet.quads[:] = sheet.quads * 0.6 + [0.0, 300.0]
    >>> sorted(find_printed(lay_out(observe(Detections.joined(hand, sheet)))))
    [9, 10, 11, 12, 13]
    >>> find_printed(lay_out(observe(hand)))
    frozenset()
    """
    tiles = table.tiles
    shown = _readable(table)
    if shown.sum() < WITNESSES + DRAWN:
        return frozenset()
    places = tiles.quads.mean(axis=1)
    off = places @ _ahead(table, shown)
    behind = (off[None, :] - off[:, None]) > BEYOND * table.scale[:, None]
    larger = table.scale[None, :] > SMALLER * table.scale[:, None]
    smaller = (behind & larger & shown[None, :]).sum(axis=1) >= WITNESSES
    drawn = shown & smaller
    sheet = drawn
    # Lettering beside drawn tiles is read as some tile or other, none surely: it goes with them.
    beside = _about(table, sheet) >= DRAWN
    return frozenset(np.flatnonzero(sheet | (beside & smaller)).tolist())


@dataclass(frozen=True, slots=True)
class Drawn:
    """What may be print.

    Attributes:
        tiles: indices of the detections.
        explained: how many more of all detections agree with a plane on which these are smaller.
    """

    tiles: frozenset[int]
    explained: float


def find_smaller(table: Table) -> Drawn:
    """Detections in rows that are all smaller by one share than the others on their plane.

    Print beside the hand is as far away as the hand, so no order of sizes tells it apart. So this is a guess,
    to be tried where the hand makes no sense.

    >>> from yakulens.vision.detections import Detections
    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> from yakulens.vision.layout.tiles.table import lay_out
    >>> hand, sheet = detected("1m 2m 3m 4m 5m 6m 7m 8m 9m"), detected("1p 2p 3p 4p 5p")
    >>> sheet.quads[:] = sheet.quads * 0.6 + [500.0, 0.0]
    >>> drawn = find_smaller(lay_out(observe(Detections.joined(hand, sheet))))
    >>> sorted(drawn.tiles), drawn.explained > 1
    ([9, 10, 11, 12, 13], True)
    """
    shown = _readable(table)
    if shown.sum() < WITNESSES + DRAWN:
        return Drawn(frozenset(), 0.0)
    places = table.tiles.quads.mean(axis=1, dtype=np.float64)
    roots = cube_roots(np.abs(areas(table.tiles.quads)))
    weights = table.tiles.objectness * table.tiles.faces.max(axis=1)
    step = float(np.median(table.scale[shown])) * table.plane.aspect
    small, explained = smaller_size(places / step, roots, np.where(shown, weights, 0.0), LEAST)
    if explained < LEAST:
        return Drawn(frozenset(), explained)
    # What lies in one row is of one make; what shows no face goes with those about it.
    apart = np.linalg.norm(places[:, None] - places, axis=2) / np.minimum.outer(table.scale, table.scale)
    alike = np.abs(np.log(table.scale[:, None] / table.scale)) < ALIKE
    drawn = ((apart < BESIDE) & alike) @ (weights * small) > 0
    return Drawn(frozenset(np.flatnonzero(drawn).tolist() if drawn.sum() >= DRAWN else ()), explained)


def _about(table: Table, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """``(N,)`` how many of the chosen detections lie together with each, itself among them."""
    places = table.tiles.quads.mean(axis=1)
    apart = np.linalg.norm(places[:, None] - places, axis=2) / table.scale[:, None]
    return np.asarray(((apart < TOGETHER) & chosen[None, :]).sum(axis=1))


def _readable(table: Table) -> NDArray[np.bool_]:
    return np.asarray(np.delete(table.tiles.faces, [INDEX[BACK], INDEX["5z"]], axis=1).max(axis=1) > READABLE)


def _ahead(table: Table, shown: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Where the camera looks, ``(2,)`` on the photo.

    Where print is taken for tiles, what is nearer may seem to lie farther off. Then faces have their tops up
    on the photo, though the plane says that the camera looks down on it.
    """
    quads, ups = table.tiles.quads[shown], table.tiles.ups[shown]
    middle = np.median(quads.mean(axis=1), axis=0)
    ahead = np.asarray(table.plane.ahead(middle[None], np.array([np.median(table.scale)]))[0])
    edges = (quads + np.roll(quads, -1, axis=1)) / 2 - quads.mean(axis=1, keepdims=True)
    tops = (edges / np.linalg.norm(edges, axis=2, keepdims=True) * ups[:, :, None]).sum(axis=1)
    turned_round = ahead[1] < 0 and tops[:, 1].mean() > AGREED
    return np.array([0.0, 1.0]) if turned_round else ahead
