"""Tiles of a hand that lie about between its called sets, in pieces too far from each other to be one part.

Only where the hand lacks just so many tiles as lie about there, nearer to it than any other, and waits for
one with them: of tiles thrown together hardly any do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.layout.hand.counts import WAITING, count_of
from yakulens.vision.layout.hand.legal import waits

if TYPE_CHECKING:
    from yakulens.vision.layout.hand.candidates import Candidates
    from yakulens.vision.layout.hand.hand import HandCandidate

CALLED: Final = 2
"""So many called sets with a sideways tile at least tell whose tiles lie there."""
MOST: Final = 3
"""A hand lacks no more tiles than this."""
REACH: Final = 5.0
"""They lie no farther from the nearest tile of the hand, in tile widths ..."""
FARTHER: Final = 1.5
"""... and any other tile that shows its face so many times farther off."""


def with_scattered(candidates: Candidates, hand: HandCandidate) -> HandCandidate:
    """The hand with the tiles that lie about it, if it lacks just these and waits with them.

    Args:
        candidates: the tiles.
        hand: the one that is meant.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> called = "(6z) 6z 6z _ 4m (4m) 4m _ (7s) 5s 6s"
    >>> laid = candidates_of(f"5m _ _ _ _ 8s 8s _ _ {called} _ _ _ _ 7m")
    >>> with_scattered(laid, laid.hands[0]).scattered
    (0, 12)
    """
    scene = candidates.views[0][0]
    missing = WAITING - count_of(scene, hand)
    if hand.win is not None or not 1 <= missing <= MOST or sum(m.marked for m in hand.melds) < CALLED:
        return hand
    off = scene.gap[sorted(hand.tiles)].min(axis=0)
    taken = hand.tiles | candidates.rejected
    free = [t for t in np.argsort(off).tolist() if t not in taken and not scene.is_back(t)]
    pieces, others = free[:missing], free[missing : missing + 1]
    if len(pieces) < missing or off[pieces[-1]] > REACH or scene.pond.intersection(pieces):
        return hand
    if any(off[t] < FARTHER * off[pieces[-1]] for t in others):
        return hand
    held = [t for t in (*hand.concealed, *pieces) if t not in hand.flowers]
    known = all(candidates.evidence.face[t] for t in pieces)
    if not known or not waits(candidates.evidence, held, len(hand.melds)):
        return hand
    apart = tuple(sorted(pieces))
    return replace(
        hand,
        concealed=(*hand.concealed, *apart),
        rows=hand.rows + 1,
        lines=hand.lines + 1,
        scattered=apart,
    )
