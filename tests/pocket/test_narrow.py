"""A narrow phone shows questions, answers and names whole, and a reload leaves in view what was there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.pocket.conftest import opened
from tests.pocket.reading import read_in_browser
from tests.pocket.test_figures import KEEP, LATEST, stored, won
from yakulens.app.hand.link import to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words import i18n, tiles
from yakulens.vision.desk import typed
from yakulens.vision.labels import FACES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

CUT: Final = """() => {
    const [question, answers] = [".yd-say > b", ".yd-options"].map(each => document.querySelector(each));
    const room = answers.getBoundingClientRect();
    const outside = at => at.left < room.left || at.right > room.right + 1 || at.bottom > innerHeight;
    const buttons = [...answers.children].filter(each => outside(each.getBoundingClientRect())
        || each.scrollHeight > each.clientHeight + 1);
    return [question.scrollHeight > question.clientHeight + 1 ? question : null, ...buttons]
        .map(each => each?.textContent).filter(Boolean);
}"""
"""The question and the answers of which a part is out of sight."""
MORE: Final = "() => document.querySelector('.yd-options').classList.contains('yd-more')"
AT_A_BUTTON: Final = """names => {
    const shown = document.querySelector(".yd-told b");
    const before = document.querySelector('[data-key="previous"]').getBoundingClientRect();
    return names.filter(name => {
        shown.textContent = name;
        const range = document.createRange();
        range.selectNodeContents(shown);
        const right = Math.max(...[...range.getClientRects()].map(line => line.right));
        return before.top > shown.getBoundingClientRect().bottom || right > before.left - 3;
    });
}"""
"""The names that touch the button beside them, or push it below."""
ABOVE: Final = """() => {
    const [faces, role] = [".yd-sheet .yd-faces", ".yd-sheet .yd-choices"]
        .map(each => document.querySelector(each));
    return Math.max(...[...faces.children].map(each => each.getBoundingClientRect().bottom))
        <= role.getBoundingClientRect().top;
}"""
"""Whether all faces stand above what comes next in the sheet."""
LOCALES: Final = {"en": "en-GB", "ja": "ja-JP", "zh": "zh-CN"}
NARROW: Final = ((320, 568), (390, 844), (1280, 900))


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_question_is_shown_whole_with_every_answer(browser: Browser, plain: str, language: str) -> None:
    page = opened(browser, plain, LOCALES[language])
    page.evaluate(KEEP, [stored(won("south"), LATEST)])
    page.locator("#to-table").tap()
    page.locator('.yt-games [data-key^="game-"]').tap()
    page.locator(".yt-stand").wait_for()
    hand = to_link(typed.hand("234m456p88p234s67s +8s"), WinFacts("tsumo", "east", riichi="riichi"))
    page.evaluate("hand => { location.hash = `#hand=${hand}`; }", hand)
    page.get_by_text(i18n.text(language, "moved.apart")).wait_for()
    for width, height in NARROW:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => ({CUT})().length === 0")  # the dock fits itself to its new width
        assert page.evaluate(MORE) is False
    page.set_viewport_size({"width": 320, "height": 568})
    page.locator('[data-key="chip-more"]').evaluate("chip => chip.click()")
    page.wait_for_function(MORE)
    page.locator(".yd-options").evaluate("row => { row.scrollLeft = row.scrollWidth; }")
    page.wait_for_function(f"() => !({MORE})()")
    page.context.close()


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_in_a_tiles_sheet_no_name_touches_a_button_and_no_face_lies_on_another_line(
    browser: Browser, plain: str, root: Path, language: str
) -> None:
    page = opened(browser, plain, LOCALES[language])
    read_in_browser(page, root / "datasets" / "samples" / "open.jpg")
    page.locator('.yd-rows [data-key^="tile-"]').first.tap()
    page.locator(".yd-told b").wait_for()
    names = [tiles.name(language, face) for face in FACES]
    for width, height in NARROW:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(AT_A_BUTTON, names) == [], width
        assert page.evaluate(ABOVE), width
    page.context.close()


def scrolled(page: Page, top: int) -> None:
    """Scroll there, and wait until the page is."""
    page.evaluate("top => scrollTo(0, top)", top)
    page.wait_for_function("top => Math.abs(scrollY - top) < 2", arg=top)


def test_what_was_in_view_or_unfolded_stays_so_after_a_reload_and_elsewhere_one_begins_at_the_top(
    browser: Browser, plain: str, root: Path
) -> None:
    page = opened(browser, plain)
    page.evaluate(KEEP, [stored(won("south"), LATEST)])
    page.locator("#to-table").tap()
    page.locator('.yt-games [data-key^="game-"]').tap()
    page.locator(".yt-stand").wait_for()
    closed = page.locator("details[data-fold]:not([open])").first.get_attribute("data-fold")
    page.locator(f'[data-key="fold-{closed}"]').tap()
    scrolled(page, 250)
    page.reload()
    page.locator(".yt-stand").wait_for()
    page.wait_for_function("() => Math.abs(scrollY - 250) < 2")
    assert page.locator(f'details[data-fold="{closed}"]').get_attribute("open") is not None
    page.locator("#to-hands").evaluate("button => button.click()")
    read_in_browser(page, root / "datasets" / "samples" / "riichi.jpg")
    page.locator(".yd-others summary").tap()
    scrolled(page, 150)
    page.reload()
    page.locator("#desk .yd-dock").wait_for()
    page.wait_for_function("() => Math.abs(scrollY - 150) < 2")
    assert page.locator(".yd-others").get_attribute("open") is not None
    page.locator("#to-table").evaluate("button => button.click()")
    page.locator(".yt-stand").wait_for()
    assert page.evaluate("scrollY") == 0
    page.context.close()
