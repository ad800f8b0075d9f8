"""A hand that ended in a win: which of several winners are paid, and where the riichi sticks go."""

from dataclasses import replace
from typing import Final

from yakulens.scorer import payments
from yakulens.scorer.chips import chip_transfers, chips_of_yakuman
from yakulens.scorer.message import Message
from yakulens.scorer.payments import Figures, Win
from yakulens.scorer.rules.ruleset import ABSENT, RuleSet
from yakulens.scorer.table.draw import stick_back
from yakulens.scorer.table.hand_end import HandEnd, in_turn_after
from yakulens.scorer.transfers import RIICHI_STICK, SMALLEST_STICK, TABLE, Note, Transfer
from yakulens.scorer.vocabulary import Seat

_THREE_RONS: Final = 3


def paid_wins(end: HandEnd, rules: RuleSet) -> tuple[Win, ...]:
    """The wins that are paid, nearest to the discarder first; none if three rons abort the hand.

    >>> end = HandEnd("ron", discarder="east", wins=(Win("north", 2000), Win("south", 2000)))
    >>> [win.seat for win in paid_wins(end, load_rules("ema-2025"))]
    ['south', 'north']
    >>> [win.seat for win in paid_wins(end, load_rules("wrc-2015"))]
    ['south']
    """
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


def is_abortive(end: HandEnd, rules: RuleSet) -> bool:
    """Whether the hand is void, by an abortive draw or by three claims of the same discard."""
    return end.event == "abortive_draw" or three_rons_abort(end, rules)


def is_paarenchan(win: Win, end: HandEnd, rules: RuleSet) -> bool:
    """Whether the dealer wins with enough counters for the yakuman paarenchan."""
    return "paarenchan" in rules.yaku and win.seat == payments.DEALER and end.honba >= rules.paarenchan_from


def with_paarenchan(win: Win, end: HandEnd, rules: RuleSet) -> Win:
    """The win with the value of a yakuman if it is paarenchan; other wins unchanged."""
    yakuman = payments.limit_base("yakuman", rules)
    if not is_paarenchan(win, end, rules) or win.base >= yakuman:
        return win
    chips = (*win.chips, *chips_of_yakuman(1, "tsumo" if end.discarder is None else "ron", rules))
    worth = payments.worth_of_yakuman(("paarenchan",), 1, 1)
    figures = Figures(yakuman=1, limit="yakuman", yaku=(("paarenchan", 0),))
    return replace(win, base=yakuman, worth=worth, chips=chips, figures=figures)


def win_payments(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """The payments of a win: value, counters and liability for each winner, then the sticks."""
    wins = paid_wins(end, rules)
    transfers: list[Transfer] = []
    for place, win in enumerate(wins):
        honba = 0 if place and rules.counters_to == "first_winner" else end.honba
        if end.discarder is None:
            transfers += payments.tsumo_transfers(win, honba, rules)
        else:
            transfers += payments.ron_transfers(win, end.discarder, honba, rules)
    return (*transfers, *_sticks(end, tuple(win.seat for win in wins), rules))


def win_chips(end: HandEnd, rules: RuleSet) -> tuple[Transfer, ...]:
    """The payments in chips of each paid win; their numbers are chips, not points."""
    return tuple(
        transfer
        for win in paid_wins(end, rules)
        if win.chips
        for transfer in chip_transfers(
            win.chips, win.seat, end.discarder, payments.liable_in_force(win, rules), rules
        )
    )


def win_notes(end: HandEnd, rules: RuleSet) -> tuple[Note, ...]:
    """What decided a win besides payments."""
    notes = []
    wins = paid_wins(end, rules)
    for win in end.wins:
        if win.seat not in {each.seat for each in wins}:
            key = "three_rons" if len(end.wins) == _THREE_RONS else "several_winners"
            notes.append(Note.of("note_win_not_paid", rules, key, seat=win.seat, nearer=wins[0].seat))
    for place, win in enumerate(wins):
        if win.liable and not payments.liable_in_force(win, rules):
            reason = win.not_liable or Message.of("no_liability_for", rules=rules.cite, yaku=win.liable.yaku)
            seat = win.liable.seat
            notes.append(
                Note.of("note_not_liable", rules, "liability", seat=seat, winner=win.seat, why=reason)
            )
        if is_paarenchan(win, end, rules):
            notes.append(Note.of("note_paarenchan", rules, "yaku.paarenchan", seat=win.seat, honba=end.honba))
        notes += win.notes
        if place == 1 and end.honba and rules.counters_to == "first_winner":
            notes.append(Note.of("note_counters_to_first", rules, "counters_to", seat=wins[0].seat))
    notes += [Note.of("note_chombo_void", rules, "chombo", seat=seat) for seat in end.offenders]
    return tuple(notes)


def _shared_sticks(end: HandEnd, winners: tuple[Seat, ...], rules: RuleSet) -> tuple[Transfer, ...]:
    """All riichi sticks, or those that no winner laid, in equal parts to the winners.

    Parts are whole hundreds; what cannot be split goes to the first winner.
    """
    source = rules.source_of("sticks_shared")
    back = [seat for seat in end.riichi if seat in winners and rules.sticks_shared == "without_own"]
    sticks = end.deposits + len(end.riichi) - len(back)
    share = sticks * RIICHI_STICK // len(winners) // SMALLEST_STICK * SMALLEST_STICK
    rest = sticks * RIICHI_STICK - share * len(winners)
    shared = (
        Transfer.of(
            "row_shares_sticks", TABLE, seat, share + rest * (seat == winners[0]), source, sticks=sticks
        )
        for seat in winners
    )
    return (*(stick_back(seat, source) for seat in back), *(each for each in shared if each.points))


def _sticks(end: HandEnd, winners: tuple[Seat, ...], rules: RuleSet) -> tuple[Transfer, ...]:
    """The riichi sticks: a winner's own returns if the rules say so, others go to the first winner.

    By a house rule several winners share them.
    """
    if len(winners) > 1 and rules.sticks_shared != ABSENT:
        return _shared_sticks(end, winners, rules)
    first = winners[0]
    own_back = len(winners) == 1 or rules.sticks_to == "own_back_rest_first"
    case = {1: end.event, _THREE_RONS: "three_rons"}.get(len(winners), "")
    source = rules.source_of("sticks_to", case)
    transfers = []
    for seat in end.riichi:
        if seat in winners and own_back:
            transfers.append(stick_back(seat, source))
        else:
            transfers.append(Transfer.of("row_takes_stick", TABLE, first, RIICHI_STICK, source, of=seat))
    transfers.append(payments.deposits_transfer(first, end.deposits, rules, case))
    return tuple(each for each in transfers if each.points)
