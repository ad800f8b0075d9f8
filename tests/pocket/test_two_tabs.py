"""The page in two tabs, on a full device, and with an entry that it cannot read: nothing is lost unsaid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.pocket.conftest import PATIENCE, opened
from tests.pocket.reading import answer, read_in_browser
from tests.pocket.test_hands import FULL
from tests.pocket.test_table import HAND, begin, enter, key, scores
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

DAMAGE: Final = """() => new Promise(done => {
    indexedDB.open("yakulens-pocket").onsuccess = ({ target: { result } }) => {
        const change = result.transaction("hands", "readwrite");
        const hands = change.objectStore("hands");
        hands.getAll().onsuccess = ({ target: { result: [hand] } }) => hands.put({ ...hand, kept: "{}" });
        change.oncomplete = () => { result.close(); done(); };
    };
})"""
"""As if another version had kept it."""


def beside(page: Page, address: str) -> Page:
    """Another tab with the page."""
    other = page.context.new_page()
    other.set_default_timeout(PATIENCE)
    other.goto(address)
    return other


def exhaust(page: Page) -> None:
    """Enter a hand that ends in a draw."""
    key(page, "event-exhaustive_draw")
    key(page, "toggle-south-tenpai")
    enter(page)


def test_a_game_in_two_tabs_is_one_game(browser: Browser, plain: str) -> None:
    one = opened(browser, plain)
    begin(one)
    other = beside(one, plain)
    other.locator("#to-table").tap()
    other.locator(".yt-stand").wait_for()
    exhaust(one)
    other.locator(HAND).first.wait_for()
    exhaust(other)
    one.locator(HAND).nth(1).wait_for()
    assert scores(one) == scores(other)
    one.reload()
    one.locator(HAND).nth(1).wait_for()
    key(one, "leave")
    other.locator('[data-key="begin"]').wait_for()
    assert other.locator(".yt-stand").count() == 0, "left in one, it is left in the other"
    one.context.close()


def say(page: Page, chip: int) -> None:
    """Change what a chip of the hand says to another answer."""
    page.locator("#desk .yd-chip").nth(chip).tap()
    page.locator("#desk .yd-chip[aria-current]").wait_for()
    before = page.locator("#desk .yd-chips").inner_text()
    page.locator("#desk .yd-options button:not([aria-pressed])").last.tap()
    page.wait_for_function(
        "before => document.querySelector('#desk .yd-chips').innerText !== before", arg=before
    )


def chips(page: Page, expected: list[str]) -> None:
    """Wait until the hand's chips say this."""
    page.wait_for_function(
        "said => JSON.stringify([...document.querySelectorAll('#desk .yd-chip')].map(each => each.innerText))"
        " === JSON.stringify(said)",
        arg=expected,
    )


def test_a_hand_in_two_tabs_is_one_hand(browser: Browser, plain: str, root: Path) -> None:
    one = opened(browser, plain)
    read_in_browser(one, root / "datasets" / "samples" / "open.jpg")
    answer(one)
    other = beside(one, plain)
    other.locator("#to-hands").tap()
    other.locator(".pk-hands button").wait_for()
    say(one, 0)
    after_one = one.locator("#desk .yd-chip").all_inner_texts()
    other.locator(".pk-hands button").first.tap()
    chips(other, after_one)
    say(other, 1)
    after_both = other.locator("#desk .yd-chip").all_inner_texts()
    assert after_both != after_one
    chips(one, after_both)
    one.reload()
    chips(one, after_both)
    one.context.close()


def test_a_full_device_is_said_in_a_game_once_and_what_was_there_stays(browser: Browser, plain: str) -> None:
    page = opened(browser, plain)
    begin(page)
    exhaust(page)
    before = scores(page)
    page.evaluate(FULL)
    exhaust(page)
    ahead = scores(page)
    assert page.locator("#doing").inner_text() == i18n.text("en", "pocket.not_kept")
    assert page.locator(HAND).count() == 2, "the game goes on"
    page.reload()
    page.locator(HAND).first.wait_for()
    assert scores(page) == before, "the game as it was last kept, whole"
    assert ahead != before
    page.context.close()


def test_a_hand_that_cannot_be_opened_is_said_in_one_sentence(
    browser: Browser, plain: str, root: Path
) -> None:
    page = opened(browser, plain)
    read_in_browser(page, root / "datasets" / "samples" / "four-melds.jpg")
    answer(page)
    page.locator("#to-hands").tap()
    page.evaluate(DAMAGE)
    page.locator("#to-hands").tap()
    page.locator(".pk-hands button").first.tap()
    page.locator("#doing").get_by_text(i18n.text("en", "history.damaged")).wait_for()
    assert page.locator("#start").is_visible()
    page.context.close()
