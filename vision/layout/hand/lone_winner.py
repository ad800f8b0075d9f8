"""The winning tile where it lies by itself, farther from the hand than winning tiles do.

Where thirteen tiles wait, and one of the few face-up tiles that lie about alone is one they wait for, that
one won: hardly anything else is laid there by itself, and a tile drawn blindly fits one hand in ten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.labels import PLAIN
from yakulens.vision.layout.hand.counts import WAITING, count_of
from yakulens.vision.layout.hand.legal import MOST_LONE, waits

if TYPE_CHECKING:
    from yakulens.vision.layout.hand.candidates import Candidates
    from yakulens.vision.layout.hand.hand import HandCandidate

FEW: Final = 2
"""A hand that waits for more kinds than this may be completed by chance: it is asked."""
NEIGHBOUR: Final = 1.0
"""A tile with another one nearer than this, in tile widths, does not lie alone."""

_LIKELIER_THAN_NOT: Final = float(np.log(0.5))


@dataclass(frozen=True, slots=True)
class LoneWinner:
    """A winning tile that was found lying alone.

    Attributes:
        hand: the hand with it.
        rivals: the other tiles that lie alone and complete the hand, to be asked about.
        sure: whether it needs no question.
    """

    hand: HandCandidate
    rivals: tuple[int, ...]
    sure: bool


def find_lone_winner(candidates: Candidates, hand: HandCandidate) -> LoneWinner | None:
    """The winning tile of a hand that waits; None where it is complete, or none lies alone that it waits for.

    A tile that was taken for the winning one, but surely completes nothing, is asked about beside it.

    Args:
        candidates: the tiles.
        hand: the hand that is meant.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> far = candidates_of("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 4s 5s" + 6 * " _" + " 6s")
    >>> far.hands[0].win, find_lone_winner(far, far.hands[0]).hand.win
    (None, 13)
    >>> indicator = candidates_of("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 4s 5s _ 1z" + 6 * " _" + " 6s")
    >>> lone = find_lone_winner(indicator, indicator.hands[0])
    >>> indicator.hands[0].win, lone.hand.win, lone.rivals, lone.sure
    (13, 14, (13,), False)
    >>> other = candidates_of("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 4s 5s" + 6 * " _" + " 9m")
    >>> find_lone_winner(other, other.hands[0]) is None
    True
    """
    scene, given = candidates.views[0][0], hand.win
    hand = replace(hand, win=None)
    if not hand.concealed or count_of(scene, hand) != WAITING:
        return None
    held = [t for t in hand.concealed if t not in hand.flowers]
    awaited = waits(candidates.evidence, held, len(hand.melds))
    known = candidates.evidence.face
    if given is not None and known[given] in {*awaited, ""}:
        return None
    alone = _alone(candidates, hand)
    fitting = [t for t in alone if _likeliest(candidates, t) in awaited]
    if not fitting or sum(bool(known[t]) for t in alone) > MOST_LONE:
        return None
    middle = candidates.table.centre[list(hand.concealed)].mean(axis=0)
    fitting.sort(key=lambda t: float(np.hypot(*(candidates.table.centre[t] - middle))))
    sure = len(fitting) == 1 and len(awaited) <= FEW and given is None and bool(known[fitting[0]])
    rivals = (*fitting[1:], *(() if given is None else (given,)))
    return LoneWinner(replace(hand, win=fitting[0]), rivals, sure)


def _alone(candidates: Candidates, hand: HandCandidate) -> list[int]:
    """Face-up tiles out of the hand's reach that share no row with another and lie beside none.

    Of those in reach the search for the hand has judged whether they won.
    """
    reach = candidates.views[0][0].gap[list(hand.concealed)].min(axis=0)
    far = reach >= candidates.priors.winner.farthest
    free = np.array(
        [t not in candidates.rejected and t not in hand.tiles for t in range(len(candidates.seen))]
    )
    scenes = [near for near, _ in candidates.views]
    in_rows = {t for scene in scenes for row in scene.rows if len(row.tiles) > 1 for t in row.tiles}
    alone = []
    for t in np.flatnonzero(free & far):
        if t in in_rows or t in scenes[0].pond or not _likeliest(candidates, int(t)):
            continue
        beside = free & (scenes[0].gap[t] < NEIGHBOUR)
        if not beside[np.arange(len(free)) != t].any():
            alone.append(int(t))
    return alone


def _likeliest(candidates: Candidates, tile: int) -> str:
    """The plain face that a tile is likelier to show than not, "" where there is none."""
    face, odds = max(candidates.evidence.likely[tile].items(), key=lambda item: item[1], default=(0, -np.inf))
    return PLAIN[face] if odds > _LIKELIER_THAN_NOT else ""
