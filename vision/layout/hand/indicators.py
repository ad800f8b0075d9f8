"""Dora indicators: one to five tiles turned over in the dead wall, a row of backs (EMA 2025 3.3.4).

One is turned over before the game, one more for each quad. What is face-up there beyond that is asked about,
for a wall that merely stands about shows its sides, which look like Whites, and backs are misread at times.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.geometry.vectors import axes
from yakulens.vision.layout.hand.scene import CALLED
from yakulens.vision.layout.tiles.raised import parallax

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.layout.hand.scene import Scene

MOST: Final = 5
FEWEST_BACKS: Final = 1
SHORTEST: Final = 3
ASIDE: Final = 0.6
"""A second indicator lies no farther to the side of the first, tile widths."""
BESIDE: Final = 0.8
"""... and no farther before it, gap between the two ..."""
NOT_ON: Final = 0.7
"""... but not under it."""
SIDES: Final = 3
"""Among fewer backs a White is rather the side of a tile."""
READABLE: Final = 0.5
"""What shows no face as surely as this is not turned over ..."""
PRINTED: Final = 0.9
"""... unless it shows some printed face as surely as this."""
DOUBTED: Final = 0.5
"""What the finder is less sure of than this, at the end of a wall, is rather the side of that."""
_QUAD: Final = 4


@dataclass(frozen=True, slots=True)
class Indicators:
    """The indicators in view, as indices, left to right as the hand's owner sees them.

    Attributes:
        row: those in the dead wall.
        second: those beside them, tile by tile: one of the two rows was turned over for a riichi (ura), and
            no picture shows which.
        doubtful: tiles in or beside the dead wall that may be indicators and are not taken for such.
    """

    row: tuple[int, ...] = ()
    second: tuple[int, ...] = ()
    doubtful: tuple[int, ...] = ()

    @property
    def taken(self) -> tuple[int, ...]:
        """All that are taken for indicators.

        >>> Indicators((13,), (20,)).taken
        (13, 20)
        """
        return (*self.row, *self.second)

    def at_most(self, number: int) -> Indicators:
        """The same with no more in each row than were turned over; the others are doubtful.

        >>> Indicators((13, 14), (20, 21)).at_most(1)
        Indicators(row=(13,), second=(20,), doubtful=(14, 21))
        """
        beyond = (*self.row[number:], *self.second[number:])
        return Indicators(self.row[:number], self.second[:number], (*self.doubtful, *beyond))


def find_indicators(views: Sequence[tuple[Scene, Scene]], hand: HandCandidate) -> Indicators:
    """The indicators in view: in the row with the most backs that has some tiles face-up.

    Args:
        views: the table in each likely direction, seen from either side.
        hand: the hand, whose tiles are no indicators.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("1m 2m 3m 4p 5p 6p 7s 7s 7s 1z 1z" + 15 * " _" + " back back 3s back back")
    >>> find_indicators(candidates.views, candidates.hands[0])
    Indicators(row=(13,), second=(), doubtful=())
    """
    most, best = 0, Indicators()
    for pair in views:
        for scene in pair:
            # The owner's own direction or the one that reads left to right for him.
            for row in scene.rows:
                shown = _shown(scene, row.tiles) if not hand.tiles & set(row.tiles) else ()
                backs = len(row.tiles) - len(shown)
                if shown and backs > most:
                    most, best = backs, Indicators(shown, _second(scene, shown, hand.tiles | set(row.tiles)))
    return best.at_most(1 + len(quads(views, hand)))


def quads(views: Sequence[tuple[Scene, Scene]], hand: HandCandidate) -> list[frozenset[int]]:
    """The tiles of each quad on the table, whoever's it is.

    Args:
        views: the table in each likely direction, seen from either side.
        hand: the hand, whose quads are known.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("1m 2m 3m 4p 5p 6p 7s 7s 7s 1z _ back 3s 3s back")
    >>> quads(candidates.views, candidates.hands[0])
    [frozenset({10, 11, 12, 13})]
    """
    found = [frozenset(m.tiles) for m in hand.melds if len(m.faces) == _QUAD]
    taken = hand.tiles
    for scene in (scene for pair in views for scene in pair):
        for ways in scene.readings:
            for meld in (m for way in ways if way.score > CALLED and not way.concealed for m in way.melds):
                if len(meld.faces) == _QUAD and meld.marked and taken.isdisjoint(meld.tiles):
                    found.append(frozenset(meld.tiles))
                    taken |= found[-1]
    return found


def _second(scene: Scene, shown: Sequence[int], taken: frozenset[int]) -> tuple[int, ...]:
    """Face-up tiles right beyond or before those shown, one for each or fewer; () where there are more."""
    right, away = axes(scene.view.up)
    shift = parallax(scene.table)
    aside, beyond = shift @ right, shift @ away
    for side in (1, -1):
        beside = []
        for tile in shown:
            # The one shown lies a tile higher and so seems shifted; seen from there the other lies off.
            dx, dy = scene.dx[tile] + aside[tile], side * (scene.dy[tile] + beyond[tile])
            near = (np.abs(dx) < ASIDE) & (dy > NOT_ON) & (dy < scene.table.plane.aspect + BESIDE)
            beside += [t for t in map(int, np.flatnonzero(near)) if t not in taken and not scene.is_back(t)]
        rows = {k for k, row in enumerate(scene.rows) if set(row.tiles) & set(beside)}
        if (
            beside
            and len(beside) == len(set(beside))
            and sum(len(scene.rows[k].tiles) for k in rows) == len(beside)
        ):
            return tuple(beside)
    return ()


def _shown(scene: Scene, row: Sequence[int]) -> tuple[int, ...]:
    """The face-up tiles of a row of backs, () where the row is no dead wall."""
    row = _without_its_side(scene, row)
    at = [k for k, t in enumerate(row) if not scene.is_back(t)]
    backs = len(row) - len(at)
    if not 1 <= len(at) <= MOST or backs < FEWEST_BACKS or len(row) < SHORTEST or at[-1] - at[0] >= len(at):
        return ()
    shown = tuple(row[k] for k in at)
    if any(scene.view.sideways[t] for t in shown):
        return ()  # of backs, half in the shade, corners say little
    blank = sum(_blank(scene, t) for t in shown)
    if blank > 1 or (blank and backs < SIDES):
        return ()  # the sides of a wall
    if any(not _readable(scene, t) for t in shown):
        return ()  # a back misread
    if len(row) <= _QUAD and len(at) > 1 and scene.evidence.well_alike(shown):
        return ()  # a closed quad of another player, of which one tile may not have been found
    return shown


def _without_its_side(scene: Scene, row: Sequence[int]) -> Sequence[int]:
    """The row without an end that seems face-up and is doubted: beyond a back that is the wall's side."""
    for end, beside in ((0, 1), (-1, -2)):
        doubted = scene.table.tiles.objectness[row[end]] < DOUBTED
        if len(row) > SHORTEST and doubted and not scene.is_back(row[end]) and scene.is_back(row[beside]):
            row = row[1:] if end == 0 else row[:-1]
    return row


def _readable(scene: Scene, tile: int) -> bool:
    """Whether the tile surely shows some face, whichever."""
    said = scene.table.tiles.faces[tile]
    none = scene.evidence.back[tile] + scene.evidence.white[tile] + scene.evidence.flower[tile]
    return bool(said.max() >= READABLE or none <= 1 - PRINTED)


def _blank(scene: Scene, tile: int) -> bool:
    """Whether nothing is printed on the tile: a White, or the side of one that stands."""
    return scene.evidence.white[tile] + scene.evidence.back[tile] > READABLE
