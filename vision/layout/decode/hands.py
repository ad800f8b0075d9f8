"""The likeliest legal hands of one player: called sets, concealed tiles, the winning one, each tile once.

Branch and bound: sets are taken up in turn, and a branch is left where even with the best of every free
tile it comes to less than what is known, by more than is worth a question.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from yakulens.vision.layout.decode.faces import COMPLETE, WAITING, Faces, best_faces, counted
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
SWAPPED: Final = 3
"""So many of the least likely tiles of a hand are exchanged for so many of the likeliest others."""
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
        faces: of ``concealed``, and of ``win`` at the end.
        score: log odds against none of the tiles being of it.
    """

    seat: int
    sets: tuple[CalledSet, ...]
    concealed: tuple[int, ...]
    win: int | None
    faces: Faces
    score: float

    @property
    def size(self) -> int:
        """How many tiles it has that are seen or known, a quad counting three."""
        return len(self.concealed) + 3 * len(self.sets) + (self.win is not None)

    @property
    def tiles(self) -> frozenset[int]:
        """All its tiles that are seen."""
        own = {*self.concealed, *(t for one in self.sets for t in one.tiles)}
        return frozenset(own if self.win is None else own | {self.win})


@dataclass(frozen=True, slots=True)
class _Draft:
    """A hand whose faces were not looked at together: its score is the most that it can have."""

    score: float
    sets: tuple[CalledSet, ...]
    concealed: tuple[int, ...]
    win: int | None


@dataclass(frozen=True, slots=True)
class _Gains:
    """What each tile adds to a hand: as a concealed one, as the winning one; log odds."""

    able: tuple[int, ...]
    counts: dict[int, float]
    won: dict[int, float]


@dataclass(slots=True)
class _Search:
    """A search under way: what it searches, and the drafts that it found."""

    sets: Sequence[CalledSet]
    gains: _Gains
    most: dict[int, float]
    priors: LayoutPriors
    margin: float
    best: float = -1e9
    weighed: int = 0
    drafts: list[_Draft] = field(default_factory=list)


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
    gains = _gains(shown, odds, taken, priors)
    counts = priors.counts
    margin = priors.rival - min(counts.not_complete, counts.not_waiting, counts.fifth)
    search = _Search(free, gains, _most(free, gains), priors, margin)
    _branch(search, 0, (), 0.0, sum(search.most.values()))
    drafts = sorted(search.drafts, key=lambda draft: -draft.score)[:KEPT]
    return _read(shown, drafts, odds.seat, priors)


def _gains(shown: Shown, odds: Odds, taken: frozenset[int], priors: LayoutPriors) -> _Gains:
    counts, won, able = {}, {}, []
    for t in range(len(odds.concealed)):
        if t in taken or odds.belongs[t] < _ABLE:
            continue
        able.append(t)
        unread = priors.unread * shown.best[t]
        likeliest = max(shown.plain[t])
        plain = likeliest - shown.best[t] + unread
        # What is read as a flower and lies in the row is rather one of the player's, which does not count.
        flower = shown.other[t] if shown.other[t] > likeliest else -math.inf
        counts[t] = plain - math.log(math.exp(-odds.concealed[t]) + math.exp(flower - shown.best[t]))
        won[t] = odds.won[t] + plain
    return _Gains(tuple(able), counts, won)


def _most(sets: Sequence[CalledSet], gains: _Gains) -> dict[int, float]:
    """The most that each tile can add to a hand."""
    most = {t: max(0.0, gains.counts[t], gains.won[t]) for t in gains.able}
    for one in sets:
        share = one.score / len(one.tiles)
        for t in one.tiles:
            most[t] = max(most.get(t, 0.0), share)
    return most


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
    gains, counts = search.gains, search.priors.counts
    used = {t for one in chosen for t in one.tiles}
    free = [t for t in gains.able if t not in used]
    winners = sorted(free, key=lambda t: max(0.0, gains.counts[t]) - gains.won[t])[:WINNERS]
    order = sorted(((gains.counts[t], t) for t in free), reverse=True)
    for win in (None, *(t for t in winners if gains.won[t] > _WON)):
        rest = order if win is None else [pair for pair in order if pair[1] != win]
        start = score + (0.0 if win is None else gains.won[win])
        sums = [0.0, *accumulate(gain for gain, _ in rest)]
        likely = sum(gain > 0 for gain, _ in rest)
        full = COMPLETE - 3 * len(chosen) - (win is not None)
        ways = []
        for k in range(max(min(likely, full - 1) - 1, 0), min(max(likely, full) + 2, len(sums))):
            total = sums[k]
            size = k + 3 * len(chosen) + (win is not None)
            prior = count_odds(size, counts, won=win is not None, none_held=not k and win is None)
            ways.append((start + total + prior, k))
        most = max(ways, default=(-1e9, 0))[0]
        search.best = max(search.best, most)
        for whole, k in ways:
            if whole > max(most, search.best) - search.margin:
                _add(search, chosen, win, rest, k, whole)


def _add(  # noqa: PLR0913, PLR0917 - the parts of a draft
    search: _Search,
    chosen: tuple[CalledSet, ...],
    win: int | None,
    rest: Sequence[tuple[float, int]],
    k: int,
    score: float,
) -> None:
    """Add the draft with the first ``k`` tiles held, and those with one of them exchanged."""
    most = search.best - search.margin
    swaps: list[tuple[float, int, int]] = [(0.0, -1, -1)]
    swaps += [
        (rest[into][0] - rest[out][0], out, into)
        for out in range(max(0, k - SWAPPED), k)
        for into in range(k, min(len(rest), k + SWAPPED))
    ]
    for cost, out, into in swaps:
        if score + cost > most:
            held = tuple(t for n, (_, t) in enumerate(rest) if (n < k and n != out) or n == into)
            search.drafts.append(_Draft(score + cost, chosen, held, win))


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


def _read(shown: Shown, drafts: Sequence[_Draft], seat: int, priors: LayoutPriors) -> list[Hand]:
    """The drafts with the faces of each taken together, the likeliest hands first, each meaning once."""
    found: dict[object, Hand] = {}
    best = -1e9
    for draft in drafts:
        if draft.score < best - priors.rival:
            break
        held = (*draft.concealed, *(() if draft.win is None else (draft.win,)))
        called = counted([face for one in draft.sets for face in one.faces])
        faces = best_faces(shown, held, len(draft.sets), called, -6.0, priors.counts)
        score = draft.score + faces.score
        hand = Hand(seat, draft.sets, draft.concealed, draft.win, faces, score)
        key = (
            frozenset(draft.concealed),
            draft.win,
            frozenset((one.kind, one.tiles, one.rotated, one.backs) for one in draft.sets),
        )
        if key not in found or found[key].score < score:
            found[key] = hand
        best = max(best, score)
    hands = sorted(found.values(), key=lambda hand: -hand.score)
    return [hand for hand in hands if hand.score >= best - priors.rival]
