"""Rows: chains of tiles that lie side by side, in a frame that the tiles' own directions give."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.geometry.vectors import axes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.layout.tiles.frame import Frame
    from yakulens.vision.layout.tiles.table import Table

TOUCHING: Final = 0.4
"""Gap up to which neighbours belong to one row, tile widths."""
WIDEST: Final = 0.8
"""... and up to which they may where the gaps about them are much the same (faces detected too small)."""
WIDER: Final = 0.3
"""A row is cut where a gap is so much wider than the gaps about it, and wider than ``TOUCHING``."""
OVERLAP: Final = 0.45
"""How far two neighbours may overlap (quads a bit off, a tile on top of another)."""
NEAREST: Final = 0.4
"""No right neighbour's middle lies nearer than this."""
ON_TOP: Final = 0.15
"""A tile is taken to lie on top of another only where it fits its row so much better."""
_NEIGHBOUR, _LEVEL = 1.6, 0.62  # an upright neighbour of a sideways tile lies no farther off
_ASIDE, _NEAR, _OFF = 0.5, 0.7, 1.27  # and a second sideways tile beside it about one width


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles side by side, left to right as the owner sees them.

    Attributes:
        tiles: indices.
        riders: for a tile of ``tiles``, the sideways tile that lies right beside it on the far side.
    """

    tiles: tuple[int, ...]
    riders: tuple[tuple[int, int], ...] = ()


def find_rows(
    table: Table,
    view: Frame,
    offset: tuple[NDArray[np.float64], NDArray[np.float64]],
    shift: NDArray[np.float64],
    kin: NDArray[np.bool_],
) -> list[Row]:
    """All rows of the frame; a tile that fits none is a row of its own, each tile is in exactly one.

    Args:
        table: the tiles.
        view: the frame.
        offset: its ``offsets``.
        shift: ``(N, 2)`` how far a tile seems shifted if it lies on top of another: a sideways tile that
            seems to lie out of the row may be the added tile of a quad.
        kin: ``(N, N)`` bool, which tiles may show the same face; the tiles of a quad do.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.tiles.frame import frame_facing, offsets
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> from yakulens.vision.layout.tiles.table import lay_out
    >>> table = lay_out(observe(detected("1m 2m 3m _ 7z (7z) 7z")))
    >>> view = frame_facing(table, np.pi / 2)
    >>> rows = find_rows(table, view, offsets(table, view), np.zeros((6, 2)), np.zeros((6, 6), bool))
    >>> [row.tiles for row in rows]
    [(0, 1, 2), (3, 4, 5)]
    """
    count = len(table)
    dx, dy = offset
    riders = _riders(view, dx, dy, kin)
    half = np.where(view.sideways, table.plane.aspect / 2, 0.5)
    known = view.upright | view.sideways
    known[list(riders.values())] = False
    reach = np.where(view.sideways[:, None] | view.sideways[None, :], 0.62, 0.5)

    def besides(
        dx: NDArray[np.float64], dy: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """``(N, N)`` gap to tile j, and how badly it lies as i's right neighbour, infinite if it does not."""
        gap = dx - half[:, None] - half[None, :]
        fits = (gap > -OVERLAP) & (gap < WIDEST) & (np.abs(dy) < reach) & (dx > NEAREST)
        fits &= known[:, None] & known[None, :]
        return gap, np.where(fits, np.abs(gap) + 0.5 * np.abs(dy), np.inf)

    gap, cost = besides(dx, dy)
    if view.sideways.any():
        ex, ey = _lowered(view, shift)
        lowered, badly = besides(dx + ex, dy + ey)
        mixed = kin & (view.sideways[:, None] != view.sideways[None, :])
        better = mixed & (badly + ON_TOP < cost) & ~_with_one_between(np.isfinite(cost))
        cost, gap = np.where(better, badly + ON_TOP, cost), np.where(better, lowered, gap)
    follows = _followed(cost)
    chains = [part for chain in _chains(count, follows) for part in _cut(chain, gap)]
    taken = set(riders.values())
    return [
        Row(tuple(chain), tuple((host, riders[host]) for host in chain if host in riders))
        for chain in chains
        if chain[0] not in taken
    ]


def _with_one_between(fits: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """``(N, N)`` whether a tile lies between two others: lowered onto the table, one would lie on that."""
    follows = fits.astype(np.float32)
    return np.asarray(follows @ follows > 0)


def _followed(cost: NDArray[np.float64]) -> dict[int, int]:
    """For each tile its right neighbour, the best fitting first, each tile following one other at most."""
    follows: dict[int, int] = {}
    before: set[int] = set()
    fits = np.argwhere(np.isfinite(cost))
    for i, j in fits[np.argsort(cost[tuple(fits.T)], kind="stable")].tolist():
        if i not in follows and j not in before:
            follows[i] = j
            before.add(j)
    return follows


def _lowered(view: Frame, shift: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """``(N, N)`` pair: what ``offsets`` would change by if the sideways tiles were lowered onto the table."""
    right, away = axes(view.up)
    ex, ey = (np.where(view.sideways, shift @ d, 0.0) for d in (right, away))
    return ex[:, None] - ex[None, :], ey[:, None] - ey[None, :]


def _chains(count: int, follows: dict[int, int]) -> list[list[int]]:
    """Lists of tiles, each followed by its right neighbour."""
    heads = set(range(count)) - set(follows.values())
    chains = []
    for head in sorted(heads):
        chain = [head]
        while chain[-1] in follows:
            chain.append(follows[chain[-1]])
        chains.append(chain)
    return chains


def _cut(chain: list[int], gap: NDArray[np.float64]) -> list[list[int]]:
    """The chain in pieces, cut where its tiles stand apart."""
    gaps = [float(gap[a, b]) for a, b in pairwise(chain)]
    parts = [chain[:1]]
    for k, tile in enumerate(chain[1:]):
        about = gaps[max(0, k - 3) : k] + gaps[k + 1 : k + 4]
        usual = median(about) if len(about) > 1 else 0.0
        if gaps[k] > max(TOUCHING, usual + WIDER):
            parts.append([])
        parts[-1].append(tile)
    return parts


def _riders(
    view: Frame, dx: NDArray[np.float64], dy: NDArray[np.float64], kin: NDArray[np.bool_]
) -> dict[int, int]:
    """For a sideways tile the one of its kind that lies right beside it, farther from its row's other tiles.

    That is how the added tile of a quad lies (EMA 2025 3.3.4); the one with an upright neighbour is the host.
    """
    neighbours = (np.abs(dx) < _NEIGHBOUR) & (np.abs(dy) < _LEVEL) & view.upright[None, :] & kin
    beside = np.where(neighbours, np.abs(dy), np.inf).min(axis=1, initial=np.inf)
    close = (np.abs(dx) < _ASIDE) & (np.abs(dy) > _NEAR) & (np.abs(dy) < _OFF) & kin
    close &= view.sideways[:, None] & view.sideways & (beside[:, None] < beside)
    return {int(host): int(rider) for host, rider in np.argwhere(close)}
