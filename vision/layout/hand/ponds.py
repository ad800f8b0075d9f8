"""Ponds: the discards of a player, in rows of six under each other (EMA 2025 3.3.8, WRC 2015 5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.layout.tiles.rows import Row

TOUCHING: Final = 0.35
"""Rows with a smaller gap between their outlines touch, tile widths."""
WIDTH: Final = 6
"""Discards lie in rows of six."""
ALIGNED: Final = 0.6
"""The left ends of a pond's rows are off by less than this, tile widths."""
STEP: Final = 1.9
"""The next row of a pond begins no farther below than this, tile widths."""


def pond_tiles(
    rows: Sequence[Row],
    row_gap: NDArray[np.float64],
    offset: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> frozenset[int]:
    """Tiles of ponds: of rows of six with another one right below, and of what goes on from these.

    Args:
        rows: as one side of the table sees them, left to right.
        row_gap: ``(R, R)`` distance between the outlines of two rows, tile widths.
        offset: two arrays ``(N, N)``, how far tile j lies to the right of and beyond tile i.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m 4m 5m 6m").views[0]
    >>> pond_tiles(scene.rows, scene.row_gap, (scene.dx, scene.dy))  # a row of six with nothing below it
    frozenset()
    """
    if all(len(row.tiles) != WIDTH for row in rows):
        return frozenset()
    dx, dy = offset
    touching = row_gap < TOUCHING
    ponds: set[int] = set()
    for one, two in zip(*np.nonzero(touching), strict=True):
        above, below = rows[one].tiles, rows[two].tiles
        if one == two or len(above) != WIDTH or len(below) > WIDTH:
            continue
        if abs(dx[above[0], below[0]]) < ALIGNED and -STEP < dy[above[0], below[0]] < 0:
            ponds |= {int(one), int(two)}
    fringe = set(ponds)
    while fringe:
        known = fringe.pop()
        ends = rows[known].tiles[0], rows[known].tiles[-1]
        for k in map(int, np.flatnonzero(touching[known])):
            # What goes on from a pond is no wider than it: a hand that touches one is.
            within = all(dx[ends[0], t] > -ALIGNED and dx[ends[1], t] < ALIGNED for t in rows[k].tiles)
            if k not in ponds and within:
                ponds.add(k)
                fringe.add(k)
    return frozenset(t for k in ponds for t in rows[k].tiles)


def rows_of(rows: Sequence[Row], tiles: frozenset[int]) -> frozenset[int]:
    """Indices of the rows that consist of ``tiles`` for the most part.

    >>> from yakulens.vision.layout.tiles.rows import Row
    >>> rows_of([Row((0, 1, 2)), Row((3, 4, 5))], frozenset({1, 2, 3}))
    frozenset({0})
    """
    return frozenset(
        k for k, row in enumerate(rows) if 2 * len(tiles.intersection(row.tiles)) > len(row.tiles)
    )
