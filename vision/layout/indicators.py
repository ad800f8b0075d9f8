"""Dora indicators: one to five tiles turned over in the dead wall, a row of backs (EMA 2025 3.3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout.choose import Hand
    from vision.layout.scene import Scene

MOST: Final = 5
FEWEST_BACKS: Final = 1
SHORTEST: Final = 3
_QUAD: Final = 4


def indicators(found: Sequence[tuple[Scene, Scene]], hand: Hand) -> tuple[int, ...]:
    """The indicators in view, left to right as the hand's owner sees them; () where there are none."""
    best: tuple[int, tuple[int, ...]] = (0, ())
    for pair in found:
        for scene in pair:
            # The owner's own direction or the one that reads left to right for him.
            for row in scene.rows:
                shown = _shown(scene, row.tiles) if not hand.tiles & set(row.tiles) else ()
                backs = len(row.tiles) - len(shown)
                if shown and backs > best[0]:
                    best = (backs, shown)
    return best[1]


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
