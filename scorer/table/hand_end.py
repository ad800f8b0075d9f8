"""How a hand of a game ended, as the settlement needs it: seats and values without tiles."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from yakulens.scorer.payments import Win
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.vocabulary import SEATS, Event, Seat


@dataclass(frozen=True, slots=True)
class HandEnd:
    """One finished hand.

    Attributes:
        event: what ended it.
        honba: counters on the table.
        deposits: riichi sticks on the table from earlier hands.
        riichi: the seats that declared riichi in this hand.
        discarder: who discarded the winning tile (ron).
        wins: the winning declarations, in any order.
        tenpai: the seats that showed a tenpai hand (exhaustive draw).
        nagashi: the seats with only terminals and honours as discards, none claimed (exhaustive draw).
        offenders: who committed a chombo; with a win it is void, with an exhaustive draw it came too late.
        dead_hands: whose hand was declared dead: noten at a draw, whatever it holds.
        waived: whether the others waive the chombo.
        reason: why the draw was abortive; None if unknown.
        tournament: whether the chombo of a tournament applies.
        scores: the points of each seat before the hand, if known.
        round: the round wind, if known.
        number: the number of the hand in its round, 1 to the number of players, if known.
        hands_left: after the time signal, number of hands after this one; None before the signal.
        east_only: whether the game has only an east round, before any extension.
    """

    event: Event
    honba: int = 0
    deposits: int = 0
    riichi: tuple[Seat, ...] = ()
    discarder: Seat | None = None
    wins: tuple[Win, ...] = ()
    tenpai: tuple[Seat, ...] = ()
    nagashi: tuple[Seat, ...] = ()
    offenders: tuple[Seat, ...] = ()
    dead_hands: tuple[Seat, ...] = ()
    waived: bool = False
    reason: str | None = None
    tournament: bool = False
    scores: Mapping[Seat, int] = field(default_factory=dict)
    round: Seat | None = None
    number: int | None = None
    hands_left: int | None = None
    east_only: bool = False

    @property
    def is_won(self) -> bool:
        """Whether somebody declared a win."""
        return self.event in {"ron", "tsumo"}


def seats_of(rules: RuleSet) -> tuple[Seat, ...]:
    """The seats at the table, in turn order from the dealer."""
    return SEATS[: rules.players]


def in_turn_after(seat: Seat, rules: RuleSet) -> tuple[Seat, ...]:
    """The other seats in turn order, nearest first."""
    seats = seats_of(rules)
    at = seats.index(seat) + 1
    return (*seats[at:], *seats[: at - 1])


def first_seat(seat: Seat, number: int, rules: RuleSet) -> int:
    """The first seat of a seat's player: 0 for the first dealer."""
    return (number - 1 + SEATS.index(seat)) % rules.players


def other_seats(seat: Seat, rules: RuleSet) -> tuple[Seat, ...]:
    """Every seat except one, in turn order from the dealer."""
    return tuple(each for each in seats_of(rules) if each != seat)


def is_a_hand(end: HandEnd, rules: RuleSet) -> bool:
    """Whether the hand counts as one of those left after the time signal.

    A chombo counts if the rules say so (EMA 3.4.6, WRC 8.2); otherwise the hand is dealt again. A waived
    chombo does not end the hand.
    """
    if end.hands_left is None or end.waived:
        return False
    return end.event != "chombo" or rules.chombo_after_signal == "is_a_hand"
