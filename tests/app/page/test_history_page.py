from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.app.page.told import drawn, words
from yakulens.app import store as stores
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.hand.wire import first_desk
from yakulens.app.server import visitor
from yakulens.app.store import Store
from yakulens.app.store.search import hand_record
from yakulens.vision.desk.edits import SetFace
from yakulens.vision.desk.session import Session, apply

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulens.app.store.history import Entry

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported


WON = {"by": "ron", "seat": "east", "discarder": None, "dora": "none"}


def keys(page: AppTest) -> list[str]:
    return [b.key for b in page.button if b.key is not None]


def tap(page: AppTest, key: str) -> AppTest:
    button = next(
        b for b in page.button if b.key is not None and (b.key == key or b.key.startswith(f"{key}-"))
    )
    assert not button.disabled, key
    page = button.click().run()
    assert not page.exception
    assert not page.error
    return page


def history(page: AppTest) -> AppTest:
    page.switch_page("page/views/history.py").run()
    assert not page.exception
    assert not page.error
    return page


def kept() -> list[Entry]:
    history = Store(stores.place()).history
    return [entry for number in history.numbers() if (entry := history.load(number)) is not None]


def agree(page: AppTest, desk: Desk) -> None:
    """Say all of a win, which is then asked about its photo, and answer."""
    desk.say(page, **WON)
    tap(page, "consent-yes")


def test_a_reading_is_kept_as_soon_as_it_is_there(hand_page: AppTest) -> None:
    assert not hand_page.exception
    (entry,) = kept()
    assert entry.reading["model"] == "by hand"
    assert entry.desk["win"] == 10
    assert (entry.corrected, entry.has_photo, entry.score) == (False, False, None)


def test_every_correction_is_kept_as_it_is_made(hand_page: AppTest, desk: Desk) -> None:
    desk.tap(hand_page, {"do": "face", "uid": 0, "face": "3m"})
    desk.say(hand_page, by="ron", seat="east")
    (entry,) = kept()
    assert entry.corrected
    assert entry.desk["tiles"][0]["face"] == "3m"
    assert entry.reading["tiles"][0]["face"] == "2m"
    assert entry.situation["by"] == "ron"
    desk.tap(hand_page, {"do": "first"})
    (entry,) = kept()
    assert not entry.corrected


def test_the_next_photo_is_the_next_reading(
    hand_page: AppTest, photo_bytes: bytes, uploading: Callable[..., AppTest]
) -> None:
    tap(hand_page, "new")
    uploading(hand_page, photo_bytes)
    assert [entry.number for entry in kept()] == [2, 1]


def test_a_typed_hand_is_no_reading_of_a_photo(page: AppTest, desk: Desk) -> None:
    page.text_input[0].set_value("234567m44p678s67p +8p")
    next(b for b in page.button if "Lay out" in b.label).click().run()
    desk.say(page, by="tsumo", seat="east")
    assert kept() == []


def test_photos_are_asked_about_when_all_of_the_win_is_said(hand_page: AppTest, desk: Desk) -> None:
    assert "Keep your photos too?" not in words(hand_page)
    for field, value in WON.items():
        desk.say(hand_page, **{field: value})
        assert ("Keep your photos too?" in words(hand_page)) == (desk.data["asked"] is None), field
    assert desk.data["asked"] is None


def test_without_consent_no_pixel_is_kept(hand_page: AppTest, desk: Desk) -> None:
    desk.say(hand_page, **WON)
    assert "Keep your photos too?" in words(hand_page)
    tap(hand_page, "consent-no")
    assert "Keep your photos too?" not in words(hand_page)
    assert Store(stores.place()).history.photos() == (0, 0)
    history(hand_page)
    assert "No photos are kept" in words(hand_page)


def test_the_answer_is_kept_across_restarts_and_for_the_photo_on_the_desk(
    hand_page: AppTest,
    desk: Desk,
    root: object,
    photo_bytes: bytes,
    uploading: Callable[..., AppTest],
) -> None:
    agree(hand_page, desk)
    assert kept()[0].has_photo
    again = AppTest.from_file(f"{root}/app/main.py", default_timeout=120).run()
    uploading(again, photo_bytes)
    assert "Keep your photos too?" not in words(again)
    assert [entry.has_photo for entry in kept()] == [True, True]


def test_to_stop_keeping_photos_deletes_them_and_asks_before(hand_page: AppTest, desk: Desk) -> None:
    agree(hand_page, desk)
    history(hand_page)
    assert "Photos are kept: 1 so far" in words(hand_page)
    tap(hand_page, "consent-stop")
    tap(hand_page, "consent-back")
    assert kept()[0].has_photo
    tap(hand_page, "consent-stop")
    tap(hand_page, "consent-delete")
    assert not kept()[0].has_photo
    assert "No photos are kept" in words(hand_page)
    tap(hand_page, "consent-yes")
    assert kept()[0].has_photo


def test_an_empty_history_says_so(page: AppTest) -> None:
    history(page)
    assert "Nothing here yet" in words(page)


def test_a_reading_is_shown_with_score_tiles_and_picture(hand_page: AppTest, desk: Desk) -> None:
    agree(hand_page, desk)
    desk.say(hand_page, by="ron", seat="east")
    history(hand_page)
    text = words(hand_page)
    assert "Yakuhai: Red" in text
    assert "EMA" in text
    assert "9 of bamboo" in text
    assert drawn(hand_page)["entry-1"]["picture"].startswith("data:image/jpeg;base64,")


def test_a_reading_is_opened_again_with_its_first_state_and_its_photo(
    hand_page: AppTest, root: object, desk: Desk
) -> None:
    agree(hand_page, desk)
    desk.tap(hand_page, {"do": "face", "uid": 0, "face": "3m"})
    desk.say(hand_page, by="ron", seat="south")
    again = AppTest.from_file(f"{root}/app/main.py", default_timeout=120).run()
    history(again)
    tap(again, "open-1")
    # Streamlit's test runner does not follow the page that opened.
    again.switch_page("page/views/score.py").run()
    assert desk.data["photo"] is not None
    assert desk.tile(0)["face"] == "3m"
    assert "South won" in [chip["label"] for chip in desk.data["chips"]]
    desk.tap(again, {"do": "first"})
    assert desk.tile(0)["face"] == "2m"
    (entry,) = kept()
    assert (entry.number, entry.corrected) == (1, False)


def test_a_running_game_says_nothing_about_a_reading_of_another_day(hand_page: AppTest, desk: Desk) -> None:
    desk.say(hand_page, by="ron", seat="east")
    hand_page.switch_page("page/views/table.py").run()
    hand_page.selectbox[0].set_value("rcr").run()
    for seat in ("east", "south", "west", "north"):
        hand_page.text_input(key=f"name-{seat}").set_value(seat)
    next(b for b in hand_page.button if b.label == "Begin").click().run()
    history(hand_page)
    tap(hand_page, "open-1")
    hand_page.switch_page("page/views/score.py").run()
    desk.say(hand_page, seat="south")
    (entry,) = kept()
    assert (entry.rules, entry.situation["seat"]) == ("ema-2025", "south")


def a_game(page: AppTest, *players: str) -> None:
    page.switch_page("page/views/table.py").run()
    for seat, name in zip(("east", "south", "west", "north"), players, strict=True):
        page.text_input(key=f"name-{seat}").set_value(name)
    next(b for b in page.button if b.label == "Begin").click().run()


def opened(page: AppTest) -> None:
    """The kept reading is opened from the history."""
    history(page)
    tap(page, "open-1")
    page.switch_page("page/views/score.py").run()


def test_a_hand_that_is_opened_again_is_still_of_those_who_played_it(hand_page: AppTest, desk: Desk) -> None:
    a_game(hand_page, "Ann", "Bo", "Cy", "Di")
    hand_page.switch_page("page/views/score.py").run()
    desk.say(hand_page, by="ron", seat="south", discarder="west")
    opened(hand_page)
    assert "Bo won" in [chip["label"] for chip in desk.data["chips"]]
    assert desk.data["outcome"]["choices"][0]["label"] == "To the table"


def test_a_hand_of_an_earlier_game_is_asked_about_and_carried_over_by_name(
    hand_page: AppTest, desk: Desk
) -> None:
    a_game(hand_page, "Ann", "Bo", "Cy", "Di")
    hand_page.switch_page("page/views/score.py").run()
    desk.say(hand_page, by="ron", seat="south", discarder="west")
    hand_page.switch_page("page/views/table.py").run()
    tap(hand_page, "leave")
    a_game(hand_page, "Bo", "Ann", "Cy", "Di")
    hand_page.switch_page("page/views/score.py").run()
    ask = desk.data["questions"][0]
    assert ask["text"] == "The game is now at East 1. This hand was entered for East 1 of another game."
    assert ask["note"] == "Bo won, from Cy"
    desk.tap(hand_page, {"do": "of", "when": "now"})
    assert "moved-on" not in [each["key"] for each in desk.data["questions"]]
    assert kept()[0].situation["seat"] == "east"


def test_a_hand_of_no_game_is_taken_to_the_running_one_or_left_for_good(
    hand_page: AppTest, desk: Desk
) -> None:
    desk.say(hand_page, by="ron", seat="south")
    a_game(hand_page, "Ann", "Bo", "Cy", "Di")
    opened(hand_page)
    assert desk.data["questions"][0]["text"] == "East 1 is being played. This hand belongs to no game."
    desk.tap(hand_page, {"do": "of", "when": "then"})
    assert [each for each in desk.data["questions"] if each["key"] == "moved-on"] == []
    opened(hand_page)
    assert [each for each in desk.data["questions"] if each["key"] == "moved-on"] == []


def test_a_reading_is_deleted_after_a_second_tap(hand_page: AppTest, desk: Desk) -> None:
    history(hand_page)
    tap(hand_page, "delete-1")
    tap(hand_page, "delete-no-1")
    assert len(kept()) == 1
    tap(hand_page, "delete-1")
    tap(hand_page, "delete-yes-1")
    assert kept() == []
    hand_page.switch_page("page/views/score.py").run()
    desk.say(hand_page, by="ron", seat="east")
    assert kept() == [], "a deleted reading does not come back by a correction"


def test_a_reading_that_another_tab_deleted_is_said_to_be_gone(hand_page: AppTest) -> None:
    history(hand_page)
    Store(stores.place()).history.delete(1)
    tap(hand_page, "open-1")
    assert [each.value for each in hand_page.warning] == ["This reading has been deleted."]


def test_everything_is_deleted_after_a_second_tap(hand_page: AppTest, desk: Desk) -> None:
    agree(hand_page, desk)
    history(hand_page)
    tap(hand_page, "delete-all")
    assert "Delete all 1 readings and 1 photos?" in words(hand_page)
    tap(hand_page, "delete-all-no")
    tap(hand_page, "delete-all")
    tap(hand_page, "delete-all-yes")
    assert kept() == []
    assert "Nothing here yet" in words(hand_page)


def test_a_history_that_cannot_be_written_is_said_and_the_score_stays(
    hand_page: AppTest, monkeypatch: pytest.MonkeyPatch, desk: Desk
) -> None:
    def full(*_: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr("yakulens.app.store.history.History.change", full)
    desk.say(hand_page, by="ron", seat="east")
    assert "The disk of the machine that runs Yakulens is full" in hand_page.warning[0].value
    assert "Yakuhai: Red" in words(hand_page)


@pytest.fixture
def many(hand_page: AppTest) -> AppTest:
    """The page with a history of 23 readings; every second is corrected to a hand with 1s."""
    history = Store(stores.place()).history
    (entry,) = history.all()
    first = first_desk(entry.reading)
    plain = Session.begin(first)
    other = apply(plain, SetFace(8, "5p"))
    for number in range(22):
        session = other if number % 2 else plain
        kept = hand_record(session.first, Scored.of(session.desk, WinFacts()), "a.jpg")
        history.add(f"2026-11-{number + 1:02d}T12:00:00Z", entry.reading, kept)
    return hand_page


def shown(page: AppTest) -> list[int]:
    return [int(key.removeprefix("open-")) for key in keys(page) if key.startswith("open-")]


def test_results_come_in_pages_newest_first(many: AppTest) -> None:
    history(many)
    assert shown(many) == list(range(23, 13, -1))
    assert "1 to 10 of 23" in words(many)
    tap(many, "older")
    tap(many, "older")
    assert shown(many) == [3, 2, 1]
    assert next(b for b in many.button if b.key == "older").disabled
    tap(many, "newer")
    assert shown(many)[0] == 13


@pytest.mark.parametrize(
    ("text", "count"),
    [("55p", 11), ("77z 5p", 23), ("2026-11-05", 1), ("A.JPG", 22), ("rcr", 0), ("chiitoitsu", 0), ("%", 0)],
)
def test_a_search_finds_tiles_dates_and_words(many: AppTest, text: str, count: int) -> None:
    history(many)
    many.text_input(key="history-search").set_value(text).run()
    assert not many.error
    said = {0: "No reading matches", 1: "One reading"}.get(count, f"{count} readings")
    assert said in words(many)


def test_only_corrected_readings_on_demand(many: AppTest) -> None:
    history(many)
    tap(many, "older")
    many.toggle(key="history-corrected").set_value(True).run()
    assert "11 readings" in words(many)
    assert "1 to 10 of 11" in words(many), "a new search begins at its first page"


def test_the_page_speaks_japanese(hand_page: AppTest) -> None:
    tap(hand_page, "language-ja")
    history(hand_page)
    assert "書き出し" in [e.label for e in hand_page.expander]
    assert next(b for b in hand_page.button if b.key == "open-1").label == "開く"


@pytest.mark.parametrize("damage", ["{", "[]", "{}", '{"tiles": 3}'])
def test_a_damaged_reading_costs_itself_only_and_can_be_deleted(many: AppTest, damage: str) -> None:
    newest = kept()[0].number
    with closing(sqlite3.connect(stores.place())) as database, database:
        database.execute("UPDATE reading SET desk = ? WHERE id = ?", (damage, newest))
    history(many)
    assert words(many).count("is damaged") == 1
    assert f"open-{newest - 1}" in {button.key for button in many.button}
    assert f"open-{newest}" not in {button.key for button in many.button}
    tap(many, f"delete-{newest}")
    tap(many, f"delete-yes-{newest}")
    assert "is damaged" not in words(many)


@pytest.fixture
def files(hand_page: AppTest, monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[], bytes]]:
    """What the page's exports are made by, which Streamlit runs beside the page."""
    made: dict[str, Callable[[], bytes]] = {}
    monkeypatch.setattr(st, "download_button", lambda _, data, **has: made.setdefault(has["key"], data))
    history(hand_page)
    return made


def test_an_export_is_of_whoever_the_page_was_drawn_for(
    files: dict[str, Callable[[], bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Beside the page everybody looks like the machine's own person.
    monkeypatch.setattr(visitor, "current", lambda: visitor.Visitor("another", "another"))
    assert len(json.loads(files["export-json"]())["readings"]) == 1
    assert len(files["export-csv"]().splitlines()) == 2


def test_an_export_that_cannot_be_made_is_told_in_a_sentence(
    hand_page: AppTest, files: dict[str, Callable[[], bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object) -> None:
        message = "database disk image is malformed"
        error = sqlite3.DatabaseError(message)
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    monkeypatch.setattr("yakulens.app.exports.history.write_json", damaged)
    with pytest.raises(sqlite3.DatabaseError):
        files["export-json"]()
    hand_page.run()
    assert "damaged" in hand_page.warning[0].value


def test_only_a_hand_of_which_all_was_said_is_practised(hand_page: AppTest, desk: Desk) -> None:
    desk.say(hand_page, by="ron", seat="south")
    history(hand_page)
    tap(hand_page, "practice")
    assert "No winning hand of which all is said is kept yet." in words(hand_page)


def test_practice_shows_the_photo_and_its_button_tells_nothing_of_the_fu(
    hand_page: AppTest, desk: Desk
) -> None:
    agree(hand_page, desk)
    desk.tap(hand_page, {"do": "reply", "number": 0, "code": "doubtful_face", "choice": "5p"})
    history(hand_page)
    tap(hand_page, "practice")
    assert drawn(hand_page)["practice-photo"]["says"] == "Photo of this hand"
    shut = {}
    for han in (2, 4, 5):
        tap(hand_page, f"guess-han-{han}")
        shut[han] = next(b for b in hand_page.button if b.key == "practice-go").disabled
    assert shut == {2: True, 4: True, 5: False}, "it follows from what was told, not from the hand"
