"""How many tiles a hand has, and how likely each number is on a photo."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.layout.hand.scene import Scene
    from yakulens.vision.layout.priors import CountPriors

COMPLETE: Final = 14
"""Tiles of a hand that is won, a quad counting three."""
WAITING: Final = 13
"""Tiles of a hand that waits for its winning tile."""


def count_of(scene: Scene, hand: HandCandidate) -> int:
    """How many tiles the hand counts: a quad three, a flower none.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")
    >>> scene, _ = candidates.views[0]
    >>> count_of(scene, candidates.hands[0])
    14
    """
    held = sum(1 for t in hand.concealed if not scene.is_flower(t)) - len(hand.flowers)
    return held + 3 * len(hand.melds) + (hand.win is not None)


def count_prior(count: int, priors: CountPriors, *, won: bool) -> float:
    """Log prior of a hand of ``count`` tiles, a quad counting three, with or without a winning tile apart.

    >>> from yakulens.vision.layout.priors import CountPriors
    >>> [count_prior(n, CountPriors(too_many=-3.0, too_many_each=-1.0), won=True) for n in (14, 15, 16)]
    [0.0, -4.0, -5.0]
    """
    if count == COMPLETE:
        return priors.complete
    if count == WAITING:
        return priors.waiting_with_win if won else priors.just_waiting
    if count < WAITING:
        missing = WAITING - count
        odds = priors.too_few + priors.too_few_each * min(missing, priors.too_few_unseen)
        odds += priors.too_few_outside * max(missing - priors.too_few_unseen, 0)
    else:
        odds = priors.too_many + priors.too_many_each * (count - COMPLETE)
    return max(odds, priors.worst)


@lru_cache(maxsize=8)
def likeliest_counts(priors: CountPriors) -> tuple[float, ...]:
    """`count_prior` of each number of tiles up to a complete hand, with a winning tile apart or without.

    >>> from yakulens.vision.layout.priors import CountPriors
    >>> likeliest_counts(CountPriors(just_waiting=-1.0, waiting_with_win=-5.0))[-2:]
    (-1.0, 0.0)
    """
    numbers = range(COMPLETE + 1)
    return tuple(max(float(count_prior(n, priors, won=won)) for won in (True, False)) for n in numbers)


def most_odds(priors: CountPriors) -> float:
    """The greatest value that `count_prior` has for any number of tiles.

    >>> from yakulens.vision.layout.priors import CountPriors
    >>> most_odds(CountPriors(just_waiting=-1.0, waiting_with_win=-5.0))
    0.0
    """
    return max(priors.complete, priors.just_waiting, priors.waiting_with_win, priors.too_few, priors.too_many)


def flower_choices(
    scene: Scene, count: int, held: Sequence[int], *, won: bool
) -> list[tuple[tuple[int, ...], float]]:
    """Ways to take none, some or all of the tiles that may be flowers as flowers, and their log odds.

    The odds are those of the number of tiles left, and of the reader being wrong about the others: that a
    tile taken for a flower shows a face, or that one taken for a face is a flower.

    Args:
        scene: the table as the hand's owner sees it.
        count: how many tiles the hand has if none is a flower, a quad counting three.
        held: the concealed tiles.
        won: whether a winning tile lies apart.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m").views[0]
    >>> flower_choices(scene, 14, [0, 1, 2], won=True)
    [((), 0.0)]
    """
    if scene.maybe_flowers.isdisjoint(held):
        return [((), count_prior(count, scene.priors.counts, won=won))]
    maybe = sorted(scene.maybe_flowers.intersection(held), key=lambda t: -scene.evidence.flower[t])
    flower = [scene.evidence.flower[t] for t in maybe]
    odds = [math.log(p / (1 - p)) for p in flower]
    ways = []
    for taken in range(len(maybe) + 1):
        against = sum(min(o, 0.0) for o in odds[:taken]) - sum(max(o, 0.0) for o in odds[taken:])
        ways.append(
            (tuple(maybe[:taken]), count_prior(count - taken, scene.priors.counts, won=won) + against)
        )
    return ways
