"""The table as one possible owner of the hand sees it, with everything that placing rows needs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.labels import INDEX, OTHER
from vision.layout.hand.ponds import pond_tiles, rows_of
from vision.layout.rows.evidence import FLOWER
from vision.layout.rows.melds import PAIR, RowTile
from vision.layout.rows.readings import RowReading, row_readings
from vision.layout.tiles.frame import Frame, directions, frame_facing, offsets
from vision.layout.tiles.raised import on_top, parallax
from vision.layout.tiles.rows import Row, find_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.layout.hand.beside import RowRelation
    from vision.layout.priors import Priors
    from vision.layout.rows.evidence import Evidence
    from vision.layout.tiles.table import Table

_LIKELY = 0.5
_LEAST: Final = -4.5
"""Log odds from which a tile may lie sideways that seems upright, or the other way round."""
CLAIMING: Final = 3
"""A row of so many tiles in another direction lays claim to a tile that is alone in this one."""
CALLED: Final = -2.0
"""What is a meld with such log odds, seen from one side, is no concealed part seen from another."""
_FINE = 1e5


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """One frame of the table.

    Attributes:
        table: tiles on the plane.
        evidence: what the reader says of them.
        priors: the weights by which rows are placed.
        view: the frame.
        rows: its rows, left to right.
        readings: for each row what it may be.
        dx, dy: ``(N, N)`` how far tile j lies to the right of and beyond tile i.
        gap: ``(N, N)`` distance between the outlines of two tiles.
        row_gap: ``(R, R)`` distance between the outlines of two rows.
        nearest: ``(R, R, 2)`` the tile of row i and the tile of row j that lie nearest to each other.
        claimed: ``(N,)`` bool, tiles that are upright in a row of others that runs in another direction.
        maybe_flowers: tiles that may or may not be such that riichi does not use.
        pond: tiles of ponds, whoever's they are.
        ponds: indices of the rows that consist of them.
        reaches: the rows in reach of one, by its index and how far that is, as far as that was asked:
            ``within_reach``.
        relations: where a row lies beside another one, by both indices, as far as that was asked: ``relate``.
    """

    table: Table
    evidence: Evidence
    priors: Priors
    view: Frame
    rows: tuple[Row, ...]
    readings: tuple[tuple[RowReading, ...], ...]
    dx: NDArray[np.float64]
    dy: NDArray[np.float64]
    gap: NDArray[np.float64]
    row_gap: NDArray[np.float64]
    nearest: NDArray[np.int64]
    claimed: NDArray[np.bool_]
    maybe_flowers: frozenset[int]
    pond: frozenset[int] = frozenset()
    ponds: frozenset[int] = frozenset()
    reaches: dict[tuple[int, float, float], list[int]] = field(default_factory=dict, repr=False)
    relations: dict[tuple[int, int], RowRelation] = field(default_factory=dict, repr=False)

    def is_back(self, tile: int) -> bool:
        """Whether the tile lies face-down.

        >>> from vision.layout.hand.example import candidates_of
        >>> scene, _ = candidates_of("1m back").views[0]
        >>> scene.is_back(0), scene.is_back(1)
        (False, True)
        """
        return self.evidence.is_back(tile)

    def is_flower(self, tile: int) -> bool:
        """Whether riichi does not use the tile.

        >>> from vision.layout.hand.example import candidates_of
        >>> scene, _ = candidates_of("1m other").views[0]
        >>> scene.is_flower(0), scene.is_flower(1)
        (False, True)
        """
        return self.evidence.is_flower(tile)


def seen_by(views: Sequence[tuple[Scene, Scene]], up: float) -> Scene | None:
    """The table as that owner sees it for whom ``up``, radians, points away; None where none of them does.

    Args:
        views: the table in each likely direction, seen from either side.
        up: as it stands in one of the views.
    """
    return next((scene for pair in views for scene in pair if scene.view.up == up), None)


def scenes(
    table: Table,
    evidence: Evidence,
    rejected: frozenset[int],
    priors: Priors,
    ups: Sequence[float] | None = None,
) -> list[tuple[Scene, Scene]]:
    """The table as those at its sides see it: in each likely direction of rows, from either side.

    Args:
        table: N tiles.
        evidence: what the reader says of them.
        rejected: indices of detections that are taken for no tiles.
        priors: the weights by which rows are read.
        ups: the directions of rows, radians modulo pi; None for those in which many tiles lie.

    >>> from vision.example import detected
    >>> from vision.layout.priors import DEFAULT_PRIORS
    >>> from vision.layout.rows.evidence import Evidence
    >>> from vision.layout.tiles.observed import observe
    >>> from vision.layout.tiles.table import lay_out
    >>> seen = observe(detected("1m 2m 3m _ 7z (7z) 7z"))
    >>> evidence = Evidence.of(seen.faces, seen.objectness)
    >>> near, far = scenes(lay_out(seen), evidence, frozenset(), DEFAULT_PRIORS)[0]
    >>> [row.tiles for row in near.rows], [row.tiles for row in far.rows]
    ([(0, 1, 2), (3, 4, 5)], [(2, 1, 0), (5, 4, 3)])
    >>> near.row_gap.round().tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    shift = parallax(table)
    solid = np.array([t not in rejected for t in range(len(table))])
    maybe = _maybe_flowers(table)
    seen = []
    for up in directions(table) if ups is None else ups:
        view = frame_facing(table, up)
        dx, dy = offsets(table, view)
        near = tuple(find_rows(table, _without(view, solid), (dx, dy), shift, evidence.kin))
        seen.append((up, view, dx, dy, near))
    lengths = np.array([_lengths(view, near) for _, view, *_, near in seen])
    pairs = []
    for k, (up, view, dx, dy, near) in enumerate(seen):
        others = np.delete(lengths, k, axis=0).max(axis=0, initial=0)
        claimed = (others >= CLAIMING) & ~view.upright
        gap = _outline_gaps(table, view, dx, dy)
        apart, nearest = _row_gaps(near, gap)
        far = tuple(Row(tuple(reversed(row.tiles)), row.riders) for row in near)
        back = frame_facing(table, up + np.pi)
        shared = (gap, apart, nearest, claimed, maybe)
        ahead, behind = (
            tuple(
                ()
                if row.tiles[0] in rejected
                else tuple(
                    row_readings(_row_tiles(table, evidence, side, row, shift), side, evidence, priors)
                )
                for row in its_rows
            )
            for side, its_rows in ((view, near), (back, far))
        )
        pairs.append(
            (
                Scene(table, evidence, priors, view, near, ahead, dx, dy, *shared),
                Scene(table, evidence, priors, back, far, behind, -dx, -dy, *shared),
            )
        )
    pond = frozenset().union(*(pond_tiles(s.rows, s.row_gap, (s.dx, s.dy)) for pair in pairs for s in pair))
    called = [_called(near, far) for near, far in pairs]
    elsewhere = [frozenset().union(*called[:k], *called[k + 1 :]) for k in range(len(pairs))]
    return [
        (_in_view_of_others(near, pond, tiles), _in_view_of_others(far, pond, tiles))
        for (near, far), tiles in zip(pairs, elsewhere, strict=True)
    ]


def _called(near: Scene, far: Scene) -> frozenset[int]:
    """Tiles that lie sideways in what is likely a meld to those at either side."""
    return frozenset(
        tile
        for scene in (near, far)
        for readings in scene.readings
        for reading in readings
        if reading.melds and not reading.concealed and reading.score > CALLED
        for meld in reading.melds
        for tile in meld.sideways
    )


def _in_view_of_others(scene: Scene, pond: frozenset[int], called: frozenset[int]) -> Scene:
    """The scene, knowing ponds of any direction, and no tile that is called in another one held in this."""
    readings = scene.readings
    if called:
        readings = tuple(
            tuple(way for way in ways if not (way.concealed and called.issuperset(way.concealed)))
            for ways in readings
        )
    return replace(scene, readings=readings, pond=pond, ponds=rows_of(scene.rows, pond))


def _maybe_flowers(table: Table) -> frozenset[int]:
    """Tiles that may or may not be flowers: none taken for a face which another tile surely shows.

    What is rather a flower, and looks a little like such a face, would look as surely like it if it were one.
    """
    flower = table.tiles.flower
    printed = np.delete(table.tiles.faces, INDEX[OTHER], axis=1)
    shown, sure = printed.argmax(axis=1), printed.max(axis=1) >= FLOWER
    like_another = np.isin(shown, shown[sure]) & (flower < _LIKELY)
    maybe = (flower > 1 - FLOWER) & (flower <= FLOWER) & ~like_another
    return frozenset(np.flatnonzero(maybe).tolist())


def _lengths(view: Frame, rows: Sequence[Row]) -> NDArray[np.int64]:
    """``(N,)`` with how many upright tiles each upright tile shares its row; 1 for the others."""
    lengths = np.ones(len(view.upright), np.int64)
    for row in rows:
        straight = [t for t in row.tiles if view.upright[t]]
        lengths[straight] = len(straight)
    return lengths


def _row_gaps(
    rows: tuple[Row, ...], gap: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """``(R, R)`` distance between the outlines of two rows, ``(R, R, 2)`` the tiles between which it is."""
    order = np.array([t for row in rows for t in row.tiles])
    starts = np.cumsum([0, *(len(row.tiles) for row in rows[:-1])])
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


def _row_tiles(
    table: Table, evidence: Evidence, view: Frame, row: Row, shift: NDArray[np.float64]
) -> tuple[RowTile, ...]:
    """The row's tiles as the meld grammar sees them."""
    riders = dict(row.riders)
    tiles = []
    for at, tile in enumerate(row.tiles):
        sideways = bool(view.sideways[tile])
        lone = sideways and tile not in riders and len(row.tiles) > 1
        crosswise = -float(table.lengthwise[tile])
        otherwise = crosswise if crosswise > _LEAST and tile not in riders else None
        raised = on_top(table, view, row.tiles, at, shift[tile]) if lone else None
        pair = lone and len(row.tiles) == PAIR
        hiding = on_top(table, view, row.tiles, at, shift[tile], hidden=1.0) if pair else None
        back = evidence.is_back(tile)
        tiles.append(RowTile(tile, sideways, back, riders.get(tile), raised, hiding, otherwise))
    return tuple(tiles)
