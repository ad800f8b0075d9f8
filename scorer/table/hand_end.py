"""How a hand of a game ended, as the settlement needs it: seats and values, no tiles."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, get_args

from scorer.message import NOT_TOLD, Told
from scorer.vocabulary import SEATS, Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.hand import Liable
    from scorer.rules.ruleset import RuleSet

Event = Literal["ron", "tsumo", "exhaustive_draw", "abortive_draw", "chombo"]
EVENTS: Final[tuple[Event, ...]] = get_args(Event)
DEALER: Final[Seat] = "east"
"""Seats are the winds of the hand that ended, so East dealt it."""


@dataclass(frozen=True, slots=True)
class Win:
    """One winning declaration.

    Attributes:
        seat: the winner's wind.
        base: the base value after limits (2,000 for a mangan, 8,000 for each yakuman).
        value: the worth in words, as in `4 han 30 fu`.
        liable: who fed the last set of a yakuman; the rule set decides whether that makes them pay.
        not_liable: why the hand itself makes nobody liable, where it does not; empty otherwise.
        worth: `value` as data: han, fu and limit, or yaku and times.
        not_liable_told: `not_liable` as data.
    """

    seat: Seat
    base: int
    value: str = ""
    liable: Liable | None = None
    not_liable: str = ""
    worth: Told = NOT_TOLD
    not_liable_told: Told = NOT_TOLD


@dataclass(frozen=True, slots=True)
class HandEnd:
    """One finished hand.

    Attributes:
        event: what ended it.
        honba: counters on the table.
        deposits: riichi sticks on the table from earlier hands.
        riichi: the seats that laid a stick in this hand.
        discarder: whose tile was claimed (ron).
        wins: the winning declarations, in any order.
        tenpai: the seats that showed a tenpai hand (exhaustive draw).
        nagashi: the seats whose discards were all terminals and honours and none claimed (exhaustive draw).
        offender: who committed a chombo.
        reason: why the draw was abortive; None where it is not told.
        tournament: whether the chombo of a tournament applies.
        scores: the points of each seat before the hand, where they are known.
    """

    event: Event
    honba: int = 0
    deposits: int = 0
    riichi: tuple[Seat, ...] = ()
    discarder: Seat | None = None
    wins: tuple[Win, ...] = ()
    tenpai: tuple[Seat, ...] = ()
    nagashi: tuple[Seat, ...] = ()
    offender: Seat | None = None
    reason: str | None = None
    tournament: bool = False
    scores: Mapping[Seat, int] = field(default_factory=dict)


def seats_of(rules: RuleSet) -> tuple[Seat, ...]:
    """The seats at the table, in turn order from the dealer."""
    return SEATS[: rules.players]


def in_turn_after(seat: Seat, rules: RuleSet) -> tuple[Seat, ...]:
    """The other seats in turn order, the nearest first."""
    seats = seats_of(rules)
    at = seats.index(seat) + 1
    return (*seats[at:], *seats[: at - 1])


def others(seat: Seat, rules: RuleSet) -> tuple[Seat, ...]:
    """Every seat but one, in turn order from the dealer."""
    return tuple(each for each in seats_of(rules) if each != seat)


def named(seat: str) -> str:
    """A seat as it begins a sentence.

    >>> named("east")
    'East'
    """
    return seat.capitalize()
