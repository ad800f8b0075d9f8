"""A hand that ended in a win: who of several winners is paid, and where the riichi sticks go."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scorer.message import Message
from scorer.payments import (
    DEALER,
    Win,
    deposits_transfer,
    liable_in_force,
    limit_base,
    ron_transfers,
    tsumo_transfers,
    worth_of_yakuman,
)
from scorer.table.draw import stick_back
from scorer.table.hand_end import HandEnd, in_turn_after
from scorer.transfers import RIICHI_STICK, TABLE, Note, Transfer

if TYPE_CHECKING:
    from scorer.rules.ruleset import RuleSet
    from scorer.vocabulary import Seat

_THREE_RONS: Final = 3


def paid_wins(end: HandEnd, rules: RuleSet) -> tuple[Win, ...]:
    """The wins that count, the nearest to the discarder first; none where three rons abort the hand."""
    if end.discarder is None:
        return tuple(with_paarenchan(win, end, rules) for win in end.wins)
    order = in_turn_after(end.discarder, rules)
    nearest_first = sorted(end.wins, key=lambda win: order.index(win.seat))
    wins = tuple(with_paarenchan(win, end, rules) for win in nearest_first)
    if three_rons_abort(end, rules):
        return ()
    first_of_three = len(wins) == _THREE_RONS and rules.three_rons == "first"
    return wins[:1] if first_of_three or rules.several_winners == "first" else wins


def three_rons_abort(end: HandEnd, rules: RuleSet) -> bool:
    """Whether the hand is void because three players claimed the same discard."""
    return end.event == "ron" and len(end.wins) == _THREE_RONS and rules.three_rons == "abortive_draw"


def is_paarenchan(win: Win, end: HandEnd, rules: RuleSet) -> bool:
    """Whether the dealer wins late enough in a row for the yakuman paarenchan."""
    return "paarenchan" in rules.yaku and win.seat == DEALER and end.honba >= rules.paarenchan_from


def with_paarenchan(win: Win, end: HandEnd, rules: RuleSet) -> Win:
    """The win at the yakuman it is by paarenchan, where it is one and worth less without."""
    yakuman = limit_base("yakuman", rules)
    if not is_paarenchan(win, end, rules) or win.base >= yakuman:
        return win
    return replace(win, base=yakuman, worth=worth_of_yakuman(("paarenchan",), 1, 1))


def win_transfers(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """The payments of a win: value, counters and liability of each winner, then the sticks."""
    wins = paid_wins(end, rules)
    found: list[Transfer] = []
    for place, win in enumerate(wins):
        honba = 0 if place and rules.counters_to == "first_winner" else end.honba
        if end.discarder is None:
            found += tsumo_transfers(win, honba, rules)
        else:
            found += ron_transfers(win, end.discarder, honba, rules)
    return (*found, *_sticks(end, tuple(win.seat for win in wins), rules))


def win_notes(end: HandEnd, rules: RuleSet) -> tuple[Note, ...]:
    """What decided a win without being a payment."""
    notes = []
    wins = paid_wins(end, rules)
    for win in end.wins:
        if win.seat not in {each.seat for each in wins}:
            key = "three_rons" if len(end.wins) == _THREE_RONS else "several_winners"
            message = Message.of("note_win_not_paid", seat=win.seat, nearer=wins[0].seat)
            notes.append(Note(message, rules.cite_of(key)))
    for place, win in enumerate(wins):
        if win.liable and not liable_in_force(win, rules):
            why = win.not_liable or Message.of("no_liability_for", rules=rules.cite, yaku=win.liable.yaku)
            message = Message.of("note_not_liable", seat=win.liable.seat, winner=win.seat, why=why)
            notes.append(Note(message, rules.cite_of("liability")))
        if is_paarenchan(win, end, rules):
            message = Message.of("note_paarenchan", seat=win.seat, honba=end.honba)
            notes.append(Note(message, rules.cite_of("yaku.paarenchan")))
        notes += win.notes
        if place and end.honba and rules.counters_to == "first_winner":
            message = Message.of("note_counters_to_first", seat=wins[0].seat)
            notes.append(Note(message, rules.cite_of("counters_to")))
    notes += [
        Note(Message.of("note_chombo_void", seat=seat), rules.cite_of("chombo")) for seat in end.offenders
    ]
    return tuple(notes)


def _sticks(end: HandEnd, winners: tuple[Seat, ...], rules: RuleSet) -> tuple[Transfer, ...]:
    """Winners' own sticks of this hand go back where the rules say so, all others to the first winner."""
    first = winners[0]
    own_back = len(winners) == 1 or rules.sticks_to == "own_back_rest_first"
    cite = rules.cite_of("sticks_to")
    found = []
    for seat in end.riichi:
        if seat in winners and own_back:
            found.append(stick_back(seat, cite))
        else:
            message = Message.of("row_takes_stick", payee=first, of=seat)
            found.append(Transfer(TABLE, first, RIICHI_STICK, cite, message))
    found.append(deposits_transfer(first, end.deposits, rules))
    return tuple(each for each in found if each.points)
