"""What the tiles of one suit can give to sets and a pair: the *gains* that a distance is computed from.

The distance to a complete hand is the number of tiles that the nearest complete hand has and this one
lacks. It is found by *gain*, the number of held tiles that blocks (sets and a pair) use. The gains of a
suit are ten numbers: the most tiles that at most 0..4 sets, with at most no or one pair, use of it. A block
that uses no tile gains nothing; there is always room for it, if not in this suit then in another.

Ten numbers of four bits, each below a guard bit that is 0, are one integer, so that all are added and
compared at once: the gain of `sets` sets and `pairs` pairs stands at bit `5 * (2 * sets + pairs)`. Suits
are packed as in `scorer.counts`, their limits (how many of each kind may stand in the concealed tiles) in
the same way. What was computed is kept: few suits, and few ends of suits, are ever met.
"""

import functools
from typing import Final, NamedTuple

from yakulens.scorer.counts import DIGIT

_DIGIT_MASK: Final = (1 << DIGIT) - 1
_WIDTH: Final = 5
"""Bits for each gain: four for 0..14, and the guard."""
_FIELD_MASK: Final = (1 << _WIDTH) - 1
_MOST_SETS: Final = 4
_ONES: Final = sum(1 << _WIDTH * field for field in range(2 * _MOST_SETS + 2))
_GUARD: Final = _ONES << _WIDTH - 1
_MOST_RUNS: Final = 2
"""Equal sequences of a hand: three of them are three triplets too."""
_NEVER: Final = -1
"""In place of gains: no target has these tiles."""


class _Placed(NamedTuple):
    """A way to use the tiles of one rank.

    Attributes:
        kept: the mask of those gains of the higher ranks that still fit beside it.
        shift: by how many bits these move up.
        added: what it adds to each of them.
    """

    kept: int
    shift: int
    added: int


def gain_of(gains: int, sets: int, pairs: int) -> int:
    """The most tiles that at most `sets` sets and `pairs` pairs use."""
    return gains >> _WIDTH * (2 * sets + pairs) & _FIELD_MASK


@functools.cache
def joined(gains: int, others: int) -> int:
    """The gains of two suits together.

    >>> from yakulens.scorer.counts import count
    >>> limits = sum(4 << DIGIT * rank for rank in range(9))
    >>> run, pair = suit_gains(count(("1m", "2m", "3m")), limits), suit_gains(count(("1m", "1m")), limits)
    >>> gain_of(joined(run, pair), sets=1, pairs=1)
    5
    """
    best = 0
    for sets in range(_MOST_SETS + 1):
        for pairs in (0, 1):
            kept, shift, ones = _moved(sets, pairs)
            best = _larger(best, ((gains & kept) << shift) + ones * gain_of(others, sets, pairs))
    return best


@functools.cache
def suit_gains(counts: int, limits: int) -> int:
    """The gains of a suit with these counts.

    Args:
        counts: how many of each rank are held; those above the last rank are 0.
        limits: how many of each rank a complete hand may hold; 0 above the last rank.

    >>> from yakulens.scorer.counts import count
    >>> gains = suit_gains(count(("1m", "2m", "3m", "4m")), sum(4 << DIGIT * rank for rank in range(9)))
    >>> [gain_of(gains, sets, pairs) for sets, pairs in ((0, 1), (1, 0), (1, 1), (2, 1))]
    [1, 3, 4, 4]
    """
    return _gains(counts, limits, 0, 0)


@functools.cache
def honour_gains(counts: int, limits: int) -> int:
    """The gains of honours: each kind is a suit of one rank."""
    gains = 0
    while counts:
        if held := counts & _DIGIT_MASK:
            gains = joined(gains, suit_gains(held, limits & _DIGIT_MASK))
        counts, limits = counts >> DIGIT, limits >> DIGIT
    return gains


@functools.cache
def _gains(counts: int, limits: int, started: int, continued: int) -> int:
    """The gains of the ranks from one on, or `_NEVER`.

    `started` sequences began one rank below and need two more tiles; `continued` began two below, and need
    one.
    """
    if not (counts or started or continued):
        return 0
    needed = started + continued
    held, limit, best = counts & _DIGIT_MASK, limits & _DIGIT_MASK, 0
    if needed > limit:
        return _NEVER
    for runs in range(_most_runs(counts, limits) + 1):
        above = _gains(counts >> DIGIT, limits >> DIGIT, runs, started)
        if above == _NEVER:
            continue
        for kept, shift, added in _placed(held, limit, needed, runs):
            gains = ((above & kept) << shift) + added
            at = (gains | _GUARD) - best & _GUARD  # as `_larger`, without the time of a call
            best ^= (best ^ gains) & at - (at >> _WIDTH - 1)
    return best


def _most_runs(counts: int, limits: int) -> int:
    """The most sequences from this rank on that are worth a try.

    A sequence that uses tiles of one rank alone is no better than a triplet of it or than no set at all,
    unless so many of the rank are held that the limit leaves no room for that triplet.
    """
    most = 0
    for runs in range(1, _MOST_RUNS + 1):
        used = [at for at in (0, DIGIT, 2 * DIGIT) if counts >> at & _DIGIT_MASK >= runs]
        if len(used) < _MOST_RUNS and not any(
            counts >> at & _DIGIT_MASK > (limits >> at & _DIGIT_MASK) - 2 for at in used
        ):
            break
        most = runs
    return most


@functools.cache
def _placed(held: int, limit: int, needed: int, runs: int) -> tuple[_Placed, ...]:
    """The ways to use `held` tiles of a rank: `runs` new sequences, and a pair, a triplet or neither."""
    ways = []
    for size, sets, pairs in ((0, 0, 0), (2, 0, 1), (3, 1, 0)):
        of_rank = needed + runs + size
        if of_rank <= limit and (held or not size):
            kept, shift, ones = _moved(runs + sets, pairs)
            ways.append(_Placed(kept, shift, ones * min(of_rank, held)))
    return tuple(ways)


@functools.cache
def _moved(sets: int, pairs: int) -> _Placed:
    """How gains move when sets and pairs join them; `added` is 1 for each gain that they reach."""
    shift = _WIDTH * (2 * sets + pairs)
    kept = sum(
        _FIELD_MASK << _WIDTH * (2 * more + pair)
        for more in range(_MOST_SETS + 1 - sets)
        for pair in range(2 - pairs)
    )
    return _Placed(kept, shift, (_ONES & kept) << shift)


def _larger(gains: int, others: int) -> int:
    """The larger of each two gains."""
    at = (gains | _GUARD) - others & _GUARD  # the guard bit is left where the first is not the smaller one
    return others ^ (gains ^ others) & at - (at >> _WIDTH - 1)
