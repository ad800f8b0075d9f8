from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from app import tiles
from tests.browser.finger import button, chosen, failures, lay_out, overflow, settled, tap

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

WHOLE_HAND = 14
FEW_TAPS = 3
"""Issue 6: from upload to score, on a photo without questions."""


def choose(page: Page, key: str) -> None:
    """Tap a choice and wait until it holds."""
    found = button(page, key)
    found.scroll_into_view_if_needed()
    found.click()
    page.locator(chosen(key)).first.wait_for()


def bar_says(page: Page, words: str) -> None:
    """Wait until the bar says so."""
    page.locator(".yl-bar", has_text=words).wait_for()


def test_a_typed_hand_is_scored(page: Page) -> None:
    lay_out(page, "234m456p7s +7s [777z] (1111z)")
    choose(page, "by-ron")
    choose(page, "seat-south")
    bar_says(page, "3,900")
    bar_says(page, "60 fu")
    assert page.get_by_text("Concealed quad, end or honour").is_visible()
    assert overflow(page) == 0


def test_tiles_are_pictures_large_enough_to_touch_with_words_beside_them(page: Page) -> None:
    lay_out(page, "234m456p7s +7s [777z] (1111z)")
    tile = page.get_by_role("button", name="2 of characters").first
    box = tile.bounding_box()
    assert box is not None
    assert box["width"] >= 40
    assert box["height"] >= 52
    assert "data:image/svg+xml" in tile.evaluate("e => getComputedStyle(e).backgroundImage")


def test_the_bar_leads_to_the_whole_score(page: Page) -> None:
    lay_out(page, "234m456p7s +7s [777z] (1111z)")
    choose(page, "by-ron")
    bar_says(page, "han")
    page.locator(".yl-bar").click()
    page.wait_for_timeout(600)
    box = page.locator(".yl-points").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 700


def test_a_broken_file_is_answered_in_a_sentence(page: Page) -> None:
    page.set_input_files(
        "input[type=file]", {"name": "broken.jpg", "mimeType": "image/jpeg", "buffer": b"no photo at all"}
    )
    page.get_by_text("cannot be read as a photo").wait_for()
    assert failures(page) == 0


def test_the_page_speaks_japanese(page: Page) -> None:
    tap(page, "language-ja")
    page.get_by_text("あがった手の写真").wait_for()
    assert overflow(page) == 0


@pytest.fixture(scope="session")
def sample(samples: Path, model: str) -> dict[str, Any]:
    """A sample photo of an open hand, and its truth."""
    assert model
    rows = [json.loads(line) for line in (samples / "hands.jsonl").read_text("utf-8").splitlines() if line]
    row = next(row for row in rows if row["file"] == "open.jpg")
    return {"path": samples / row["file"], **row["read"]}


def test_a_photo_is_read_corrected_and_scored(page: Page, sample: dict[str, Any]) -> None:
    page.set_input_files("input[type=file]", sample["path"])
    page.locator(".st-key-bar").wait_for()
    settled(page)
    assert page.locator('[class*="st-key-spot-"]').count() >= WHOLE_HAND
    assert page.locator(".yl-drawn").is_visible()
    labels = page.locator(".st-key-strip-concealed button").all_inner_texts()
    won = tiles.name("en", sample["win"])
    assert sorted(labels) == sorted(
        [*(tiles.name("en", f) for f in sample["concealed"]), f"{won}, the winning tile"]
    )
    assert page.locator('[class*="st-key-strip-meld-"]').count() == len(sample["melds"])
    first = page.locator('[class*="st-key-tile-t"] button').first
    was = first.inner_text()
    first.click()
    better = page.locator('[class*="st-key-tile-alt-"] button').first
    other = better.inner_text()
    better.click()
    page.locator('[class*="st-key-tile-t"]', has_text=other).first.wait_for()
    button(page, "undo").click()
    page.locator('[class*="st-key-tile-t"]', has_text=was).first.wait_for()
    choose(page, "by-ron")
    bar_says(page, "2 han")
    assert overflow(page) == 0


def test_from_the_photo_to_the_score_in_three_taps(page: Page, sample: dict[str, Any]) -> None:
    listener = "e => { taps += e.isTrusted; }"
    page.evaluate(f"window.taps = 0; document.addEventListener('click', {listener}, {{capture: true}})")
    with page.expect_file_chooser() as opened:
        page.locator('[data-testid="stFileUploaderDropzone"] button').click()
    # The second tap is on the photo in the system's own dialogue.
    opened.value.set_files(sample["path"])
    page.locator(".st-key-ask-ron button").click()
    bar_says(page, "2 han")
    taps = int(page.evaluate("window.taps")) + 1
    print(f"{taps} taps from upload to score")  # noqa: T201 - issue 6 asks for the figure
    assert taps <= FEW_TAPS


def test_a_tile_is_picked_on_the_photo_and_taken_back_to_the_first_reading(
    page: Page, sample: dict[str, Any]
) -> None:
    page.set_input_files("input[type=file]", sample["path"])
    page.locator(".st-key-bar").wait_for()
    settled(page)
    first = page.locator(".st-key-strip-concealed button").all_inner_texts()
    page.locator('[class*="st-key-spot-"] button').first.click()
    page.locator(".st-key-panel-tile").wait_for()
    tap(page, "all-tiles")
    rows = [page.locator(f".st-key-picker-face-{row} button") for row in range(3)]
    for row in rows:
        tops = {round(each.bounding_box()["y"]) for each in row.all()}  # type: ignore[index]
        assert len(tops) == 1, "a suit stands in one row"
    tap(page, "tile-pick-face-is-6z")
    assert page.locator('.st-key-strip-concealed [class*="is-6z"], .st-key-first button:enabled').count()
    tap(page, "first")
    assert page.locator(".st-key-strip-concealed button").all_inner_texts() == first


def test_the_page_asks_nothing_of_the_internet(browser: Browser, address: str) -> None:
    page = browser.new_page()
    asked: list[str] = []

    def refuse(route: Route) -> None:
        if route.request.url.startswith((address, "data:", "blob:")):
            route.continue_()
        else:
            asked.append(route.request.url)
            route.abort()

    page.route("**/*", refuse)
    page.goto(f"{address}/?lang=en")
    page.locator('[data-testid="stFileUploader"]').wait_for(timeout=60_000)
    lay_out(page, "234m456p7s +7s [777z] (1111z)")
    tap(page, "ask-ron")
    bar_says(page, "han")
    assert asked == []
    page.close()
