"""The payments of one scored win, with the sticks on the table; what differs little is remembered."""

import functools

from yakulens.scorer.evaluate import HandValue
from yakulens.scorer.message import Message
from yakulens.scorer.payments import (
    Win,
    deposits_transfer,
    ron_transfers,
    tsumo_transfers,
    worth_of,
    worth_of_yakuman,
)
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.transfers import Transfer, net_of
from yakulens.scorer.vocabulary import SEATS, By, Seat


def win_transfers(  # noqa: PLR0913, PLR0917 - all that payments depend on
    win: Win, by: By, discarder: Seat | None, honba: int, deposits: int, rules: RuleSet
) -> tuple[Transfer, ...]:
    """The payments for a win, with the sticks on the table."""
    if by == "tsumo":
        transfers = tsumo_transfers(win, honba, rules)
    else:
        transfers = ron_transfers(win, discarder, honba, rules)
    sticks = deposits_transfer(win.seat, deposits, rules, by)
    return (*transfers, sticks) if sticks.points else transfers


@functools.lru_cache(maxsize=1 << 14)
def usual_transfers(  # noqa: PLR0913, PLR0917 - all that payments without liability depend on
    worth: HandValue,
    yaku: tuple[str, ...],
    seat: Seat,
    by: By,
    discarder: Seat | None,
    honba: int,
    deposits: int,
    rules: RuleSet,
) -> tuple[Transfer, ...]:
    """The payments for a win for which nobody is liable, with the yaku of a yakuman: few of them differ."""
    return win_transfers(Win(seat, worth.base, in_words(worth, yaku)), by, discarder, honba, deposits, rules)


@functools.lru_cache(maxsize=1 << 14)
def net_paid(  # noqa: PLR0913, PLR0917 - all that payments without liability depend on
    base: int, by: By, seat: Seat, discarder: Seat | None, honba: int, deposits: int, rules: RuleSet
) -> dict[str, int]:
    """What each seat gains or loses by a win for which nobody is liable."""
    seats = (seat,) if by == "ron" and discarder is None else SEATS[: rules.players]
    return net_of(win_transfers(Win(seat, base), by, discarder, honba, deposits, rules), seats)


def in_words(worth: HandValue, yaku: tuple[str, ...]) -> Message:
    """What a hand with these yaku is worth, as a sentence."""
    if worth.yakuman:
        return worth_of_yakuman(yaku, len(yaku), worth.yakuman)
    return worth_of(worth.han, worth.fu, worth.limit)
