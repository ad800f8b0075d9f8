"""The catalogue of yaku under a rule set: the yaku that facts make, and near misses."""

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import or_
from typing import Final, NamedTuple, Self

from yakulens.scorer.facts import Fact
from yakulens.scorer.message import Message
from yakulens.scorer.remembered import Lazily, Remembered
from yakulens.scorer.rules.ruleset import RuleSet, YakuValue
from yakulens.scorer.yaku import CATALOGUE, Yaku


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
_INSTEAD: Final = {Fact.TWO_TWIN_RUNS: "ryanpeikou", Fact.DOUBLE_RIICHI: "double_riichi"}
"""Facts that bar a yaku because another is given instead; if that is not given, they are no reason."""
_LEAST_HAN: Final = 2
_CLOSED: Final = int(Fact.CLOSED)
_MANY_COUNTERS: Final = int(Fact.MANY_COUNTERS)
_FORM_AND_TILES: Final = Fact.RUN - Fact.SEVEN_PAIRS
_SETS_AND_WAIT: Final = Fact.RIICHI - Fact.RUN
_PARTS: Final = (_FORM_AND_TILES, _SETS_AND_WAIT, ~(_FORM_AND_TILES | _SETS_AND_WAIT))
"""The facts in three parts that depend little on one another: form and tiles, sets and wait, all others."""
_IS_CLOSED, _NEEDS_TWO, _YAKU_AT = 1, 2, 2
_OPEN, _CLOSED_HAND = 0, 1


@dataclass(frozen=True)
class Miss:
    """A near miss: why it was not given, and the section.

    Attributes:
        id: a yaku's identifier, a sort of dora, or `liability`.
        reasons: why not, one sentence each.
        cite: the section.
    """

    id: str
    reasons: tuple[Message, ...]
    cite: str

    @Lazily
    def because(self) -> str:
        """The reasons in English, joined by semicolons."""
        return "; ".join(reason.text for reason in self.reasons)


def verdicts(facts: int, rules: RuleSet) -> tuple[Verdict, ...]:
    """The yaku that facts make: those that combine, then any that combines with nothing; else `NO_YAKU`.

    >>> facts = Fact.RIICHI | Fact.TSUMO | Fact.CLOSED | Fact.SIMPLES | Fact.NOT_GREEN
    >>> (found,) = verdicts(facts, load_rules("ema-2025"))
    >>> [(award.id, award.han) for award in found.awards], found.han
    ([('riichi', 1), ('menzen_tsumo', 1), ('tanyao', 1)], 3)
    """
    return verdict_table(rules).verdicts(facts)


class _Condition(NamedTuple):
    """A bit, and the facts that it needs and that bar it."""

    bit: int
    needs: int
    bars: int


class VerdictTable:
    """The verdicts of one rule set; each of its yaku is a bit, in the order of the catalogue.

    Which yaku facts make is looked up in parts: the facts of each part of `_PARTS` take few values, and leave
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
            for at, entry in enumerate(CATALOGUE, _YAKU_AT)
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
        conditions = [_Condition(bit, *_conditions(entry, rules)) for bit, (entry, _) in yaku.items()]
        self._possible = tuple(_left_by(part, conditions) for part in _PARTS)
        self._verdicts = Remembered(self._verdicts_of)

    def verdicts(self, facts: int) -> tuple[Verdict, ...]:
        """The verdicts of facts, as the function `verdicts` describes them."""
        (one, first), (two, second), (three, third) = self._possible
        return self._verdicts[first[facts & one] & second[facts & two] & third[facts & three]]

    def _verdicts_of(self, left: int) -> tuple[Verdict, ...]:
        """The verdicts of all yaku that are left, and of the bits `_IS_CLOSED` and `_NEEDS_TWO`."""
        together = left & ~(self._alone | _IS_CLOSED | _NEEDS_TWO)
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
            awards = self._awarded(together, _CLOSED_HAND if left & _IS_CLOSED else _OPEN)
            han = sum([award.han for award in awards])
            if han >= (_LEAST_HAN if left & _NEEDS_TWO else 1):
                found.append(Verdict.of(awards, han, 0))
        found += [
            Verdict.of((award,), award.han, 0, alone=True)
            for award in self._awarded(left & self._alone, _CLOSED_HAND)
        ]
        return tuple(found) or (NO_YAKU,)

    def _awarded(self, yaku: int, how: int) -> tuple[YakuRow, ...]:
        """The awards of some yaku, a bit each, for an open or a closed hand."""
        return tuple([self._awards[bit][how] for bit in _bits(yaku)])


def _awards_of(yaku: str, value: YakuValue, cite: str) -> tuple[YakuRow, YakuRow]:
    """The awards of a yaku for an open and for a closed hand."""
    if value.yakuman:
        return (YakuRow(yaku, 0, value.yakuman, cite),) * 2
    return YakuRow(yaku, value.open, 0, cite), YakuRow(yaku, value.closed, 0, cite)


def _bits(number: int) -> Iterator[int]:
    """The bits of a number, lowest first."""
    while number:
        bit = number & -number
        yield bit
        number -= bit


def _left_by(part: int, yaku: Iterable[_Condition]) -> tuple[int, Remembered[int, int]]:
    """The facts of a part that some yaku asks for, and a table of the yaku that they leave, a bit each.

    Two bits more say whether the hand is closed, and whether it needs two han.
    """
    conditions = [
        _Condition(bit, needs & part, bars & part)
        for bit, needs, bars in (
            _Condition(_IS_CLOSED, _CLOSED, 0),
            _Condition(_NEEDS_TWO, _MANY_COUNTERS, 0),
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


@functools.lru_cache(maxsize=256)
def verdict_table(rules: RuleSet) -> VerdictTable:
    """The only table of a rule set."""
    return VerdictTable(rules)


def misses(facts: int, verdict: Verdict, rules: RuleSet) -> Iterator[Miss]:
    """Every yaku that the hand nearly has, with the reason.

    >>> facts = Fact.FOUR_RUNS | Fact.RUN | Fact.SIMPLES | Fact.TERMINALS
    >>> [(miss.id, miss.because) for miss in misses(facts, NO_YAKU, load_rules("ema-2025"))][:1]
    [('pinfu', 'the hand is open; the winning tile did not finish a sequence from a two-sided wait')]
    """
    return miss_table(rules).misses(facts, verdict)


class _Near(NamedTuple):
    """What decides the reasons of a near miss.

    Attributes:
        bit: the yaku.
        missing: facts that it needs and the hand lacks.
        present: facts of the hand that bar it.
        instead: the yaku given instead of it, a bit each.
        is_yakuman: whether the hand is a yakuman.
        alone: the yaku given that combines with nothing; empty if there is none.
    """

    bit: int
    missing: int
    present: int
    instead: int
    is_yakuman: bool
    alone: str


class MissTable:
    """The near misses of one rule set, looked up as in `VerdictTable`."""

    __slots__ = ("_bit_of", "_conditions", "_instead", "_miss", "_near", "_replaced", "_rules")

    def __init__(self, rules: RuleSet) -> None:
        """Start with empty tables; use `miss_table`, which keeps filled ones."""
        self._rules = rules
        bits = {1 << at: entry for at, entry in enumerate(CATALOGUE, _YAKU_AT)}
        self._bit_of = {entry.id: bit for bit, entry in bits.items()}
        self._conditions = {bit: (entry, *_conditions(entry, rules)) for bit, entry in bits.items()}
        self._replaced = {bit: bit | self._bit_of.get(entry.replaces, 0) for bit, entry in bits.items()}
        self._instead = sum(self._bit_of[each] for each in _INSTEAD.values())
        near = [_Condition(bit, _near(entry), entry.far) for bit, entry in bits.items()]
        self._near = tuple(_left_by(part, near) for part in _PARTS)
        self._miss = Remembered(self._miss_of)

    def misses(self, facts: int, verdict: Verdict) -> Iterator[Miss]:
        """The near misses of facts, as the function `misses` describes them."""
        (one, first), (two, second), (three, third) = self._near
        near = first[facts & one] & second[facts & two] & third[facts & three] & ~(_IS_CLOSED | _NEEDS_TWO)
        awarded = 0
        for award in verdict.awards:
            awarded |= self._replaced[self._bit_of[award.id]]
        alone = verdict.awards[0].id if verdict.alone else ""
        is_yakuman, instead = verdict.yakuman > 0, awarded & self._instead
        for bit in _bits(near & ~awarded):
            _, needs, bars = self._conditions[bit]
            miss = self._miss[_Near(bit, needs & ~facts, bars & facts, instead, is_yakuman, alone)]
            if miss is not None:
                yield miss

    def _miss_of(self, near: _Near) -> Miss | None:
        """A near miss with its reasons; None if it is none."""
        entry, *_ = self._conditions[near.bit]
        rules, value = self._rules, self._rules.yaku.get(entry.id)
        said_of = entry.id  # the yaku whose section says it
        reasons = [Message(f"missing_{fact.name.lower()}") for fact in Fact if near.missing & fact]
        for fact in Fact:
            instead = _INSTEAD.get(fact, "")
            if near.present & fact and (not instead or near.instead & self._bit_of[instead]):
                said_of = instead or said_of
                reasons.append(Message(f"present_{fact.name.lower()}"))
        if value is None:
            reasons = [] if reasons else [Message.of("not_in_rules", rules=rules.cite)]
        elif near.is_yakuman and not value.yakuman:
            reasons = []
        elif not reasons and value.alone:
            reasons = [Message("stands_alone")]
        elif not reasons and near.alone:
            said_of = near.alone
            reasons = [Message.of("combines_with_nothing", yaku=said_of)]
        return Miss(entry.id, tuple(reasons), rules.cite_of(f"yaku.{said_of}")) if reasons else None


@functools.lru_cache(maxsize=256)
def miss_table(rules: RuleSet) -> MissTable:
    """The only table of near misses of a rule set."""
    return MissTable(rules)


def _near(entry: Yaku) -> int:
    """The facts of a near miss."""
    return entry.needs & ~_CLOSED if entry.near is None else entry.near


def _conditions(entry: Yaku, rules: RuleSet) -> tuple[int, int]:
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
