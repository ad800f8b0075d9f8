from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

NAMES = {"east": "Ann", "south": "Bo", "west": "Cy", "north": "Di"}


def settled(page: Page) -> None:
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
    page.wait_for_timeout(80)


def tap(page: Page, key: str) -> None:
    page.locator(f".st-key-{key} button").first.click()
    page.wait_for_timeout(300)
    settled(page)


def open_table(browser: Browser, url: str) -> Page:
    page = browser.new_page(viewport={"width": 390, "height": 844}, locale="en-GB")
    page.set_default_timeout(60_000)
    page.goto(url)
    page.locator('[data-testid="stFileUploader"]').wait_for()
    page.locator(".st-key-nav a").nth(2).click()
    page.locator(".st-key-nav a").nth(2).wait_for()
    settled(page)
    return page


def test_killing_the_server_in_mid_game_loses_nothing(browser: Browser, serve: Callable[[], Any]) -> None:
    first = serve()
    page = open_table(browser, first.url)
    for seat, name in NAMES.items():
        page.locator(f".st-key-name-{seat} input").fill(name)
    page.locator('[data-testid="stFormSubmitButton"] button').click()
    page.locator(".st-key-enter").wait_for()
    tap(page, "event-ron")
    tap(page, "winners-south")
    tap(page, "winners-north")
    tap(page, "table-discarder-east")
    tap(page, "enter")
    tap(page, "event-exhaustive_draw")
    tap(page, "bets-south")
    tap(page, "enter")
    scores = page.locator(".yl-name + .sum").all_inner_texts()
    assert len(scores) == len(NAMES)
    first.end(signal.SIGKILL)
    page.close()
    page = open_table(browser, serve().url)
    tap(page, "resume-1")
    assert page.locator(".yl-name + .sum").all_inner_texts() == scores
    page.close()
