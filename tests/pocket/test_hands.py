"""What the page keeps, what it says where it cannot, and what stays open and in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.finger import overflow
from tests.pocket.conftest import PATIENCE, PHONE, opened
from tests.pocket.reading import answer, read_in_browser
from yakulens.app import i18n

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

UNDER_THE_DOCK: Final = """selectors => {
    const dock = document.querySelector(".yd-dock").getBoundingClientRect();
    const touches = at => at.right > dock.left && at.left < dock.right
        && at.bottom > dock.top && at.top < dock.bottom;
    return selectors.filter(each => touches(document.querySelector(each).getBoundingClientRect()));
}"""
FULL: Final = """() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...given) {
        const request = put.apply(this, given);
        this.transaction.abort();
        return request;
    };
}"""
BLOCKED: Final = """for (const name of ["localStorage", "indexedDB"]) Object.defineProperty(window, name, {
    get() { throw new DOMException("denied", "SecurityError"); } })"""


@pytest.fixture
def scored(phone: Page, root: Path) -> Page:
    """A phone that shows a scored hand with three melds."""
    phone.locator("#tools select").select_option("en")
    phone.locator("#tools button").tap()
    phone.locator("#start").wait_for()
    read_in_browser(phone, root / "datasets" / "samples" / "open.jpg")
    answer(phone)
    return phone


def test_the_dock_covers_no_photo_no_button_and_no_payment_and_a_narrow_phone_shows_every_button(
    scored: Page,
) -> None:
    for width, height in ((844, 390), (1280, 800), (320, 568)):
        scored.set_viewport_size({"width": width, "height": height})
        scored.evaluate("scrollTo(0, 0)")
        assert overflow(scored) == 0
        assert scored.evaluate(UNDER_THE_DOCK, ["#tools select", "#tools button", "#desk svg"]) == []
        scored.locator("#score-in-full td.num").first.evaluate(
            "row => row.scrollIntoView({ block: 'start' })"
        )
        assert scored.evaluate(UNDER_THE_DOCK, ["#score-in-full td.num"]) == []
    scored.set_viewport_size(PHONE["viewport"])


def test_the_focus_stays_where_a_choice_was_made(scored: Page) -> None:
    scored.locator("#beside").focus()
    scored.locator("#beside").select_option("tenhou")
    scored.locator("#other").wait_for()
    assert scored.evaluate("document.activeElement.id") == "beside"
    scored.locator("#tools select").focus()
    scored.locator("#tools select").select_option("en")
    assert scored.evaluate("document.activeElement === document.querySelector('#tools select')")


def test_a_links_message_and_code_stand_above_the_dock_and_what_is_no_address_is_said_at_its_field(
    scored: Page,
) -> None:
    scored.locator("#link").tap()
    scored.locator("#handed img").wait_for()
    assert scored.locator("#linked").inner_text() == i18n.text("en", "pocket.linked")
    assert scored.evaluate(UNDER_THE_DOCK, ["#linked", "#handed img", "#server"]) == []
    assert scored.evaluate("document.querySelector('#linked').getBoundingClientRect().top") > 0
    scored.locator("#server").fill("garbage")
    scored.locator("#server").press("Enter")
    assert scored.locator("#refused").inner_text() == i18n.text("en", "pocket.no_server")
    scored.locator("#server").fill("127.0.0.1:8501")
    scored.locator("#server").press("Enter")
    scored.locator("#there").wait_for()
    assert scored.locator("#refused").count() == 0


def test_a_broken_link_leaves_the_open_hand_and_a_good_one_is_kept_once(
    browser: Browser, plain: str, root: Path
) -> None:
    page = opened(browser, plain)
    read_in_browser(page, root / "datasets" / "samples" / "open.jpg")
    answer(page)
    page.locator("#link").tap()
    page.locator("#handed img").wait_for()
    good = page.evaluate("location.hash")
    page.evaluate("location.hash = '#hand=garbage'")
    page.get_by_text(i18n.text("en", "start.no_linked_hand")).wait_for()
    chip = page.locator("#desk .yd-chip").first
    before = chip.inner_text()
    chip.tap()
    page.locator("#desk .yd-chip[aria-current]").wait_for()
    page.locator("#desk .yd-options button:not([aria-pressed])").first.tap()
    page.wait_for_function(
        "before => document.querySelector('#desk .yd-chip').textContent !== before", arg=before
    )
    for _ in range(2):
        page.evaluate("good => { location.hash = ''; location.hash = good; }", good)
        page.locator("#desk .yd-photo").wait_for(state="hidden")
    page.locator("#tools button").tap()
    entries = page.locator(".pk-hands button")
    entries.nth(1).wait_for()
    assert [entries.nth(place).locator(".yl-tile").count() for place in (0, 1)] == [14, 14], "melds too"
    entries.nth(1).tap()
    page.locator("#desk .yd-photo").wait_for()
    page.context.close()


def test_a_photo_whose_reading_is_left_is_kept_and_a_file_that_is_no_photo_is_said_in_the_pages_language(
    phone: Page, root: Path, tmp_path: Path
) -> None:
    no_photo = tmp_path / "photo.heic"
    no_photo.write_bytes(b"\0\0\0\x18ftypheic")
    phone.locator("#tools select").select_option("ja")
    phone.set_input_files("#library", str(no_photo))
    phone.get_by_text(i18n.text("ja", "pocket.no_picture")).wait_for()
    phone.set_input_files("#library", str(root / "datasets" / "samples" / "seven-pairs.jpg"))
    phone.locator("#tools button").tap()
    left = phone.locator(".pk-hands button", has_text=i18n.text("ja", "pocket.unread"))
    left.wait_for()
    assert left.count() == 1, "of what is no photo nothing is kept"
    before = phone.evaluate("document.body.dataset.read")
    left.tap()
    phone.wait_for_function("before => document.body.dataset.read !== before", arg=before)
    assert phone.locator("#desk svg polygon").count() >= 14


def test_a_full_storage_is_said_and_the_photo_is_read(browser: Browser, plain: str, root: Path) -> None:
    page = opened(browser, plain)
    page.evaluate(FULL)
    read_in_browser(page, root / "datasets" / "samples" / "four-melds.jpg")
    assert page.locator("#doing").inner_text() == i18n.text("en", "pocket.not_kept")
    page.locator("#tools button").tap()
    page.locator("#hands").get_by_text(i18n.text("en", "pocket.not_kept")).wait_for()
    page.context.close()


def test_without_any_storage_the_page_stands_and_reads(browser: Browser, plain: str, root: Path) -> None:
    context = browser.new_context(**PHONE)
    context.add_init_script(BLOCKED)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(plain)
    page.locator("label #bring").wait_for(state="attached")
    read_in_browser(page, root / "datasets" / "samples" / "four-melds.jpg")
    answer(page)
    assert page.locator("#doing").inner_text() == ""
    context.close()
