"""Whether the hand of the page without a server was tenpai, or another one that claims to be. Pure.

The other hand is a claim of another player (`app.hand.claim`) that shares the first one's table.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.hand import shown as pieces
from yakulens.app.hand import tenpai_check, waits_shown
from yakulens.app.hand.claim import Claim
from yakulens.app.hand.events import SetFact
from yakulens.app.hand.session import HandSession
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words import seating
from yakulens.app.words.i18n import text
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import SEATS
from yakulens.vision.desk import Desk

THIS: Final = "this"
OTHER: Final = "other"
_RIICHI: Final = ("none", "riichi")


def tap(check: Claim, first: HandSession, told: Mapping[str, Any]) -> None:
    """Carry out a tap: look at one of the hands or at neither, say whose the other is, or begin it anew."""
    match told:
        case {"do": "look", "value": str(which)} if which in {THIS, OTHER}:
            if which == OTHER and not check.session.is_laid:
                _begin(check)
            check.of = None if check.of == which else which
        case {"do": "again"}:
            _begin(check)
        case {"do": "seat", "value": str(seat)} if seat in SEATS:
            check.session, _ = check.beside(first).hear(SetFact("seat", seat))
        case {"do": "riichi", "value": str(riichi)} if riichi in _RIICHI:
            check.session, _ = check.beside(first).hear(SetFact("riichi", riichi))


def _begin(check: Claim) -> None:
    """Lay another hand without tiles; whose it is, and whether it is in riichi, stays as it was said."""
    said = check.session.facts
    check.begin(check.of, Desk(), WinFacts(seat=said.seat or SEATS[0], riichi=said.riichi))


def shown(check: Claim, first: HandSession, language: str) -> Json:
    """What is drawn: parts above the other hand's desk, that desk, parts below it, and a hand's waits.

    The parts are those of ``app/web/table.js``; while no hand is looked at there is only the way to it.
    """

    def choices(do: str, title: str, options: Mapping[str, str], chosen: str | None) -> Json:
        told = [
            {"label": label, "tap": {"do": do, "value": value}, "chosen": value == chosen}
            for value, label in options.items()
        ]
        return pieces.given(part="choices", title=title, options=told)

    ways = {each: text(language, f"check.{each}") for each in (THIS, OTHER)}
    heading = {"part": "heading", "text": text(language, "check.title")}
    above = [heading, choices("look", "", ways, check.of)]
    if check.of == THIS:
        waiting = tenpai_check.before_win(first.desk)
        told = waits_shown.checked(language, waiting, first.situation)
        about = text(language, "check.before_win") if waiting != first.desk else ""
        hand = pieces.hand(language, waiting)
        return {"above": above, "pair": told | pieces.given(about=about, hand=hand)}
    if check.of != OTHER:
        return {"above": above}
    session = check.beside(first)
    situation = replace(session.situation, seat=session.situation.seat or SEATS[0])
    numbered: Json = {"heard": check.heard, "outbox": "check"}
    winds = SEATS[: load_rules(situation.rules).players]
    seats: dict[str, str] = {wind: seating.seated(language, wind, first.names()) for wind in winds}
    below = [choices("seat", text(language, "check.seat"), seats, situation.seat)]
    if not session.desk.is_open():
        riichi = dict(zip(_RIICHI, ("situation.none", "situation.riichi_riichi"), strict=True))
        said = {each: text(language, key) for each, key in riichi.items()}
        chosen = "none" if situation.riichi == "none" else "riichi"
        below.append(choices("riichi", text(language, "situation.riichi"), said, chosen))
    again = {"label": text(language, "check.again"), "tap": {"do": "again"}}
    below.append({"part": "buttons", "buttons": [again]})
    return {
        "above": [*above, {"part": "note", "text": text(language, "check.by_photo")}],
        "desk": session.waiting_view(language, photo=None) | numbered,
        "below": below,
        "pair": waits_shown.checked(language, session.desk, situation) | numbered,
    }
