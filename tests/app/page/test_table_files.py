from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import streamlit as st

from tests.app.page.at_table import begin, ron, scores, tap, words
from tests.app.records.logs import TENHOU_ROUND
from yakulens.app import game
from yakulens.app.game.wire import game_from_json, game_to_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from streamlit.testing.v1 import AppTest

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[], bytes]]:
    """What the page's files are made by, when their buttons are tapped."""
    made: dict[str, Callable[[], bytes]] = {}
    monkeypatch.setattr(st, "download_button", lambda _, data, **has: made.update({has.get("key", ""): data}))
    return made


def test_a_game_is_handed_off_to_other_programs(page: AppTest, files: dict[str, Callable[[], bytes]]) -> None:
    begin(page)
    assert not files, "nothing was played yet"
    ron(page)
    log = json.loads(files["handoff-tenhou"]())
    assert log["name"] == ["Ann", "Bo", "Cy", "Di"]
    assert log["log"][0][16][:2] == ["和了", [0, 2000, -2000, 0]]
    told = json.loads(files["handoff-pantheon"]())
    assert [player["title"] for player in told["players"]] == ["Ann", "Bo", "Cy", "Di"]
    assert told["rounds"][0]["ron"]["loserId"] == 3
    own = game_from_json(json.loads(files["handoff-own"]()))
    assert len(own.ends) == 1, "another device goes on with it"


def test_a_scored_hand_is_handed_off_once_it_is_said_who_discarded(
    page: AppTest, desk: Desk, files: dict[str, Callable[[], bytes]]
) -> None:
    page.text_input[0].set_value("234567m44p678s67p +8p")
    next(b for b in page.button if "Lay out" in b.label).click().run()
    desk.say(page, by="ron", seat="south")
    assert "Say who discarded" in words(page)
    assert "handoff-tenhou" not in files
    desk.say(page, discarder="west")
    assert not page.exception
    assert not page.error
    (hand,) = json.loads(files["handoff-tenhou"]())["log"]
    assert hand[16][2][:2] == [1, 2]
    (told,) = json.loads(files["handoff-pantheon"]())["rounds"]
    assert (told["ron"]["winnerId"], told["ron"]["loserId"]) == (2, 3)


def log(page: AppTest, data: bytes, name: str = "game.json") -> AppTest:
    """The page Table after a log was chosen."""
    page.switch_page("page/views/table.py").run()
    return page.file_uploader(key="game-file-0").set_value((name, data, "application/json")).run()


def test_a_log_of_another_program_becomes_an_earlier_game_that_goes_on(page: AppTest) -> None:
    page = tap(log(page, json.dumps(TENHOU_ROUND).encode()), "log-keep")
    assert "The game of the log is among the earlier games." in [each.value for each in page.success]
    assert page.file_uploader(key="game-file-1").value is None
    page = tap(page, "resume-1")
    assert not page.exception
    assert "32,900" in scores(page)


def test_a_game_that_a_phone_handed_on_as_a_file_goes_on(page: AppTest) -> None:
    played = game.add(
        game.begin("tenhou", ("Ann", "Bo", "Cleo", "Di")), {"event": "exhaustive_draw", "tenpai": ["east"]}
    )
    page = log(page, json.dumps(game_to_json(played)).encode())
    assert not page.exception
    assert "28,000" in scores(page)


def test_a_log_with_unknown_parts_is_kept_with_a_sentence_for_each(page: AppTest) -> None:
    odd = TENHOU_ROUND | {"rule": {"disp": "our club"}, "log": [*TENHOU_ROUND["log"], [[1, 0, 0], "?"]]}
    page = tap(log(page, json.dumps(odd).encode()), "log-keep")
    told_of = " ".join(each.value for each in page.warning)
    assert "read as tenhou" in told_of
    assert "hand 2 is not written as tenhou.net/6 writes hands" in told_of


@pytest.mark.parametrize("data", [b"no log", b'{"a": 1}', b" " * 2_000_001])
def test_a_file_that_is_no_log_is_refused_in_a_sentence(page: AppTest, data: bytes) -> None:
    page = log(page, data)
    assert not page.exception
    assert "game.json is no game that is read here" in page.error[0].value
    assert "log-keep" not in [str(b.key) for b in page.button]
