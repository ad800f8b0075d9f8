from __future__ import annotations

import json
import zipfile
from contextlib import nullcontext
from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import grave, grave_wide_and_narrow
from tests.browser.finger import button, desk_drawn, go, open_up, overflow, press, settled, tap, won
from tests.browser.standing import note, put_down
from yakulens.app import cli
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.hand.wire import first_desk
from yakulens.app.store import FILE, Store
from yakulens.app.store.history import KeptPhoto
from yakulens.app.store.search import hand_record
from yakulens.vision.desk.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Download, Page

    from tests.browser.conftest import Server

MANY = 1000
WON = ("Ron", "East", "South", "No dora")
"""All that the dock asks of an open hand."""


def download(page: Page, key: str) -> Download:
    settled(page)  # a file is made by the page as it was drawn last
    with page.expect_download() as waiting:
        put_down(page, button(page, key))
    return waiting.value


@pytest.fixture
def opened(phone: BrowserContext, serve: Callable[[], Server], tmp_path: Path) -> tuple[Page, Store]:
    """The page of a server with a data folder of its own, and what it keeps there."""
    page = phone.new_page()
    page.goto(serve().url)
    page.locator('[data-testid="stFileUploader"]').wait_for()
    return page, Store(tmp_path / "yakulens" / FILE)


def test_a_photo_is_read_corrected_found_again_exported_evaluated_and_deleted(
    opened: tuple[Page, Store], samples: Path, tmp_path: Path, model: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert model
    page, store = opened
    page.set_input_files("input[type=file]", samples / "open.jpg")
    desk_drawn(page)
    first = page.locator('.yd-row [data-key^="tile-"]').first
    was = first.get_attribute("aria-label")
    open_up(page, first)
    # A face that the hand still wins with, whatever else the model takes the tile for.
    better = page.locator('.yd-faces [data-key="face-0p"]')
    said = better.get_attribute("aria-label")
    press(page, better)
    page.locator(f'.yd-row [aria-label="{said}"]').first.wait_for()
    won(page, "EMA", *WON)  # asked because of the red five
    tap(page, "consent-yes")
    go(page, 3)
    entry = page.locator(".st-key-panel-entry-1")
    entry.wait_for()
    assert entry.locator(".yl-thumb").is_visible()
    assert entry.locator(f'[aria-label="{said}"]').count() >= 1
    assert "corrected" in entry.inner_text()
    assert grave_wide_and_narrow(page) == [], "a reading in the history"
    _opened_from_further_down_and_shown_from_its_top(page)
    page.locator(f'.yd-row [aria-label="{said}"]').first.wait_for()
    assert grave(page) == [], "a reading opened from the history"
    assert page.locator(".yd-stage polygon").count() >= 2 * 14
    go(page, 3)

    open_up(page, page.get_by_text("Export", exact=True))
    table = download(page, "export-csv").path().read_text("utf-8-sig").splitlines()
    assert len(table) == 2
    everything = json.loads(download(page, "export-json").path().read_text("utf-8"))
    assert everything["readings"][0]["corrected"] is True
    folder = tmp_path / "unpacked"
    with zipfile.ZipFile(download(page, "export-zip").path()) as packed:
        packed.extractall(folder)
    (line,) = (folder / "hands.jsonl").read_text("utf-8").splitlines()
    desk = next(store.history.all()).desk
    faces = {tile["uid"]: tile["face"] for tile in desk["tiles"]}
    assert sorted(json.loads(line)["read"]["concealed"]) == sorted(faces[uid] for uid in desk["concealed"])
    assert cli.main(["evaluate", str(folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["metrics"]
    assert (found["exact_hand"]["hits"], found["exact_hand"]["of"]) == (0, 1)
    accuracy = found["face_accuracy"]
    assert accuracy["of"] - accuracy["hits"] == 1, (
        f"the model reads {was}, which counts once though labelled twice"
    )

    tap(page, "delete-all")
    assert grave(page) == [], "everything about to be deleted"
    tap(page, "delete-all-yes")
    page.get_by_text("Nothing here yet").wait_for()
    assert store.history.count() == 0
    left = b"".join(path.read_bytes() for path in store.path.parent.iterdir())
    assert b"open.jpg" not in left
    assert b"\xff\xd8\xff" not in left, "not a pixel is left in the files"


def _opened_from_further_down_and_shown_from_its_top(page: Page) -> None:
    button(page, "open-1").evaluate("each => each.scrollIntoView({ block: 'start' })")
    note(page)
    tap(page, "open-1")
    assert page.locator('[data-testid="stMain"]').evaluate("main => main.scrollTop") == 0


def test_a_thousand_readings_are_leafed_through_and_searched(
    opened: tuple[Page, Store], samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, store = opened
    page.set_input_files("input[type=file]", samples / "open.jpg")
    desk_drawn(page)
    won(page, *WON)
    tap(page, "consent-yes")
    (entry,) = store.history.all()
    photo = store.history.photo(entry.number)
    assert photo is not None
    small = KeptPhoto(b"", b"", photo.thumbnail)
    session = Session.begin(first_desk(entry.reading))
    kept = hand_record(session.first, Scored.of(session.desk, WinFacts(by="ron", seat="west")), "many.jpg")
    with store.history._file.change() as database:
        # In one transaction: a disk takes its time for each of a thousand.
        monkeypatch.setattr(store.history._file, "change", lambda: nullcontext(database))
        for number in range(1, MANY):
            store.history.add(f"2025-{number % 12 + 1:02d}-11T12:00:00Z", entry.reading, kept, small)
    go(page, 3)
    page.get_by_text(f"1 to 10 of {MANY:,}", exact=True).wait_for()
    for begin in range(11, 61, 10):
        tap(page, "older")
        page.get_by_text(f"{begin} to {begin + 9} of {MANY:,}", exact=True).wait_for()
    field = page.locator(".st-key-history-search input")
    field.fill("77z many.jpg 2025-02")
    field.press("Enter")
    page.locator(".yl-note").get_by_text("84 readings", exact=True).wait_for()
    assert overflow(page) == 0


def test_a_hand_is_named_by_what_it_is_found_by_its_tiles_tapped_and_practised_on(
    opened: tuple[Page, Store], samples: Path
) -> None:
    page, _ = opened
    page.set_input_files("input[type=file]", samples / "open.jpg")
    desk_drawn(page)
    won(page, *WON)
    page.wait_for_function("() => document.title.startsWith('2,900 · Yakuhai: Green')")
    go(page, 3)
    title = page.locator(".yl-entry-title")
    assert title.inner_text() == "Yakuhai: Green · Yakuhai: Red"
    assert page.locator(".yl-entry-hand .yl-tile").count() == 14
    assert page.locator(".yl-entry-hand .yl-rot").count() >= 1, "a called set as it lies"
    open_up(page, page.locator(".st-key-search-tiles-open summary"))
    tap(page, "pad-search-tiles-7z")
    tap(page, "pad-search-tiles-7z")
    assert page.locator(".st-key-search-tiles-shown .yl-tile").count() == 2
    assert title.is_visible()
    tap(page, "pad-search-tiles-1z")
    page.get_by_text("No reading matches.", exact=True).wait_for()
    tap(page, "search-tiles-back")
    title.wait_for()
    assert grave_wide_and_narrow(page) == [], "a search by tiles"
    _practised_on(page)


def _practised_on(page: Page) -> None:
    tap(page, "practice")
    assert "2,900" not in page.locator(".stMain").inner_text(), "nothing is told before it is asked"
    tap(page, "guess-han-2")
    tap(page, "guess-fu-40")
    tap(page, "practice-go")
    page.get_by_text("It is 2 han").wait_for()
    assert grave(page) == [], "practice"
    tap(page, "practice-go")
    tap(page, "guess-han-2")
    tap(page, "guess-fu-30")
    tap(page, "practice-go")
    page.get_by_text("Right: 2 han").wait_for()
    assert "1 of 2 right" in page.locator(".stMain").inner_text()
    assert overflow(page) == 0
    tap(page, "practice-leave")
    page.locator(".yl-entry-title").wait_for()
