"""Two claims about one hand on a phone: corrected, ruled, and still there after a reload."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.finger import overflow
from tests.pocket.conftest import opened
from tests.pocket.reading import answer
from yakulens.app.hand.link import to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words import i18n
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def points(page: Page) -> list[str]:
    return page.locator("#claims .yl-claim .yl-points").all_inner_texts()


def test_the_second_claim_is_asked_on_its_own_desk_and_the_ruling_outlives_a_reload(
    browser: Browser, plain: str
) -> None:
    hand = to_link(typed.hand("234567m44p678s67p +8p"), WinFacts("ron", "south"))
    page = opened(browser, f"{plain}#hand={hand}")
    answer(page)
    page.locator('#claims [data-key="begin-same"]').tap()
    page.locator("#claims .yd-dock.yd-inline").wait_for()
    first, second = points(page)
    assert first == second
    assert page.locator("#desk .yd-dock.yd-inline").count() == 1, "no dock covers the other claim"
    said = i18n.text("en", "fact.no_riichi")
    page.locator("#claims .yd-chip", has_text=said).tap()
    page.locator("#claims .yd-options button", has_text=i18n.text("en", "situation.riichi_riichi")).nth(
        1
    ).tap()
    page.wait_for_function(
        "was => document.querySelectorAll('#claims .yl-claim .yl-points')[1].innerText !== was", arg=second
    )
    assert points(page)[0] == first, "what is said of one claim is not said of the other"
    page.locator('#claims [data-key="rule-b"]').tap()
    page.locator("#claims .yl-claim.wins").wait_for()
    page.reload()
    page.locator("#claims .yl-claim.wins").wait_for()
    assert page.locator("#claims .yl-claim.yl-fallen .yl-points").inner_text() == first
    assert overflow(page) == 0
    page.locator('#claims [data-key="leave-"]').tap()
    page.locator("#claims .yd").wait_for(state="detached")
    assert page.locator("#desk .yd-dock.yd-inline").count() == 0
    page.context.close()
