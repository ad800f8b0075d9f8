"""The likeliest hands among some finds, and how likely they are against the hands of other finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout.hand.counts import COMPLETE, WAITING, count_of
from vision.layout.hand.scene import scenes
from vision.layout.hand.search import choose
from vision.layout.rows.evidence import Evidence
from vision.layout.tiles.false_positives import ghosts
from vision.layout.tiles.observed import observe
from vision.layout.tiles.table import lay_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detections import Detections
    from vision.layout.hand.hand import HandCandidate
    from vision.layout.hand.scene import Scene
    from vision.layout.tiles.observed import Observed
    from vision.layout.tiles.table import Table

_ACROSS: Final = 0.6
"""Sine of the angle from which tiles lie across each other."""
_SET_REACH: Final = 3.2
"""Tiles of a set lie no farther from each other, tile widths."""


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """What was found, on the table.

    Attributes:
        seen: the tiles, without doubles.
        table: the same on the table's plane.
        evidence: what the reader says of them.
        unreal: those that are taken for no tiles.
        views: the table in each likely direction, from either side.
        hands: the likeliest hands, best first; at least one, which may be without tiles.
    """

    seen: Observed
    table: Table
    evidence: Evidence
    unreal: frozenset[int]
    views: list[tuple[Scene, Scene]]
    hands: list[HandCandidate]

    @property
    def score(self) -> float:
        """Log odds of the likeliest hand."""
        return self.hands[0].score

    @property
    def whole(self) -> bool:
        """Whether that hand has as many tiles as a hand has, none of those held face-down."""
        scene, hand = self.views[0][0], self.hands[0]
        if any(scene.is_back(t) for t in hand.concealed):
            return False
        count = count_of(scene, hand)
        return count == COMPLETE or (count == WAITING and hand.win is None)

    def without(self, tile: int) -> Weighed:
        """The same finds weighed again, one of them taken for no tile."""
        return _weighed(self.seen, self.table, self.evidence, self.unreal | {tile})


def weigh(detections: Detections, left_out: NDArray[np.bool_]) -> Weighed | None:
    """The likeliest hands among the finds; None where there is none.

    Args:
        detections: the N finds.
        left_out: ``(N,)`` bool, those that are taken for no tiles whatever they look like.
    """
    seen = observe(detections)
    if not len(seen):
        return None
    table = lay_out(seen)
    unreal = ghosts(table) | frozenset(np.flatnonzero(left_out[seen.source]).tolist())
    return _weighed(seen, table, Evidence.of(seen.faces, seen.objectness), unreal)


def _weighed(seen: Observed, table: Table, evidence: Evidence, unreal: frozenset[int]) -> Weighed:
    views = scenes(table, evidence, unreal)
    return Weighed(seen, table, evidence, unreal, views, choose(views))


def called(detections: Detections) -> NDArray[np.intp]:
    """Which of the finds may be called tiles of equal ones, and so may lie on another: their indices.

    In what direction a tile lies is known only on the table, and how high it lies only on the photo.
    """
    seen = observe(detections)
    if not len(seen):
        return np.zeros(0, np.intp)
    table, evidence = lay_out(seen), Evidence.of(seen.faces, seen.objectness)
    if not _any_across(table, evidence):
        return np.zeros(0, np.intp)
    found = {
        meld.tiles[meld.rotated[0]]
        for pair in scenes(table, evidence, ghosts(table))
        for scene in pair
        for parts in scene.parts
        for part in parts
        for meld in part.melds
        if meld.raised is not None
    }
    return np.asarray(seen.source[sorted(found)], np.intp)


def _any_across(table: Table, evidence: Evidence) -> bool:
    """Whether any tile lies across two of its like: most hands have none, and need no closer look."""
    step = table.centre[:, None] - table.centre
    near = evidence.kin & (np.hypot(step[..., 0], step[..., 1]) < _SET_REACH)
    across = np.abs(np.sin(table.axis[:, None] - table.axis)) > _ACROSS
    return bool(((near & across).sum(axis=1) > 1).any())
