from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from app import tiles

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

WHOLE_HAND = 14
SLOW = 0.3
"""Seconds within which the page should answer a tap on two idle cores; printed, and bounded widely here."""


def settled(page: Page) -> None:
    """Wait until Streamlit has drawn everything."""
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
    page.wait_for_timeout(80)


def tap(page: Page, key: str) -> None:
    """Tap the button with this key, or whose key begins with it."""
    button = key_of(page, key).locator("button").first
    button.scroll_into_view_if_needed()
    button.click()
    page.wait_for_timeout(200)
    settled(page)


def choose(page: Page, key: str) -> float:
    """Tap a choice; how long it took until it stood as chosen, seconds."""
    button = key_of(page, key).locator("button").first
    button.scroll_into_view_if_needed()
    start = time.perf_counter()
    button.click()
    page.locator(f'.st-key-{key} button[kind="primary"]').wait_for()
    return time.perf_counter() - start


def key_of(page: Page, key: str) -> Locator:
    return page.locator(f'.st-key-{key}, [class*="st-key-{key}-"]').first


def lay_out(page: Page, hand: str) -> None:
    page.get_by_text("Type or tap a hand").click()
    page.locator('[data-testid="stTextInput"] input').fill(hand)
    page.locator('[data-testid="stFormSubmitButton"] button').click()
    page.locator(".st-key-bar").wait_for()
    settled(page)


def bar_says(page: Page, words: str) -> None:
    """Wait until the bar says so."""
    page.locator(".yl-bar", has_text=words).wait_for()


def overflow(page: Page) -> int:
    """Pixels by which the page is broader than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_a_typed_hand_is_scored(page: Page) -> None:
    lay_out(page, "234m456p7s +7s [777z] (1111z)")
    choose(page, "by-ron")
    choose(page, "seat-south")
    bar_says(page, "3,900")
    bar_says(page, "60 fu")
    assert page.get_by_text("Concealed quad, end or honour").is_visible()
    assert overflow(page) == 0


def test_a_tap_is_answered_quickly(page: Page) -> None:
    lay_out(page, "234m456p7s +7s [777z] (1111z)")
    choose(page, "by-ron")
    taps = [choose(page, f"seat-{wind}") for wind in ("south", "west", "north", "east")]
    best = min(taps)
    aim = f"{best * 1000:.0f} ms at best, {max(taps) * 1000:.0f} ms at worst, aim {SLOW * 1000:.0f} ms"
    print(f"a tap takes {aim}")  # noqa: T201 - issue 6 asks for the figure to be printed
    assert best < 5 * SLOW


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
    assert page.locator('[data-testid="stException"]').count() == 0


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
    key_of(page, "undo").locator("button").first.click()
    page.locator('[class*="st-key-tile-t"]', has_text=was).first.wait_for()
    choose(page, "by-ron")
    bar_says(page, "2 han")
    assert overflow(page) == 0
