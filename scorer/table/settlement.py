"""A finished hand of a game, settled: who pays whom, sticks that stay, counters and the next dealer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorer.message import Told
from scorer.table.check import problems_of
from scorer.table.draw import chombo_form, chombo_key, chombo_rows, draw_notes, draw_rows, void_bets
from scorer.table.hand_end import DEALER, HandEnd, named, seats_of
from scorer.table.rows import BET, TABLE, Note, Row, laid_on_table, net_of
from scorer.table.win import is_paarenchan, paid_wins, three_rons_abort, win_notes, win_rows

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.hand import Problem
    from scorer.rules.ruleset import RuleSet
    from scorer.vocabulary import Seat


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a finished hand leaves behind; `sum(net) + 1000 * (deposits_left - deposits)` is always 0.

    Attributes:
        net: the change of each seat, in points, bets of this hand included.
        deposits_left: riichi sticks on the table afterwards.
        honba_next: counters on the table in the next hand.
        dealer_next: the seat of this hand that deals the next one.
        winners: the seats whose win is paid, the nearest to the discarder first.
        penalties: points taken after the game and after uma, as negative numbers.
        rows: every payment with its section.
        notes: what decided the settlement without moving points.
        problems: why nothing was settled; empty when something was.
        scores: the points of each seat afterwards, where they were given.
        game_ends: whether the rules end the game because a score is below zero.
    """

    net: Mapping[Seat, int]
    deposits_left: int
    honba_next: int
    dealer_next: Seat
    winners: tuple[Seat, ...] = ()
    penalties: Mapping[Seat, int] = field(default_factory=dict)
    rows: tuple[Row, ...] = ()
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
    scores: Mapping[Seat, int] = field(default_factory=dict)
    game_ends: bool = False


def settle(end: HandEnd, rules: RuleSet) -> Settlement:
    """Settle a finished hand; a contradictory one is refused whole, with its problems.

    >>> from scorer.rules.load import load_rules
    >>> settle(HandEnd("exhaustive_draw", tenpai=("east",)), load_rules("ema-2025")).net["east"]
    3000
    """
    problems = problems_of(end, rules)
    if problems:
        return refused(end, rules, problems)
    rows = _bets(end, rules) + _event_rows(end, rules)
    net = net_of(rows, seats_of(rules))
    repeats, honba_next = _next_hand(end, rules)
    scores = {seat: points + net[seat] for seat, points in end.scores.items()}
    ends = rules.negative_score == "game_ends" and any(points < 0 for points in scores.values())
    return Settlement(
        net=net,
        deposits_left=end.deposits + laid_on_table(rows) // BET,
        honba_next=honba_next,
        dealer_next=DEALER if repeats else seats_of(rules)[1],
        winners=tuple(win.seat for win in paid_wins(end, rules)) if end.event in ("ron", "tsumo") else (),
        penalties=_penalties(end, rules),
        rows=rows,
        notes=(*_event_notes(end, rules), *_score_notes(scores, rules)),
        scores=scores,
        game_ends=ends,
    )


def refused(end: HandEnd, rules: RuleSet, problems: tuple[Problem, ...]) -> Settlement:
    """Nothing paid, everything on the table as it was."""
    return Settlement(
        net=dict.fromkeys(seats_of(rules), 0),
        deposits_left=end.deposits,
        honba_next=end.honba,
        dealer_next=DEALER,
        problems=problems,
        scores=end.scores,
    )


def _bets(end: HandEnd, rules: RuleSet) -> tuple[Row, ...]:
    cite = rules.cite_of("yaku.riichi")
    told = Told("row_lays_stick")
    return tuple(
        Row(f"{named(seat)} lays a riichi stick", seat, TABLE, BET, cite, told) for seat in end.riichi
    )


def _is_abortive(end: HandEnd, rules: RuleSet) -> bool:
    return end.event == "abortive_draw" or three_rons_abort(end, rules)


def _event_rows(end: HandEnd, rules: RuleSet) -> tuple[Row, ...]:
    if _is_abortive(end, rules):
        return void_bets(end, rules)
    if end.event == "exhaustive_draw":
        return draw_rows(end, rules)
    if end.event == "chombo" and end.offender is not None:
        return chombo_rows(end, end.offender, rules)
    return win_rows(end, rules)


def _event_notes(end: HandEnd, rules: RuleSet) -> tuple[Note, ...]:
    if three_rons_abort(end, rules):
        text = "three players claim the same discard: the hand is void"
        return (Note(text, rules.cite_of("three_rons"), Told("note_three_rons")),)
    if end.event == "abortive_draw":
        name = end.reason.replace("_", " ") if end.reason else "an abortive draw"
        told = Told.of("note_abortive", reason=end.reason or "abortive_draw")
        return (Note(f"{name}: the hand is void", rules.cite_of("abortive_draws"), told),)
    if end.event == "exhaustive_draw":
        return draw_notes(end, rules)
    if end.event == "chombo":
        text = f"{rules.chombo_penalty:,} points are taken after the game, after uma"
        told = Told.of("note_penalty", points=rules.chombo_penalty)
        penalty = Note(text, rules.cite_of(chombo_key(end)), told)
        text = "the hand is dealt again: same dealer, same counters"
        again = Note(text, rules.cite_of("chombo"), Told("note_dealt_again"))
        return (penalty, again) if chombo_form(end, rules) == "penalty" else (again,)
    return win_notes(end, rules)


def _score_notes(scores: Mapping[Seat, int], rules: RuleSet) -> tuple[Note, ...]:
    below = [seat for seat, points in scores.items() if points < 0]
    if not below:
        return ()
    ends = rules.negative_score == "game_ends"
    then = "the game ends" if ends else "the game goes on"
    text = f"{' and '.join(named(seat) for seat in below)} below zero: {then}"
    told = Told.of("note_below_zero_ends" if ends else "note_below_zero", seats=" ".join(below))
    return (Note(text, rules.cite_of("negative_score"), told),)


def _penalties(end: HandEnd, rules: RuleSet) -> dict[Seat, int]:
    if end.event != "chombo" or end.offender is None or chombo_form(end, rules) != "penalty":
        return {}
    return {end.offender: -rules.chombo_penalty}


def _next_hand(end: HandEnd, rules: RuleSet) -> tuple[bool, int]:
    """Whether the dealer deals again, and how many counters lie on the table then."""
    if end.event == "chombo":
        return True, end.honba
    if _is_abortive(end, rules):
        return "abortive_draw" in rules.dealer_repeats, end.honba + rules.abortive_counter
    if end.event == "exhaustive_draw":
        return DEALER in end.tenpai and "tenpai" in rules.dealer_repeats, end.honba + rules.draw_counter
    wins = paid_wins(end, rules)
    if rules.paarenchan_ends_deal and any(is_paarenchan(win, end, rules) for win in wins):
        return False, 0
    dealer_won = DEALER in {win.seat for win in wins}
    return dealer_won and "win" in rules.dealer_repeats, (end.honba + 1) * dealer_won
