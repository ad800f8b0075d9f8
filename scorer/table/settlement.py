"""Settle a finished hand of a game: who pays whom, remaining sticks, counters and the next dealer."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from yakulens.scorer.message import Message
from yakulens.scorer.payments import DEALER
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table import draw
from yakulens.scorer.table.check import problems_of
from yakulens.scorer.table.course import course_notes, ends_game
from yakulens.scorer.table.hand_end import HandEnd, is_a_hand, seats_of
from yakulens.scorer.table.ruling import Ruling, ruling_of
from yakulens.scorer.table.win import (
    is_abortive,
    is_paarenchan,
    paid_wins,
    three_rons_abort,
    win_chips,
    win_notes,
    win_payments,
)
from yakulens.scorer.transfers import RIICHI_STICK, TABLE, Note, Transfer, laid_on_table, net_of
from yakulens.scorer.vocabulary import Seat


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of a finished hand.

    No point is lost: `sum(net.values()) + 1000 * (deposits_left - deposits)` is always 0.

    Attributes:
        net: the change of each seat in points, including the riichi sticks that it laid.
        deposits_left: riichi sticks on the table afterwards.
        honba_next: counters on the table in the next hand.
        dealer_next: the seat of this hand that deals the next one.
        winners: the seats whose win is paid, nearest to the discarder first.
        penalties: points taken after the game and after uma, as negative numbers.
        transfers: every payment with its section.
        notes: what decided the settlement without moving points.
        problems: why nothing was settled; empty if the hand was settled.
        scores: the points of each seat afterwards, if they were given before.
        game_ends: whether the game is over: by a score below zero, after its last hand (if round and number
            of the hand are given), or after the last hand that the time signal leaves.
        hands_left: how many hands the time signal then leaves; None before it.
        chip_transfers: every payment in chips; the numbers are chips. None in a rule set without chips.
        chips: the change of each seat in chips, with sum 0; empty in a rule set without chips.
        ruling: how the hand ended under the rules, for whoever passes it on; None if nothing was settled.
    """

    net: Mapping[Seat, int] = field(hash=False)
    deposits_left: int
    honba_next: int
    dealer_next: Seat
    winners: tuple[Seat, ...] = ()
    penalties: Mapping[Seat, int] = field(default_factory=dict, hash=False)
    transfers: tuple[Transfer, ...] = ()
    notes: tuple[Note, ...] = ()
    problems: tuple[Message, ...] = ()
    scores: Mapping[Seat, int] = field(default_factory=dict, hash=False)
    game_ends: bool = False
    hands_left: int | None = None
    chip_transfers: tuple[Transfer, ...] = ()
    chips: Mapping[Seat, int] = field(default_factory=dict, hash=False)
    ruling: Ruling | None = None


def settle(end: HandEnd, rules: RuleSet) -> Settlement:
    """Settle a finished hand; a contradictory hand is refused as a whole, with its problems.

    >>> settle(HandEnd("exhaustive_draw", tenpai=("east",)), load_rules("ema-2025")).net["east"]
    3000
    """
    problems = problems_of(end, rules)
    if problems:
        return refused(end, rules, problems)
    transfers = transfers_of(end, rules)
    net = net_of(transfers, seats_of(rules))
    chips = win_chips(end, rules) if end.is_won and rules.chips.played else ()
    repeats, honba_next = _next_hand(end, rules)
    scores = {seat: points + net[seat] for seat, points in end.scores.items()}
    course = course_notes(end, scores, rules, repeats=repeats)
    game_ends, ruling = ends_game(course), ruling_of(end, rules)
    notes = tuple(
        note
        for note in _notes_of_the_event(end, rules)
        if not game_ends or note.message.code != "note_dealt_again"
    )
    return Settlement(
        net=net,
        deposits_left=end.deposits + laid_on_table(transfers) // RIICHI_STICK,
        honba_next=honba_next,
        dealer_next=DEALER if repeats else seats_of(rules)[1],
        winners=tuple(each.seat for each in ruling.wins),
        penalties=_penalties(end, rules),
        transfers=transfers,
        notes=(*notes, *course),
        scores=scores,
        game_ends=game_ends,
        hands_left=None if end.hands_left is None else max(end.hands_left - is_a_hand(end, rules), 0),
        chip_transfers=chips,
        chips=net_of(chips, seats_of(rules)) if rules.chips.played else {},
        ruling=ruling,
    )


def transfers_of(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """Every payment of a hand without contradictions: riichi sticks, then those of its end."""
    return _bets(end, rules) + _of_the_event(end, rules)


def refused(end: HandEnd, rules: RuleSet, problems: tuple[Message, ...]) -> Settlement:
    """The settlement of a hand that cannot be settled: nobody pays, and the table does not change."""
    return Settlement(
        net=dict.fromkeys(seats_of(rules), 0),
        deposits_left=end.deposits,
        honba_next=end.honba,
        dealer_next=DEALER,
        problems=problems,
        scores=end.scores,
    )


def _bets(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    if end.waived:  # play continues: the bets are settled when the hand ends
        return ()
    source = rules.source_of("yaku.riichi")
    return tuple(Transfer.of("row_lays_stick", seat, TABLE, RIICHI_STICK, source) for seat in end.riichi)


def _of_the_event(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    if is_abortive(end, rules):
        return draw.void_bets(end, rules)
    if end.event == "exhaustive_draw":
        return draw.draw_transfers(end, rules)
    if end.event == "chombo":
        return draw.chombo_transfers(end, rules)
    return win_payments(end, rules)


def _notes_of_the_event(end: HandEnd, rules: RuleSet) -> tuple[Note, ...]:
    if three_rons_abort(end, rules):
        return (Note.of("note_three_rons", rules, "three_rons"),)
    if end.event == "abortive_draw":
        values = {"reason": end.reason} if end.reason else {}
        return (Note.of("note_abortive" if values else "note_void", rules, "abortive_draws", **values),)
    if end.event == "exhaustive_draw":
        return draw.draw_notes(end, rules)
    if end.event == "chombo":
        return draw.chombo_notes(end, rules)
    return win_notes(end, rules)


def _penalties(end: HandEnd, rules: RuleSet) -> dict[Seat, int]:
    if end.event != "chombo" or end.waived or draw.chombo_form(end, rules) != "penalty":
        return {}
    return dict.fromkeys(end.offenders, -rules.chombo_penalty)


def _next_hand(end: HandEnd, rules: RuleSet) -> tuple[bool, int]:
    """Whether the dealer deals again, and the number of counters then."""
    if end.event == "chombo":
        return True, end.honba
    if is_abortive(end, rules):
        return "abortive_draw" in rules.dealer_repeats, end.honba + rules.abortive_counter
    if end.event == "exhaustive_draw":
        return DEALER in end.tenpai and "tenpai" in rules.dealer_repeats, end.honba + rules.draw_counter
    wins = paid_wins(end, rules)
    if rules.paarenchan_ends_deal and any(is_paarenchan(win, end, rules) for win in wins):
        return False, 0
    dealer_won = DEALER in {win.seat for win in wins}
    return dealer_won and "win" in rules.dealer_repeats, (end.honba + 1) * dealer_won
