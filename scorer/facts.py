"""What can be true of a won hand. A yaku is defined by the facts that it needs and those that bar it.

The facts of one reading of a hand are one integer, a sum of `Fact` bits; the same bits say in words why a
yaku was not given.
"""

from __future__ import annotations

import functools
from enum import IntFlag, auto
from operator import or_
from typing import Final

from scorer.decompose import (
    FLAGS,
    FLAGS_AT,
    INSIDE_AT,
    KINDS_MASK,
    PAIRS_AT,
    RUNS_AT,
    TRIPLETS_AT,
    WAIT_AT,
    WAITS,
)


class Fact(IntFlag):
    """One bit each."""

    # the hand as a whole
    CLOSED = auto()
    MELDED = auto()
    QUAD = auto()
    TSUMO = auto()
    # the form
    SEVEN_PAIRS = auto()
    ORPHANS = auto()
    ORPHANS_ANY_WAIT = auto()
    NINE_GATES = auto()
    NINE_GATES_ANY_WAIT = auto()
    # its tiles
    SIMPLES = auto()
    TERMINALS = auto()
    HONOURS = auto()
    ONE_SUIT = auto()
    NOT_GREEN = auto()
    GREEN_DRAGON = auto()
    # its sets
    RUN = auto()
    FOUR_RUNS = auto()
    FOUR_TRIPLETS = auto()
    INSIDE_SET = auto()
    THREE_CONCEALED = auto()
    FOUR_CONCEALED = auto()
    ONE_SHORT_OF_THREE_CONCEALED = auto()
    ONE_SHORT_OF_FOUR_CONCEALED = auto()
    THREE_QUADS = auto()
    FOUR_QUADS = auto()
    TWIN_RUNS = auto()
    TWO_TWIN_RUNS = auto()
    SAME_RUN_IN_THREE_SUITS = auto()
    STRAIGHT = auto()
    SAME_TRIPLET_IN_THREE_SUITS = auto()
    THREE_TRIPLETS_IN_A_ROW = auto()
    FOUR_TRIPLETS_IN_A_ROW = auto()
    WHITE_TRIPLET = auto()
    GREEN_TRIPLET = auto()
    RED_TRIPLET = auto()
    SEAT_TRIPLET = auto()
    ROUND_TRIPLET = auto()
    THREE_DRAGONS = auto()
    TWO_DRAGONS = auto()
    FOUR_WINDS = auto()
    THREE_WINDS = auto()
    DRAGON_PAIR = auto()
    WIND_PAIR = auto()
    VALUED_PAIR = auto()
    # the wait
    TWO_SIDED_WAIT = auto()
    PAIR_WAIT = auto()
    # the situation
    RIICHI = auto()
    DOUBLE_RIICHI = auto()
    IPPATSU = auto()
    RINSHAN = auto()
    CHANKAN = auto()
    LAST_TILE = auto()
    FIRST_TURN = auto()
    DEALER = auto()
    BONUS_HAND = auto()
    MANY_COUNTERS = auto()
    AT_A_DRAW = auto()


SHAPE_MASK: Final = (1 << TRIPLETS_AT) - 1
_ALL_SETS, _THREE, _TWO = 4, 3, 2

MISSING: Final[dict[Fact, str]] = {
    Fact.CLOSED: "the hand is open",
    Fact.TSUMO: "the hand was won on a discard",
    Fact.TWO_SIDED_WAIT: "the winning tile did not finish a sequence from a two-sided wait",
    Fact.RUN: "the hand holds no sequence",
    Fact.THREE_CONCEALED: "a triplet finished by a discard is not concealed",
    Fact.FOUR_CONCEALED: "a triplet finished by a discard is not concealed",
    Fact.GREEN_DRAGON: "the hand holds no green dragon",
}
"""Why a yaku fails for want of a fact."""

PRESENT: Final[dict[Fact, str]] = {
    Fact.VALUED_PAIR: "the pair is a dragon, the seat wind or the round wind",
    Fact.TWO_TWIN_RUNS: "two pairs of equal sequences count as ryanpeikou instead",
    Fact.HONOURS: "the hand holds honours",
    Fact.MELDED: "a set was called or a quad declared",
    Fact.RINSHAN: "it does not combine with rinshan",
    Fact.CHANKAN: "it does not combine with chankan",
    Fact.DOUBLE_RIICHI: "double riichi takes its place",
    Fact.SEVEN_PAIRS: "it takes triplets and a pair, not seven pairs",
}
"""Why a yaku fails because of a fact."""


def facts_of(features: int) -> int:
    """The facts that the features of a reading show, all but those that seat and round decide."""
    return (
        _of_shape(features & SHAPE_MASK)
        | _of_triplets(features >> TRIPLETS_AT & KINDS_MASK)
        | _of_runs(features >> RUNS_AT)
        | _of_pair(features >> PAIRS_AT + 27 & 127)
    )


# Each part of the features takes few values, so what it shows is worked out once and remembered.


@functools.cache
def _of_shape(shape: int) -> int:
    digits = [shape >> 3 * place & 7 for place in range(8)]
    flags = dict(zip(FLAGS, [shape >> FLAGS_AT + 3 * place & 7 for place in range(8)], strict=True))
    wait = WAITS[shape >> WAIT_AT & 7]
    triplets, concealed, quads = sum(digits), sum(digits[1::2]), sum(digits[4:])
    suits = sum(bool(flags[suit]) for suit in ("characters", "circles", "bamboo"))
    return _all(
        (Fact.SIMPLES, flags["simple"]),
        (Fact.TERMINALS, flags["terminal"]),
        (Fact.HONOURS, flags["honour"]),
        (Fact.ONE_SUIT, suits == 1),
        (Fact.NOT_GREEN, flags["not green"]),
        (Fact.GREEN_DRAGON, flags["green dragon"]),
        (Fact.INSIDE_SET, shape >> INSIDE_AT & 7),
        (Fact.FOUR_TRIPLETS, triplets == _ALL_SETS),
        (Fact.THREE_CONCEALED, concealed >= _THREE),
        (Fact.FOUR_CONCEALED, concealed == _ALL_SETS),
        (Fact.ONE_SHORT_OF_THREE_CONCEALED, concealed == _TWO and wait == "shanpon"),
        (Fact.ONE_SHORT_OF_FOUR_CONCEALED, concealed == _THREE and wait == "shanpon"),
        (Fact.THREE_QUADS, quads >= _THREE),
        (Fact.FOUR_QUADS, quads == _ALL_SETS),
        (Fact.TWO_SIDED_WAIT, wait == "ryanmen"),
        (Fact.PAIR_WAIT, wait == "tanki"),
    )


@functools.cache
def _of_triplets(kinds: int) -> int:
    suited = kinds & (1 << 27) - 1
    dragons, winds = (kinds >> 31).bit_count(), (kinds >> 27 & 15).bit_count()
    return _all(
        (Fact.SAME_TRIPLET_IN_THREE_SUITS, suited & suited >> 9 & suited >> 18),
        (Fact.THREE_TRIPLETS_IN_A_ROW, _in_a_row(kinds, 3)),
        (Fact.FOUR_TRIPLETS_IN_A_ROW, _in_a_row(kinds, 4)),
        (Fact.WHITE_TRIPLET, kinds >> 31 & 1),
        (Fact.GREEN_TRIPLET, kinds >> 32 & 1),
        (Fact.RED_TRIPLET, kinds >> 33 & 1),
        (Fact.TWO_DRAGONS, dragons == _TWO),
        (Fact.THREE_DRAGONS, dragons == _THREE),
        (Fact.THREE_WINDS, winds == _THREE),
        (Fact.FOUR_WINDS, winds == _ALL_SETS),
    )


@functools.cache
def _of_runs(runs: int) -> int:
    numbers = [runs >> 3 * kind & 7 for kind in range(27)]
    twins = sum(number // 2 for number in numbers)
    straight = any(all(numbers[9 * suit + first] for first in (0, 3, 6)) for suit in range(3))
    return _all(
        (Fact.RUN, runs),
        (Fact.FOUR_RUNS, sum(numbers) == _ALL_SETS),
        (Fact.TWIN_RUNS, twins),
        (Fact.TWO_TWIN_RUNS, twins == _TWO),
        (Fact.SAME_RUN_IN_THREE_SUITS, any(all(numbers[first::9]) for first in range(7))),
        (Fact.STRAIGHT, straight),
    )


@functools.cache
def _of_pair(honours: int) -> int:
    return _all((Fact.WIND_PAIR, honours & 15), (Fact.DRAGON_PAIR, honours >> 4))


def _in_a_row(kinds: int, length: int) -> bool:
    row = (1 << length) - 1
    return any(kinds >> 9 * suit + first & row == row for suit in range(3) for first in range(10 - length))


def _all(*shown: tuple[Fact, object]) -> int:
    return int(functools.reduce(or_, (fact for fact, holds in shown if holds), Fact(0)))
