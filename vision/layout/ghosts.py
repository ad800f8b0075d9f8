"""Finds that are no tile: the side of a tile, a mark on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from vision.layout.choose import Hand
    from vision.layout.table import Table

TOO_LARGE: Final = 0.17
"""Logarithm of its size relative to the others' from which an unreadable find is taken for no tile."""
READABLE: Final = 0.6
"""Probability of the likeliest face from which a find is a tile whatever its size."""
FAINT: Final = 0.75
"""Objectness below which a find that cannot be read well may be left out to make a hand."""
MOST: Final = 2
"""How many such finds are tried."""
LEFT_OUT: Final = -2.5
"""Log prior of a find within the hand being no tile."""


def ghosts(table: Table) -> frozenset[int]:
    """Finds larger than the tiles on which no face can be read either."""
    size = np.log(np.maximum(table.width * table.length, 1e-6) / table.plane.aspect) / 2
    wrong = size - np.median(size) > TOO_LARGE
    return frozenset(np.flatnonzero(wrong & (table.tiles.faces.max(axis=1) < READABLE)).tolist())


def faint(table: Table, hand: Hand) -> list[int]:
    """Tiles of the hand that may be none, the faintest first."""
    tiles = np.array(sorted(hand.tiles), dtype=np.int64)
    there, read = table.tiles.objectness[tiles], table.tiles.faces[tiles].max(axis=1)
    weak = tiles[(there < FAINT) & (read < READABLE)]
    order = np.argsort((there * read)[(there < FAINT) & (read < READABLE)])
    return [int(t) for t in weak[order][:MOST]]
