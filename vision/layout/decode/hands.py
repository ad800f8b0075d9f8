"""The likeliest legal hands of one player: called sets, concealed tiles, the winning one, each tile once.

Branch and bound: sets are taken up in turn, and a branch is left where even with the best of every free
tile it comes to less than what is known, by more than is worth a question.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Final

from yakulens.vision.layout.decode.faces import COMPLETE, WAITING, best_faces, counted
from yakulens.vision.layout.decode.frame import Shown
from yakulens.vision.layout.decode.parts import Odds
from yakulens.vision.layout.decode.sets import CalledSet
from yakulens.vision.layout.priors import CountPriors, LayoutPriors

MOST_SETS: Final = 4
TRIED: Final = 48
"""Of the sets that a player may have called so many are looked at, the likeliest."""
BRANCHES: Final = 400
"""So many choices of sets are weighed at most."""
KEPT: Final = 60
"""So many hands are kept before their faces are looked at."""
WINNERS: Final = 5
_MISSED: Final = 2
"""So many tiles may have been missed; further ones are rather not in the picture."""
_WON: Final = -5.0
"""A tile with lower odds did not win."""
_ABLE: Final = -8.0
"""A tile with lower odds is not of the hand."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's hand.

    Attributes:
        seat: index of the player in ``SEATS``.
        sets: its called sets and closed quads.
        concealed: the concealed tiles; what riichi does not use is none.
        win: the winning tile where it lies apart.
        score: log odds against none of the tiles being of it; as long as their faces were not taken
            together, the most that it can have.
        faces: plain faces of the tiles that it holds, as indices; empty as long as they were not taken.
    """

    seat: int
    sets: tuple[CalledSet, ...]
    concealed: tuple[int, ...]
    win: int | None
    score: float
    faces: tuple[int, ...] = ()

    @property
    def held(self) -> tuple[int, ...]:
        """The tiles of no called set: the concealed ones, then the winning one."""
        return self.concealed if self.win is None else (*self.concealed, self.win)

    @property
    def called(self) -> int:
        """The faces of its called sets, counted as `scorer.counts` does."""
        return counted([face for one in self.sets for face in one.faces])

    @property
    def size(self) -> int:
        """How many tiles it has that are seen or known, a quad counting three."""
        return len(self.held) + 3 * len(self.sets)

    @property
    def tiles(self) -> frozenset[int]:
        """All its tiles that are seen."""
        return frozenset((*self.held, *(t for one in self.sets for t in one.tiles)))


@dataclass(slots=True)
class _Search:
    """A search under way: what it searches, and the drafts that it found.

    Attributes:
        gains: what each tile that may be of the hand adds to it as a concealed one, log odds.
        won: what it adds as the winning one.
        most: the most that each tile can add in any way.
        margin: drafts that are worse than the best one by more than this are left.
        weighed: how many choices of sets were weighed.
    """

    seat: int
    sets: Sequence[CalledSet]
    gains: dict[int, float]
    won: dict[int, float]
    most: dict[int, float]
    priors: LayoutPriors
    margin: float
    best: float = -1e9
    weighed: int = 0
    drafts: list[Hand] = field(default_factory=list)


def likeliest_hands(
    shown: Shown, odds: Odds, sets: Sequence[CalledSet], taken: frozenset[int], priors: LayoutPriors
) -> list[Hand]:
    """A player's hands, the likeliest first; further ones are those worth a question.

    Args:
        shown: what tiles may show.
        odds: of each tile being the player's.
        sets: that the player may have called, the likeliest first.
        taken: tiles of others.
        priors: what is known beforehand.
    """
    free = [one for one in sets if taken.isdisjoint(one.tiles)][:TRIED]
    gains, won = _gains(shown, odds, taken, priors)
    most = {t: max(0.0, gain, won[t]) for t, gain in gains.items()}
    for one in free:
        most |= {t: max(most.get(t, 0.0), one.score / len(one.tiles)) for t in one.tiles}
    counts = priors.counts
    margin = priors.rival - min(counts.not_complete, counts.not_waiting, counts.fifth)
    search = _Search(odds.seat, free, gains, won, most, priors, margin)
    _branch(search, 0, (), 0.0, sum(most.values()))
    drafts = sorted(search.drafts, key=lambda draft: -draft.score)[:KEPT]
    return _read(shown, drafts, priors)


def _gains(
    shown: Shown, odds: Odds, taken: frozenset[int], priors: LayoutPriors
) -> tuple[dict[int, float], dict[int, float]]:
    """What each tile that may be of the hand adds to it as a concealed one, and as the winning one."""
    counts, won = {}, {}
    for t in range(len(odds.concealed)):
        if t in taken or odds.belongs[t] < _ABLE:
            continue
        unread = priors.unread * shown.best[t]
        likeliest = max(shown.plain[t])
        plain = likeliest - shown.best[t] + unread
        # What is read as a flower and lies in the row is rather one of the player's, which does not count.
        flower = shown.other[t] if shown.other[t] > likeliest else -math.inf
        counts[t] = plain - math.log(math.exp(-odds.concealed[t]) + math.exp(flower - shown.best[t]))
        won[t] = odds.won[t] + plain
    return counts, won


def _branch(search: _Search, first: int, chosen: tuple[CalledSet, ...], score: float, open_: float) -> None:
    """Weigh the hand with just the chosen sets, then each with one more of those from ``first`` on.

    Args:
        search: under way; drafts are added to it.
        first: position of the next set.
        chosen: sets taken up.
        score: of them.
        open_: the most that all tiles not in them can add.
    """
    _weigh(search, chosen, score)
    search.weighed += 1
    if len(chosen) == MOST_SETS or search.weighed > BRANCHES:
        return
    used = {t for one in chosen for t in one.tiles}
    for k in range(first, len(search.sets)):
        one = search.sets[k]
        if used.isdisjoint(one.tiles):
            left = open_ - sum(search.most[t] for t in one.tiles)
            if score + one.score + left > search.best - search.margin:
                _branch(search, k + 1, (*chosen, one), score + one.score, left)


def _weigh(search: _Search, chosen: tuple[CalledSet, ...], score: float) -> None:
    """Add the likeliest drafts with just these sets."""
    gains, won, counts = search.gains, search.won, search.priors.counts
    used = {t for one in chosen for t in one.tiles}
    free = [t for t in gains if t not in used]
    winners = sorted(free, key=lambda t: max(0.0, gains[t]) - won[t])[:WINNERS]
    order = sorted(((gains[t], t) for t in free), reverse=True)
    for win in (None, *(t for t in winners if won[t] > _WON)):
        rest = order if win is None else [pair for pair in order if pair[1] != win]
        start = score + (0.0 if win is None else won[win])
        sums = list(accumulate((gain for gain, _ in rest), initial=start))
        likely = sum(gain > 0 for gain, _ in rest)
        besides = 3 * len(chosen) + (win is not None)
        full = COMPLETE - besides
        ways = []
        for k in range(max(min(likely, full - 1) - 1, 0), min(max(likely, full) + 2, len(sums))):
            none_held = not k and win is None
            prior = count_odds(k + besides, counts, won=win is not None, none_held=none_held)
            ways.append((sums[k] + prior, k))
        search.best = max([search.best, *(whole for whole, _ in ways)])
        for whole, k in ways:
            if whole > search.best - search.margin:
                held = tuple(t for _, t in rest[:k])
                search.drafts.append(Hand(search.seat, chosen, held, win, whole))


def count_odds(size: int, priors: CountPriors, *, won: bool, none_held: bool = False) -> float:
    """Log odds of a hand of so many tiles, a quad counting three.

    Args:
        size: how many there are.
        priors: what each number costs.
        won: whether a winning tile lies apart.
        none_held: whether nothing but called sets is seen.

    >>> from yakulens.vision.layout.priors import CountPriors
    >>> priors = CountPriors(complete=0.0, waiting=-1.0, missed=-3.0)
    >>> [count_odds(n, priors, won=True) for n in (14, 13, 12)]
    [0.0, -3.0, -6.0]
    """
    if none_held and size == 12:  # noqa: PLR2004 - four sets
        return priors.unseen_pair
    if size == COMPLETE:
        return priors.complete
    if size > COMPLETE:
        return max(priors.extra * (size - COMPLETE), priors.worst)
    waits = 0.0 if won else priors.waiting
    full = COMPLETE if won else WAITING
    missed = min(full - size, _MISSED)
    return waits + priors.missed * missed + priors.outside * (full - size - missed)


def _read(shown: Shown, drafts: Sequence[Hand], priors: LayoutPriors) -> list[Hand]:
    """The drafts with the faces of each taken together, the likeliest hands first, each meaning once."""
    found: dict[object, Hand] = {}
    best = -1e9
    for draft in drafts:
        if draft.score < best - priors.rival:
            break
        faces, odds = best_faces(shown, draft.held, len(draft.sets), draft.called, priors.counts)
        score = draft.score + odds
        key = (
            frozenset(draft.concealed),
            draft.win,
            frozenset((one.kind, one.tiles, one.rotated, one.backs) for one in draft.sets),
        )
        if key not in found or found[key].score < score:
            found[key] = replace(draft, faces=faces, score=score)
        best = max(best, score)
    hands = sorted(found.values(), key=lambda hand: -hand.score)
    return [hand for hand in hands if hand.score >= best - priors.rival]
