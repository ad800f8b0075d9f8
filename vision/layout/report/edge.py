"""What the photo's edge cuts: such a tile is asked about, for what is left of it may look like another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.layout.hand.counts import COMPLETE, count_of
from yakulens.vision.layout.report.issues import doubtful_face
from yakulens.vision.reading import Issue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.hand.candidates import Candidates
    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.reading import ReadTile

CUT: Final = -0.06
"""Logarithm of its size relative to the hand's other tiles from which a tile at the edge is cut."""
BESIDE: Final = 0.6
"""A cut tile no farther from the hand than this, in tile widths, may be of it."""


def edge_issues(candidates: Candidates, hand: HandCandidate, tiles: Sequence[ReadTile]) -> list[Issue]:
    """Questions about tiles of the hand that the photo's edge cuts, and about cut ones right beside it.

    Args:
        candidates: the tiles.
        hand: the hand that is meant.
        tiles: every tile in view, by index.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> whole = candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s 6s 7s 8s")
    >>> edge_issues(whole, whole.hands[0], [])  # none reaches the edge
    []
    """
    table, scene = candidates.table, candidates.views[0][0]
    at_edge = {int(t) for t in np.flatnonzero(table.tiles.at_edge) if not scene.is_back(int(t))}
    own = sorted(hand.tiles)
    if not at_edge or not own:
        return []
    size = np.log(np.maximum(table.width * table.length, 1e-6)) / 2
    usual = float(np.median(size[own]))
    issues = [doubtful_face(tiles[t]) for t in own if t in at_edge and size[t] - usual < CUT]
    if count_of(scene, hand) < COMPLETE:
        message = "The photo's edge cuts it: is this tile part of the hand?"
        issues += [
            Issue("maybe_not_in_hand", (t,), message, ("out", "in"))
            for t in sorted(at_edge - hand.tiles)
            if scene.gap[t, own].min() < BESIDE
        ]
    return issues
