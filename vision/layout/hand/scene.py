"""The table as one possible owner of the hand sees it, with everything that placing rows needs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.labels import INDEX, OTHER
from yakulens.vision.layout.hand.beside import Beside, nearest_tiles
from yakulens.vision.layout.hand.ponds import pond_tiles, rows_of
from yakulens.vision.layout.rows.evidence import FLOWER
from yakulens.vision.layout.rows.melds import PAIR, RowTile
from yakulens.vision.layout.rows.readings import RowReading, row_readings
from yakulens.vision.layout.tiles.frame import Frame, directions, frame_facing, offsets
from yakulens.vision.layout.tiles.raised import on_top, parallax
from yakulens.vision.layout.tiles.rows import Row, find_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.layout.priors import Priors
    from yakulens.vision.layout.rows.evidence import Evidence
    from yakulens.vision.layout.tiles.table import Table

_LIKELY = 0.5
_LEAST: Final = -4.5
"""Log odds from which a tile may lie sideways that seems upright, or the other way round."""
CLAIMING: Final = 3
"""A row of so many tiles in another direction lays claim to a tile that is alone in this one."""
CALLED: Final = -2.0
"""What is a meld with such log odds, seen from one side, is no concealed part seen from another."""


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
        beside: where the rows lie beside each other.
        standing: for each tile log odds of it standing upright for this owner, not for the opposite one; 0
            where it does not lie so, or shows no face.
        claimed: ``(N,)`` bool, tiles that are upright in a row of others that runs in another direction.
        maybe_flowers: tiles that may or may not be such that riichi does not use.
        pond: tiles of ponds, whoever's they are.
        ponds: indices of the rows that consist of them.
        reaches: which rows are in reach of each, by how far that is, as far as that was asked: ``reach_of``.
        lines: the rows in one line with one, by its index and how wide gaps may be, as far as that was asked:
            ``line_of``.
        behind: the tiles behind a row, on its owner's side, by its index, as far as that was asked.
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
    beside: Beside
    standing: tuple[float, ...]
    claimed: NDArray[np.bool_]
    maybe_flowers: frozenset[int]
    pond: frozenset[int] = frozenset()
    ponds: frozenset[int] = frozenset()
    reaches: dict[tuple[float, float], NDArray[np.bool_]] = field(default_factory=dict, repr=False)
    lines: dict[tuple[int, float], list[int]] = field(default_factory=dict, repr=False)
    behind: dict[int, frozenset[int]] = field(default_factory=dict, repr=False)

    @property
    def row_gap(self) -> NDArray[np.float64]:
        """``(R, R)`` distance between the outlines of two rows, tile widths."""
        return self.beside.gap

    def is_back(self, tile: int) -> bool:
        """Whether the tile lies face-down.

        >>> from yakulens.vision.layout.hand.example import candidates_of
        >>> scene, _ = candidates_of("1m back").views[0]
        >>> scene.is_back(0), scene.is_back(1)
        (False, True)
        """
        return self.evidence.is_back(tile)

    def is_flower(self, tile: int) -> bool:
        """Whether riichi does not use the tile.

        >>> from yakulens.vision.layout.hand.example import candidates_of
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


def scenes(  # noqa: PLR0913, PLR0917 - the table, what is known of it, and what is asked
    table: Table,
    evidence: Evidence,
    rejected: frozenset[int],
    priors: Priors,
    ups: Sequence[float] | None = None,
    wanted: frozenset[tuple[int, int]] | None = None,
) -> list[tuple[Scene, Scene]]:
    """The table as those at its sides see it: in each likely direction of rows, from either side.

    Args:
        table: N tiles.
        evidence: what the reader says of them.
        rejected: indices of detections that are taken for no tiles.
        priors: the weights by which rows are read.
        ups: the directions of rows, radians modulo pi; None for those in which many tiles lie.
        wanted: which scenes are wanted, by their places in what is returned; None for all. In others only
            those rows are read that matter to these: which have a tile that lies sideways.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.priors import DEFAULT_PRIORS
    >>> from yakulens.vision.layout.rows.evidence import Evidence
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> from yakulens.vision.layout.tiles.table import lay_out
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
    tiles = _Tiles(table, evidence, rejected, priors, shift)
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
        nearest = nearest_tiles(near, gap)
        far = tuple(Row(tuple(reversed(row.tiles)), row.riders) for row in near)
        back = frame_facing(table, up + np.pi)
        alone: dict[int, tuple[RowReading, ...]] = {}
        reaches: dict[tuple[float, float], NDArray[np.bool_]] = {}
        here, across = (
            Scene(
                table,
                evidence,
                priors,
                side,
                rows,
                tiles.readings(side, rows, alone, called=wanted is not None and (k, way) not in wanted),
                *offset,
                gap,
                Beside.of(rows, nearest, gap, offset, table.plane.aspect),
                _standing(side, evidence, priors),
                claimed,
                maybe,
                reaches=reaches,
            )
            for way, (side, rows, offset) in enumerate(((view, near, (dx, dy)), (back, far, (-dx, -dy))))
        )
        pairs.append((here, across))
    pond = frozenset().union(*(pond_tiles(s.rows, s.row_gap, (s.dx, s.dy)) for pair in pairs for s in pair))
    called = [_called(near, far) for near, far in pairs]
    elsewhere = [frozenset().union(*called[:k], *called[k + 1 :]) for k in range(len(pairs))]
    return [
        (_in_view_of_others(near, pond, those), _in_view_of_others(far, pond, those))
        for (near, far), those in zip(pairs, elsewhere, strict=True)
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


def _outline_gaps(
    table: Table, view: Frame, dx: NDArray[np.float64], dy: NDArray[np.float64]
) -> NDArray[np.float64]:
    """``(N, N)`` distance between the outlines, taking the tiles as square to each other."""
    half = table.plane.aspect / 2
    wide, tall = np.where(view.sideways, half, 0.5), np.where(view.sideways, 0.5, half)
    beside = np.maximum(np.abs(dx) - wide[:, None] - wide[None, :], 0)
    beyond = np.maximum(np.abs(dy) - tall[:, None] - tall[None, :], 0)
    return np.asarray(np.hypot(beside, beyond))


def _standing(view: Frame, evidence: Evidence, priors: Priors) -> tuple[float, ...]:
    """Log odds of each tile standing upright for this owner, not for the opposite one."""
    wrong, ahead = priors.place.upside_down, view.forward
    odds = np.log(((1 - wrong) * ahead + wrong * (1 - ahead)) / (wrong * ahead + (1 - wrong) * (1 - ahead)))
    shown = view.upright & np.array([not evidence.is_back(t) for t in range(len(ahead))], np.bool_)
    return tuple(np.where(shown, odds, 0.0).tolist())


def _without(view: Frame, solid: NDArray[np.bool_]) -> Frame:
    """The frame in which only the solid tiles lie upright or sideways and so join rows."""
    return replace(view, upright=view.upright & solid, sideways=view.sideways & solid)


@dataclass(frozen=True, slots=True)
class _Tiles:
    """All tiles, to be read in rows.

    Attributes:
        table, evidence, rejected, priors: as of ``scenes``.
        shift: ``(N, 2)`` how far a tile seems shifted if it lies on top of another.
    """

    table: Table
    evidence: Evidence
    rejected: frozenset[int]
    priors: Priors
    shift: NDArray[np.float64]

    def readings(
        self, view: Frame, rows: Sequence[Row], alone: dict[int, tuple[RowReading, ...]], *, called: bool
    ) -> tuple[tuple[RowReading, ...], ...]:
        """What each row may be, as somebody sees it; ``called``: only of rows that may hold a called tile.

        ``alone`` tells it of tiles alone in their rows, which are the same from across, and is added to.
        """
        read: list[tuple[RowReading, ...]] = []
        for row in rows:
            first = row.tiles[0]
            passed_over = called and not self._may_be_called(view, row)
            if first in self.rejected or passed_over:
                read.append(())
            elif len(row.tiles) > 1:
                read.append(row_readings(self._line(view, row), self.evidence, self.priors))
            else:
                if first not in alone:
                    alone[first] = row_readings(self._line(view, row), self.evidence, self.priors)
                read.append(alone[first])
        return tuple(read)

    def _may_be_called(self, view: Frame, row: Row) -> bool:
        """Whether some of its tiles may be a meld with one that lies sideways."""
        if len(row.tiles) == 1:
            return False
        return any(view.sideways[t] or -self.table.lengthwise[t] > _LEAST for t in row.tiles)

    def _line(self, view: Frame, row: Row) -> tuple[RowTile, ...]:
        """The row's tiles as the meld grammar sees them."""
        riders = dict(row.riders)
        line: list[RowTile] = []
        for at, tile in enumerate(row.tiles):
            sideways, rides = bool(view.sideways[tile]), tile in riders
            crosswise = -float(self.table.lengthwise[tile])
            raised = hiding = None
            if sideways and not rides and len(row.tiles) > 1:
                moved = float(self.shift[tile, 0]), float(self.shift[tile, 1])
                raised = on_top(self.table, view, row.tiles, at, moved, self.evidence.kin)
                if len(row.tiles) == PAIR:
                    hiding = on_top(self.table, view, row.tiles, at, moved, self.evidence.kin, hidden=1.0)
            line.append(
                RowTile(
                    tile,
                    sideways,
                    self.evidence.is_back(tile),
                    riders.get(tile),
                    raised,
                    hiding,
                    crosswise if crosswise > _LEAST and not rides else None,
                    not (sideways or view.upright[tile]),
                )
            )
        return tuple(line)
