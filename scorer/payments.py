"""Who pays what for one win: the hand's value, counters, a liable player's share of both, and sticks."""

from dataclasses import dataclass
from typing import Final

from yakulens.scorer.chips import ChipRow
from yakulens.scorer.hand import Hand, Liable, Situation
from yakulens.scorer.message import Message
from yakulens.scorer.points import counters, north_share, shares, value_of
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.transfers import DISCARDER, RIICHI_STICK, TABLE, Note, Party, Transfer
from yakulens.scorer.vocabulary import SEATS, Limit, Seat

DEALER: Final[Seat] = "east"
"""The seat that deals: seats are the winds of the hand, so East does."""
A_YAKUMAN: Final = Message("worth_yakuman")


@dataclass(frozen=True, slots=True)
class Figures:
    """What a win is worth, in figures.

    Attributes:
        han: han of yaku and dora; 0 for a yakuman.
        fu: rounded minipoints; 0 if they do not matter or are not told.
        yakuman: how many yakuman are paid.
        limit: the limit that it reaches, if any.
        yaku: each yaku with its han, 0 for a yakuman or if only the name is told.
        dora: each sort of dora with its han.
    """

    han: int = 0
    fu: int = 0
    yakuman: int = 0
    limit: Limit | None = None
    yaku: tuple[tuple[str, int], ...] = ()
    dora: tuple[tuple[str, int], ...] = ()


NO_FIGURES: Final = Figures()


@dataclass(frozen=True, slots=True)
class Win:
    """One winning declaration.

    Attributes:
        seat: the winner's wind.
        base: the base value in points, after limits (2,000 for a mangan, 8,000 for each yakuman).
        worth: what it is worth, as a sentence: han, fu and limit, or its yakuman.
        liable: who is stated to have fed a yakuman; the rule set decides whether that player pays.
        not_liable: why the hand itself makes nobody liable, if so.
        notes: why it counts as a limit.
        chips: what it is paid in chips; empty for a rule set without chips.
        figures: what it is worth, in figures.
        hand: its hand; None if the win was told in figures.
        situation: how that hand was won.
    """

    seat: Seat
    base: int
    worth: Message = A_YAKUMAN
    liable: Liable | None = None
    not_liable: Message | None = None
    notes: tuple[Note, ...] = ()
    chips: tuple[ChipRow, ...] = ()
    figures: Figures = NO_FIGURES
    hand: Hand | None = None
    situation: Situation | None = None


def worth_of(han: int, fu: int | None, limit: str | None) -> Message:
    """What a hand with these han and minipoints is worth, as a sentence.

    >>> worth_of(3, 40, None).text, worth_of(6, None, "haneman").text
    ('3 han 40 fu', 'haneman, 6 han')
    """
    if limit:
        return Message.of("worth_limit", limit=limit, han=han)
    return Message.of("worth_fu", han=han, fu=fu) if fu else Message.of("worth_han", han=han)


def worth_of_yakuman(yaku: tuple[str, ...], number: int, number_paid: int) -> Message:
    """What yakuman are worth, as a sentence: which ones, and how many if several are named."""
    worth = Message.of("worth_yaku", yaku=yaku) if yaku else A_YAKUMAN
    if number_paid > 1:
        return Message.of("worth_times", worth=worth, times=number_paid)
    return Message.of("worth_several", worth=worth) if number > 1 else worth


def limit_base(name: str, rules: RuleSet) -> int:
    """The base value of a limit."""
    return next(step.base for step in rules.limits if step.name == name)


def tsumo_transfers(win: Win, honba: int, rules: RuleSet) -> tuple[Transfer, ...]:
    """The payments for a self-drawn win; a liable player alone pays what they fed, and every counter."""
    liable = liable_in_force(win, rules)
    source = rules.source_of("payment.tsumo_dealer" if win.seat == DEALER else "payment.tsumo_other")
    other_seats = [seat for seat in SEATS[: rules.players] if seat != win.seat]
    total, fed = (shares(base, win.seat, "tsumo", rules) for base in (win.base, _covered(win, liable, rules)))
    norths = {payer: _for_north(payer, win, liable, rules) for payer in other_seats}
    transfers = [
        Transfer.of(
            "row_tsumo", payer, win.seat, total[payer] - fed[payer] - norths[payer], source, worth=win.worth
        )
        for payer in other_seats
    ]
    transfers += [
        Transfer.of("row_north_share", payer, win.seat, points, rules.source_of("north_share"))
        for payer, points in norths.items()
    ]
    if liable:
        alone, source = sum(fed.values()), rules.source_of("liability")
        transfers.append(
            Transfer.of("row_liable_alone", liable.seat, win.seat, alone, source, yaku=liable.yaku)
        )
    payers = [liable.seat] if liable else other_seats
    share, source = (
        counters(honba, rules, len(payers)),
        rules.source_of("counter_value", "liable" if liable else "tsumo"),
    )
    transfers += [
        Transfer.of("row_counters", payer, win.seat, share, source, honba=honba) for payer in payers
    ]
    return tuple(each for each in transfers if each.points)


def ron_transfers(win: Win, discarder: Seat | None, honba: int, rules: RuleSet) -> tuple[Transfer, ...]:
    """The payments for a win on a discard; a liable player who did not discard pays half of the yakuman.

    `discarder` is None if unknown.

    >>> found = ron_transfers(Win("south", 2000), None, 2, load_rules("ema-2025"))
    >>> [(each.payer, each.points, each.message.text) for each in found][1]
    ('discarder', 600, 'whoever discarded pays South for the counters: 2')
    """
    payer: Party = discarder or DISCARDER
    liable = liable_in_force(win, rules)
    value = value_of(win.base, win.seat, "ron", rules)
    half = 0
    if liable and liable.seat != discarder:
        half = value_of(_covered(win, liable, rules), win.seat, "ron", rules) // 2
    source = rules.source_of("payment.ron_dealer" if win.seat == DEALER else "payment.ron")
    row = "row_ron_less_half" if half and discarder else "row_ron" if discarder else "row_ron_unknown"
    transfers = [Transfer.of(row, payer, win.seat, value - half, source, worth=win.worth)]
    source = rules.source_of("counter_value")
    if half and liable:
        fed = rules.source_of("liability")
        transfers.append(Transfer.of("row_liable_half", liable.seat, win.seat, half, fed, yaku=liable.yaku))
        source = rules.source_of("liability_ron_counters")
        payer = liable.seat if rules.liability_ron_counters == "liable" else payer
    row = "row_counters_unknown" if payer == DISCARDER else "row_counters"
    transfers.append(Transfer.of(row, payer, win.seat, counters(honba, rules), source, honba=honba))
    return tuple(each for each in transfers if each.points)


def deposits_transfer(winner: Seat, deposits: int, rules: RuleSet, case: str) -> Transfer:
    """The payment of riichi sticks of earlier hands to the winner; 0 points without sticks.

    `case` is how the hand was won, as in the source of the rule `sticks_to`: `ron` or `tsumo` for one winner,
    `three_rons`, or empty.
    """
    source, points = rules.source_of("sticks_to", case), deposits * RIICHI_STICK
    return Transfer.of("row_takes_deposits", TABLE, winner, points, source, deposits=deposits)


def liability_for(yaku: str, rules: RuleSet) -> bool:
    """Whether a rule set makes somebody liable for a yaku: a yakuman, or rinshan after a fed quad."""
    value = rules.yaku.get(yaku)
    return yaku in rules.liability and value is not None and (value.yakuman > 0 or yaku == "rinshan")


def liable_in_force(win: Win, rules: RuleSet) -> Liable | None:
    """Who is liable for the win: the stated player, if the hand and the rule set agree; else None."""
    in_force = win.liable and not win.not_liable and liability_for(win.liable.yaku, rules)
    return win.liable if in_force else None


def _for_north(payer: Seat, win: Win, liable: Liable | None, rules: RuleSet) -> int:
    """What a payer takes over of North's part, without what a liable player pays alone."""
    alone = north_share(_covered(win, liable, rules), win.seat, payer, rules)
    return north_share(win.base, win.seat, payer, rules) - alone


def _covered(win: Win, liable: Liable | None, rules: RuleSet) -> int:
    """The part of the base value that the liable player pays."""
    if liable is None:
        return 0
    if rules.liability_covers == "hand" or not rules.yaku[liable.yaku].yakuman:
        return win.base
    return min(win.base, limit_base("yakuman", rules) * rules.yaku[liable.yaku].yakuman)
