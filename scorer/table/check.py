"""What is wrong with a finished hand before anybody pays: every contradiction has a code and a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorer.hand import Problem
from scorer.table.draw import chombo_form
from scorer.table.hand_end import HandEnd, Win, named, seats_of
from scorer.table.win_payments import limit_base

if TYPE_CHECKING:
    from scorer.rules.ruleset import RuleSet
    from scorer.vocabulary import Seat


def problems_of(end: HandEnd, rules: RuleSet) -> tuple[Problem, ...]:
    """Every contradiction within the hand, and between it and the rule set; empty where it can be settled."""
    return tuple(
        Problem(code, message)
        for check in (_seats, _numbers, _riichi, _winners, _liability, _draws, _abortive, _chombo)
        for code, message in check(end, rules)
    )


_Found = Iterator[tuple[str, str]]


def _seats(end: HandEnd, rules: RuleSet) -> _Found:
    at_table = seats_of(rules)
    for what, seats in _lists(end).items():
        for seat in dict.fromkeys(seats):
            if seat not in at_table:
                yield "seat_not_at_table", f"{what}: nobody sits {seat} among {rules.players} players"
            if seats.count(seat) > 1:
                yield "seat_twice", f"{what}: {seat} is named {seats.count(seat)} times"
    for liable in (win.liable for win in end.wins if win.liable):
        if liable.seat not in at_table:
            yield "seat_not_at_table", f"liable: nobody sits {liable.seat} among {rules.players} players"
    if end.scores and set(end.scores) != set(at_table):
        yield "wrong_scores", f"scores: give the points of {', '.join(at_table)}, or none"


def _lists(end: HandEnd) -> dict[str, tuple[Seat, ...]]:
    return {
        "riichi": end.riichi,
        "wins": tuple(win.seat for win in end.wins),
        "tenpai": end.tenpai,
        "nagashi": end.nagashi,
        "discarder": (end.discarder,) if end.discarder else (),
        "offender": (end.offender,) if end.offender else (),
    }


def _numbers(end: HandEnd, _: RuleSet) -> _Found:
    for what, number in (("honba", end.honba), ("deposits", end.deposits)):
        if number < 0:
            yield "negative_number", f"{what}: {number} is below zero"


def _riichi(end: HandEnd, rules: RuleSet) -> _Found:
    least, cite = rules.riichi_min_points, rules.cite_of("riichi_min_points")
    for seat in end.riichi:
        if least and seat in end.scores and end.scores[seat] < least:
            text = f"riichi: {seat} has {end.scores[seat]} points and needs {least} ({cite})"
            yield "riichi_without_points", text


def _winners(end: HandEnd, _: RuleSet) -> _Found:
    if end.event not in ("ron", "tsumo"):
        if end.wins:
            yield "unexpected_wins", f"wins: a hand with a win is a ron or a tsumo, not {end.event}"
        return
    if not end.wins:
        yield "no_winner", f"wins: a {end.event} needs a winner"
    if end.event == "tsumo" and len(end.wins) > 1:
        yield "several_self_draws", "wins: only one player can win by self-draw"
    if end.event == "tsumo" and end.discarder is not None:
        yield "discarder_by_tsumo", "discarder: a self-drawn tile has none"
    if end.event == "ron" and end.discarder is None:
        yield "no_discarder", "discarder: say who discarded the winning tile"
    if end.discarder in {win.seat for win in end.wins}:
        yield "discarder_is_winner", f"wins: {end.discarder} cannot win on their own discard"


def _liability(end: HandEnd, rules: RuleSet) -> _Found:
    for win in end.wins:
        if win.liable and win.liable.seat == win.seat:
            yield "liable_is_winner", f"liable: {win.seat} cannot be liable for their own win"
        if win.liable and not win.not_liable and win.base < limit_base("yakuman", rules):
            yield "liable_without_yakuman", f"liable: the win of {win.seat} is no yakuman ({_worth(win)})"


def _worth(win: Win) -> str:
    return win.value or f"base value {win.base}"


def _draws(end: HandEnd, _: RuleSet) -> _Found:
    if end.nagashi and end.event != "exhaustive_draw":
        yield "unexpected_nagashi", f"nagashi: it comes with an exhaustive draw, not with a {end.event}"


def _abortive(end: HandEnd, rules: RuleSet) -> _Found:
    if end.event != "abortive_draw":
        return
    cite = rules.cite_of("abortive_draws")
    if not rules.abortive_draws:
        yield "no_abortive_draws", f"event: {rules.title} know no abortive draws ({cite})"
    elif end.reason is not None and end.reason not in rules.abortive_draws:
        allowed = ", ".join(rules.abortive_draws)
        yield (
            "abortive_draw_not_allowed",
            f"reason: '{end.reason}' does not abort a hand here ({cite}); {allowed} do",
        )
    if end.reason == "four_riichi" and len(end.riichi) < rules.players:
        yield "riichi_missing", f"riichi: four riichi need all {rules.players} seats, not {len(end.riichi)}"
    if end.reason == "four_winds" and end.riichi and not rules.four_winds_with_riichi:
        text = f"riichi: the hand goes on after four equal winds when {named(end.riichi[0])} declared riichi"
        yield "four_winds_with_riichi", f"{text} ({rules.cite_of('four_winds_with_riichi')})"


def _chombo(end: HandEnd, rules: RuleSet) -> _Found:
    if end.event != "chombo":
        if end.offender is not None and end.event not in ("ron", "tsumo"):
            yield "unexpected_offender", f"offender: a chombo ends the hand as a chombo, not as {end.event}"
        return
    if end.offender is None:
        yield "no_offender", "offender: say who committed the chombo"
    if chombo_form(end, rules) == "none":
        yield "no_chombo", f"event: {rules.title} put no price on a chombo ({rules.cite_of('chombo')})"
