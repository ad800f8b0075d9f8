"""Chips (shuugi): what a win earns beside its points, and who pays.

Chips are counted apart from points. The discarder pays those of a ron, every other player those of a
self-draw. When the game is over, the rule set sets each chip's worth in points.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from yakulens.scorer.dora import dora_of_hand
from yakulens.scorer.hand import Hand, Liable, Situation
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.transfers import DISCARDER, Party, Transfer
from yakulens.scorer.vocabulary import SEATS, By, Seat

ChipReason: TypeAlias = Literal["ippatsu", "ura", "red_five", "yakuman", "told"]


@dataclass(frozen=True, slots=True)
class ChipRow:
    """Chips for one thing that occurs `count` times, such as three red fives.

    `chips` is the number that each payer pays; `id` is `told` if a win without its hand states them.
    """

    id: ChipReason
    chips: int
    count: int
    cite: str

    @property
    def message(self) -> Message:
        """What the chips are for, as a part of a sentence."""
        return Message.of(f"chips_{self.id}", count=self.count)


def chips_of_hand(hand: Hand, situation: Situation, yakuman: int, rules: RuleSet) -> tuple[ChipRow, ...]:
    """The chips of a won hand, line by line; a yakuman's dora and ippatsu are paid too.

    `yakuman` is 0 for an ordinary hand and for a counted yakuman.

    >>> rules = load_rules("tenhou", {"chips": {"ippatsu": 1, "ura": 1, "red_five": 1}})
    >>> shown = {"dora_indicators": ("9p",), "ura_indicators": ("9s",)}
    >>> win = Situation("tsumo", riichi="riichi", ippatsu=True, **shown)
    >>> [(row.id, row.chips) for row in chips_of_hand(Hand.of("340m456p11789s22z", "1s"), win, 0, rules)]
    [('ippatsu', 1), ('ura', 3), ('red_five', 1)]
    """
    played = rules.chips
    if not played.played:
        return ()
    _, ura, reds, _ = dora_of_hand(hand.sums.all_counts, situation, rules)
    paid_for_reds = {
        "any_hand": True,
        "closed_hand": not hand.is_open,
        "riichi": situation.riichi != "none",
    }[played.red_five_in]
    counts: tuple[tuple[ChipReason, int, int], ...] = (
        ("ippatsu", played.ippatsu, int(situation.ippatsu)),
        ("ura", played.ura, ura),
        ("red_five", played.red_five, reds * paid_for_reds),
    )
    rows = tuple(
        ChipRow(reason, each * count, count, rules.cite_of(f"chips.{reason}"))
        for reason, each, count in counts
        if each and count
    )
    return (*rows, *chips_of_yakuman(yakuman, situation.by, rules))


def chips_of_yakuman(number: int, by: By, rules: RuleSet) -> tuple[ChipRow, ...]:
    """The chips for `number` yakuman; an empty tuple if the rules pay none."""
    chips = number * (rules.chips.yakuman_ron if by == "ron" else rules.chips.yakuman_tsumo)
    return (ChipRow("yakuman", chips, number, rules.cite_of(f"chips.yakuman_{by}")),) if chips else ()


def chip_transfers(
    rows: tuple[ChipRow, ...],
    winner: Seat,
    discarder: Party | None,
    liable: Liable | None,
    rules: RuleSet,
) -> tuple[Transfer, ...]:
    """The payments of chips to the winner; their numbers are chips, not points.

    `rows` are what the win is paid for; `discarder` is None for a self-draw.

    A player who is liable for a yakuman pays its chips like its points: all of a self-draw, half of a ron.
    The discarder pays an odd chip.
    """
    payers = [seat for seat in SEATS[: rules.players] if seat != winner] if discarder is None else [discarder]
    fed = _fed(rows, liable, rules) if liable is not None and liable.seat != discarder else ()
    of_fed = _sum(fed) if discarder is None else _sum(fed) // 2
    transfers = [_pays("row_chips", payer, winner, _sum(rows) - of_fed, rows) for payer in payers]
    if liable is not None:
        transfers.append(_pays("row_chips_liable", liable.seat, winner, of_fed * len(payers), fed))
    return tuple(each for each in transfers if each.points)


def _fed(rows: tuple[ChipRow, ...], liable: Liable, rules: RuleSet) -> tuple[ChipRow, ...]:
    """The chips that the liable player is responsible for, as with the points of the win."""
    times = rules.yaku[liable.yaku].yakuman
    if rules.liability_covers == "hand" or not times:
        return rows
    return tuple(
        replace(row, chips=row.chips // row.count * min(times, row.count), count=min(times, row.count))
        for row in rows
        if row.id == "yakuman"
    )


def _sum(rows: tuple[ChipRow, ...]) -> int:
    return sum(row.chips for row in rows)


def _pays(row: str, payer: Party, winner: Seat, chips: int, rows: tuple[ChipRow, ...]) -> Transfer:
    code = "row_chips_unknown" if payer == DISCARDER else row
    cites = ", ".join(dict.fromkeys(each.cite for each in rows if each.cite))
    why = tuple(each.message for each in rows)
    return Transfer(payer, winner, chips, cites, Message.of(code, payer=payer, payee=winner, why=why))
