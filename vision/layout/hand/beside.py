"""Where rows lie beside each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.layout.tiles.rows import Row

IN_LINE: Final = 0.75
"""A row is in line with the main one where their ends are off by less than this, tile widths."""
_FINE: Final = 1e5


@dataclass(frozen=True, slots=True)
class RowRelation:
    """Where a row lies relative to another one, the main row, as the owner sees them.

    Attributes:
        gap: distance between the outlines of the two rows, tile widths.
        dx: how far its nearest tile lies to the right of the main row's nearest tile, tile widths.
        dy: how far it lies beyond that tile, away from the owner.
        in_line: whether it continues the main row to the left or to the right.
        beyond: whether it lies past the main row's right end.
    """

    gap: float
    dx: float
    dy: float
    in_line: bool
    beyond: bool

    @property
    def right(self) -> bool:
        """Whether it lies to the right."""
        return self.dx > 0


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """Where each of R rows (the second index) lies beside each of them (the first).

    Attributes:
        gap, dx, dy, in_line, beyond: ``(R, R)``, as of ``RowRelation``.
    """

    gap: NDArray[np.float64]
    dx: NDArray[np.float64]
    dy: NDArray[np.float64]
    in_line: NDArray[np.bool_]
    beyond: NDArray[np.bool_]
    _known: dict[tuple[int, int], RowRelation] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        rows: Sequence[Row],
        nearest: NDArray[np.int64],
        gap: NDArray[np.float64],
        offset: tuple[NDArray[np.float64], NDArray[np.float64]],
        aspect: float,
    ) -> Beside:
        """How some rows lie beside each other.

        Args:
            rows: R rows, left to right as their owner sees them.
            nearest: ``(R, R, 2)`` the tile of either row that lies nearest to the other row.
            gap: ``(N, N)`` distance between the outlines of two tiles, tile widths.
            offset: two arrays ``(N, N)``, how far tile j lies to the right of and beyond tile i.
            aspect: a tile's length, tile widths.

        >>> from yakulens.vision.layout.hand.example import candidates_of
        >>> scene, across = candidates_of("1m 2m 3m _ 3s").views[0]
        >>> scene.beside.in_line[0, 1], scene.beside.beyond[0, 1], across.beside.beyond[0, 1]
        (np.True_, np.True_, np.False_)
        """
        host, tile = nearest[..., 0], nearest[..., 1]
        dx, dy = offset[0][host, tile], offset[1][host, tile]
        left, right = (np.array([row.tiles[end] for row in rows])[:, None] for end in (0, -1))
        at_right = host == right
        in_line = (np.abs(dy) < IN_LINE) & ((host == left) | at_right)
        beyond = at_right & (dx > 1) & (dx - 1 > np.abs(dy) - aspect)
        return cls(gap[host, tile], dx, dy, in_line, beyond)

    def relation(self, main: int, row: int) -> RowRelation:
        """Where the row ``row`` lies beside the row ``main``.

        >>> from yakulens.vision.layout.hand.example import candidates_of
        >>> scene, _ = candidates_of("1m 2m 3m _ 3s").views[0]
        >>> scene.beside.relation(0, 1).right
        True
        """
        known = self._known.get((main, row))
        if known is None:
            known = self._known[main, row] = RowRelation(
                float(self.gap[main, row]),
                float(self.dx[main, row]),
                float(self.dy[main, row]),
                bool(self.in_line[main, row]),
                bool(self.beyond[main, row]),
            )
        return known


def nearest_tiles(rows: Sequence[Row], gap: NDArray[np.float64]) -> NDArray[np.int64]:
    """``(R, R, 2)`` the tiles of two rows that lie nearest to each other, one of either.

    Args:
        rows: R rows.
        gap: ``(N, N)`` distance between the outlines of two tiles, tile widths.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m _ 3s").views[0]
    >>> nearest_tiles(scene.rows, scene.gap)[0, 1].tolist()
    [2, 3]
    """
    order = np.array([t for row in rows for t in row.tiles])
    starts = np.cumsum([0, *(len(row.tiles) for row in rows[:-1])])
    count = len(gap)
    # The gap in the upper digits and the pair in the lower, so that one minimum finds both.
    keys = (gap[np.ix_(order, order)] * _FINE).astype(np.int64) * count**2
    keys += order[:, None] * count + order[None, :]
    least = np.minimum.reduceat(np.minimum.reduceat(keys, starts, axis=0), starts, axis=1)
    pair = least % count**2
    return np.stack([pair // count, pair % count], axis=-1)
