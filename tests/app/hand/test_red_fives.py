"""The rules follow the red fives that lie there: those used last where some lay, else it is asked once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from yakulens.app.game.acts import hear
from yakulens.app.game.session import GameSession
from yakulens.app.hand.effects import Found, KeepRules
from yakulens.app.hand.events import Event, SetFact
from yakulens.app.hand.session import HandSession, desk_of
from yakulens.app.hand.situation import WinFacts
from yakulens.scorer.tile import parse
from yakulens.vision.desk import Desk, typed
from yakulens.vision.desk.edits import SetFace
from yakulens.vision.reading import OpenHand, Reading, ReadTile

if TYPE_CHECKING:
    from yakulens.app import Json

RED, PLAIN = "340m456p789s44z66s", "345m456p789s44z66s"
CORNERS = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))


def read(faces: str) -> Found:
    tiles = tuple(ReadTile(uid, face, 0.98, CORNERS) for uid, face in enumerate(parse(faces)))
    return Found(Reading(tiles, hands=(OpenHand("self", tuple(range(13)), 13),)).with_hand(0), "")


def heard(session: HandSession, *events: Event | Found) -> HandSession:
    for event in events:
        session, _ = session.hear(event)
    return session


def laid(faces: str, session: HandSession | None = None) -> HandSession:
    """A hand that a photo shows."""
    return heard((session or HandSession()).next_hand(Desk()), read(f"{faces}6s"))


def shown(session: HandSession) -> Json:
    return session.view("en", photo=None)


def test_it_is_asked_once_by_which_rules_red_fives_are_played() -> None:
    session = laid(RED)
    assert shown(session)["asked"] == "rules"
    asked = shown(session)["facts"]["rules"]
    assert asked["text"] == "Red fives lie there. Which rules do you play by?"
    assert asked["choices"][0]["event"]["value"] == "tenhou"
    assert not any(choice.get("held") for choice in asked["choices"])
    session, effects = session.hear(SetFact("rules", "m-league"))
    assert effects == (KeepRules("m-league", "m-league"),)
    assert shown(session)["asked"] == "by"
    assert shown(laid(RED, session))["asked"] == "by"
    assert laid(RED, session).situation.rules == "m-league"


def test_whoever_has_chosen_rules_without_red_fives_finds_them_first() -> None:
    session = laid(RED, HandSession().having_chosen("wrc-2025"))
    rules = [choice["event"]["value"] for choice in shown(session)["facts"]["rules"]["choices"]]
    assert rules[:3] == ["wrc-2025", "tenhou", "mahjong-soul"]
    kept = heard(session, SetFact("rules", "wrc-2025"))
    assert (shown(kept)["asked"], kept.situation.rules) == ("by", "wrc-2025")


@pytest.mark.parametrize("faces", [PLAIN, "2345678m234p555s"])
def test_without_red_fives_nothing_is_asked(faces: str) -> None:
    assert shown(laid(faces))["asked"] == "by"


def test_the_rules_used_last_where_red_fives_lay_come_back_as_an_assumption() -> None:
    session = HandSession().having_used("mahjong-soul").having_chosen("ema-2025")
    assert laid(PLAIN, session).situation.rules == "ema-2025"
    session = heard(laid(RED, session), SetFact("by", "tsumo"), SetFact("seat", "south"))
    assert (session.situation.rules, shown(session)["asked"]) == ("mahjong-soul", "riichi")
    assert "Mahjong Soul rules" in shown(session)["outcome"]["assumed"]
    after = laid(PLAIN, session)
    assert after.situation.rules == "mahjong-soul", "the next hand of the evening is of the same table"
    chosen = heard(after, SetFact("rules", "mahjong-soul"))
    assert shown(chosen)["rules"]["said"]


def test_whoever_plays_red_fives_as_plain_is_not_asked_again() -> None:
    session = heard(laid(RED), SetFact("rules", "ema-2025"))
    assert session.red_rules == "ema-2025"
    again = laid(RED, session)
    assert (again.situation.rules, shown(again)["asked"]) == ("ema-2025", "by")


def test_a_tile_corrected_to_a_red_five_counts_too_and_one_corrected_away_does_not_ask() -> None:
    session = laid(PLAIN)
    five = next(uid for uid, tile in session.desk.tiles.items() if tile.face == "5m")
    red = heard(session, SetFace(five, "0m"))
    assert shown(red)["asked"] == "rules"
    assert shown(heard(red, SetFace(five, "5m")))["asked"] == "by"
    used = heard(session.having_used("tenhou"), SetFace(five, "0m"))
    assert used.situation.rules == "tenhou"


def test_rules_that_are_no_longer_offered_are_none() -> None:
    session = replace(laid(RED), red_rules="okawa")
    assert shown(session)["asked"] == "rules"
    assert laid(RED, replace(HandSession(), red_rules="okawa")).situation.rules == "ema-2025"


def test_a_hand_that_begins_with_its_reading_or_typed_follows_them_too_and_one_of_a_link_does_not() -> None:
    session = HandSession().having_used("mahjong-soul").having_chosen("ema-2025")
    reading = read(f"{RED}6s").reading
    begun = session.next_hand(desk_of(reading), reading)
    assert (begun.situation.rules, shown(begun)["rules"]["said"]) == ("mahjong-soul", False)
    assert begun.journal.steps == (), "so it came in"
    assert session.next_hand(typed.hand("340m456p789s44z66s +6s")).situation.rules == "mahjong-soul"
    assert session.next_hand(desk_of(reading), facts=WinFacts()).situation.rules == "ema-2025"


def test_a_kept_hand_keeps_its_rules() -> None:
    kept = heard(laid(RED), SetFact("rules", "ema-2025")).journal
    assert HandSession().having_used("tenhou").opened(kept).situation.rules == "ema-2025"


def test_a_game_knows_its_rules() -> None:
    begin = {"do": "begin", "value": "ema-2025", "players": ["Ann", "Bo", "Cy", "Di"]}
    table = hear(GameSession(), begin).facts(None)
    for session in (HandSession(), HandSession().having_used("tenhou")):
        at_table = laid(RED, session.at(table))
        assert at_table.situation.rules == "ema-2025"
        assert shown(at_table)["asked"] != "rules"
