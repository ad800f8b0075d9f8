"""The near misses of a hand: each yaku, dora or liability that it nearly has, with the reason why not."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

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
from yakulens.scorer.counts import red_fives
from yakulens.scorer.facts import Fact
from yakulens.scorer.hand import Hand, Situation
from yakulens.scorer.message import Message
from yakulens.scorer.remembered import Lazily, Remembered
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.verdict import Verdict
from yakulens.scorer.yaku import CATALOGUE, Yaku

_INSTEAD: Final = {Fact.TWO_TWIN_RUNS: "ryanpeikou", Fact.DOUBLE_RIICHI: "double_riichi"}
"""Facts that bar a yaku because another is given instead; if that is not given, they are no reason."""
_CLOSED: Final = int(Fact.CLOSED)
_NO_WAIT: Final = Message("missing_two_sided_wait")


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


def misses(facts: int, verdict: Verdict, rules: RuleSet) -> Iterator[Miss]:
    """Every yaku that the hand nearly has, with the reason.

    >>> from yakulens.scorer.verdict import NO_YAKU
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
        entries = {1 << at: entry for at, entry in enumerate(CATALOGUE, YAKU_AT)}
        self._bit_of = {entry.id: bit for bit, entry in entries.items()}
        self._conditions = {bit: (entry, *conditions_of(entry, rules)) for bit, entry in entries.items()}
        self._replaced = {bit: bit | self._bit_of.get(entry.replaces, 0) for bit, entry in entries.items()}
        self._instead = sum(self._bit_of[each] for each in _INSTEAD.values())
        near = [Condition(bit, _near(entry), entry.far) for bit, entry in entries.items()]
        self._near = tuple(left_by(part, near) for part in PARTS)
        self._miss = Remembered(self._miss_of)

    def misses(self, facts: int, verdict: Verdict) -> Iterator[Miss]:
        """The near misses of facts, as the function `misses` describes them."""
        (one, first), (two, second), (three, third) = self._near
        near = first[facts & one] & second[facts & two] & third[facts & three] & ~(IS_CLOSED | NEEDS_TWO)
        awarded = 0
        for award in verdict.awards:
            awarded |= self._replaced[self._bit_of[award.id]]
        alone = verdict.awards[0].id if verdict.alone else ""
        is_yakuman, instead = verdict.yakuman > 0, awarded & self._instead
        for bit in bits(near & ~awarded):
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


def with_wait(miss: Miss, situation: Situation, rules: RuleSet) -> Miss:
    """The miss, with the true reason if no wait counts: the drawn tile was not kept apart (WRC 5.6)."""
    if situation.win_apart or situation.by == "ron" or rules.win_not_apart != "no_wait":
        return miss
    instead = Message.of("wait_not_seen", cite=rules.cite_of("win_not_apart"))
    return replace(miss, reasons=tuple(instead if each == _NO_WAIT else each for each in miss.reasons))


def dora_left_out(verdict: Verdict, by_sort: list[tuple[str, int]], rules: RuleSet) -> Iterator[Miss]:
    """Dora that do not count because of a yakuman or a yaku that combines with nothing."""
    yaku = verdict.ids[0]
    code, alone = ("dora_beside_yakuman", {}) if verdict.yakuman else ("dora_beside_alone", {"yaku": yaku})
    for sort, han in by_sort:
        reason = Message.of(code, han=han, **alone)
        yield Miss(sort, (reason,), rules.cite_of(f"yaku.{yaku}"))


def dora_misses(hand: Hand, situation: Situation, rules: RuleSet) -> Iterator[Miss]:
    """Dora that do not count, and indicators that seem to be missing."""
    if any(red_fives(hand.sums.all_counts)) and not any(rules.red_fives):
        message = Message.of("red_five_is_plain", rules=rules.cite)
        yield Miss("red_five", (message,), rules.cite_of("red_fives"))
    indicators = len(situation.dora_indicators)
    quads = sum(meld.is_quad for meld in hand.melds) if rules.kan_dora else 0
    if rules.dora and indicators < quads + 1:
        several = Message.of("indicators_unsaid", count=indicators, least=quads + 1)
        reason = several if quads else Message("indicator_unsaid")
        yield Miss("dora", (reason,), rules.cite_of("kan_dora" if quads else "dora"))
    cite = rules.cite_of("ura_dora")
    if situation.ura_indicators and not rules.ura_dora:
        yield Miss("ura", (Message.of("no_ura_dora", rules=rules.cite),), cite)
    elif situation.ura_indicators and situation.riichi == "none":
        yield Miss("ura", (Message("ura_without_riichi"),), cite)
    elif rules.ura_dora and situation.riichi != "none" and not situation.ura_indicators:
        yield Miss("ura", (Message("ura_unsaid"),), cite)
