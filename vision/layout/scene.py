"""The table as one possible owner of the hand sees it, with everything that placing rows needs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.layout.melds import Piece
from vision.layout.parts import Part, readings
from vision.layout.raised import on_top, parallax
from vision.layout.rows import Frame, Row, directions, frame, offsets, rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.layout.sets import Evidence
    from vision.layout.table import Table

_LIKELY = 0.5
_FINE = 1e5


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """One frame of the table.

    Attributes:
        table: tiles on the plane.
        evidence: what the reader says of them.
        view: the frame.
        rows: its rows, left to right.
        parts: for each row what it may be.
        dx, dy: ``(N, N)`` how far tile j lies to the right of and beyond tile i.
        gap: ``(N, N)`` distance between the outlines of two tiles.
        row_gap: ``(R, R)`` distance between the outlines of two rows.
        nearest: ``(R, R, 2)`` the tile of row i and the tile of row j that lie nearest to each other.
    """

    table: Table
    evidence: Evidence
    view: Frame
    rows: tuple[Row, ...]
    parts: tuple[tuple[Part, ...], ...]
    dx: NDArray[np.float64]
    dy: NDArray[np.float64]
    gap: NDArray[np.float64]
    row_gap: NDArray[np.float64]
    nearest: NDArray[np.int64]

    def is_back(self, tile: int) -> bool:
        """Whether the tile lies face-down."""
        return self.evidence.back[tile] > _LIKELY

    def is_flower(self, tile: int) -> bool:
        """Whether riichi does not use the tile."""
        return self.evidence.flower[tile] > _LIKELY


def scenes(table: Table, evidence: Evidence, ghosts: frozenset[int]) -> list[tuple[Scene, Scene]]:
    """The table in each likely direction, from either side; ``ghosts`` are finds that are no tiles."""
    shift = parallax(table)
    solid = np.array([t not in ghosts for t in range(len(table))])
    found = []
    for up in directions(table):
        view = frame(table, up)
        dx, dy = offsets(table, view)
        gap = _outline_gaps(table, view, dx, dy)
        near = tuple(rows(table, _without(view, solid), (dx, dy), shift, evidence.kin))
        apart, nearest = _row_gaps(near, gap)
        far = tuple(Row(tuple(reversed(row.tiles)), row.riders) for row in near)
        back = frame(table, up + np.pi)
        ahead = tuple(() if r.tiles[0] in ghosts else _parts(table, evidence, view, r, shift) for r in near)
        behind = tuple(() if r.tiles[0] in ghosts else _parts(table, evidence, back, r, shift) for r in far)
        found.append(
            (
                Scene(table, evidence, view, near, ahead, dx, dy, gap, apart, nearest),
                Scene(table, evidence, back, far, behind, -dx, -dy, gap, apart, nearest),
            )
        )
    return found


def _row_gaps(
    found: tuple[Row, ...], gap: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """``(R, R)`` distance between the outlines of two rows, ``(R, R, 2)`` the tiles between which it is."""
    order = np.array([t for row in found for t in row.tiles])
    starts = np.cumsum([0, *(len(row.tiles) for row in found[:-1])])
    count = len(gap)
    # The gap in the upper digits and the pair in the lower, so that one minimum finds both.
    keys = (gap[np.ix_(order, order)] * _FINE).astype(np.int64) * count**2
    keys += order[:, None] * count + order[None, :]
    least = np.minimum.reduceat(np.minimum.reduceat(keys, starts, axis=0), starts, axis=1)
    pair = least % count**2
    nearest = np.stack([pair // count, pair % count], axis=-1)
    return gap[nearest[..., 0], nearest[..., 1]], nearest


def _outline_gaps(
    table: Table, view: Frame, dx: NDArray[np.float64], dy: NDArray[np.float64]
) -> NDArray[np.float64]:
    """``(N, N)`` distance between the outlines, taking the tiles as square to each other."""
    half = table.plane.aspect / 2
    wide, tall = np.where(view.sideways, half, 0.5), np.where(view.sideways, 0.5, half)
    beside = np.maximum(np.abs(dx) - wide[:, None] - wide[None, :], 0)
    beyond = np.maximum(np.abs(dy) - tall[:, None] - tall[None, :], 0)
    return np.asarray(np.hypot(beside, beyond))


def _without(view: Frame, solid: NDArray[np.bool_]) -> Frame:
    """The frame in which only the solid tiles lie upright or sideways and so join rows."""
    return replace(view, upright=view.upright & solid, sideways=view.sideways & solid)


def _parts(
    table: Table, evidence: Evidence, view: Frame, row: Row, shift: NDArray[np.float64]
) -> tuple[Part, ...]:
    """What the row may be."""
    return tuple(readings(_pieces(table, evidence, view, row, shift), view, evidence))


def _pieces(
    table: Table, evidence: Evidence, view: Frame, row: Row, shift: NDArray[np.float64]
) -> tuple[Piece, ...]:
    """The row's tiles as the meld grammar sees them."""
    riders = dict(row.riders)
    found = []
    for at, tile in enumerate(row.tiles):
        sideways = bool(view.sideways[tile])
        lone = sideways and tile not in riders and len(row.tiles) > 2  # noqa: PLR2004 - a set has three
        raised = on_top(table, view, row.tiles, at, shift[tile]) if lone else None
        back = evidence.back[tile] > _LIKELY
        found.append(Piece(tile, sideways, back, riders.get(tile), raised))
    return tuple(found)
