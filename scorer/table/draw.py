"""A hand that ended without a win: exhaustive draw, abortive draw, chombo."""

from __future__ import annotations

from yakulens.scorer.message import Message
from yakulens.scorer.payments import DEALER, limit_base
from yakulens.scorer.points import counters, shares
from yakulens.scorer.rules.penalties import offence_cite
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table.hand_end import HandEnd, is_a_hand, other_seats, seats_of
from yakulens.scorer.transfers import RIICHI_STICK, TABLE, Note, Transfer
from yakulens.scorer.vocabulary import Seat


def draw_transfers(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """The payments of an exhaustive draw: nagashi mangan where the rules have it, else the noten penalty.

    >>> found = draw_transfers(HandEnd("exhaustive_draw", tenpai=("east", "west")), load_rules("ema-2025"))
    >>> [(each.payer, each.payee, each.points) for each in found]
    [('south', 'east', 1500), ('north', 'west', 1500)]
    """
    nagashi = nagashi_seats(end, rules)
    transfers = tuple(each for winner in nagashi for each in _nagashi(winner, nagashi, end, rules))
    return transfers + (_noten(end, rules) if _noten_is_paid(end, rules) else ()) + void_bets(end, rules)


def void_bets(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """The riichi sticks of a drawn hand, where the rules hand them back instead of leaving them on the table.

    >>> rules = load_rules("ema-2025", {"draw_sticks": "return"})
    >>> [(each.payee, each.points) for each in void_bets(HandEnd("exhaustive_draw", riichi=("west",)), rules)]
    [('west', 1000)]
    """
    return _returned(end, rules, "draw_sticks")


def draw_notes(end: HandEnd, rules: RuleSet) -> tuple[Note, ...]:
    """What decided an exhaustive draw without being a payment.

    >>> [note.message.text for note in draw_notes(HandEnd("exhaustive_draw"), load_rules("ema-2025"))]
    ['nobody is tenpai: no noten penalty']
    """
    notes = []
    if end.nagashi and rules.nagashi_mangan == "none":
        notes.append(Note(Message("note_nagashi_not_paid"), rules.cite_of("nagashi_mangan")))
    if not _noten_is_paid(end, rules):
        notes.append(Note(Message("note_nagashi_instead"), rules.cite_of("nagashi_noten")))
    elif len(end.tenpai) in {0, rules.players}:
        code = "note_everybody_tenpai" if end.tenpai else "note_nobody_tenpai"
        notes.append(Note(Message(code), rules.cite_of("noten_penalty")))
    cite = rules.cite_of("late_chombo")
    notes += [Note(Message.of("note_late_chombo", seat=seat), cite) for seat in end.offenders]
    notes += [_riichi_noten(seat, end, rules) for seat in end.riichi if seat not in end.tenpai]
    return tuple(notes)


def _riichi_noten(seat: Seat, end: HandEnd, rules: RuleSet) -> Note:
    """What a riichi that shows no tenpai means: a chombo, unless the hand was declared dead since."""
    code, offence = (
        ("note_riichi_dead", "riichi_hand_dead")
        if seat in end.dead_hands
        else ("note_riichi_noten", "riichi_noten")
    )
    return Note(Message.of(code, seat=seat), offence_cite(offence, rules))


def chombo_transfers(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """What a chombo costs at once, where its form is a reverse mangan, and the riichi sticks that go back.

    Each of several offenders pays every other player, other offenders included: no rule text excepts them.

    >>> found = chombo_transfers(HandEnd("chombo", offenders=("west",)), load_rules("ema-2025"))
    >>> [(each.payer, each.payee, each.points) for each in found]
    [('west', 'east', 4000), ('west', 'south', 2000), ('west', 'north', 2000)]
    """
    if end.waived:
        return ()
    transfers = []
    if chombo_form(end, rules) == "reverse_mangan":
        base, cite = limit_base("mangan", rules), rules.cite_of(chombo_key(end))
        for offender in end.offenders:
            for payee in other_seats(offender, rules):
                points = base * 2 if DEALER in {offender, payee} else base
                message = Message.of("row_chombo", payer=offender, payee=payee)
                transfers.append(Transfer(offender, payee, points, cite, message))
    return (*transfers, *_returned(end, rules, "chombo_sticks"))


def chombo_notes(end: HandEnd, rules: RuleSet) -> tuple[Note, ...]:
    """What a chombo means besides its payments: that it is waived, a penalty after the game, or a new deal.

    >>> found = chombo_notes(HandEnd("chombo", offenders=("west",)), load_rules("wrc-2015"))
    >>> found[0].message.text
    '20,000 points are taken from West after the game, after uma'
    """
    if end.waived:
        return tuple(
            Note(Message.of("note_waived_chombo", seat=seat), rules.cite_of("chombo_waivable"))
            for seat in end.offenders
        )
    again = Note(Message("note_dealt_again"), rules.cite_of("chombo"))
    if is_a_hand(end, rules):
        again = Note(Message("note_chombo_is_a_hand"), rules.cite_of("chombo_after_signal"))
    if chombo_form(end, rules) != "penalty":
        return (again,)
    points, cite = rules.chombo_penalty, rules.cite_of(chombo_key(end))
    messages = (Message.of("note_penalty", points=points, seat=seat) for seat in end.offenders)
    return (*(Note(message, cite) for message in messages), again)


def chombo_form(end: HandEnd, rules: RuleSet) -> str:
    """What a chombo costs: `none`, `reverse_mangan` at once, or `penalty` after the game.

    >>> chombo_form(HandEnd("chombo", offenders=("west",)), load_rules("ema-2025"))
    'reverse_mangan'
    """
    return rules.chombo_tournament if end.tournament else rules.chombo


def chombo_key(end: HandEnd) -> str:
    """The key of the rule that says what this chombo costs.

    >>> chombo_key(HandEnd("chombo", offenders=("west",), tournament=True))
    'chombo_tournament'
    """
    return "chombo_tournament" if end.tournament else "chombo"


def nagashi_seats(end: HandEnd, rules: RuleSet) -> tuple[Seat, ...]:
    """The seats that are paid for nagashi mangan, from the dealer on; none where the rules do not have it.

    >>> end = HandEnd("exhaustive_draw", nagashi=("west",))
    >>> nagashi_seats(end, load_rules("wdmc-2019")), nagashi_seats(end, load_rules("ema-2025"))
    (('west',), ())
    """
    return tuple(seat for seat in seats_of(rules) if seat in end.nagashi and rules.nagashi_mangan != "none")


def _noten_is_paid(end: HandEnd, rules: RuleSet) -> bool:
    return rules.nagashi_noten or not nagashi_seats(end, rules)


def _nagashi(winner: Seat, winners: tuple[Seat, ...], end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """One player's nagashi mangan.

    It is paid like a self-drawn win. Where several players have it and the rules pay it `by_winner`, each
    player without it pays the lowest share of such a win.
    """
    payments = shares(limit_base(rules.nagashi_mangan, rules), winner, "tsumo", rules)
    by_winner = len(winners) > 1 and rules.nagashi_several == "by_winner"
    cite = rules.cite_of("nagashi_several" if by_winner else "nagashi_mangan")
    counter = counters(end.honba, rules, rules.players - 1) if rules.nagashi_counters else 0
    transfers = []
    for payer in other_seats(winner, rules):
        if by_winner and payer in winners:
            continue
        share = min(payments.values()) if by_winner else payments[payer]
        message = Message.of("row_nagashi", payer=payer, payee=winner)
        transfers.append(Transfer(payer, winner, share, cite, message))
        message = Message.of("row_counters", payer=payer, payee=winner, honba=end.honba)
        transfers.append(Transfer(payer, winner, counter, rules.cite_of("nagashi_counters"), message))
    return tuple(each for each in transfers if each.points)


def _noten(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """The noten penalty in the fewest payments.

    Of the two groups each player of the larger one pays, or is paid, once.
    """
    tenpai = [seat for seat in seats_of(rules) if seat in end.tenpai]
    noten = [seat for seat in seats_of(rules) if seat not in end.tenpai]
    if not tenpai or not noten:
        return ()
    payments = max(len(tenpai), len(noten))
    points, cite = rules.noten_penalty // payments, rules.cite_of("noten_penalty")
    pairs = [(noten[at % len(noten)], tenpai[at % len(tenpai)]) for at in range(payments)]
    transfers = (
        Transfer(payer, payee, points, cite, Message.of("row_noten", payer=payer, payee=payee))
        for payer, payee in pairs
    )
    return tuple(each for each in transfers if each.points)


def _returned(end: HandEnd, rules: RuleSet, key: str) -> tuple[Transfer, ...]:
    if getattr(rules, key) != "return":
        return ()
    return tuple(stick_back(seat, rules.cite_of(key)) for seat in end.riichi)


def stick_back(seat: Seat, cite: str) -> Transfer:
    """A riichi stick of this hand, back from the table to the player who laid it.

    Args:
        seat: the player.
        cite: the section that says so.

    >>> stick_back("west", "EMA 2025 4.1").message.text
    'West: the riichi stick comes back'
    """
    return Transfer(TABLE, seat, RIICHI_STICK, cite, Message.of("row_stick_back", payee=seat))
