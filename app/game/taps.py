"""Taps at a game's table, untrusted JSON, and what each changes of the hand that just ended. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from yakulens.app import Json
from yakulens.app.game.ending import END_LISTS, Ending
from yakulens.app.hand.from_json import FormError, from_json
from yakulens.scorer.vocabulary import SEATS

EVENTS: Final = ("ron", "tsumo", "exhaustive_draw", "abortive_draw", "chombo")
"""How a hand may end, in the order of the choices."""
USUAL_FU: Final = 30
_MAX_NAME: Final = 24


@dataclass(frozen=True, slots=True)
class TableTap:
    """One tap at the table: what it does, and about whom or what.

    ``version`` counts the changes of the game that the page showed: a tap upon an older one does nothing.
    """

    do: str
    seat: str = ""  # a wind
    value: str = ""
    number: int = 0
    version: int = 0
    players: tuple[str, ...] = ()  # the names of a new game's players, the first dealer first


def tap_of(message: object) -> TableTap | None:
    """The tap of a message; None where it is none.

    >>> tap_of({"do": "winner", "seat": "east", "version": 3})
    TableTap(do='winner', seat='east', value='', number=0, version=3, players=())
    >>> tap_of({"do": "winner", "seat": "above"}) is None
    True
    """
    try:
        tap = from_json(TableTap, message, "tap")
    except FormError:
        return None
    if tap.seat and tap.seat not in SEATS:
        return None
    return replace(tap, players=tuple(name.strip()[:_MAX_NAME] for name in tap.players[: len(SEATS)]))


def changed(ending: Ending, tap: TableTap, hand: Json | None = None) -> Ending | None:
    """The ending after a tap about it; None where the tap is about something else or says nothing possible.

    ``hand`` is the contract's Hand on the page of the photo, for the tap that takes it.

    >>> changed(changed(Ending(), TableTap("event", value="ron")), TableTap("winner", "south")).winners
    ['south']
    """
    change = _CHANGES.get(tap.do)
    return None if change is None else change(ending, tap, hand)


def _of_list(ending: Ending, tap: TableTap, _: Json | None) -> Ending | None:
    return ending.toggled(tap.value, tap.seat) if tap.value in END_LISTS and tap.seat else None


def _of_event(ending: Ending, tap: TableTap, _: Json | None) -> Ending | None:
    return ending.ended(tap.value) if tap.value in EVENTS else None


def _of_field(name: Literal["discarder", "offender", "reason"]) -> "_Change":
    def set_(ending: Ending, tap: TableTap, _: Json | None) -> Ending:
        said: Json = {name: tap.value if name == "reason" else tap.seat}
        return replace(ending, **said)

    return set_


def _of_winner(ending: Ending, tap: TableTap, _: Json | None) -> Ending | None:
    return ending.won_by(tap.seat) if tap.seat else None


def _of_worth(make: Callable[[TableTap, Mapping[str, Any]], Json | None]) -> "_Change":
    """A tap about what a winner's hand is worth; ``make`` gives it from what was said before."""

    def set_(ending: Ending, tap: TableTap, _: Json | None) -> Ending | None:
        before = ending.worth.get(tap.seat) or {}
        return ending.worth_of(tap.seat, make(tap, before)) if tap.seat in ending.winners else None

    return set_


def _chips(before: Mapping[str, Any]) -> Json:
    return {"chips": before["chips"]} if "chips" in before else {}


def _han(tap: TableTap, before: Mapping[str, Any]) -> Json:
    return {"han": max(1, tap.number), "fu": before.get("fu", USUAL_FU)} | _chips(before)


def _yakuman(tap: TableTap, before: Mapping[str, Any]) -> Json:
    return {"yakuman": max(1, tap.number)} | _chips(before)


def _fu(tap: TableTap, before: Mapping[str, Any]) -> Json:
    return {"han": 1, **before, "fu": tap.number}


def _with_chips(tap: TableTap, before: Mapping[str, Any]) -> Json:
    return {**before, "chips": tap.number}


def _liable(tap: TableTap, before: Mapping[str, Any]) -> Json:
    """Who fed which yakuman: the value is the wind and the yaku, or that nobody did."""
    worth = {"yakuman": before.get("yakuman", 1)} | _chips(before)
    who, _, yaku = tap.value.partition(":")
    if who not in SEATS:
        return worth
    return worth | {"yaku": [yaku], "liable": {"seat": who, "yaku": yaku}}


def _take(ending: Ending, tap: TableTap, hand: Json | None) -> Ending | None:
    return None if hand is None else ending.with_hand_of(tap.seat, hand)


_Change = Callable[[Ending, TableTap, Json | None], Ending | None]
_CHANGES: Final[dict[str, _Change]] = {
    "event": _of_event,
    "toggle": _of_list,
    "winner": _of_winner,
    "discarder": _of_field("discarder"),
    "offender": _of_field("offender"),
    "reason": _of_field("reason"),
    "tournament": lambda ending, *_: replace(ending, tournament=not ending.tournament),
    "before_signal": lambda ending, *_: replace(ending, before_signal=not ending.before_signal),
    "han": _of_worth(_han),
    "yakuman": _of_worth(_yakuman),
    "fu": _of_worth(_fu),
    "chips": _of_worth(_with_chips),
    "liable": _of_worth(_liable),
    "fed": _of_worth(_liable),
    "by_han": _of_worth(lambda *_: None),
    "take": _take,
    "nobody": lambda ending, tap, _: ending.nobody(tap.value.split(",") if tap.value else SEATS),
}
"""By what a tap does, how it changes the ending."""
