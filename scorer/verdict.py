"""The catalogue of yaku under a rule set: the yaku that facts make."""

import functools
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from yakulens.scorer.conditions import (
    IS_CLOSED,
    NEEDS_TWO,
    PARTS,
    YAKU_AT,
    Condition,
    bits,
    conditions_of,
    left_by,
)
from yakulens.scorer.remembered import Remembered
from yakulens.scorer.rules.ruleset import RuleSet, YakuValue
from yakulens.scorer.yaku import CATALOGUE


@dataclass(frozen=True, slots=True)
class YakuRow:
    """A yaku of the hand, its worth in han or multiples of a yakuman, and its section.

    The han depend on whether the hand is open.
    """

    id: str
    han: int
    yakuman: int
    cite: str


HAN_AT, YAKUMAN_AT = 16, 32
"""Where han and yakuman begin in `Verdict.worth`; below are minipoints."""


class Verdict(NamedTuple):
    """The yaku that count together.

    Attributes:
        awards: the yaku.
        han: their han; 0 for a yakuman.
        yakuman: multiples of a yakuman, as the rule set adds them up.
        alone: whether this is one yaku that combines with nothing, dora included.
        worth: its yakuman and han as one number, from the bits `YAKUMAN_AT` and `HAN_AT` on.
        dora: what each dora adds to that number; 0 where dora do not count.
        ids: the identifiers of the yaku.
    """

    awards: tuple[YakuRow, ...]
    han: int
    yakuman: int
    alone: bool
    worth: int
    dora: int
    ids: tuple[str, ...]

    @classmethod
    def of(cls, awards: tuple[YakuRow, ...], han: int, yakuman: int, *, alone: bool = False) -> Self:
        """A verdict with its `worth` and `dora`."""
        dora = 1 << HAN_AT if han and not alone else 0
        worth = yakuman << YAKUMAN_AT | han << HAN_AT
        return cls(awards, han, yakuman, alone, worth, dora, tuple([award.id for award in awards]))


NO_YAKU: Final = Verdict.of((), 0, 0)
_LEAST_HAN: Final = 2
_OPEN, _CLOSED_HAND = 0, 1


def verdicts(facts: int, rules: RuleSet) -> tuple[Verdict, ...]:
    """The yaku that facts make: those that combine, then any that combines with nothing; else `NO_YAKU`.

    >>> from yakulens.scorer.facts import Fact
    >>> facts = Fact.RIICHI | Fact.TSUMO | Fact.CLOSED | Fact.SIMPLES | Fact.NOT_GREEN
    >>> (found,) = verdicts(facts, load_rules("ema-2025"))
    >>> [(award.id, award.han) for award in found.awards], found.han
    ([('riichi', 1), ('menzen_tsumo', 1), ('tanyao', 1)], 3)
    """
    return verdict_table(rules).verdicts(facts)


class VerdictTable:
    """The verdicts of one rule set; each of its yaku is a bit, in the order of the catalogue.

    Which yaku facts make is looked up in parts: the facts of each part of `PARTS` take few values, and leave
    some yaku possible. The yaku that all parts leave possible make the verdict.
    """

    __slots__ = (
        "_alone",
        "_awards",
        "_company",
        "_possible",
        "_replaced",
        "_several",
        "_verdicts",
        "_yakuman",
    )

    def __init__(self, rules: RuleSet) -> None:
        """Start with empty tables; use `verdict_table`, which keeps filled ones."""
        yaku = {
            1 << at: (entry, rules.yaku[entry.id])
            for at, entry in enumerate(CATALOGUE, YAKU_AT)
            if entry.id in rules.yaku
        }
        bit_of = {entry.id: bit for bit, (entry, _) in yaku.items()}
        self._awards = {
            bit: _awards_of(entry.id, value, rules.cite_of(f"yaku.{entry.id}"))
            for bit, (entry, value) in yaku.items()
        }
        self._alone = sum(bit for bit, (_, value) in yaku.items() if value.alone)
        self._yakuman = sum(bit for bit, (_, value) in yaku.items() if value.yakuman and not value.alone)
        self._company = sum(bit for bit, (entry, _) in yaku.items() if entry.company)
        self._replaced = [
            (bit, bit_of[entry.replaces]) for bit, (entry, _) in yaku.items() if entry.replaces in bit_of
        ]
        self._several = rules.several_yakuman
        conditions = [Condition(bit, *conditions_of(entry, rules)) for bit, (entry, _) in yaku.items()]
        self._possible = tuple(left_by(part, conditions) for part in PARTS)
        self._verdicts = Remembered(self._verdicts_of)

    def verdicts(self, facts: int) -> tuple[Verdict, ...]:
        """The verdicts of facts, as the function `verdicts` describes them."""
        (one, first), (two, second), (three, third) = self._possible
        return self._verdicts[first[facts & one] & second[facts & two] & third[facts & three]]

    def _verdicts_of(self, left: int) -> tuple[Verdict, ...]:
        """The verdicts of all yaku that are left, and of the bits `IS_CLOSED` and `NEEDS_TWO`."""
        together = left & ~(self._alone | IS_CLOSED | NEEDS_TWO)
        for bit, replaced in self._replaced:
            if together & bit:
                together &= ~replaced
        if not together & ~self._company:
            together = 0
        found = []
        if yakuman := together & self._yakuman:
            awards = self._awarded(yakuman, _OPEN)
            worth = [award.yakuman for award in awards]
            found.append(Verdict.of(awards, 0, sum(worth) if self._several else max(worth)))
        elif together:
            awards = self._awarded(together, _CLOSED_HAND if left & IS_CLOSED else _OPEN)
            han = sum([award.han for award in awards])
            if han >= (_LEAST_HAN if left & NEEDS_TWO else 1):
                found.append(Verdict.of(awards, han, 0))
        found += [
            Verdict.of((award,), award.han, 0, alone=True)
            for award in self._awarded(left & self._alone, _CLOSED_HAND)
        ]
        return tuple(found) or (NO_YAKU,)

    def _awarded(self, yaku: int, how: int) -> tuple[YakuRow, ...]:
        """The awards of some yaku, a bit each, for an open or a closed hand."""
        return tuple([self._awards[bit][how] for bit in bits(yaku)])


def _awards_of(yaku: str, value: YakuValue, cite: str) -> tuple[YakuRow, YakuRow]:
    """The awards of a yaku for an open and for a closed hand."""
    if value.yakuman:
        return (YakuRow(yaku, 0, value.yakuman, cite),) * 2
    return YakuRow(yaku, value.open, 0, cite), YakuRow(yaku, value.closed, 0, cite)


@functools.lru_cache(maxsize=256)
def verdict_table(rules: RuleSet) -> VerdictTable:
    """The only table of a rule set."""
    return VerdictTable(rules)
