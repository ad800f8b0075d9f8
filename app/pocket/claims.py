"""Two claims about the hand of the page without a server: what a tap does, and what is drawn. Pure."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.exports.card_of_claims import card
from yakulens.app.hand.claim import RULINGS, Claim, to_json, upheld
from yakulens.app.hand.effects import BoxRead, TileToRead
from yakulens.app.hand.events import Event
from yakulens.app.hand.session import HandSession
from yakulens.app.words.i18n import text
from yakulens.vision.desk import Desk, DeskTile

_OF: Final = "hand"
"""The number of the first claim's hand: there is one at a time."""


def tap(claim: Claim, first: HandSession, told: Mapping[str, Any]) -> None:
    """Carry out a tap beside the claims: begin a second one, rule, or leave it."""
    match told:
        case {"do": "begin", "value": "tap"}:
            claim.begin(_OF, Desk(), first.situation)
        case {"do": "begin"}:
            claim.begin(_OF, first.assessed.desk, first.situation)
        case {"do": "rule", "value": str(ruling)} if ruling in RULINGS:
            claim.rule(ruling, first.scored.hand)
        case {"do": "leave"}:
            claim.of = None


def hear(claim: Claim, first: HandSession, event: Event, boxed_tile: DeskTile | None) -> None:
    """Carry out a tap on the second claim's tiles; ``boxed_tile`` is what was read in the tap's box."""
    session, effects = claim.beside(first).hear(event)
    for effect in effects:
        match effect:
            case TileToRead(_, place) if boxed_tile is not None:
                session, _ = session.hear(BoxRead(boxed_tile, place))
    claim.becomes(session)


def shown(claim: Claim, first: HandSession, language: str, photo: Json | None) -> Json:
    """What is drawn: parts above the second claim's desk, that desk, parts below it, and both side by side.

    The parts are those of ``app/web/table.js``; without a second claim there is only the way to one.
    """

    def say(key: str) -> str:
        return text(language, f"claim.{key}")

    def button(key: str, do: str, value: str = "") -> Json:
        return {"label": say(key), "tap": {"do": do, "value": value}}

    heading = {"part": "heading", "text": say("title")}
    if claim.of is None:
        ways = {
            "part": "buttons",
            "buttons": [button("begin", "begin", "same"), button("tap", "begin", "tap")],
        }
        return {"above": [heading, {"part": "note", "text": say("note")}, ways]}
    second = claim.beside(first)
    claims = first.won(language), second.won(language)
    ruling = claim.ruling(first.scored.hand)
    options = [button(each, "rule", each) | {"chosen": each == ruling} for each in RULINGS]
    on_photo = second.desk.has_photo
    desk = second.claim_view(language, photo=photo if on_photo else None)
    return {
        "above": [heading, {"part": "label", "text": say("change")}, {"part": "note", "text": say("shared")}],
        "desk": desk | {"heard": claim.heard, "outbox": "claim"},
        "below": [
            {"part": "choices", "title": say("ruling"), "options": options},
            {"part": "buttons", "buttons": [button("leave", "leave")]},
        ],
        "pair": to_json(claims, ruling),
    }


def ruled(claim: Claim, first: HandSession, language: str) -> Json | None:
    """The card of a ruling on two claims, to draw; None without one."""
    ruling = claim.ruling(first.scored.hand)
    if claim.of is None or ruling is None:
        return None
    claims = first.won(language), claim.beside(first).won(language)
    if upheld(claims, ruling).score is None:
        return None
    return asdict(card(claims, ruling)) | {"photo": None}
