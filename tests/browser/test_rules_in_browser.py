"""The rule set is seen: asked once, beside the score ever after, and changed there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.axe import grave
from tests.browser.finger import answer, button, keyed, lay_out, open_up, overflow, settled, tap, won

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_rules_are_asked_once_and_changed_beside_the_score(phones: tuple[Page, Page], network: str) -> None:
    page, other = phones
    page.goto(f"{network}/?lang=en")
    button(page, "play-by-wrc-2025").wait_for()
    settled(page)
    assert grave(page) == [], "the rules are asked for"
    tap(page, "play-by-wrc-2025")
    assert button(page, "play-by").count() == 0
    page.reload()
    page.locator('[data-testid="stFileUploader"]').wait_for()
    settled(page)
    assert button(page, "play-by").count() == 0, "asked once"
    lay_out(page, "340m567p789s44p67s +8s")
    assert "Red fives lie there" in page.locator(".yd-say").inner_text()
    won(page, "WRC", "Ron", "South", "West", "No riichi", "No dora")
    chip = keyed(page, "rules")
    assert chip.inner_text() == "WRC"
    reds = page.get_by_text("These rules have no red fives")
    assert reds.count() == 1, "there is one in the hand"
    before = page.locator(".yd-headline").inner_text()
    open_up(page, chip)
    assert "Which rules?" in page.locator(".yd-say").inner_text()
    answer(page, "Tenhou")
    assert chip.inner_text() == "Tenhou"
    assert page.locator(".yd-headline").inner_text() != before, "a red five counts there"
    assert reds.count() == 0
    assert overflow(page) == 0

    other.goto(f"{network}/?lang=ja")
    button(other, "play-by-tenhou").wait_for()
    assert other.locator('[class*="st-key-play-by-"] button').first.inner_text().startswith("天鳳")
