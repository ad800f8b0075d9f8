from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import pytest

from app.desk.session import Session
from app.history.now import now
from app.history.wire import first_desk
from app.scoring import Scored
from app.situation import Declared
from app.store import FILE, Store
from app.store.history import KeptPhoto
from tests.browser.finger import button, desk_drawn, go, open_up, overflow, press, tap, won
from tests.browser.standing import put_down

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Download, Page

MANY = 1000
SIZES = {"phone": (390, 844), "desk": (1280, 900)}


def download(page: Page, key: str) -> Download:
    with page.expect_download() as waiting:
        put_down(page, button(page, key))
    return waiting.value


@pytest.fixture(params=list(SIZES))
def width(request: pytest.FixtureRequest) -> str:
    """Phone and desk."""
    return str(request.param)


@pytest.fixture
def opened(
    width: str, browser: Browser, serve: Callable[[], Any], tmp_path: Path
) -> Iterator[tuple[Page, Store]]:
    """The page of a server with a data folder of its own, and what it keeps there."""
    server = serve()
    wide, high = SIZES[width]
    phone = width == "phone"
    context = browser.new_context(
        viewport={"width": wide, "height": high}, has_touch=phone, is_mobile=phone, locale="en-GB"
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(server.url)
    page.locator('[data-testid="stFileUploader"]').wait_for()
    yield page, Store(tmp_path / "yakulens" / FILE)
    context.close()


def test_a_photo_is_read_corrected_found_again_exported_evaluated_and_deleted(
    opened: tuple[Page, Store], samples: Path, root: Path, tmp_path: Path, model: str
) -> None:
    assert model
    page, store = opened
    page.set_input_files("input[type=file]", samples / "open.jpg")
    desk_drawn(page)
    first = page.locator('.yd-row [data-key^="tile-"]').first
    was = first.get_attribute("aria-label")
    open_up(page, first)
    better = page.locator('.yd-faces [data-key^="face-"]').nth(1)
    said = better.get_attribute("aria-label")
    press(page, better)
    page.locator(f'.yd-row [aria-label="{said}"]').first.wait_for()
    won(page, "Ron", "East")
    tap(page, "consent-yes")
    go(page, 3)
    entry = page.locator(".st-key-panel-entry-1")
    entry.wait_for()
    assert entry.locator(".yl-thumb").is_visible()
    assert entry.locator(f'[aria-label="{said}"]').count() >= 1
    assert "corrected" in entry.inner_text()
    assert overflow(page) == 0
    tap(page, "open-1")
    page.locator(f'.yd-row [aria-label="{said}"]').first.wait_for()
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
    found = evaluate(root, folder)["metrics"]
    assert (found["exact_hand"]["hits"], found["exact_hand"]["of"]) == (0, 1)
    accuracy = found["face_accuracy"]
    assert accuracy["of"] - accuracy["hits"] == 1, (
        f"the model reads {was}, which counts once though labelled twice"
    )

    tap(page, "delete-all")
    tap(page, "delete-all-yes")
    page.get_by_text("Nothing here yet").wait_for()
    assert store.history.count() == 0
    left = b"".join(path.read_bytes() for path in store.path.parent.iterdir())
    assert b"open.jpg" not in left
    assert b"\xff\xd8\xff" not in left, "not a pixel is left in the files"


def evaluate(root: Path, folder: Path) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "app.cli", "evaluate", str(folder), "--json"],
        cwd=root, env=os.environ.copy(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_a_thousand_readings_are_leafed_through_and_searched(
    opened: tuple[Page, Store], samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, store = opened
    page.set_input_files("input[type=file]", samples / "open.jpg")
    desk_drawn(page)
    tap(page, "consent-yes")
    (entry,) = store.history.all()
    photo = store.history.photo(entry.number)
    assert photo is not None
    small = KeptPhoto(b"", b"", photo.thumbnail)
    session = Session.begin(first_desk(entry.reading))
    kept = now(session.first, Scored.of(session.desk, Declared(by="ron", seat="west")), "many.jpg")
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
    page.get_by_text("84 readings", exact=True).wait_for()
    assert overflow(page) == 0
