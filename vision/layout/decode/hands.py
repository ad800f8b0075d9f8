"""The likeliest legal hands of one player: called sets, concealed tiles, the winning one, each tile once.

Branch and bound: the search adds sets in turn. It prunes a branch that, even with the best use of every free
tile, scores too far below the best known hand to be worth a question.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from heapq import nlargest
from itertools import accumulate
from typing import Final

from yakulens.vision.layout.decode.faces import COMPLETE, WAITING, best_faces, face_counts
from yakulens.vision.layout.decode.frame import FaceOdds
from yakulens.vision.layout.decode.parts import PlayerOdds
from yakulens.vision.layout.decode.sets import CalledSet
from yakulens.vision.layout.priors import CountPriors, LayoutPriors

MOST_SETS: Final = 4
TRIED: Final = 48
"""How many of the sets that a player may have called are weighed: those that give up least."""
BRANCHES: Final = 400
"""At most this many choices of sets are weighed."""
KEPT: Final = 60
"""How many hands are kept before their faces are judged."""
WINNERS: Final = 5
_MISSED: Final = 2
"""How many tiles may have been missed; more are probably outside the picture."""
_WON: Final = -5.0
"""A tile with lower log odds did not win."""
_ABLE: Final = -8.0
"""A tile with lower log odds is not of the hand."""


@dataclass(frozen=True, slots=True)
class DecodedHand:
    """One player's hand.

    Attributes:
        seat: index of the player in ``SEATS``.
        sets: its called sets and closed quads.
        concealed: the concealed tiles, without tiles that riichi does not use.
        win: the winning tile if it lies apart.
        score: log odds against none of the tiles being of it; an upper bound until the faces are judged.
        faces: plain faces of its closed tiles, as indices; empty until they are judged.
    """

    seat: int
    sets: tuple[CalledSet, ...]
    concealed: tuple[int, ...]
    win: int | None
    score: float
    faces: tuple[int, ...] = ()

    @property
    def closed_tiles(self) -> tuple[int, ...]:
        """The tiles outside called sets: the concealed ones, then the winning one."""
        return self.concealed if self.win is None else (*self.concealed, self.win)

    @property
    def called(self) -> int:
        """The counts of its called sets' faces, in the form of `scorer.counts`."""
        return face_counts([face for meld in self.sets for face in meld.faces])

    @property
    def size(self) -> int:
        """The number of tiles seen or known, a quad counting three."""
        return len(self.closed_tiles) + 3 * len(self.sets)

    @property
    def tiles(self) -> frozenset[int]:
        """All its visible tiles."""
        return frozenset((*self.closed_tiles, *(t for meld in self.sets for t in meld.tiles)))


@dataclass(slots=True)
class _Search:
    """The state of a search: its inputs, and the drafts found so far.

    Attributes:
        gains: log odds that each possible tile adds as a concealed one.
        win_gains: log odds that it adds as the winning one.
        best_gains: the most that each tile can add in any role.
        margin: drafts worse than the best by more than this are dropped.
        tried: how many choices of sets were weighed.
    """

    seat: int
    sets: Sequence[CalledSet]
    gains: dict[int, float]
    win_gains: dict[int, float]
    best_gains: dict[int, float]
    priors: LayoutPriors
    margin: float
    best: float = -1e9
    tried: int = 0
    drafts: list[DecodedHand] = field(default_factory=list)


def likeliest_hands(
    face_odds: FaceOdds,
    odds: PlayerOdds,
    sets: Sequence[CalledSet],
    taken: frozenset[int],
    priors: LayoutPriors,
) -> list[DecodedHand]:
    """A player's hands, the likeliest first; the others are those worth a question.

    The sets are sorted, the likeliest first; ``taken`` are tiles of other players.
    """
    free_sets = [meld for meld in sets if taken.isdisjoint(meld.tiles)]
    gains, win_gains = _gains(face_odds, odds, taken, priors)
    best_gains = {t: max(0.0, gain, win_gains[t]) for t, gain in gains.items()}
    for meld in free_sets:
        best_gains |= {t: max(best_gains.get(t, 0.0), meld.score / len(meld.tiles)) for t in meld.tiles}
    # Drop sets whose tiles would add more in other roles: parts of a quad before a set of two.
    kept = nlargest(TRIED, free_sets, key=lambda meld: meld.score - sum(best_gains[t] for t in meld.tiles))
    kept.sort(key=lambda meld: -meld.score)
    counts = priors.counts
    margin = priors.rival - min(counts.not_complete, counts.not_waiting, counts.fifth)
    search = _Search(odds.seat, kept, gains, win_gains, best_gains, priors, margin)
    _branch(search, 0, (), 0.0, sum(best_gains.values()))
    drafts = sorted(search.drafts, key=lambda draft: -draft.score)[:KEPT]
    return _with_faces(face_odds, drafts, priors)


def _gains(
    face_odds: FaceOdds, odds: PlayerOdds, taken: frozenset[int], priors: LayoutPriors
) -> tuple[dict[int, float], dict[int, float]]:
    """Log odds that each possible tile adds as a concealed one, and as the winning one."""
    gains, win_gains = {}, {}
    for t in range(len(odds.concealed)):
        if t in taken or odds.belongs[t] < _ABLE:
            continue
        unread = priors.unread * face_odds.best[t]
        likeliest = max(face_odds.plain[t])
        plain = likeliest - face_odds.best[t] + unread
        # A tile read as a flower in the row is probably the player's flower, which does not count.
        flower = face_odds.other[t] if face_odds.other[t] > likeliest else -math.inf
        gains[t] = plain - math.log(math.exp(-odds.concealed[t]) + math.exp(flower - face_odds.best[t]))
        win_gains[t] = odds.won[t] + plain
    return gains, win_gains


def _branch(
    search: _Search, first: int, chosen: tuple[CalledSet, ...], score: float, open_gain: float
) -> None:
    """Weigh the hand with only the chosen sets, then with one more of those from ``first`` on.

    ``open_gain`` is the most that all tiles not in the chosen sets can add to their score.
    """
    _add_drafts(search, chosen, score)
    search.tried += 1
    if len(chosen) == MOST_SETS or search.tried > BRANCHES:
        return
    used = {t for meld in chosen for t in meld.tiles}
    for k in range(first, len(search.sets)):
        meld = search.sets[k]
        if used.isdisjoint(meld.tiles):
            remaining_gain = open_gain - sum(search.best_gains[t] for t in meld.tiles)
            if score + meld.score + remaining_gain > search.best - search.margin:
                _branch(search, k + 1, (*chosen, meld), score + meld.score, remaining_gain)


def _add_drafts(search: _Search, chosen: tuple[CalledSet, ...], score: float) -> None:
    """Add the likeliest drafts with only these sets."""
    gains, win_gains, counts = search.gains, search.win_gains, search.priors.counts
    used = {t for meld in chosen for t in meld.tiles}
    free_tiles = [t for t in gains if t not in used]
    winners = sorted(free_tiles, key=lambda t: max(0.0, gains[t]) - win_gains[t])[:WINNERS]
    order = sorted(((gains[t], t) for t in free_tiles), reverse=True)
    for win in (None, *(t for t in winners if win_gains[t] > _WON)):
        remaining = order if win is None else [pair for pair in order if pair[1] != win]
        start = score + (0.0 if win is None else win_gains[win])
        sums = list(accumulate((gain for gain, _ in remaining), initial=start))
        likely = sum(gain > 0 for gain, _ in remaining)
        other_tiles = 3 * len(chosen) + (win is not None)
        wanted = COMPLETE - other_tiles
        scored = []
        for k in range(max(min(likely, wanted - 1) - 1, 0), min(max(likely, wanted) + 2, len(sums))):
            no_concealed = not k and win is None
            prior = count_odds(k + other_tiles, counts, won=win is not None, no_concealed=no_concealed)
            scored.append((sums[k] + prior, k))
        search.best = max([search.best, *(total for total, _ in scored)])
        for total, k in scored:
            if total > search.best - search.margin:
                closed_tiles = tuple(t for _, t in remaining[:k])
                search.drafts.append(DecodedHand(search.seat, chosen, closed_tiles, win, total))


def count_odds(size: int, priors: CountPriors, *, won: bool, no_concealed: bool = False) -> float:
    """Log odds of a hand of ``size`` tiles, a quad counting three.

    >>> from yakulens.vision.layout.priors import CountPriors
    >>> priors = CountPriors(complete=0.0, waiting=-1.0, missed=-3.0)
    >>> [count_odds(n, priors, won=True) for n in (14, 13, 12)]
    [0.0, -3.0, -6.0]
    """
    if no_concealed and size == 12:  # noqa: PLR2004 - four sets
        return priors.unseen_pair
    if size == COMPLETE:
        return priors.complete
    if size > COMPLETE:
        return max(priors.extra * (size - COMPLETE), priors.worst)
    waits = 0.0 if won else priors.waiting
    wanted = COMPLETE if won else WAITING
    missed = min(wanted - size, _MISSED)
    return waits + priors.missed * missed + priors.outside * (wanted - size - missed)


def _with_faces(
    face_odds: FaceOdds, drafts: Sequence[DecodedHand], priors: LayoutPriors
) -> list[DecodedHand]:
    """Judge the faces of each draft together; the likeliest hands first, without repeats."""
    by_meaning: dict[object, DecodedHand] = {}
    best = -1e9
    for draft in drafts:
        if draft.score < best - priors.rival:
            break
        faces, odds = best_faces(face_odds, draft.closed_tiles, len(draft.sets), draft.called, priors.counts)
        score = draft.score + odds
        key = (
            frozenset(draft.concealed),
            draft.win,
            frozenset((meld.kind, meld.tiles, meld.rotated, meld.backs) for meld in draft.sets),
        )
        if key not in by_meaning or by_meaning[key].score < score:
            by_meaning[key] = replace(draft, faces=faces, score=score)
        best = max(best, score)
    hands = sorted(by_meaning.values(), key=lambda hand: -hand.score)
    return [hand for hand in hands if hand.score >= best - priors.rival]
