"""A hand that ended in a win: who of several winners is paid, and where the riichi sticks go."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scorer.message import NOT_TOLD, Told
from scorer.table.hand_end import DEALER, HandEnd, Win, in_turn_after, named
from scorer.table.rows import BET, TABLE, Note, Row
from scorer.table.win_payments import liable_in_force, limit_base, ron_rows, tsumo_rows

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
    return replace(win, base=yakuman, value="paarenchan", worth=Told.of("worth", yaku="paarenchan", times=1))


def win_rows(end: HandEnd, rules: RuleSet) -> tuple[Row, ...]:
    """The payments of a win: value, counters and liability of each winner, then the sticks."""
    wins = paid_wins(end, rules)
    rows: list[Row] = []
    for place, win in enumerate(wins):
        honba = 0 if place and rules.counters_to == "first_winner" else end.honba
        if end.discarder is None:
            rows += tsumo_rows(win, honba, rules)
        else:
            rows += ron_rows(win, end.discarder, honba, rules)
    return (*rows, *_stick_rows(end, tuple(win.seat for win in wins), rules))


def win_notes(end: HandEnd, rules: RuleSet) -> tuple[Note, ...]:
    """What decided a win without being a payment."""
    notes = []
    wins = paid_wins(end, rules)
    for win in end.wins:
        if win.seat not in {each.seat for each in wins}:
            text = f"{named(win.seat)}'s win is not paid: {named(wins[0].seat)} sits nearer to the discarder"
            cite = rules.cite_of("three_rons" if len(end.wins) == _THREE_RONS else "several_winners")
            told = Told.of("note_win_not_paid", seat=win.seat, nearer=wins[0].seat)
            notes.append(Note(text, cite, told))
    for place, win in enumerate(wins):
        if win.liable and not liable_in_force(win, rules):
            why = win.not_liable or f"in these rules nobody is liable for {win.liable.yaku}"
            text = f"{named(win.liable.seat)} does not answer for the win of {named(win.seat)}: {why}"
            reason = (
                win.not_liable_told
                if win.not_liable_told != NOT_TOLD
                else Told.of("no_liability_for", rules=rules.cite, yaku=win.liable.yaku)
            )
            seats = (("seat", win.liable.seat), ("winner", win.seat), ("why", reason.code))
            notes.append(
                Note(text, rules.cite_of("liability"), Told("note_not_liable", (*seats, *reason.values)))
            )
        if is_paarenchan(win, end, rules):
            notes.append(
                Note(
                    f"{named(win.seat)} wins with {end.honba} counters: paarenchan",
                    rules.cite_of("yaku.paarenchan"),
                    Told.of("note_paarenchan", seat=win.seat, honba=end.honba),
                )
            )
        if place and end.honba and rules.counters_to == "first_winner":
            text = f"the counters are paid to {named(wins[0].seat)} only, the nearest to the discarder"
            told = Told.of("note_counters_to_first", seat=wins[0].seat)
            notes.append(Note(text, rules.cite_of("counters_to"), told))
    if end.offender is not None:
        text = f"a win is declared at the same time: {named(end.offender)}'s chombo is void"
        notes.append(Note(text, rules.cite_of("chombo"), Told.of("note_chombo_void", seat=end.offender)))
    return tuple(notes)


def _stick_rows(end: HandEnd, winners: tuple[Seat, ...], rules: RuleSet) -> tuple[Row, ...]:
    """Winners' own sticks of this hand go back where the rules say so, all others to the first winner."""
    first = winners[0]
    own_back = len(winners) == 1 or rules.sticks_to == "own_back_rest_first"
    cite = rules.cite_of("sticks_to")
    rows = []
    for seat in end.riichi:
        if seat in winners and own_back:
            told = Told("row_stick_back")
            rows.append(Row(f"{named(seat)}'s riichi stick comes back", TABLE, seat, BET, cite, told))
        else:
            text, told = (
                f"{named(first)} takes {named(seat)}'s riichi stick",
                Told.of("row_takes_stick", of=seat),
            )
            rows.append(Row(text, TABLE, first, BET, cite, told))
    text = f"{named(first)} takes {end.deposits} riichi stick{'s'[: end.deposits > 1]} of earlier hands"
    told = Told.of("row_takes_deposits", deposits=end.deposits)
    rows.append(Row(text, TABLE, first, end.deposits * BET, cite, told))
    return tuple(row for row in rows if row.points)
