"""The score and the comparison as a browser draws them: what unfolds, what is chosen, and the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import grave
from tests.browser.finger import go, lay_out, open_up, overflow, settled, won
from tests.browser.standing import put_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

FOCUSED = "document.activeElement.dataset.key"


def part(page: Page, key: str) -> Locator:
    """What has this key in what is drawn of a score."""
    return page.locator(f'.yl-drawn [data-key="{key}"]')


@pytest.fixture
def scored(visit: Callable[[str, str], Page]) -> Page:
    """A hand that is read in two ways, with its score, on a phone."""
    page = visit("phone", "en")
    lay_out(page, "222333444m55p78s +9s")
    won(page, "Tsumo", "South", "No riichi", "No dora")
    return page


def test_what_was_unfolded_stays_so_and_the_focus_stays_where_a_number_was_raised(scored: Page) -> None:
    page = scored
    open_up(page, part(page, "fold-more"))
    open_up(page, part(page, "fold-why-not"))
    assert grave(page) == [], "an unfolded score"
    put_down(page, part(page, "higher-honba"))
    page.locator(".yl-why", has_text="Included: counters 1").wait_for()
    settled(page)
    assert page.locator('[data-fold="why-not"]').get_attribute("open") is not None
    assert page.locator('[data-fold="more"]').get_attribute("open") is not None
    assert page.locator('[data-fold="others"]').get_attribute("open") is None
    assert page.evaluate(FOCUSED) == "higher-honba"
    assert part(page, "number-honba").input_value() == "1"
    part(page, "number-honba").fill("5000")
    part(page, "number-honba").press("Tab")
    page.locator(".yl-why", has_text="Included: counters 1000").wait_for()
    assert part(page, "number-honba").input_value() == "1000", "there are no more counters than that"
    assert overflow(page) == 0


def test_rules_are_chosen_below_the_score_and_beside_it_and_the_focus_stays(scored: Page) -> None:
    page = scored
    part(page, "rules").select_option("tenhou")
    page.locator(".yd-say", has_text="Tenhou").wait_for()
    settled(page)
    go(page, 1)
    other = part(page, "other-rules")
    other.focus()
    other.select_option("ema-2025")
    page.locator(".yl-pair .yl-card", has_text="EMA Riichi rules 2025").wait_for()
    settled(page)
    assert page.evaluate(FOCUSED) == "other-rules"
    assert page.locator(".yl-differs").count() == 0
    go(page, 0)
    settled(page)
    go(page, 1)
    assert part(page, "other-rules").input_value() == "ema-2025", "the choice is kept"
    assert overflow(page) == 0
