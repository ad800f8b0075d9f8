"""From detections to a Reading: the whole layout, stage by stage."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from yakulens.vision.detections import Detections
from yakulens.vision.labels import LABELS
from yakulens.vision.laid_out import LaidOut
from yakulens.vision.layout.hand.collection import gathered
from yakulens.vision.layout.hand.completed import completed
from yakulens.vision.layout.hand.counts import COMPLETE, count_of
from yakulens.vision.layout.hand.fourth_tile import fourth_tiles
from yakulens.vision.layout.hand.hypotheses import (
    as_detected,
    improved,
    with_tiles,
    without_print,
    without_stray,
)
from yakulens.vision.layout.hand.indicators import find_indicators
from yakulens.vision.layout.hand.lone_winner import find_lone_winner
from yakulens.vision.layout.hand.missed_winner import missed_winners
from yakulens.vision.layout.hand.open_hands import open_hands
from yakulens.vision.layout.hand.scattered import with_scattered
from yakulens.vision.layout.hand.set_apart import holds_set_apart
from yakulens.vision.layout.priors import DEFAULT_PRIORS
from yakulens.vision.layout.report.edge import edge_issues
from yakulens.vision.layout.report.faces import solve
from yakulens.vision.layout.report.hands import joined, told
from yakulens.vision.layout.report.issues import (
    detection_issues,
    indicator_issues,
    lone_winner_issues,
    rival_issues,
    scattered_issues,
    whose_hand_issues,
)
from yakulens.vision.layout.rows.melds import QUAD
from yakulens.vision.reading import Issue, Reading, ReadTile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from yakulens.vision.layout.hand.candidates import Candidates
    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.layout.hand.hypotheses import Hypothesis
    from yakulens.vision.layout.hand.lone_winner import LoneWinner
    from yakulens.vision.layout.hand.open_hands import OpenHands
    from yakulens.vision.layout.priors import Priors
    from yakulens.vision.layout.report.faces import Solution
    from yakulens.vision.layout.tiles.observed import Observed

_Meant: TypeAlias = "tuple[HandCandidate, LoneWinner | None, OpenHands]"
"""The hand that is meant, its winning tile where that lies by itself, and all hands that lie open."""
ALTERNATIVES: Final = 5
"""How many other faces a tile lists."""
WORTH_NAMING: Final = 0.001
"""Other faces less probable than this are not listed."""


@dataclass(frozen=True, slots=True, eq=False)
class Begun:
    """What is known of some detections before doubtful ones are tried.

    Attributes:
        detections: those that count as tiles.
        priors: how likely each way of laying tiles is.
        as_seen: the likeliest hands that they make.
        meant: the one that is meant.
    """

    detections: Detections
    priors: Priors
    as_seen: Hypothesis
    meant: _Meant


def read(
    detections: Detections,
    unfiltered: Detections | None = None,
    priors: Priors = DEFAULT_PRIORS,
    *,
    hypotheses: bool = True,
) -> Reading:
    """The hand with its melds and winning tile, the indicators, everything else in view, and the doubts.

    Never raises for a strange scene: what is doubtful is an issue. Tiles' ids are positions in the
    result's ``tiles``; duplicates of another detection are dropped.

    Args:
        detections: those that count as tiles.
        unfiltered: all that was detected; where the hand lacks a tile, one of these may be it.
        priors: how likely each way of laying tiles is.
        hypotheses: whether doubtful detections are tried as tiles and as none where a hand is not whole.

    >>> from yakulens.vision.example import detected
    >>> reading = read(detected("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z"))
    >>> [reading.face(tile) for tile in reading.concealed]
    ['2m', '3m', '4m', '6p', '7p', '8p', '4s', '5s', '5s', '5s']
    >>> reading.face(reading.win), [(meld.kind, meld.origin) for meld in reading.melds], reading.issues
    ('3s', [('pon', 'across')], ())
    """
    steps = readings(detections, unfiltered, priors, hypotheses=hypotheses)
    return next(laid.reading for laid in steps if laid is not None and laid.settled)


def readings(
    detections: Detections,
    unfiltered: Detections | None = None,
    priors: Priors = DEFAULT_PRIORS,
    *,
    hypotheses: bool = True,
    before: LaidOut | None = None,
) -> Iterator[LaidOut | None]:
    """The reading of the detections as they are, then the one with doubtful detections tried, if that is due.

    What ``read`` gives is the last one.

    Args:
        detections: as of ``read``, like all others.
        unfiltered: all that was detected.
        priors: how likely each way of laying tiles is.
        hypotheses: whether doubtful detections are tried.
        before: how an earlier look at the same photo was laid out: what has not changed is not weighed again.

    Yields:
        A reading, and None at each pause while hypotheses are tried.

    >>> from yakulens.vision.example import detected
    >>> [laid.settled for laid in readings(detected("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s 6s 7s 8s"))]
    [True]
    """
    known = None if before is None else before.begun
    begun = _begun(detections, priors, known if isinstance(known, Begun) else None)
    if begun is None:
        nothing = Issue("no_tiles", (), "No tile was found on this photo. Is the hand in view and sharp?")
        yield LaidOut(Reading(issues=(nothing,)), settled=True)
        return
    others = Detections.none(detections.size) if unfiltered is None else unfiltered
    as_seen, meant = _with_fourth_tiles(begun.as_seen, begun.meant, others)
    as_seen, meant = _with_winner(as_seen, meant, others)
    first = replace(_reported(as_seen, meant, priors, settled=not hypotheses), begun=begun)
    if not first.lacking:
        yield replace(first, settled=True)
        return
    yield first
    if first.settled:
        return
    better = yield from improved(as_seen, others)
    if better is not as_seen:
        meant = _meant(better.candidates)
    best = yield from completed(better, _others_lacking(better.candidates, meant), others)
    if best is not better:
        meant = _meant(best.candidates)
    last = first if best is as_seen else replace(_reported(best, meant, priors, settled=True), begun=begun)
    yield replace(last, settled=True)


def _begun(detections: Detections, priors: Priors, known: Begun | None) -> Begun | None:
    """What is known of the detections as they are; None where there is none."""
    if known is not None and known.priors != priors:
        known = None
    if known is not None and known.detections.same_as(detections):
        return known
    as_seen = as_detected(detections, priors, None if known is None else known.as_seen.candidates)
    if as_seen is None:
        return None
    as_seen = without_stray(without_print(as_seen))
    return Begun(detections, priors, as_seen, _meant(as_seen.candidates))


def _with_fourth_tiles(as_seen: Hypothesis, meant: _Meant, doubtful: Detections) -> tuple[Hypothesis, _Meant]:
    """The same with those doubtful detections as tiles that make quads of called triplets, if any do."""
    melds = [meld for lies in meant[2].lying for meld in lies.hand.melds]
    fourth = fourth_tiles(as_seen.detections, as_seen.candidates.seen.source.tolist(), melds, doubtful)
    if not fourth:
        return as_seen, meant
    tried = with_tiles(as_seen, doubtful.take(np.array(fourth)))
    again = _meant(tried.candidates)
    quads = {t for lies in again[2].lying for m in lies.hand.melds if len(m.tiles) == QUAD for t in m.tiles}
    taken = np.flatnonzero(tried.accepted[tried.candidates.seen.source])
    return (tried, again) if quads.issuperset(taken.tolist()) else (as_seen, meant)


def _with_winner(as_seen: Hypothesis, meant: _Meant, doubtful: Detections) -> tuple[Hypothesis, _Meant]:
    """The same with the doubtful detection for which the hand waits as its winning tile, if it is one."""
    hand = meant[0]
    if len(meant[2].lying) > 1:
        return as_seen, meant  # at a draw nobody wins
    winner = missed_winners(as_seen.candidates, as_seen.detections, hand, doubtful)
    if not winner:
        return as_seen, meant
    tried = with_tiles(as_seen, doubtful.take(np.array(winner)))
    again = _meant(tried.candidates)
    before, after = (
        {one.detections.quads[k].tobytes() for k in one.candidates.seen.source[sorted(of.tiles)]}
        for one, of in ((as_seen, hand), (tried, again[0]))
    )
    won = tried.candidates.sound and _has_won(tried.candidates, again[0]) and before < after
    return (tried, again) if won else (as_seen, meant)


def _meant(candidates: Candidates) -> _Meant:
    """Of the likeliest hands, with what lies about them."""
    hand = with_scattered(candidates, gathered(candidates))
    lying = open_hands(candidates, hand)
    lone = find_lone_winner(candidates, hand)
    others = [other.hand.tiles for other in lying.lying[1:] if other.whole]
    if lone is not None and any(lone.hand.win in tiles for tiles in others):
        lone = None  # it is the last tile of somebody with four sets
    if lone is not None:
        hand = lone.hand
        lying = open_hands(candidates, hand)
    if lying.lying[0].hand is not hand:
        hand, lone = lying.lying[0].hand, None
    return hand, lone, lying


def _reported(taken: Hypothesis, meant: _Meant, priors: Priors, *, settled: bool) -> LaidOut:
    """What the likeliest hand of a hypothesis is told as."""
    seen, views, hands = taken.candidates.seen, taken.candidates.views, taken.candidates.hands
    hand, lone, found = meant
    lying = found.lying
    dora = find_indicators(views, hand)
    solutions = [solve(lies.hand, seen.faces, priors) for lies in lying]
    tiles = _tiles(seen, joined(lying, solutions))
    accepted, rejected = taken.accepted[seen.source], taken.rejected[seen.source]
    changed = detection_issues(hand, accepted, rejected)
    rivals = rival_issues(hand, hands[1:]) if hand is hands[0] else []
    cut = edge_issues(taken.candidates, hand, tiles)
    doubts = [[*lone_winner_issues(lone), *scattered_issues(hand), *(changed or rivals), *cut]]
    doubts += [detection_issues(lies.hand, accepted, np.zeros_like(rejected)) for lies in lying[1:]]
    open_ones = told(lying, solutions, tiles, taken.candidates.table, doubts)
    first = open_ones[0]
    placed = hand.tiles | set(dora.taken)
    reading = Reading(
        tiles=tiles,
        concealed=first.concealed,
        win=first.win,
        melds=first.melds,
        indicators=dora.taken,
        others=tuple(i for i in range(len(seen)) if i not in placed),
        issues=(
            *whose_hand_issues(open_ones, priors.others.asked),
            *first.issues,
            *indicator_issues(dora, tiles),
        ),
        confidence=first.confidence * _sure(hands) * first.probability,
        hands=open_ones if first.ids else (),
    )
    whole = taken.candidates.whole
    doubted = not whole or holds_set_apart(views, hand)
    lacking = ([hand] if doubted else []) + _others_lacking(taken.candidates, meant)
    won = _has_won(taken.candidates, hand)
    too_many = doubted and count_of(views[0][0], hand) > COMPLETE
    return LaidOut(reading, settled, whole, won, tuple(tuple(sorted(h.tiles)) for h in lacking), too_many)


def _others_lacking(candidates: Candidates, meant: _Meant) -> list[HandCandidate]:
    """Hands beside the one that is meant of which tiles may have been missed, where these matter."""
    hand, _, lying = meant
    return [] if _has_won(candidates, hand) else list(lying.lacking)


def _has_won(candidates: Candidates, hand: HandCandidate) -> bool:
    return count_of(candidates.views[0][0], hand) >= COMPLETE


def _sure(hands: Sequence[HandCandidate]) -> float:
    """Probability that the likeliest hand is the right one among its rivals."""
    return float(1 / np.exp([hand.score - hands[0].score for hand in hands]).sum())


def _tiles(seen: Observed, solution: Solution) -> tuple[ReadTile, ...]:
    """Every tile with its corners from the top left of the face as printed."""
    tiles = []
    for i in range(len(seen)):
        top = int(np.argmax(seen.ups[i]))
        corners = np.roll(seen.quads[i], -top, axis=0) * [1.0, -1.0]
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        face = solution.faces[i]
        tiles.append(ReadTile(i, face, solution.scores[i], (a, b, c, d), _alternatives(seen.faces[i], face)))
    return tuple(tiles)


def _alternatives(faces: NDArray[np.float64], taken: str) -> tuple[tuple[str, float], ...]:
    """The likeliest other labels."""
    order = [int(k) for k in np.argsort(-faces)[: ALTERNATIVES + 1]]
    listed = [(LABELS[k], float(faces[k])) for k in order if faces[k] > WORTH_NAMING]
    return tuple((face, p) for face, p in listed if face != taken)[:ALTERNATIVES]
