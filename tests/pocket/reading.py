"""A photo read on the page, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulens.app.words import i18n

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


_HELD = 1_000.0
"""Milliseconds after an answer; for half of them it stands, and a tap answers nothing."""
_HEARD = "before => document.querySelector('#desk .yd').dataset.heard !== before"


def read_in_browser(page: Page, photo: Path) -> dict[str, Any]:
    """What the page reads of a photo: ``reading`` as the contract has it, ``ms``."""
    before = page.evaluate("document.body.dataset.read ?? ''")
    page.set_input_files("#library", str(photo))
    page.wait_for_function("before => (document.body.dataset.read ?? '') !== before", arg=before)
    found: dict[str, Any] = page.evaluate(
        "(({ reading, ms, failed }) => ({ reading, ms, failed }))(window.yakulens)"
    )
    assert found.get("failed") is None, found["failed"]
    return found


def hand(reading: dict[str, Any]) -> tuple[object, ...]:
    """The hand of a contract's Reading in a form that can be compared."""
    told = reading["reading"]
    melds = [(meld["kind"], tuple(meld["tiles"]), tuple(meld["rotated"])) for meld in told["melds"]]
    return tuple(sorted(told["concealed"])), told["win"], tuple(sorted(melds))


def answer(page: Page) -> None:
    """Tap the first answer to what the dock asks, until nothing is open and the score can be shared."""
    options = page.locator("#desk .yd-options button:not([disabled])")
    shared = page.locator("#desk .yd-options button", has_text=i18n.text("en", "fact.share"))
    for _ in range(12):
        options.first.wait_for()
        if shared.count():
            return
        answer_one(page)
    raise AssertionError(page.locator("#desk .yd-dock").inner_text())


def answer_one(page: Page) -> None:
    """Tap the first answer to what the dock asks, on the tile keyboard where it has opened."""
    before = page.locator("#desk .yd").get_attribute("data-heard")
    on_keyboard = page.locator("#desk .yd-keys:visible .yd-nones button")
    in_dock = page.locator("#desk .yd-options button:not([disabled])")
    answers = on_keyboard if on_keyboard.count() else in_dock
    answers.first.evaluate("answer => answer.click()")
    page.wait_for_function(_HEARD, arg=before)
    page.wait_for_timeout(_HELD)
