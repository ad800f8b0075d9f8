"""What the page keeps, what it says where it cannot, and what stays open and in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.finger import overflow
from tests.pocket.conftest import PATIENCE, PHONE, opened
from tests.pocket.reading import answer, read_in_browser
from yakulens.app.hand.link import to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words import i18n
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

UNDER_THE_DOCK: Final = """selectors => {
    const dock = document.querySelector(".yd-dock").getBoundingClientRect();
    const touches = at => at.right > dock.left && at.left < dock.right
        && at.bottom > dock.top && at.top < dock.bottom;
    return selectors.filter(each => touches(document.querySelector(each).getBoundingClientRect()));
}"""
WITHIN: Final = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
OVER_THE_CHIPS: Final = """() => {
    const [headline, chips] = [".yd-headline b", ".yd-chips"]
        .map(each => document.querySelector(each).getBoundingClientRect());
    return headline.top < chips.bottom - 1;
}"""
BROADER_BY_THE_ADDED_TILE: Final = """async () => {
    const { drawCard } = await import("./web/card.js");
    const pon = ["", "rotated", ""].map(lies => ({ face: "6z", [lies]: true }));
    const rest = { heading: "", rules: "", headline: "", worth: "", situation: "", seats: [], parts: [] };
    const right = async meld => {
        const { url } = await drawCard({ ...rest, hand: [meld] });
        const picture = await createImageBitmap(await (await fetch(url)).blob());
        const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
        pen.drawImage(picture, 0, 0);
        const { data } = pen.getImageData(0, 0, picture.width, picture.height);
        const columns = [...data].flatMap((value, at) => at % 4 === 0 && value < 240
            ? [(at / 4) % picture.width] : []);
        return Math.max(...new Set(columns));
    };
    return await right(pon.toSpliced(2, 0, { face: "6z", stacked: true })) > await right(pon);
}"""
FULL: Final = """() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...given) {
        const request = put.apply(this, given);
        this.transaction.abort();
        return request;
    };
}"""
HOLD: Final = """() => {
    const { postMessage } = Worker.prototype;
    const held = [];
    Worker.prototype.postMessage = function (message, ...more) {
        if (held.length || message.does === "read") held.push([this, message, ...more]);
        else postMessage.call(this, message, ...more);
    };
    window.letGo = () => {
        Worker.prototype.postMessage = postMessage;
        for (const [worker, ...given] of held) postMessage.apply(worker, given);
    };
}"""
"""From the next photo on nothing reaches the threads that read it, until they are let go."""
BLOCKED: Final = """for (const name of ["localStorage", "indexedDB"]) Object.defineProperty(window, name, {
    get() { throw new DOMException("denied", "SecurityError"); } })"""


@pytest.fixture
def scored(phone: Page, root: Path) -> Page:
    """A phone that shows a scored hand with three melds."""
    phone.locator("#tools select").select_option("en")
    phone.locator("#to-hands").tap()
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
        scored.wait_for_function(WITHIN)  # the page fits itself to its new width
        assert scored.evaluate(UNDER_THE_DOCK, ["#tools select", "#tools button", "#desk svg"]) == []
        scored.locator("#score-in-full td.num").first.evaluate(
            "row => row.scrollIntoView({ block: 'start' })"
        )
        assert scored.evaluate(UNDER_THE_DOCK, ["#score-in-full td.num"]) == []
    scored.set_viewport_size(PHONE["viewport"])


def test_a_reload_opens_the_hand_again_and_the_next_one_begins_at_its_top_on_an_empty_desk(
    scored: Page,
) -> None:
    headline = scored.locator("#result .yl-points").inner_text()
    scored.reload()
    scored.locator("#result .yl-points").wait_for()
    assert scored.locator("#result .yl-points").inner_text() == headline
    scored.locator("#to-hands").tap()
    scored.locator(".pk-hands").evaluate("list => { list.style.paddingTop = '200vh'; }")
    scored.locator(".pk-hands button").first.tap()
    scored.locator("#result .yl-points").wait_for()
    assert scored.evaluate("scrollY") == 0
    scored.locator("#to-hands").tap()
    scored.get_by_role("button", name=i18n.text("en", "pocket.type")).tap()
    scored.locator(".yd-keys").wait_for()
    scored.reload()
    scored.wait_for_selector("body[data-ready]", state="attached")
    assert scored.locator("#start").is_visible(), "a hand without tiles is not kept"


def test_in_large_letters_and_on_a_narrow_phone_nothing_is_beside_the_page_or_over_another(
    browser: Browser, plain: str
) -> None:
    link = to_link(typed.hand("234m456p88p234s67s +8s"), WinFacts("tsumo", "east", riichi="riichi"))
    page = opened(browser, f"{plain}#hand={link}")
    answer(page)
    for width, letters in ((390, 200), (390, 100), (320, 100)):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("size => { document.documentElement.style.fontSize = `${size}%`; }", letters)
        page.locator("#link").evaluate("button => button.click()")
        page.locator("#handed img").wait_for()
        assert overflow(page) == 0, (width, letters)
        assert page.evaluate(OVER_THE_CHIPS) is False, (width, letters)
    page.context.close()


def test_the_tile_added_to_a_kan_lies_above_the_turned_one_on_the_shared_picture(phone: Page) -> None:
    assert phone.evaluate(BROADER_BY_THE_ADDED_TILE) is False


def test_the_focus_stays_where_a_choice_was_made(scored: Page) -> None:
    other = scored.locator('[data-key="other-rules"]')
    other.focus()
    other.select_option(index=1)  # whichever rules the phone has from the hand before
    scored.locator("#compared .yl-pair").wait_for()
    assert scored.evaluate("document.activeElement.dataset.key") == "other-rules"
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
    page.locator("#to-hands").tap()
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
    phone.evaluate(HOLD)
    phone.set_input_files("#library", str(root / "datasets" / "samples" / "seven-pairs.jpg"))
    phone.get_by_text(i18n.text("ja", "pocket.reading")).wait_for()
    phone.locator("#to-hands").tap()
    left = phone.locator(".pk-hands button", has_text=i18n.text("ja", "pocket.unread"))
    left.wait_for()
    assert left.count() == 1, "of what is no photo nothing is kept"
    before = phone.evaluate("document.body.dataset.read")
    phone.evaluate("letGo()")
    left.tap()
    phone.wait_for_function("before => document.body.dataset.read !== before", arg=before)
    assert phone.locator("#desk svg polygon").count() >= 14


def test_a_photo_whose_file_ends_too_early_is_not_read_as_if_the_rest_were_empty(
    phone: Page, root: Path, tmp_path: Path
) -> None:
    whole = (root / "datasets" / "samples" / "open.jpg").read_bytes()
    cut_off = tmp_path / "photo.jpg"
    cut_off.write_bytes(whole[: len(whole) * 9 // 10])
    phone.locator("#tools select").select_option("en")
    phone.set_input_files("#library", str(cut_off))
    phone.get_by_text(i18n.text("en", "pocket.cut_off")).wait_for()
    cut_off.write_bytes(whole + b"more")
    read_in_browser(phone, cut_off)


def test_a_photo_that_is_chosen_twice_in_a_row_is_one_hand(browser: Browser, plain: str, root: Path) -> None:
    page = opened(browser, plain)
    page.evaluate(HOLD)
    for _ in range(2):
        page.set_input_files("#library", str(root / "datasets" / "samples" / "seven-pairs.jpg"))
    page.evaluate("letGo()")
    page.wait_for_selector("body[data-read]", state="attached")
    page.locator("#to-hands").tap()
    page.locator(".pk-hands button").first.wait_for()
    assert page.locator(".pk-hands button").count() == 1
    page.context.close()


def test_a_full_storage_is_said_and_the_photo_is_read(browser: Browser, plain: str, root: Path) -> None:
    page = opened(browser, plain)
    page.evaluate(FULL)
    read_in_browser(page, root / "datasets" / "samples" / "four-melds.jpg")
    assert page.locator("#doing").inner_text() == i18n.text("en", "pocket.not_kept")
    page.locator("#to-hands").tap()
    page.locator("#hands").get_by_text(i18n.text("en", "pocket.not_kept")).wait_for()
    page.context.close()


def test_without_any_storage_the_page_stands_and_reads(browser: Browser, plain: str, root: Path) -> None:
    context = browser.new_context(**PHONE)
    context.add_init_script(BLOCKED)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(plain)
    page.locator("label #library").wait_for(state="attached")
    read_in_browser(page, root / "datasets" / "samples" / "four-melds.jpg")
    answer(page)
    assert page.locator("#doing").inner_text() == ""
    context.close()
