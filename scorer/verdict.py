"""The catalogue of yaku under a rule set: the yaku that facts make, and near misses."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from yakulens.scorer.facts import Fact
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet, YakuValue
from yakulens.scorer.yaku import BY_ID, CATALOGUE, Yaku


@dataclass(frozen=True, slots=True)
class Award:
    """A yaku of the hand: its han, depending on whether the hand is open, or its multiples of a yakuman."""

    id: str
    han: int
    yakuman: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The yaku that count together.

    Attributes:
        awards: the yaku.
        han: their han; 0 for a yakuman.
        yakuman: multiples of a yakuman, as the rule set adds them up.
        alone: whether this is one yaku that combines with nothing, dora included.
    """

    awards: tuple[Award, ...]
    han: int
    yakuman: int
    alone: bool = False


NO_YAKU: Final = Verdict((), 0, 0)
_INSTEAD: Final = {Fact.TWO_TWIN_RUNS: "ryanpeikou", Fact.DOUBLE_RIICHI: "double_riichi"}
"""Facts that bar a yaku because another is given instead; if that is not given, they are no reason."""
_LEAST_HAN: Final = 2


@dataclass(frozen=True, slots=True)
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

    @property
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
    fulfilled = [
        (entry, value)
        for entry, needs, bars, value in _catalogue_under(rules)
        if facts & needs == needs and not facts & bars
    ]
    together = [(entry, value) for entry, value in fulfilled if not value.alone]
    replaced = {entry.replaces for entry, _ in together}
    together = [(entry, value) for entry, value in together if entry.id not in replaced]
    if all(entry.company for entry, _ in together):
        together = []
    found: list[Verdict] = []
    if yakuman := [Award(entry.id, 0, value.yakuman) for entry, value in together if value.yakuman]:
        worth = [award.yakuman for award in yakuman]
        found.append(Verdict(tuple(yakuman), 0, sum(worth) if rules.several_yakuman else max(worth)))
    elif together:
        awards = tuple(
            Award(entry.id, value.closed if facts & Fact.CLOSED else value.open, 0)
            for entry, value in together
        )
        han = sum(award.han for award in awards)
        if han >= (_LEAST_HAN if facts & Fact.MANY_COUNTERS else 1):
            found.append(Verdict(awards, han, 0))
    for entry, value in fulfilled:
        if value.alone:
            found.append(Verdict((Award(entry.id, value.closed, 0),), value.closed, 0, alone=True))
    return tuple(found) or (NO_YAKU,)


@functools.lru_cache(maxsize=256)
def _catalogue_under(rules: RuleSet) -> tuple[tuple[Yaku, int, int, YakuValue], ...]:
    """Every yaku of a rule set, with the facts that it needs, those that bar it, and its value."""
    return tuple(
        (entry, *_conditions(entry, rules), value)
        for entry in CATALOGUE
        if (value := rules.yaku.get(entry.id)) is not None
    )


def misses(facts: int, verdict: Verdict, rules: RuleSet) -> Iterator[Miss]:
    """Every yaku that the hand nearly has, with the reason.

    >>> facts = Fact.FOUR_RUNS | Fact.RUN | Fact.SIMPLES | Fact.TERMINALS
    >>> [(miss.id, miss.because) for miss in misses(facts, NO_YAKU, load_rules("ema-2025"))][:1]
    [('pinfu', 'the hand is open; the winning tile did not finish a sequence from a two-sided wait')]
    """
    awarded = {award.id for award in verdict.awards}
    awarded |= {BY_ID[each].replaces for each in awarded}
    for entry in CATALOGUE:
        near = entry.needs & ~Fact.CLOSED if entry.near is None else entry.near
        value = rules.yaku.get(entry.id)
        if entry.id in awarded or facts & near != near or facts & entry.far:
            continue
        needs, bars = _conditions(entry, rules)
        said_of = entry.id  # the yaku whose section says it
        reasons = [Message(f"missing_{fact.name.lower()}") for fact in Fact if needs & ~facts & fact]
        for fact in Fact:
            instead = _INSTEAD.get(fact, "")
            if bars & facts & fact and instead in {"", *awarded}:
                said_of = instead or said_of
                reasons.append(Message(f"present_{fact.name.lower()}"))
        if value is None:
            reasons = [] if reasons else [Message.of("not_in_rules", rules=rules.cite)]
        elif verdict.yakuman and not value.yakuman:
            reasons = []
        elif not reasons and value.alone:
            reasons = [Message("stands_alone")]
        elif not reasons and verdict.alone:
            said_of = verdict.awards[0].id
            reasons = [Message.of("combines_with_nothing", yaku=said_of)]
        if reasons:
            yield Miss(entry.id, tuple(reasons), rules.cite_of(f"yaku.{said_of}"))


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
