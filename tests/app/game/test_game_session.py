"""A game at one device's table: a tap counts once, it is kept whole, and speaks every language."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from yakulens.app.game.acts import hear
from yakulens.app.game.ending import Ending
from yakulens.app.game.session import GameSession, Mending
from yakulens.app.hand.session import HandSession
from yakulens.app.table.view import summary, view
from yakulens.app.words.i18n import LANGUAGES, catalogue
from yakulens.vision.desk import Desk

BEGIN = {"do": "begin", "value": "ema-2025", "players": ["Ann", "Bo", "Cy", "Di"]}
RON = (
    {"do": "event", "value": "ron"},
    {"do": "winner", "seat": "south"},
    {"do": "discarder", "seat": "west"},
    {"do": "han", "seat": "south", "number": 3},
)


def tapped(session: GameSession, *taps: dict[str, Any], now: float = 0.0) -> GameSession:
    for tap in taps:
        session = hear(session, {"version": session.version} | tap, now)
    return session


def begun(rules: str = "ema-2025", count: int = 4) -> GameSession:
    return tapped(GameSession(), BEGIN | {"value": rules, "players": BEGIN["players"][:count]})


def won(times: int = 1) -> GameSession:
    session = begun()
    for _ in range(times):
        session = tapped(session, *RON, {"do": "enter"})
    return session


def test_a_tap_upon_a_state_that_is_gone_does_nothing() -> None:
    ready = tapped(begun(), *RON)
    enter = {"do": "enter", "version": ready.version}
    once = hear(ready, enter)
    assert hear(once, enter) == once
    undo = {"do": "undo", "version": won(3).version}
    assert len(hear(hear(won(3), undo), undo).game.ends) == 2  # type: ignore[union-attr]


def test_the_hand_taken_back_stands_in_the_form_again() -> None:
    back = tapped(won(), {"do": "undo"})
    assert back.table().stand.scores == (30000,) * 4  # type: ignore[union-attr]
    assert tapped(back, {"do": "enter"}).table().stand == won().table().stand  # type: ignore[union-attr]


def test_a_photo_is_not_asked_what_was_said_at_the_table_of_its_win() -> None:
    facts = tapped(begun(), *RON[:3]).facts(None)
    assert facts is not None
    hand = HandSession().at(facts).next_hand(Desk()).facts
    assert (hand.by, hand.seat, hand.discarder, hand.said) == (
        "ron", "south", "west", ("by", "discarder", "seat")
    )  # fmt: skip
    second = tapped(begun(), *RON).facts(None)
    assert second is not None
    assert second.winner is None, "whose hand it is where the one winner's is known"
    assert second.discarder == "west"


def test_names_that_are_no_players_are_asked_for_again() -> None:
    refused = tapped(GameSession(), BEGIN | {"players": ["Ann", "Ann", "", "Di"]})
    assert refused.game is None
    assert view(refused, "en")["parts"][0]["text"] == "4 different names are needed."
    assert tapped(GameSession(), BEGIN | {"value": "no such rules"}).game is None


def test_a_kill_at_any_moment_loses_no_tap() -> None:
    session = won(2)
    for tap in (*RON, {"do": "mend", "number": 0}, {"do": "discarder", "seat": "north"}, {"do": "mend_save"}):
        session = tapped(session, tap)
        again = GameSession.of_json(json.loads(json.dumps(session.kept())))
        assert again == session
        assert view(again, "en") == view(session, "en")


def test_a_correction_is_kept_by_itself_and_anything_else_in_its_place_is_none() -> None:
    mending = Mending(2, 5, Ending("ron"), {"event": "exhaustive_draw"})
    said = json.loads(json.dumps(GameSession(mending=mending).said()))
    assert GameSession.of_said(said).mending == mending
    waiting = GameSession(ending=won().ending.ended("tsumo")).said()["ending"]
    broken = GameSession.of_said({"ending": said["ending"], "mending": {"at": "two", "waiting": waiting}})
    assert broken.mending is None
    assert broken.ending.event == "tsumo", "what was said of the current hand stands again"


def test_a_penalty_during_a_correction_leaves_the_correction_open() -> None:
    opened = tapped(won(2), {"do": "mend", "number": 0}, {"do": "discarder", "seat": "north"})
    given = tapped(opened, {"do": "penalise", "value": "other", "number": 2})
    assert given.game.penalties  # type: ignore[union-attr]
    assert given.ending == opened.ending
    assert tapped(given, {"do": "mend_save"}).game.ends[0]["discarder"] == "north"  # type: ignore[union-attr]


def test_a_correction_shows_what_it_changes_and_then_changes_it() -> None:
    opened = tapped(won(2), {"do": "mend", "number": 0})
    assert view(opened, "en")["close"]["off"], "nothing is changed yet"
    changed = tapped(opened, {"do": "discarder", "seat": "north"})
    assert "Di 26,100 → 22,200" in view(changed, "en")["close"]["gloss"]
    assert tapped(changed, {"do": "mend_save"}).game.ends[0]["discarder"] == "north"  # type: ignore[union-attr]


def test_hands_of_one_deal_are_told_apart_by_their_counters() -> None:
    dealer = [tap | {"seat": "east"} if tap["do"] in {"winner", "han"} else tap for tap in RON]
    session = tapped(begun(), *dealer, {"do": "enter"}, *dealer, {"do": "enter"})
    said = [part["title"] for part in view(session, "en")["parts"] if part.get("key", "").startswith("hand-")]
    assert [each.split(" \xb7 ")[0] for each in said] == ["East 1 (counters: 1)", "East 1"]
    opened = tapped(session, {"do": "mend", "number": 1})
    assert view(opened, "en")["parts"][0]["text"] == "East 1 (counters: 1): correct it"
    removing = view(tapped(session, {"do": "remove", "number": 0}), "en")
    assert (removing["close"]["destroys"], view(opened, "en")["close"]["destroys"]) == (True, False)
    removed = texts(removing)
    assert "Later hands change: East 1 (counters: 1) becomes East 1." in removed, "the deal stays"


def test_a_referees_penalty_is_taken_after_the_game_and_can_be_taken_back() -> None:
    session = tapped(begun(), {"do": "offence", "value": "other"}, {"do": "points", "number": 5000})
    session = tapped(session, {"do": "penalise", "value": "other", "number": 2})
    assert [each.points for each in session.game.penalties] == [-5000]  # type: ignore[union-attr]
    assert tapped(session, {"do": "take_back", "number": 0}).game.penalties == ()  # type: ignore[union-attr]


def test_the_clock_counts_the_hands_after_its_signal() -> None:
    session = tapped(begun(), {"do": "clock", "number": 45}, now=1000)
    assert view(session, "en", 1000)["until"] == 1000 + 45 * 60
    late = session.game.until + 1  # type: ignore[union-attr, operator]
    assert any(part.get("asks") for part in view(session, "en", late)["parts"])
    after = tapped(session, *RON, {"do": "enter"}, now=late)
    assert "hands_left" in after.game.ends[0]  # type: ignore[union-attr]


def texts(told: Any) -> list[str]:  # noqa: ANN401 - any JSON
    if isinstance(told, dict):
        return [
            each for key, value in told.items() if key not in {"tap", "key", "part"} for each in texts(value)
        ]
    if isinstance(told, list):
        return [each for value in told for each in texts(value)]
    return [told] if isinstance(told, str) else []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_in_the_visitors_language(language: str) -> None:
    draw = ({"do": "event", "value": "exhaustive_draw"}, {"do": "nobody"}, {"do": "enter"})
    over = begun("wrc-2015")
    for _ in range(8):
        over = tapped(over, *draw)
    chombo = tapped(won(), {"do": "event", "value": "chombo"}, {"do": "offence", "value": "other"})
    yakuman = tapped(begun("tenhou-3p", 3), *RON[:3], {"do": "yakuman", "seat": "south", "number": 1})
    for session in (GameSession(), begun(), won(), over, chombo, yakuman, tapped(won(2), {"do": "remove"})):
        said = [*texts(view(session, language)), summary(session, language)]
        assert not [each for each in said if each in catalogue("en")], "a key stands for its sentence"
        assert not [each for each in said if re.search(r"\{\w+\}", each)], "a value is missing"
    assert over.is_finished()


def test_a_finished_game_may_be_played_on_or_followed_by_another() -> None:
    session = begun("wrc-2015")
    for _ in range(8):
        session = tapped(
            session, {"do": "event", "value": "exhaustive_draw"}, {"do": "nobody"}, {"do": "enter"}
        )
    assert view(session, "en")["parts"][0]["part"] == "places"
    assert view(tapped(session, {"do": "play_on"}), "en")["parts"][0]["part"] == "stand"
    again = tapped(session, {"do": "one_more"})
    assert again.game.ends == ()  # type: ignore[union-attr]
    assert again.number > session.number


def test_the_page_begins_at_its_top_where_another_hand_is_shown_though_the_deal_is_the_same() -> None:
    dealer = (
        {"do": "event", "value": "tsumo"},
        {"do": "winner", "seat": "east"},
        {"do": "han", "seat": "east", "number": 2},
    )
    before = tapped(begun(), *dealer)
    entered = tapped(before, {"do": "enter"})
    first, second = view(before, "en"), view(entered, "en")
    assert first["title"] == second["title"] == "East 1"
    assert first["shows"] == view(begun(), "en")["shows"], "taps in the form leave it where it is"
    corrected = view(tapped(entered, {"do": "mend", "number": 0}), "en")
    assert len({each["shows"] for each in (first, second, corrected)}) == 3


def test_a_hand_that_a_winner_has_is_offered_to_no_other_winner() -> None:
    hand = {"concealed": ["1p"], "melds": [], "win": "1p", "seat": "south", "by": "ron", "riichi": "none"}
    session = tapped(begun(), *RON[:3])
    takes = [
        str(view(each, "en", hand=hand)).count("'do': 'take'")
        for each in (session, session.with_scored(hand))
    ]
    assert takes == [1, 0]
    two = tapped(session.with_scored(hand), {"do": "winner", "seat": "north"})
    assert "'do': 'take'" not in str(view(two, "en", hand=hand))
