"""House rules from a file in the browser: offered at once, kept, saved, brought back and removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.finger import overflow
from tests.pocket.conftest import opened
from tests.pocket.test_table import enter, key
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

CLUB = """
name = "okawa"
title = "Club Okawa"
extends = "ema-2025"
kiriage_mangan = false
uma = [20_000, 10_000, -10_000, -20_000]
"""
SET = '[data-rules="okawa"]'


def bring(page: Page, file: Path) -> None:
    page.locator("#to-rules").tap()
    page.locator("#bring-rules").wait_for(state="attached")
    page.set_input_files("#bring-rules", file)


def begin(page: Page) -> str:
    """Begin a game by the rules that come first; what they are called."""
    page.locator("#to-table").tap()
    for at, name in enumerate(("Ann", "Bo", "Cy", "Di")):
        page.locator(f'[data-key="player-{at}"]').fill(name)
    rules = page.locator('[data-key="table-rules"]').input_value()
    key(page, "begin")
    page.locator(".yt-stand").wait_for()
    return rules


def test_house_rules_are_offered_kept_saved_brought_back_and_removed(
    browser: Browser, plain: str, tmp_path: Path
) -> None:
    club, bad, saved = (tmp_path / name for name in ("club.toml", "bad.toml", "all.zip"))
    club.write_text(CLUB, encoding="utf-8")
    bad.write_text("kiriage = ", encoding="utf-8")
    page = opened(browser, plain)
    bring(page, bad)
    page.locator("#doing", has_text="bad.toml: not TOML").wait_for()
    page.set_input_files("#bring-rules", club)
    page.locator("#doing", has_text="Club Okawa").wait_for()
    assert overflow(page) == 0
    page.locator(SET).wait_for()
    page.reload()
    page.locator(SET).wait_for()
    page.locator('#house-rules [data-key="to-start"]').tap()
    assert begin(page) == "okawa"
    key(page, "event-exhaustive_draw")
    key(page, "nobody")
    enter(page)
    page.reload()
    page.locator(".yt-stand", has_text="Club Okawa").wait_for()
    page.locator("#to-hands").tap()
    with page.expect_download() as download:
        page.locator("#save-all").tap()
    download.value.save_as(saved)
    page.locator("#to-hands").tap()
    page.locator("#to-rules").tap()
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator('[data-key="remove-rules-okawa"]').tap()
    page.locator(SET).wait_for(state="detached")
    page.locator("#doing", has_text=i18n.text("en", "table.rules_gone", rules="okawa")[:30]).wait_for()
    page.context.close()
    other = opened(browser, plain)
    other.locator("#to-hands").tap()
    other.set_input_files("#restore", saved)
    other.locator("#doing", has_text=i18n.text("en", "pocket.restored")).wait_for()
    other.locator("#to-table").tap()
    other.locator("#table .yt-games button").first.tap()
    other.locator(".yt-stand", has_text="Club Okawa").wait_for()
    assert begin_again(other) == "okawa"
    other.context.close()


def begin_again(page: Page) -> str:
    """The rules that come first for the next game."""
    key(page, "leave")
    return page.locator('[data-key="table-rules"]').input_value()
