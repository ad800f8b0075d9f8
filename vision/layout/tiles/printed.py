"""Print that looks like tiles: on a sheet of yaku, a card, a screen.

Tiles of one make are of one size, so what lies nearer to the camera looks larger. A sheet beside the table
lies nearer than the hand, and its drawn tiles are smaller than that: no plane explains it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

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
    shown = np.delete(tiles.faces, [INDEX[BACK], INDEX["5z"]], axis=1).max(axis=1) > READABLE
    if shown.sum() < WITNESSES + DRAWN:
        return frozenset()
    places = tiles.quads.mean(axis=1)
    off = places @ _ahead(table, shown)
    behind = (off[None, :] - off[:, None]) > BEYOND * table.scale[:, None]
    larger = table.scale[None, :] > SMALLER * table.scale[:, None]
    smaller = (behind & larger & shown[None, :]).sum(axis=1) >= WITNESSES
    drawn = shown & smaller
    apart = np.linalg.norm(places[:, None] - places, axis=2) / table.scale[:, None]
    together = ((apart < TOGETHER) & drawn[None, :]).sum(axis=1) >= DRAWN
    sheet = drawn & together
    # Lettering beside drawn tiles is read as some tile or other, none surely: it goes with them.
    beside = ((apart < TOGETHER) & sheet[None, :]).sum(axis=1) >= DRAWN
    return frozenset(np.flatnonzero(sheet | (beside & smaller)).tolist())


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
