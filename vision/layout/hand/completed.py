"""Tiles that other open hands lack, among the doubtful detections.

What ``hypotheses`` does for the hand that is meant. Only hands that lack tiles are looked at, each by itself:
the tiles about it, on the plane that is known, as its owner sees them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.detections import Detections
from yakulens.vision.geometry.overlap import separations
from yakulens.vision.layout.hand.backs_between import backs_between
from yakulens.vision.layout.hand.candidates import Candidates, find_candidates
from yakulens.vision.layout.hand.hypotheses import REACH, ROUNDS, SAME, Hypothesis, put_in, worth_trying
from yakulens.vision.layout.hand.open_hands import OWN, is_hand, is_whole, likeliest, seen_square
from yakulens.vision.layout.rows.evidence import Evidence
from yakulens.vision.layout.tiles.false_positives import find_false_positives
from yakulens.vision.layout.tiles.observed import observe
from yakulens.vision.layout.tiles.table import laid_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.pausing import Pausing

ENOUGH: Final = 6
"""How many doubtful detections are tried for one hand in each round."""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """The place of one hand.

    Attributes:
        detections: the tiles there, those of other hands left out.
        score: log odds of the likeliest hand of its owner, the price of what was changed counted.
        quads: ``(H, 4, 2)`` of this hand's tiles.
        hand: whether it is one.
        whole: whether it has as many tiles as a hand has.
    """

    detections: Detections
    score: float
    quads: NDArray[np.float32]
    hand: bool
    whole: bool


def completed(
    known: Hypothesis, lacking: Sequence[HandCandidate], doubtful: Detections
) -> Pausing[Hypothesis]:
    """The same detections, and those of ``doubtful`` that make hands which lack tiles more of a hand.

    The hand that is meant stays as it is. It may be left between two detections that are tried.

    Args:
        known: the detections that count as tiles, and the likeliest hands.
        lacking: hands beside the likeliest one of which tiles may have been missed.
        doubtful: other detections; those of them that lie where one of the tiles does change nothing.
    """
    found: list[Detections] = []
    for hand in lacking:
        others = [other for other in lacking if other is not hand]
        found += yield from _lacked(known, hand, others, doubtful)
    if not found:
        return known
    one = _each_once(reduce(Detections.joined, found))
    detections, stay, _ = put_in(known.detections, one, known.candidates.priors)
    rejected = np.append(known.rejected[stay], np.zeros(len(one), np.bool_))
    before = known.candidates
    candidates = find_candidates(detections, rejected, before.priors, memory=before.evidence.memory)
    if candidates is None:
        return known
    accepted = np.append(known.accepted[stay], np.ones(len(one), np.bool_))
    better = Hypothesis(detections, accepted, rejected, candidates, candidates.score + known.price)
    return better if _same(known.hand_quads(), better.hand_quads()) else known


def _same(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    return {quad.tobytes() for quad in one} == {quad.tobytes() for quad in other}


def _each_once(found: Detections) -> Detections:
    """The detections, each place once: two hands may lack the same tile."""
    apart = separations(found.quads, found.quads)
    return found.take(np.where(np.tri(len(found), k=-1, dtype=bool), apart, np.inf).min(axis=1) >= SAME)


def _lacked(
    known: Hypothesis, hand: HandCandidate, others: Sequence[HandCandidate], doubtful: Detections
) -> Pausing[list[Detections]]:
    """Which of the doubtful detections the hand lacks, and which face-down ones that were not found."""
    candidates = known.candidates
    seen, priors = candidates.seen, candidates.priors
    quads = known.detections.quads[seen.source[sorted(hand.tiles)]]
    apart = separations(known.detections.quads, quads).min(axis=1)
    here = (apart < REACH) & ~known.rejected
    for other in (candidates.hands[0], *others):
        here[seen.source[sorted(other.tiles)]] = False
    best = _place(known.detections.take(here), candidates, hand.up, 0.0)
    taken: list[Detections] = []
    price = 0.0
    for _ in range(ROUNDS):
        if best.whole:
            break
        chosen, better, cost = None, best, 0.0
        for more in _tried(known.detections, best, doubtful):
            yield
            tried, _, odds = put_in(best.detections, more, priors)
            place = _place(tried, candidates, hand.up, price + odds)
            if place.score > better.score:
                chosen, better, cost = more, place, price + odds
        if chosen is None:
            break
        taken.append(chosen)
        best, price = better, cost
    return taken if best.hand else []


def _tried(known: Detections, place: _Place, doubtful: Detections) -> list[Detections]:
    """What may be a tile at the place of a hand: face-down ones of a closed quad, doubtful detections."""
    singly = worth_trying(known, place.quads, doubtful, ENOUGH)
    likely = [doubtful.take(np.array([j])) for j in singly]
    held = place.detections.quads
    unknown = [one for one in likely if separations(one.quads, held).min(initial=np.inf) > SAME]
    everywhere = np.ones(len(place.detections), np.bool_)
    return [*backs_between(place.detections, everywhere, doubtful), *unknown]


def _place(detections: Detections, about: Candidates, up: float, price: float) -> _Place:
    """The likeliest hand among some detections of somebody for whom ``up``, radians, points away.

    ``about`` is known of the table: the plane, what was weighed.
    """
    seen, priors = observe(detections), about.priors
    table = laid_on(about.table.plane, seen)
    evidence = Evidence.of(seen.faces, seen.objectness, priors.faces.misread, about.evidence.memory)
    scene = seen_square(table, evidence, find_false_positives(table), up, priors, OWN)[0][0]
    hand = likeliest(scene)
    quads = detections.quads[seen.source[sorted(hand.tiles)]]
    return _Place(detections, hand.score + price, quads, is_hand(scene, hand), is_whole(scene, hand))
