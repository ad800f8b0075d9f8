"""The winning tile where the finder doubts it: thirteen tiles wait, and beside them lies what they wait for.

The hand is of a right size without it, so that nothing else asks for one more. But a false find shows a face
that the hand waits for once in many faces only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.geometry.overlap import separations
from yakulens.vision.labels import LABELS, PLAIN, plain
from yakulens.vision.layout.hand.counts import WAITING, count_of
from yakulens.vision.layout.hand.legal import waits

if TYPE_CHECKING:
    from yakulens.vision.detections import Detections
    from yakulens.vision.layout.hand.candidates import Candidates
    from yakulens.vision.layout.hand.hand import HandCandidate

APART: Final = 0.6
"""From any known tile it lies farther off than this, in short sides; nearer lie parts of that tile ..."""
REACH: Final = 4.0
"""... and from the nearest one of the hand no farther than this."""
CERTAIN: Final = 0.999
"""Nothing is likelier a tile than this."""


def missed_winners(
    candidates: Candidates, known: Detections, hand: HandCandidate, doubtful: Detections
) -> list[int]:
    """Which doubtful detections about a hand of thirteen are likelier than not the tile that it waits for.

    Args:
        candidates: the tiles, with the likeliest hands.
        known: the detections that count as tiles.
        hand: the one that is meant.
        doubtful: all that was detected.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.hand.hypotheses import as_detected
    >>> row = detected("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 4s 5s _ 6s")
    >>> held = row.take(np.arange(13))
    >>> waiting = as_detected(held).candidates
    >>> missed_winners(waiting, held, waiting.hands[0], row)
    [13]
    """
    scene = candidates.views[0][0]
    if hand.win is not None or not hand.concealed or count_of(scene, hand) != WAITING:
        return []
    held = [t for t in hand.concealed if t not in hand.flowers]
    awaited = waits(candidates.evidence, held, len(hand.melds))
    if not awaited:
        return []
    shown = np.isin([plain(LABELS[k]) for k in doubtful.faces.argmax(axis=1)], sorted(awaited))
    there = doubtful.objectness.astype(np.float64) * doubtful.faces.max(axis=1, initial=0.0)
    odds = there / (1 - np.minimum(there, CERTAIN)) * len(PLAIN) / len(awaited)
    likely = np.flatnonzero(shown & (odds > 1))
    quads = doubtful.quads[likely]
    own = known.quads[candidates.seen.source[sorted(hand.tiles)]]
    near = separations(quads, own).min(axis=1, initial=np.inf) < REACH
    near &= separations(quads, known.quads).min(axis=1, initial=np.inf) > APART
    due = likely[near]
    return [int(due[there[due].argmax()])] if len(due) else []
