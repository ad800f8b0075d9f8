"""Why a hand has no more dora or waits than it has: the near misses that are not of the yaku catalogue."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from yakulens.scorer.counts import red_fives
from yakulens.scorer.hand import Hand, Situation
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.verdict import Miss, Verdict

_NO_WAIT: Final = Message("missing_two_sided_wait")


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
