"""Distances by brute force: every target of a suit, legal under the limits, is held against the suit."""

from __future__ import annotations

import itertools
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yakulens.scorer.counts import DIGIT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from numpy.typing import NDArray

FAR = 99
_SUITS = ((0, 9, True), (9, 18, True), (18, 27, True), (27, 34, False))


class Dealt(NamedTuple):
    """Random concealed tiles beside melds.

    Attributes:
        held: how many of each of the 34 kinds are concealed.
        limits: how many of each kind there are outside the melds.
        melds: the number of melds.
    """

    held: list[int]
    limits: list[int]
    melds: int


def packed(numbers: Sequence[int]) -> int:
    """Numbers by kind as counts (`scorer.counts`)."""
    return sum(number << DIGIT * kind for kind, number in enumerate(numbers))


def general_distance(held: Sequence[int], limits: Sequence[int], sets: int) -> int:
    """The distance to `sets` sets and a pair: the fewest tiles that a complete hand has beyond these."""
    missing = {(0, 0): 0}
    for first, last, ranked in _SUITS:
        of_suit = _missing(tuple(held[first:last]), tuple(limits[first:last]), ranked=ranked)
        joined: dict[tuple[int, int], int] = {}
        for (had, pair), before in missing.items():
            for (more, one), number in of_suit.items():
                if had + more <= sets and pair + one <= 1:
                    both = had + more, pair + one
                    joined[both] = min(joined.get(both, FAR), before + number)
        missing = joined
    return missing[sets, 1] - 1


def deal(random: Random, removed: Sequence[int] = (), melds: int | None = None) -> Dealt:
    """Random melds and concealed tiles, often of one suit and the dragons, so that copies run out."""
    first = random.choice((0, 9, 18))
    narrow = random.random() < 0.5
    kinds = [kind for kind in range(34) if not narrow or first <= kind < first + 9 or kind > 30]
    kinds = [kind for kind in kinds if kind not in removed]
    limits = [0 if kind in removed else 4 for kind in range(34)]
    wanted = random.randint(0, 4) if melds is None else melds
    done = 0
    while done < wanted:
        kind = random.choice(kinds)
        run = kind < 27 and kind % 9 < 7 and random.random() < 0.5
        meld = (kind, kind + 1, kind + 2) if run else (kind,) * random.choice((3, 4))
        if all(limits[each] >= meld.count(each) for each in meld):
            for each in meld:
                limits[each] -= 1
            done += 1
    wall = [kind for kind in kinds for _ in range(limits[kind])]
    held = [0] * 34
    for kind in random.sample(wall, min(13 - 3 * done + random.randint(0, 1), len(wall))):
        held[kind] += 1
    return Dealt(held, limits, done)


@cache
def _targets(ranks: int, *, ranked: bool) -> list[tuple[int, int, NDArray[np.int64]]]:
    """For each number of sets and pairs every way to have them in a suit, a row for each."""
    runs = [[int(rank <= each < rank + 3) for each in range(ranks)] for rank in range(ranks - 2) if ranked]
    triplets = [[3 * (each == rank) for each in range(ranks)] for rank in range(ranks)]
    pairs = [[2 * (each == rank) for each in range(ranks)] for rank in range(ranks)]
    found = []
    for sets in range(5):
        several = list(itertools.combinations_with_replacement(runs + triplets, sets))
        alone = np.array([np.sum(each, axis=0) if each else [0] * ranks for each in several])
        with_pair = (alone[:, None, :] + np.array(pairs)[None]).reshape(-1, ranks)
        found += [(sets, 0, alone[alone.max(axis=1) <= 4]), (sets, 1, with_pair[with_pair.max(axis=1) <= 4])]
    return found


def _missing(held: tuple[int, ...], limits: tuple[int, ...], *, ranked: bool) -> dict[tuple[int, int], int]:
    """The fewest tiles that sets and a pair need beyond those held, by the number of sets and pairs."""
    missing = {}
    for sets, pairs, targets in _targets(len(held), ranked=ranked):
        legal = targets[(targets <= limits).all(axis=1)]
        if len(legal):
            missing[sets, pairs] = int(np.maximum(legal - held, 0).sum(axis=1).min())
    return missing
