"""A hand that ended without a win: exhaustive draw, abortive draw, chombo."""

from __future__ import annotations

from scorer.ruleset import RuleSet
from scorer.settle_event import DEALER, HandEnd, named, others, seats_of
from scorer.settle_pay import tsumo_rows, tsumo_share
from scorer.settle_rows import BET, TABLE, Note, Row
from scorer.settle_event import Win
from scorer.vocabulary import Seat


def draw_rows(end: HandEnd, rules: RuleSet) -> tuple[Row, ...]:
    """The payments of an exhaustive draw: nagashi where the rules have it, else the noten penalty."""
    nagashi = nagashi_seats(end, rules)
    rows: tuple[Row, ...] = ()
    for winner in nagashi:
        rows += _nagashi_rows(winner, nagashi, end, rules)
    if not nagashi or rules.nagashi_noten:
        rows += _noten_rows(end, rules)
    return rows


def nagashi_seats(end: HandEnd, rules: RuleSet) -> tuple[Seat, ...]:
    """The seats that are paid for nagashi mangan, from the dealer on."""
    if rules.nagashi_mangan == "none":
        return ()
    return tuple(seat for seat in seats_of(rules) if seat in end.nagashi)


def draw_notes(end: HandEnd, rules: RuleSet) -> tuple[Note, ...]:
    """What decided an exhaustive draw without being a payment."""
    notes = []
    if end.nagashi and rules.nagashi_mangan == "none":
        notes.append(Note("these rules have no nagashi mangan", rules.cite_of("nagashi_mangan")))
    if nagashi_seats(end, rules) and not rules.nagashi_noten:
        notes.append(Note("nagashi mangan takes the place of the noten penalty", rules.cite_of("nagashi_noten")))
    elif len(end.tenpai) in {0, rules.players}:
        who = "everybody" if end.tenpai else "nobody"
        notes.append(Note(f"{who} is tenpai: no noten penalty", rules.cite_of("noten_penalty")))
    for seat in end.riichi:
        if seat not in end.tenpai:
            text = (
                f"{named(seat)} declared riichi and is not tenpai: right only for a hand that was declared dead; "
                f"a riichi without tenpai is a chombo"
            )
            notes.append(Note(text, rules.cite_of("chombo")))
    return tuple(notes)


def chombo_rows(end: HandEnd, offender: Seat, rules: RuleSet) -> tuple[Row, ...]:
    """The payments of a chombo: the bets of the hand come back, and outside tournaments a reverse mangan is paid."""
    rows = []
    if rules.chombo_sticks == "return":
        cite = rules.cite_of("chombo_sticks")
        rows = [Row(f"{named(seat)}'s riichi stick comes back", TABLE, seat, BET, cite) for seat in end.riichi]
    if chombo_form(end, rules) == "reverse_mangan":
        for payee in others(offender, rules):
            text = f"{named(offender)} pays {named(payee)} for a chombo, a mangan the other way round"
            points = REVERSE_TO_DEALER if DEALER in (offender, payee) else REVERSE_TO_OTHER
            rows.append(Row(text, offender, payee, points, rules.cite_of("chombo")))
    return tuple(rows)


def chombo_form(end: HandEnd, rules: RuleSet) -> str:
    """What a chombo costs: `none`, `reverse_mangan` or `penalty`."""
    return rules.chombo_tournament if end.tournament else rules.chombo
