"""A draw from a photo at a game's table: each hand on it is settled by a tap, and nothing is guessed."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties.random_taps import draw, offered, table_tap
from yakulens.app import game as games
from yakulens.app.game.acts import hear
from yakulens.app.game.open_hands import DrawPhoto
from yakulens.app.game.session import GameSession, end_of
from yakulens.app.table.view import view
from yakulens.app.words.i18n import LANGUAGES
from yakulens.scorer.tile import parse
from yakulens.vision.reading import OpenHand, Reading, ReadTile, Side

TENPAI = "2345678m234p555s"
NOTEN = "147m147p147s1234z"
CORNERS = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
BEGIN = {"do": "begin", "value": "ema-2025", "players": ["Ann", "Bo", "Cy", "Di"]}
DRAWN = {"do": "event", "value": "exhaustive_draw"}


def laid(**hands: str) -> Reading:
    """A photo with these hands open, by their sides; ``own`` lies before whoever took it."""
    tiles: list[ReadTile] = []
    found = []
    for name, faces in hands.items():
        side: Side = "self" if name == "own" else name  # type: ignore[assignment]
        ids = range(len(tiles), len(tiles) + len(parse(faces)))
        tiles += [ReadTile(uid, face, 0.98, CORNERS) for uid, face in zip(ids, parse(faces), strict=True)]
        found.append(OpenHand(side, tuple(ids)))
    return Reading(tuple(tiles), hands=tuple(found))


def tapped(session: GameSession, *taps: dict[str, Any], reading: Reading | None = None) -> GameSession:
    for tap in taps:
        session = hear(session, {"version": session.version} | tap, reading=reading)
    return session


def said(seat: str, value: str) -> dict[str, str]:
    return {"do": "draw_hand", "seat": seat, "value": value}


def drawn(reading: Reading) -> GameSession:
    """A draw in the first hand, photographed."""
    return tapped(GameSession(), BEGIN, DRAWN).photographed(reading)


def closes(session: GameSession) -> bool:
    return not view(session, "en")["close"]["off"]


def texts(session: GameSession) -> list[str]:
    return [part["text"] for part in view(session, "en")["parts"] if part["part"] == "note"]


def test_each_hand_is_settled_by_a_tap_before_the_draw_can_be_entered() -> None:
    session = drawn(laid(own=TENPAI, across=NOTEN))
    steps = [
        {"do": "draw_taker", "seat": "south"},
        said("south", "tenpai"),
        said("north", "noten"),
    ]
    for tap in steps:
        assert not closes(session)
        assert tapped(session, {"do": "enter"}) == session
        session = tapped(session, tap)
    assert session.lacking() is None
    after = tapped(session, {"do": "enter"})
    assert after.whole is not None
    assert after.whole.stand.scores == (29000, 33000, 29000, 29000)


def test_the_others_are_asked_beside_the_photo() -> None:
    session = tapped(drawn(laid(own=TENPAI)), {"do": "draw_taker", "seat": "south"})
    taps = offered(view(session, "en"))
    asked = [tap["seat"] for tap in taps if tap["do"] == "toggle" and tap["value"] == "tenpai"]
    assert asked == ["east", "west", "north"]
    both = tapped(session, said("south", "tenpai"), {"do": "toggle", "seat": "north", "value": "tenpai"})
    assert both.ending.tenpai == ["south", "north"]
    nobody = next(tap for tap in taps if tap["do"] == "nobody")
    assert tapped(both, nobody).ending.tenpai == ["south"]


def test_a_proposal_is_told_but_nothing_is_said_before_a_tap() -> None:
    session = tapped(drawn(laid(own=TENPAI, right=f"{NOTEN}5z")), {"do": "draw_taker", "seat": "east"})
    assert {"It looks tenpai, waiting for:"} < {*texts(session)}
    assert any("not clearly 13 tiles" in each for each in texts(session))
    assert (session.ending.tenpai, session.ending.tenpai_said) == ([], False)


def test_another_photographer_or_none_has_the_hands_asked_anew_but_riichi_stands() -> None:
    session = tapped(
        drawn(laid(own=TENPAI, right=TENPAI)),
        {"do": "toggle", "seat": "north", "value": "riichi"},
        {"do": "draw_taker", "seat": "west"},
        said("west", "tenpai"),
        said("north", "tenpai"),
    )
    assert {*session.ending.tenpai} == {"west", "north"}
    for tap in ({"do": "draw_taker", "seat": "south"}, {"do": "draw_leave"}):
        anew = tapped(session, tap)
        assert (anew.ending.tenpai, anew.ending.tenpai_said) == (["north"], False)
        assert anew.lacking() is not None
    assert tapped(session, {"do": "draw_taker", "seat": "west"}) == session


@pytest.mark.parametrize(
    "tap",
    [
        said("east", "tenpai"),
        {"do": "draw_taker", "seat": "south"},
        {"do": "draw_leave"},
        {"do": "draw_desk"},
    ],
)
def test_without_a_photo_its_taps_do_nothing(tap: dict[str, Any]) -> None:
    session = tapped(GameSession(), BEGIN, DRAWN)
    assert tapped(session, tap) == session
    assert tapped(session, tap, reading=Reading()) == session


def test_the_photo_on_the_desk_is_offered_and_taken() -> None:
    session, reading = tapped(GameSession(), BEGIN, DRAWN), laid(own=TENPAI)
    taps = {tap["do"] for tap in offered(view(session, "en", on_desk=True))}
    assert {"draw_desk", "photograph"} <= taps
    assert "draw_desk" not in {tap["do"] for tap in offered(view(session, "en"))}
    taken = tapped(session, {"do": "draw_desk"}, reading=reading)
    assert taken == session.photographed(reading)
    assert not {"draw_desk", "photograph"} & {tap["do"] for tap in offered(view(taken, "en", on_desk=True))}


def test_a_photo_counts_for_its_own_hand_and_waits_during_a_correction() -> None:
    entered = tapped(GameSession(), BEGIN, DRAWN, {"do": "nobody"}, {"do": "enter"})
    session = tapped(entered, DRAWN).photographed(laid(own=TENPAI))
    mending = tapped(session, {"do": "mend", "number": 0})
    assert mending.draw_photo() is None
    assert closes(replace(mending, ending=mending.ending.toggled("tenpai", "west")))
    assert tapped(mending, {"do": "mend_leave"}).draw_photo() == session.photo
    ron = tapped(session, {"do": "event", "value": "ron"})
    assert (ron.draw_photo(), tapped(ron, DRAWN).draw_photo()) == (None, session.photo)
    over = tapped(session, {"do": "draw_leave"}, {"do": "nobody"}, {"do": "enter"}, DRAWN)
    assert over.draw_photo() is None


def test_a_photo_of_an_earlier_hand_serves_its_correction() -> None:
    entered = tapped(GameSession(), BEGIN, DRAWN, {"do": "nobody"}, {"do": "enter"})
    session = tapped(entered, {"do": "mend", "number": 0}).photographed(laid(own=TENPAI))
    assert not closes(session)
    session = tapped(session, {"do": "draw_taker", "seat": "west"}, said("west", "tenpai"))
    after = tapped(session, {"do": "mend_save"})
    assert after.whole is not None
    assert after.whole.stand.scores == (29000, 29000, 33000, 29000)


def test_what_was_said_of_a_draw_outlives_a_restart_and_what_is_no_photo_is_none() -> None:
    session = tapped(
        drawn(laid(own=TENPAI, left=NOTEN)), {"do": "draw_taker", "seat": "west"}, said("west", "tenpai")
    )
    again = GameSession.of_json(json.loads(json.dumps(session.kept())))
    assert again.photo == session.photo
    assert again.lacking() == "table.say_draw"
    for damaged in (
        None,
        3,
        {"of": [], "read": {}, "taker": None, "said": []},
        {"of": [1, 2], "taker": "up"},
    ):
        assert DrawPhoto.of_json(damaged) is None


@given(st.integers(0, 2**32), st.sampled_from([*LANGUAGES]))
def test_whatever_is_tapped_the_form_and_what_is_kept_agree(seed: int, language: str) -> None:
    random = Random(seed)  # noqa: S311 - no secret
    session = tapped(GameSession(), BEGIN, DRAWN)
    for _ in range(25):
        if session.ending.event is None:
            session = tapped(session, DRAWN)
        if random.random() < 0.2:
            session = session.photographed(draw(random))
        told = view(session, language, on_desk=True)
        if session.mending is None and not session.is_finished() and session.whole is not None:
            table = session.whole
            problems = games.settle(table.game, table.stand, end_of(session, table, 0.0))["problems"]
            lacks = session.ending.event is None or session.lacking() is not None
            assert told["close"]["off"] == (lacks or bool(problems))
        kept = GameSession.of_json(json.loads(json.dumps(session.kept())))
        assert kept.said() == session.said()
        session = tapped(session, table_tap(random, told), reading=draw(random))
