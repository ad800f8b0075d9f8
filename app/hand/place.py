"""The place of a hand in a game: its number and who sat where; and what the table says of it. Pure.

Facts are about persons but stored by winds, and a wind means a person only within one hand of one game. So
the facts of a hand are stored with its place, and carried to another hand by name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Self

from yakulens.app import Json
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words.i18n import text
from yakulens.app.words.seating import Names, turn
from yakulens.scorer.vocabulary import SEATS, Seat


class Place(NamedTuple):
    """A hand of a game."""

    game: int  # the game's number
    hand: int  # how many of its hands were over before this one
    round: int = 0  # 0 for the east round, 1 for the south round and so on
    dealer: int = 0  # the dealer's place, in the order of the first deal
    sitting: tuple[str, ...] = ()  # who sat on each wind, East first; empty where unknown
    left: bool = False  # whether somebody chose to leave the hand here though the game has moved on

    @classmethod
    def of_json(cls, kept: object) -> Self | None:
        """Read a place from JSON; None where it is something else.

        >>> Place.of_json(list(Place(2, 5, 1, 3, ("Ann", "Bo", "Cy"))))
        Place(game=2, hand=5, round=1, dealer=3, sitting=('Ann', 'Bo', 'Cy'), left=False)
        >>> Place.of_json([2, 5]), Place.of_json("two")  # as an earlier program kept it
        (Place(game=2, hand=5, round=0, dealer=0, sitting=(), left=False), None)
        """
        match kept:
            case [int(game), int(hand)]:
                return cls(game, hand)
            case [int(game), int(hand), int(round_), int(dealer), [*names], bool(left)]:
                return cls(game, hand, round_, dealer, tuple(map(str, names)), left)
        return None

    def names(self) -> Names:
        """Who sat on each wind."""
        return dict(zip(SEATS, self.sitting, strict=False))

    def is_same_hand(self, other: Self | None) -> bool:
        """Whether another place is the same hand, with everybody on the same wind."""
        return other is not None and self._replace(left=False) == other._replace(left=False)

    def told_beside(self, now: Self, language: str) -> tuple[str, str]:
        """The current hand and this one, in words that tell them apart.

        Hands of the same name follow where a dealer stays, or in another game; in the same hand players may
        have changed seats.

        >>> Place(1, 0).told_beside(Place(1, 2, 0, 1), "en"), Place(1, 0).told_beside(Place(1, 1), "en")
        (('East 2', 'East 1'), ('East 1', 'another East 1'))
        >>> Place(1, 0).told_beside(Place(2, 0), "en")
        ('East 1', 'East 1 of another game')
        >>> Place(1, 0, 0, 0, ("Ann", "Bo")).told_beside(Place(1, 0, 0, 0, ("Bo", "Ann")), "en")
        ('East 1', 'East 1 before the change of seats')
        """
        here, there = (turn(language, each.round, each.dealer) for each in (now, self))
        if self.game != now.game:
            return here, text(language, "moved.other_game", turn=there)
        if there != here:
            return here, there
        key = "moved.other_seats" if self.hand == now.hand else "moved.other_hand"
        return here, text(language, key, turn=there)

    def winds_in(self, other: Self) -> dict[str, str]:
        """By wind here, the wind in another hand of everybody who sits there too."""
        winds = {name: seat for seat, name in other.names().items()}
        return {seat: winds[name] for seat, name in self.names().items() if name in winds}


NO_TABLE: Final = Place(0, 0)
"""The place of a hand that no running game knows, such as one of another day."""


def carried(facts: WinFacts, winds: Mapping[str, str]) -> WinFacts:
    """How a hand was won, for the same persons on other winds (``Place.winds_in``)."""
    changes: dict[str, Any] = {
        key: winds.get(wind)
        for key in ("seat", "discarder", "liable")
        if (wind := getattr(facts, key)) is not None
    }
    lost = {key for key, wind in changes.items() if wind is None}
    return replace(facts, **changes, said=tuple(each for each in facts.said if each not in lost))


def carry_win(win: Mapping[str, Any], winds: Mapping[str, str]) -> Json:
    """A win as ``settle`` takes it, for the same persons on other winds."""
    changed = _carry_liable(win, winds)
    if "seat" in win:
        changed["seat"] = winds[win["seat"]]
    if win.get("hand"):
        changed["hand"] = _carry_liable(win["hand"], winds)
    return changed


def _carry_liable(win: Mapping[str, Any], winds: Mapping[str, str]) -> Json:
    liable = win.get("liable")
    return {**win, "liable": {**liable, "seat": winds[liable["seat"]]}} if liable else dict(win)


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What a running game says of a hand: which one is played now, and what lies on the table.

    >>> TableFacts(Place(1, 4), "wrc-2015", "south", 2, 1).applied_to(WinFacts("ron")).honba
    2
    """

    place: Place  # the hand that is played now
    rules: str  # the rule set's name
    round: Seat  # the round wind
    honba: int  # counters
    deposits: int  # riichi sticks
    # The hands of the wins that were entered for the hand on the desk, as ``settle`` took them; empty while
    # that is the hand that is played now.
    entered: tuple[Json, ...] = ()
    # What was said at the table of the win whose hand is still to come.
    by: str | None = None
    winner: str | None = None
    discarder: str | None = None

    def begun(self, facts: WinFacts) -> WinFacts:
        """The facts of a new hand, with what was said at the table of how it was won.

        >>> TableFacts(Place(1, 4), "wrc-2015", "south", 2, 1, by="ron").begun(WinFacts()).said
        ('by',)
        """
        told = {"by": self.by, "seat": self.winner, "discarder": self.discarder}
        return facts.saying(**{field: value for field, value in told.items() if value is not None})

    def applied_to(self, facts: WinFacts) -> WinFacts:
        """The facts of a win with this table's rules, round wind, counters and sticks."""
        return replace(
            facts,
            rules=self.rules,
            round=self.round,
            honba=self.honba,
            deposits=self.deposits,
            bonus_hand=self.honba if facts.seat == "east" else 0,
        )

    def has_entered(self, hand: Mapping[str, Any] | None) -> bool:
        """Whether a hand is one of the wins that were entered at its place."""
        return hand is not None and any(same_tiles(win, hand) for win in self.entered)


_TILES: Final = ("concealed", "melds", "win")
"""Keys of the contract's Hand that hold its tiles."""


def same_tiles(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two of the contract's Hands have the same tiles."""
    return all(one.get(part) == other.get(part) for part in _TILES)
