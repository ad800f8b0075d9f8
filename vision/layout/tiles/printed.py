"""Print that looks like tiles: on a sheet of yaku, a card, a screen.

Tiles of one make are of one size, so what lies nearer to the camera looks larger. A sheet beside the table
lies nearer than the hand, and its drawn tiles are smaller than that: no plane explains it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.quads import areas
from vision.geometry.scale import cube_roots, fit_scale
from vision.labels import BACK, INDEX

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.layout.tiles.table import Table

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
SHRUNK: Final = 0.88
"""Where the cube root of an area is less than this of what the larger tiles about it let one expect, the tile
is a third smaller than they are."""


def find_printed(table: Table) -> frozenset[int]:
    """Indices of the detections that are drawn tiles, not real ones, nearer to the camera than these.

    >>> from vision.detections import Detections
    >>> from vision.example import detected
    >>> from vision.layout.tiles.observed import observe
    >>> from vision.layout.tiles.table import lay_out
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
    sheet = drawn & (_about(table, drawn) >= DRAWN)
    # Lettering beside drawn tiles is read as some tile or other, none surely: it goes with them.
    beside = _about(table, sheet) >= DRAWN
    return frozenset(np.flatnonzero(sheet | (beside & smaller)).tolist())


def find_smaller(table: Table) -> frozenset[int]:
    """Indices of detections that lie together and are all smaller than the larger ones let one expect.

    Print beside the hand is as far away as the hand, so no order of sizes tells it apart; nor are far
    discards told from print where the larger tiles lie in one row, which knows nothing of the depth. So this
    is a guess, to be tried where the hand has a wrong size.

    >>> from vision.detections import Detections
    >>> from vision.example import detected
    >>> from vision.layout.tiles.observed import observe
    >>> from vision.layout.tiles.table import lay_out
    >>> hand, sheet = detected("1m 2m 3m 4m 5m 6m 7m 8m 9m"), detected("1p 2p 3p 4p 5p")
    >>> sheet.quads[:] = sheet.quads * 0.6 + [500.0, 0.0]
    >>> sorted(find_smaller(lay_out(observe(Detections.joined(hand, sheet)))))
    [9, 10, 11, 12, 13]
    """
    shown = _readable(table)
    if shown.sum() < WITNESSES + DRAWN:
        return frozenset()
    large = shown & (table.scale > _parted(table.scale[shown]))
    if large.sum() < WITNESSES or (shown & ~large).sum() < DRAWN:
        return frozenset()
    roots, places = cube_roots(np.abs(areas(table.tiles.quads))), table.tiles.quads.mean(axis=1)
    step = float(np.median(table.scale[large])) * table.plane.aspect
    field = fit_scale(places[large] / step, roots[large], table.tiles.objectness[large])
    drawn = shown & ~large & (roots < SHRUNK * field.at(places / step))
    sheet = drawn & (_about(table, drawn) >= DRAWN)
    # What no face is read of may be lettering or the side of a drawn tile.
    unread = ~shown & (table.scale < table.scale[large].min())
    return frozenset(np.flatnonzero(sheet | (unread & (_about(table, sheet) > 0))).tolist())


def _about(table: Table, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """``(N,)`` how many of the chosen detections lie together with each, itself among them."""
    places = table.tiles.quads.mean(axis=1)
    apart = np.linalg.norm(places[:, None] - places, axis=2) / table.scale[:, None]
    return np.asarray(((apart < TOGETHER) & chosen[None, :]).sum(axis=1))


def _readable(table: Table) -> NDArray[np.bool_]:
    return np.asarray(np.delete(table.tiles.faces, [INDEX[BACK], INDEX["5z"]], axis=1).max(axis=1) > READABLE)


def _parted(scale: NDArray[np.float64]) -> float:
    """The scale that parts the smaller from the larger ones best (Otsu 1979, of their logarithms).

    >>> 1.2 < _parted(np.array([1.0, 1.1, 1.2, 2.0, 2.2])) < 2.0
    True
    """
    logs = np.sort(np.log(scale))
    below = np.arange(1, len(logs))
    means = np.cumsum(logs)[:-1] / below, (logs.sum() - np.cumsum(logs)[:-1]) / (len(logs) - below)
    best = int(np.argmax(below * (len(logs) - below) * (means[1] - means[0]) ** 2))
    return float(np.exp((logs[best] + logs[best + 1]) / 2))


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
