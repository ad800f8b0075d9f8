"""From han and minipoints to the base value, and from that to who pays what."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from scorer.vocabulary import SEATS, By, Limit, Seat

if TYPE_CHECKING:
    from scorer.hand import Situation
    from scorer.rules.ruleset import RuleSet

RIICHI_STICK: Final = 1_000
_KIRIAGE: Final = 1_920


def round_up(points: int) -> int:
    """Round a payment up to the next hundred.

    >>> round_up(1_920)
    2000
    """
    return -(-points // 100) * 100


@functools.cache
def base_points(han: int, fu: int, yakuman: int, rules: RuleSet) -> tuple[int, Limit | None]:
    """The base value of a hand and the name of its limit.

    Args:
        han: of yaku and dora together; of no meaning for a yakuman.
        fu: minipoints, rounded.
        yakuman: multiples of a yakuman, 0 for an ordinary hand.
        rules: the rule set.

    >>> from scorer.rules.load import load_rules
    >>> base_points(4, 30, 0, load_rules("ema-2025")), base_points(4, 30, 0, load_rules("wdmc-2019"))
    ((2000, 'mangan'), (1920, None))
    """
    top = rules.limits[-1]
    if yakuman:
        return top.base * yakuman, "yakuman"
    if rules.counted_yakuman and han >= top.han:
        return top.base, "counted_yakuman"
    for step in rules.limits[-2::-1]:
        if han >= step.han:
            return step.base, step.name
    mangan = rules.limits[0]
    base = fu << 2 + han
    if base >= mangan.base or (rules.kiriage_mangan and base >= _KIRIAGE):
        return mangan.base, mangan.name
    return base, None


@functools.cache
def value_of(base: int, seat: Seat, by: By, rules: RuleSet) -> int:
    """What all opponents pay together, without counters and sticks."""
    return sum(shares(base, seat, by, rules).values())


def shares(base: int, seat: Seat, by: By, rules: RuleSet) -> dict[str, int]:
    """Who pays what for a hand alone: each opponent by self-draw, or `discarder`.

    >>> from scorer.rules.load import load_rules
    >>> shares(2_000, "south", "tsumo", load_rules("ema-2025"))
    {'east': 4000, 'west': 2000, 'north': 2000}
    """
    times, dealer = rules.payment, seat == "east"
    if by == "ron":
        return {"discarder": round_up(base * (times.ron_dealer if dealer else times.ron))}
    return {
        payer: round_up(base * _tsumo_times(payer, rules, dealer=dealer))
        for payer in SEATS[: rules.players]
        if payer != seat
    }


def payments(base: int, situation: Situation, rules: RuleSet, liable_base: int = 0) -> dict[str, int]:
    """The change of each seat, with counters, sticks and liability.

    Args:
        base: the base value of the hand.
        situation: who won how; its `liable` counts if `liable_base` is given.
        rules: the rule set.
        liable_base: the part of the base value that the liable player answers for.

    Returns:
        Points by seat, summing to the sticks taken from the table. For a discard by an unknown player only
        the winner (and the liable player), with `discarder` for whoever it was.
    """
    winner, by = situation.seat, situation.by
    owed = shares(base - liable_base, winner, by, rules)
    honba = _counters(situation, rules)
    if liable_base and situation.liable:
        liable = situation.liable.seat
        fed = value_of(liable_base, winner, by, rules)
        if by == "tsumo":
            owed[liable] += fed
            honba = {liable: counters(situation.honba, rules)}
        else:
            owed["discarder"] += fed - fed // 2
            owed[liable] = fed // 2
            if rules.liability_ron_counters == "liable":
                honba = {liable: counters(situation.honba, rules)}
    for payer, points in honba.items():
        owed[payer] += points
    paid: dict[str, int] = dict.fromkeys(SEATS[: rules.players], 0)
    if by == "ron" and situation.discarder is None:
        paid = {winner: 0}
    paid[winner] += sum(owed.values()) + RIICHI_STICK * situation.deposits
    for payer, points in owed.items():
        name = situation.discarder or payer if payer == "discarder" else payer
        paid[name] = paid.get(name, 0) - points
    return paid


def counters(honba: int, rules: RuleSet, payers: int = 1) -> int:
    """What each of `payers` pays for the counters on the table.

    >>> from scorer.rules.load import load_rules
    >>> counters(2, load_rules("ema-2025")), counters(2, load_rules("ema-2025"), payers=3)
    (600, 200)
    """
    return honba * rules.counter_value // payers


def liability_for(yaku: str, rules: RuleSet) -> bool:
    """Whether a rule set knows liability for a yaku, and has it as a yakuman: by a house rule it may not."""
    return yaku in rules.liability and yaku in rules.yaku and rules.yaku[yaku].yakuman > 0


def _counters(situation: Situation, rules: RuleSet) -> dict[str, int]:
    if situation.by == "ron":
        return {"discarder": counters(situation.honba, rules)}
    each = counters(situation.honba, rules, rules.players - 1)
    return {payer: each for payer in SEATS[: rules.players] if payer != situation.seat}


def _tsumo_times(payer: str, rules: RuleSet, *, dealer: bool) -> int:
    if dealer:
        return rules.payment.tsumo_dealer
    return rules.payment.tsumo_from_dealer if payer == "east" else rules.payment.tsumo_other
