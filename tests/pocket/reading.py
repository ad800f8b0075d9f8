"""A photo read on the page, as data."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError as TooLateError

from yakulens.app.words import i18n

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


_SWALLOWED = 5_000.0
"""Milliseconds after which a tap that the page has not heard is taken for one that answered nothing."""
_TRIES = 20
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
    """Tap the first answer to what the dock asks, on the tile keyboard where it has opened.

    For half a second after an answer a tap answers nothing: it is tapped again.
    """
    before = page.locator("#desk .yd").get_attribute("data-heard")
    on_keyboard = page.locator("#desk .yd-keys:visible .yd-nones button")
    in_dock = page.locator("#desk .yd-options button:not([disabled])")
    for _ in range(_TRIES):
        answers = on_keyboard if on_keyboard.count() else in_dock
        answers.first.evaluate("answer => answer.click()")
        with suppress(TooLateError):
            page.wait_for_function(_HEARD, arg=before, timeout=_SWALLOWED)
            return
    raise AssertionError(page.locator("#desk .yd-dock").inner_text())
