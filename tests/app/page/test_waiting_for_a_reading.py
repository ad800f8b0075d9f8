"""The page while a photo is read: its first reading at once, a better one later, nothing said taken back."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from time import monotonic
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec
from streamlit.testing.v1 import AppTest

from yakulens.app.page.parts import intake
from yakulens.app.readers import in_process
from yakulens.app.readers.in_process import InProcessReader
from yakulens.app.store import shared
from yakulens.vision.progressive import PhotoReading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.app.conftest import DeskProbe
    from yakulens.vision.picture.photo import Photo
    from yakulens.vision.reading import Reading

PATIENCE_S = 300
MS = {"decode": 1.0, "detect": 2.0, "layout": 1.0}


class Slow:
    """A recogniser that goes on when it is told to: first reading, then a better one."""

    def __init__(self, first: Reading, better: Reading) -> None:
        self.first, self.better = first, better
        self.begin, self.go_on = Event(), Event()

    def steps(self, photo: Photo, *_: object) -> Iterator[PhotoReading | None]:
        yield None
        self.begin.wait(PATIENCE_S)
        yield PhotoReading(photo, "slow", self.first, MS, "closer")
        self.go_on.wait(PATIENCE_S)
        yield PhotoReading(photo, "slow", self.better, MS)


@pytest.fixture
def slow(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """The better reading has another first tile, and one more beside the hand is gone."""
    tiles = (replace(reading.tiles[0], face="1m"), *reading.tiles[1:])
    first = replace(reading, issues=())
    found = Slow(first, replace(reading, tiles=tiles))
    monkeypatch.setattr(intake, "AT_ONCE_S", 0.05)
    monkeypatch.setattr(InProcessReader, "recogniser", object)
    monkeypatch.setattr(in_process, "steps", found.steps)
    yield found
    found.begin.set()
    found.go_on.set()


def upload(page: AppTest, photo: bytes) -> None:
    page.file_uploader[0].set_value(("hand.jpg", photo, "image/jpeg")).run()


def until(page: AppTest, desk: DeskProbe, reached: Callable[[DeskProbe], bool]) -> None:
    """Have the page look for news, as it does by itself in a browser."""
    end = monotonic() + PATIENCE_S
    while monotonic() < end:
        page.run()
        if reached(desk):
            return
        Event().wait(0.05)
    pytest.fail(f"never reached; looking: {desk.data.get('looking')!r}")


def faces(desk: DeskProbe) -> list[str]:
    return [desk.tile(uid)["face"] for uid in desk.data["hand"]["concealed"]]


def first_read(page: AppTest, desk: DeskProbe, slow: Slow, photo: bytes) -> None:
    """Up to the first reading on the desk."""
    upload(page, photo)
    slow.begin.set()
    until(page, desk, lambda desk: bool(desk.data.get("tiles")))


def test_the_photo_is_there_at_once_with_what_is_done_and_can_be_cancelled(
    page: AppTest, desk: DeskProbe, slow: Slow, photo_bytes: bytes
) -> None:
    assert slow
    upload(page, photo_bytes)
    until(page, desk, lambda desk: desk.data["photo"] is not None)
    assert desk.data["tiles"] == []
    assert desk.asked()["text"] == "Finding the tiles…"
    desk.choose(page, "Cancel")
    assert page.file_uploader
    assert not page.error


def test_the_first_reading_is_drawn_and_the_better_one_takes_its_place_with_what_was_said(
    page: AppTest, desk: DeskProbe, slow: Slow, photo_bytes: bytes
) -> None:
    first_read(page, desk, slow, photo_bytes)
    assert desk.data["looking"] == "Looking closer at small tiles…"
    assert faces(desk)[0] == "2m"
    desk.say(page, by="ron")
    desk.tap(page, {"do": "face", "uid": 4, "face": "7p"})
    slow.go_on.set()
    until(page, desk, lambda desk: not desk.data["looking"])
    assert (faces(desk)[0], faces(desk)[4]) == ("1m", "7p")
    assert desk.data["chips"][0]["label"] == "Ron"
    assert desk.data["can"]["undo"]
    no_win, doubts = desk.data["questions"]
    assert no_win["key"] == "no-win", "1m 3m 4m are no set"
    assert doubts["key"] == "question-doubtful_face-3", "asked about once the reading is the last"
    (entry,) = shared.history().all()
    assert entry.reading["tiles"][0]["face"] == "1m"
    assert entry.corrected


def test_nothing_changes_under_an_open_sheet(
    page: AppTest, desk: DeskProbe, slow: Slow, photo_bytes: bytes
) -> None:
    first_read(page, desk, slow, photo_bytes)
    desk.tap(page, {"do": "hold", "on": True})
    slow.go_on.set()
    Event().wait(0.3)
    page.run()
    assert faces(desk)[0] == "2m"
    desk.tap(page, {"do": "hold", "on": False})
    until(page, desk, lambda desk: not desk.data["looking"])
    assert faces(desk)[0] == "1m"


def test_a_correction_without_like_in_the_better_reading_keeps_the_persons_hand(
    page: AppTest, desk: DeskProbe, slow: Slow, photo_bytes: bytes
) -> None:
    first_read(page, desk, slow, photo_bytes)
    desk.tap(page, {"do": "meld_apart", "number": 0})
    was = faces(desk)
    slow.go_on.set()
    until(page, desk, lambda desk: not desk.data["looking"])
    assert faces(desk) == was


def test_a_hand_as_read_first_can_be_kept(
    page: AppTest, desk: DeskProbe, slow: Slow, photo_bytes: bytes
) -> None:
    first_read(page, desk, slow, photo_bytes)
    desk.tap(page, {"do": "stop"})
    slow.go_on.set()
    page.run()
    assert desk.data["looking"] == ""
    assert faces(desk)[0] == "2m"


def test_a_tap_sent_before_the_browser_knew_the_hands_address_is_no_back(
    page: AppTest, desk: DeskProbe, slow: Slow, photo_bytes: bytes
) -> None:
    first_read(page, desk, slow, photo_bytes)
    address = dict(page.query_params)
    for sent in ({}, address | {"step": ["7"]}):
        page.query_params = sent
        page.run()
        assert [each.label for each in page.file_uploader] == ["Another look"], "the way in"
        assert dict(page.query_params) == address
    assert faces(desk)[0] == "2m"


def test_a_second_photo_is_read_while_the_first_is_still_looked_at(
    page: AppTest, desk: DeskProbe, slow: Slow, photo_bytes: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_read(page, desk, slow, photo_bytes)
    page.button(key="new").click().run()

    def at_once(photo: Photo, *_: object) -> Iterator[PhotoReading]:
        """As many steps as the first photo has come to."""
        yield PhotoReading(photo, "slow", slow.better, MS)

    monkeypatch.setattr(in_process, "steps", at_once)
    monkeypatch.setattr(intake, "AT_ONCE_S", PATIENCE_S)
    desk.data = {}
    page.file_uploader[0].set_value(("next.jpg", photo_bytes, "image/jpeg")).run()
    until(page, desk, lambda desk: bool(desk.data.get("tiles")))
    assert faces(desk)[0] == "1m"


def test_after_a_reload_the_better_reading_still_comes(
    page: AppTest, root: Path, desk: DeskProbe, slow: Slow, photo_bytes: bytes
) -> None:
    first_read(page, desk, slow, photo_bytes)
    desk.say(page, by="tsumo")
    again = AppTest.from_file(str(root / "app" / "main.py"), default_timeout=120)
    again.query_params["hand"] = page.session_state["yakulens"].hand
    desk.data = {}
    again.run()
    assert desk.data["looking"]
    slow.go_on.set()
    until(again, desk, lambda desk: not desk.data["looking"])
    assert faces(desk)[0] == "1m"
    assert desk.data["chips"][0]["label"] == "Tsumo"
    third = AppTest.from_file(str(root / "app" / "main.py"), default_timeout=120)
    third.query_params["hand"] = page.session_state["yakulens"].hand
    desk.data = {}
    third.run()
    assert faces(desk)[0] == "1m", "the journal holds what was shown"


def test_an_uploaded_file_is_kept_no_longer_than_it_takes_to_begin_reading_it(
    page: AppTest, desk: DeskProbe, slow: Slow, photo_bytes: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone: list[str] = []
    taken_out = intake.taken_out
    monkeypatch.setattr(intake, "taken_out", lambda file: gone.append(file.name) or taken_out(file))
    first_read(page, desk, slow, photo_bytes)
    assert gone == ["hand.jpg"]


def test_streamlit_forgets_a_file_that_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryUploadedFileManager("/upload")
    store.add_file("here", UploadedFileRec("one", "a.jpg", "image/jpeg", b"pixels"))
    session = SimpleNamespace(session_id="here", uploaded_file_mgr=store)
    monkeypatch.setattr(intake, "get_script_run_ctx", lambda: session)
    (record,) = store.get_files("here", ["one"])
    assert intake.taken_out(UploadedFile(record, FileURLs())) == b"pixels"
    assert store.get_files("here", ["one"]) == []
