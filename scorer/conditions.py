"""Which yaku facts leave possible, looked up in parts: each yaku is a bit, in the order of the catalogue."""

import functools
from collections.abc import Iterable, Iterator
from operator import or_
from typing import Final, NamedTuple

from yakulens.scorer.facts import Fact
from yakulens.scorer.remembered import Remembered
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.yaku import Yaku

_CLOSED: Final = int(Fact.CLOSED)
_MANY_COUNTERS: Final = int(Fact.MANY_COUNTERS)
_FORM_AND_TILES: Final = Fact.RUN - Fact.SEVEN_PAIRS
_SETS_AND_WAIT: Final = Fact.RIICHI - Fact.RUN
PARTS: Final = (_FORM_AND_TILES, _SETS_AND_WAIT, ~(_FORM_AND_TILES | _SETS_AND_WAIT))
"""The facts in three parts that depend little on one another: form and tiles, sets and wait, all others."""
IS_CLOSED, NEEDS_TWO, YAKU_AT = 1, 2, 2


class Condition(NamedTuple):
    """A bit, and the facts that it needs and that bar it."""

    bit: int
    needs: int
    bars: int


def conditions_of(entry: Yaku, rules: RuleSet) -> tuple[int, int]:
    """The facts that a yaku needs and those that bar it under a rule set."""
    needs, bars = entry.needs, entry.bars
    for rule in entry.by_rule:
        if getattr(rules, rule.switch) is rule.value:
            needs |= rule.needs
            bars |= rule.bars
    value = rules.yaku.get(entry.id)
    if value is not None and not value.yakuman and not value.open:
        needs |= Fact.CLOSED
    return needs, bars


def left_by(part: int, yaku: Iterable[Condition]) -> tuple[int, Remembered[int, int]]:
    """The facts of a part that some yaku asks for, and a table of the yaku that they leave, a bit each.

    Two bits more say whether the hand is closed, and whether it needs two han.
    """
    conditions = [
        Condition(bit, needs & part, bars & part)
        for bit, needs, bars in (
            Condition(IS_CLOSED, _CLOSED, 0),
            Condition(NEEDS_TWO, _MANY_COUNTERS, 0),
            *yaku,
        )
    ]
    asked = [each for each in conditions if each.needs or each.bars]
    always = sum(each.bit for each in conditions if not each.needs and not each.bars)

    def left(facts: int) -> int:
        return always + sum(
            [bit for bit, needs, bars in asked if facts & needs == needs and not facts & bars]
        )

    return functools.reduce(or_, (each.needs | each.bars for each in asked), 0), Remembered(left)


def bits(number: int) -> Iterator[int]:
    """The bits of a number, lowest first."""
    while number:
        bit = number & -number
        yield bit
        number -= bit
