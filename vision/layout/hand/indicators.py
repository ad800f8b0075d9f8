"""Dora indicators: one to five tiles turned over in the dead wall, a row of backs (EMA 2025 3.3.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.vectors import axes
from vision.layout.tiles.raised import parallax

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout.hand.hand import HandCandidate
    from vision.layout.hand.scene import Scene

MOST: Final = 5
FEWEST_BACKS: Final = 1
SHORTEST: Final = 3
ASIDE: Final = 0.6
"""A second indicator lies no farther to the side of the first, tile widths."""
BESIDE: Final = 0.8
"""... and no farther before it, gap between the two ..."""
NOT_ON: Final = 0.7
"""... but not under it."""
_QUAD: Final = 4


@dataclass(frozen=True, slots=True)
class Indicators:
    """The indicators in view, as indices, left to right as the hand's owner sees them.

    Attributes:
        row: those in the dead wall.
        second: those beside them, tile by tile: one of the two rows was turned over for a riichi (ura), and
            no picture shows which.
    """

    row: tuple[int, ...] = ()
    second: tuple[int, ...] = ()


def find_indicators(views: Sequence[tuple[Scene, Scene]], hand: HandCandidate) -> Indicators:
    """The indicators in view: in the row with the most backs that has some tiles face-up.

    Args:
        views: the table in each likely direction, seen from either side.
        hand: the hand, whose tiles are no indicators.

    >>> from vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("1m 2m 3m 4p 5p 6p 7s 7s 7s 1z 1z" + 15 * " _" + " back back 3s back back")
    >>> find_indicators(candidates.views, candidates.hands[0])
    Indicators(row=(13,), second=())
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
    return best


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
    at = [k for k, t in enumerate(row) if not scene.is_back(t)]
    backs = len(row) - len(at)
    if not 1 <= len(at) <= MOST or backs < FEWEST_BACKS or len(row) < SHORTEST or at[-1] - at[0] >= len(at):
        return ()
    if any(scene.view.sideways[t] for t in row):
        return ()
    shown = tuple(row[k] for k in at)
    if len(row) == _QUAD and len(at) > 1 and scene.evidence.well_alike(shown):
        return ()  # a closed quad of another player
    return shown
