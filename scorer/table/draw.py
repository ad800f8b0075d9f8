"""A hand that ended without a win: exhaustive draw, abortive draw, chombo."""

from yakulens.scorer.message import Message
from yakulens.scorer.payments import DEALER, limit_base
from yakulens.scorer.points import counters, shares
from yakulens.scorer.rules.penalties import offence_source
from yakulens.scorer.rules.ruleset import RuleSet, Source
from yakulens.scorer.table.hand_end import HandEnd, is_a_hand, other_seats, seats_of
from yakulens.scorer.transfers import RIICHI_STICK, TABLE, Note, Transfer
from yakulens.scorer.vocabulary import Seat


def draw_transfers(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """The payments of an exhaustive draw: nagashi mangan if the rules have it, else the noten penalty.

    >>> found = draw_transfers(HandEnd("exhaustive_draw", tenpai=("east", "west")), load_rules("ema-2025"))
    >>> [(each.payer, each.payee, each.points) for each in found]
    [('south', 'east', 1500), ('north', 'west', 1500)]
    """
    nagashi = nagashi_seats(end, rules)
    transfers = tuple(each for winner in nagashi for each in _nagashi(winner, nagashi, end, rules))
    return transfers + (_noten(end, rules) if _noten_is_paid(end, rules) else ()) + void_bets(end, rules)


def void_bets(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """The riichi sticks of a drawn hand, if the rules return them instead of leaving them on the table."""
    return _returned(end, rules, "draw_sticks")


def draw_notes(end: HandEnd, rules: RuleSet) -> tuple[Note, ...]:
    """What decided an exhaustive draw besides payments."""
    notes = []
    if end.nagashi and rules.nagashi_mangan == "none":
        notes.append(Note.of("note_nagashi_not_paid", rules, "nagashi_mangan"))
    if not _noten_is_paid(end, rules):
        notes.append(Note.of("note_nagashi_instead", rules, "nagashi_noten"))
    elif len(end.tenpai) in {0, rules.players}:
        code = "note_everybody_tenpai" if end.tenpai else "note_nobody_tenpai"
        notes.append(Note.of(code, rules, "noten_penalty"))
    notes += [Note.of("note_late_chombo", rules, "late_chombo", seat=seat) for seat in end.offenders]
    notes += [_riichi_noten(seat, end, rules) for seat in end.riichi if seat not in end.tenpai]
    return tuple(notes)


def _riichi_noten(seat: Seat, end: HandEnd, rules: RuleSet) -> Note:
    """What riichi without tenpai means: a chombo, unless the hand was declared dead afterwards."""
    code, offence = (
        ("note_riichi_dead", "riichi_hand_dead")
        if seat in end.dead_hands
        else ("note_riichi_noten", "riichi_noten")
    )
    source = offence_source(offence, rules)
    return Note(Message.of(code, seat=seat), source.cite, source.remark)


def chombo_transfers(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """What a chombo costs at once, if its form is a reverse mangan, and the riichi sticks that go back.

    Each of several offenders pays every other player, including other offenders: no rule text exempts them.
    """
    if end.waived:
        return ()
    transfers = []
    if chombo_form(end, rules) == "reverse_mangan":
        base, source = limit_base("mangan", rules), rules.source_of(chombo_key(end))
        for offender in end.offenders:
            for payee in other_seats(offender, rules):
                points = base * 2 if DEALER in {offender, payee} else base
                transfers.append(Transfer.of("row_chombo", offender, payee, points, source))
    return (*transfers, *_returned(end, rules, "chombo_sticks"))


def chombo_notes(end: HandEnd, rules: RuleSet) -> tuple[Note, ...]:
    """What a chombo means besides its payments: waiver, penalty after the game, or a new deal."""
    if end.waived:
        return tuple(
            Note.of("note_waived_chombo", rules, "chombo_waivable", seat=seat) for seat in end.offenders
        )
    again = Note.of("note_dealt_again", rules, "chombo")
    if is_a_hand(end, rules):
        again = Note.of("note_chombo_is_a_hand", rules, "chombo_after_signal")
    if chombo_form(end, rules) != "penalty":
        return (again,)
    points, key = rules.chombo_penalty, chombo_key(end)
    return (*(Note.of("note_penalty", rules, key, points=points, seat=seat) for seat in end.offenders), again)


def chombo_form(end: HandEnd, rules: RuleSet) -> str:
    """What a chombo costs: `none`, `reverse_mangan` at once, or `penalty` after the game."""
    return rules.chombo_tournament if end.tournament else rules.chombo


def chombo_key(end: HandEnd) -> str:
    """The key of the rule that says what this chombo costs."""
    return "chombo_tournament" if end.tournament else "chombo"


def nagashi_seats(end: HandEnd, rules: RuleSet) -> tuple[Seat, ...]:
    """The seats that are paid for nagashi mangan, from the dealer on; none if the rules do not have it."""
    return tuple(seat for seat in seats_of(rules) if seat in end.nagashi and rules.nagashi_mangan != "none")


def _noten_is_paid(end: HandEnd, rules: RuleSet) -> bool:
    return rules.nagashi_noten or not nagashi_seats(end, rules)


def _nagashi(winner: Seat, winners: tuple[Seat, ...], end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """One player's nagashi mangan.

    It is paid like a self-drawn win. If several players have it and the rules pay it `by_winner`, each player
    without it pays the lowest share of such a win.
    """
    payments = shares(limit_base(rules.nagashi_mangan, rules), winner, "tsumo", rules)
    by_winner = len(winners) > 1 and rules.nagashi_several == "by_winner"
    source = rules.source_of("nagashi_several" if by_winner else "nagashi_mangan")
    counter = counters(end.honba, rules, rules.players - 1) if rules.nagashi_counters else 0
    transfers = []
    for payer in other_seats(winner, rules):
        if by_winner and payer in winners:
            continue
        share = min(payments.values()) if by_winner else payments[payer]
        transfers.append(Transfer.of("row_nagashi", payer, winner, share, source))
        of_counters = rules.source_of("nagashi_counters")
        transfers.append(Transfer.of("row_counters", payer, winner, counter, of_counters, honba=end.honba))
    return tuple(each for each in transfers if each.points)


def _noten(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """The noten penalty in the fewest payments: each player of the larger group pays or is paid once."""
    tenpai = [seat for seat in seats_of(rules) if seat in end.tenpai]
    noten = [seat for seat in seats_of(rules) if seat not in end.tenpai]
    if not tenpai or not noten:
        return ()
    payments = max(len(tenpai), len(noten))
    points, source = rules.noten_penalty // payments, rules.source_of("noten_penalty")
    pairs = [(noten[at % len(noten)], tenpai[at % len(tenpai)]) for at in range(payments)]
    transfers = (Transfer.of("row_noten", payer, payee, points, source) for payer, payee in pairs)
    return tuple(each for each in transfers if each.points)


def _returned(end: HandEnd, rules: RuleSet, key: str) -> tuple[Transfer, ...]:
    if getattr(rules, key) != "return":
        return ()
    return tuple(stick_back(seat, rules.source_of(key)) for seat in end.riichi)


def stick_back(seat: Seat, source: Source) -> Transfer:
    """A riichi stick of this hand, returned from the table to its player."""
    return Transfer.of("row_stick_back", TABLE, seat, RIICHI_STICK, source)
