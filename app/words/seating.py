"""Who sits where: the winds and the players' names, and a hand's place in its game, in words. Pure."""

from collections.abc import Iterable
from typing import Final

from yakulens.app.words.i18n import isolated, listed, text
from yakulens.scorer.transfers import DISCARDER
from yakulens.scorer.vocabulary import SEATS

Names = dict[str, str]
"""Who sits on each wind; a missing wind is called by its own name."""
NOBODY: Final[Names] = {}


def character(language: str, seat: str) -> str:
    """A seat's wind in one character, as the language writes it.

    >>> character("en", "east"), character("zh", "east")
    ('東', '东')
    """
    return text(language, "language.winds")[SEATS.index(seat)]


def wind(language: str, seat: str) -> str:
    """A seat's wind in words; the contract's discarder, if nobody has named them, has no wind.

    >>> wind("en", "east"), wind("ja", "east"), wind("en", "discarder")
    ('East', '東家', 'Discarder')
    """
    if seat == DISCARDER:
        return text(language, "result.the_discarder")
    return text(language, "language.seat", name=text(language, f"wind.{seat}"))


def wind_shown(language: str, seat: str) -> str:
    """A seat's wind beside others: its character, and its name where the language has another.

    >>> wind_shown("en", "east"), wind_shown("ja", "east")
    ('東 East', '東')
    """
    if seat == DISCARDER:
        return text(language, "result.the_discarder")
    name = text(language, f"wind.{seat}")
    return text(language, "language.seat_shown", kanji=character(language, seat), name=name)


def seated(language: str, seat: str, names: Names) -> str:
    """Who sits on a wind: the player's name, or the wind where no name is known.

    >>> seated("en", "east", {"east": "Ann"}), seated("en", "south", {"east": "Ann"})
    ('Ann', 'South')
    """
    return isolated(names.get(seat, "")) or wind(language, seat)


def all_seated(language: str, seats: Iterable[str], names: Names) -> str:
    """Who sits on several winds.

    >>> all_seated("en", ("east", "south"), {"east": "Ann"})
    'Ann, South'
    """
    return listed(language, (seated(language, seat, names) for seat in seats))


def turn(language: str, round_: int, dealer: int, honba: int = 0) -> str:
    """A hand of a game by name, from its round (from 0) and its dealer's place at the first deal.

    Its counters tell it from the others of the same deal, where a game's hands are listed.

    >>> turn("en", 0, 0), turn("ja", 1, 3), turn("ja", 1, 3, 2)
    ('East 1', '南4局', '南4局 2 本場')
    """
    wind_ = text(language, f"wind.{SEATS[round_ % len(SEATS)]}")
    name = text(language, "table.turn", wind=wind_, n=dealer + 1)
    return text(language, "table.turn_honba", turn=name, honba=honba) if honba else name
