"""A hand that ended without a win: exhaustive draw, abortive draw, chombo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.message import Told
from scorer.points import counters, shares
from scorer.table.hand_end import DEALER, HandEnd, named, others, seats_of
from scorer.table.rows import BET, TABLE, Note, Row
from scorer.table.win_payments import limit_base

if TYPE_CHECKING:
    from scorer.rules.ruleset import RuleSet
    from scorer.vocabulary import Seat


def draw_rows(end: HandEnd, rules: RuleSet) -> tuple[Row, ...]:
    """The payments of an exhaustive draw: nagashi mangan where the rules have it, else the noten penalty."""
    nagashi = nagashi_seats(end, rules)
    rows = tuple(row for winner in nagashi for row in _nagashi_rows(winner, nagashi, end, rules))
    return rows + (_noten_rows(end, rules) if _noten_is_paid(end, rules) else ()) + void_bets(end, rules)


def void_bets(end: HandEnd, rules: RuleSet) -> tuple[Row, ...]:
    """The bets of a drawn hand, where the rules hand them back instead of leaving them on the table."""
    return _returned(end, rules, "draw_sticks")


def draw_notes(end: HandEnd, rules: RuleSet) -> tuple[Note, ...]:
    """What decided an exhaustive draw without being a payment."""
    notes = []
    if end.nagashi and rules.nagashi_mangan == "none":
        text = "nagashi mangan is not paid in these rules"
        notes.append(Note(text, rules.cite_of("nagashi_mangan"), Told("note_nagashi_not_paid")))
    if not _noten_is_paid(end, rules):
        text = "nagashi mangan takes the place of the noten penalty"
        notes.append(Note(text, rules.cite_of("nagashi_noten"), Told("note_nagashi_instead")))
    elif len(end.tenpai) in {0, rules.players}:
        who = "everybody" if end.tenpai else "nobody"
        told = Told(f"note_{who}_tenpai")
        notes.append(Note(f"{who} is tenpai: no noten penalty", rules.cite_of("noten_penalty"), told))
    for seat in end.riichi:
        if seat not in end.tenpai:
            text = (
                f"{named(seat)} declared riichi and is not tenpai: right only where the hand was declared "
                "dead; a riichi without tenpai is a chombo"
            )
            notes.append(Note(text, rules.cite_of("chombo"), Told.of("note_riichi_noten", seat=seat)))
    return tuple(notes)


def chombo_rows(end: HandEnd, offender: Seat, rules: RuleSet) -> tuple[Row, ...]:
    """What a chombo moves at once: the bets of the hand, and a reverse mangan where that is its form."""
    rows = []
    if chombo_form(end, rules) == "reverse_mangan":
        base = limit_base("mangan", rules)
        for payee in others(offender, rules):
            text = f"{named(offender)} pays {named(payee)} for a chombo (a mangan the other way round)"
            points = base * 2 if DEALER in (offender, payee) else base
            cite = rules.cite_of(chombo_key(end))
            rows.append(Row(text, offender, payee, points, cite, Told("row_chombo")))
    return (*rows, *_returned(end, rules, "chombo_sticks"))


def chombo_form(end: HandEnd, rules: RuleSet) -> str:
    """What a chombo costs: `none`, `reverse_mangan` at once, or `penalty` after the game."""
    return rules.chombo_tournament if end.tournament else rules.chombo


def chombo_key(end: HandEnd) -> str:
    """The rule that says what this chombo costs."""
    return "chombo_tournament" if end.tournament else "chombo"


def nagashi_seats(end: HandEnd, rules: RuleSet) -> tuple[Seat, ...]:
    """The seats that are paid for nagashi mangan, from the dealer on."""
    return tuple(seat for seat in seats_of(rules) if seat in end.nagashi and rules.nagashi_mangan != "none")


def _noten_is_paid(end: HandEnd, rules: RuleSet) -> bool:
    return rules.nagashi_noten or not nagashi_seats(end, rules)


def _nagashi_rows(winner: Seat, winners: tuple[Seat, ...], end: HandEnd, rules: RuleSet) -> tuple[Row, ...]:
    """One player's nagashi mangan: like a self-draw, unless the rules pay several of them by winner."""
    paid = shares(limit_base(rules.nagashi_mangan, rules), winner, "tsumo", rules)
    by_winner = len(winners) > 1 and rules.nagashi_several == "by_winner"
    cite = rules.cite_of("nagashi_several" if by_winner else "nagashi_mangan")
    counter = counters(end.honba, rules, rules.players - 1) if rules.nagashi_counters else 0
    rows = []
    for payer in others(winner, rules):
        if by_winner and payer in winners:
            continue
        share = min(paid.values()) if by_winner else paid[payer]
        text = f"{named(payer)} pays {named(winner)} for nagashi mangan"
        rows.append(Row(text, payer, winner, share, cite, Told("row_nagashi")))
        text = f"{named(payer)} pays {named(winner)} for the counters"
        told = Told.of("row_counters", honba=end.honba)
        rows.append(Row(text, payer, winner, counter, rules.cite_of("nagashi_counters"), told))
    return tuple(row for row in rows if row.points)


def _noten_rows(end: HandEnd, rules: RuleSet) -> tuple[Row, ...]:
    """The noten penalty in the fewest payments: each noten player to one tenpai player, or one to many."""
    tenpai = [seat for seat in seats_of(rules) if seat in end.tenpai]
    noten = [seat for seat in seats_of(rules) if seat not in end.tenpai]
    if not tenpai or not noten:
        return ()
    payments = max(len(tenpai), len(noten))
    points, cite = rules.noten_penalty // payments, rules.cite_of("noten_penalty")
    told = Told("row_noten")
    pairs = [(noten[at % len(noten)], tenpai[at % len(tenpai)]) for at in range(payments)]
    rows = (
        Row(f"{named(payer)}, noten, pays {named(payee)}, tenpai", payer, payee, points, cite, told)
        for payer, payee in pairs
    )
    return tuple(row for row in rows if row.points)


def _returned(end: HandEnd, rules: RuleSet, key: str) -> tuple[Row, ...]:
    if getattr(rules, key) != "return":
        return ()
    cite = rules.cite_of(key)
    told = Told("row_stick_back")
    return tuple(
        Row(f"{named(seat)}'s riichi stick comes back", TABLE, seat, BET, cite, told) for seat in end.riichi
    )
