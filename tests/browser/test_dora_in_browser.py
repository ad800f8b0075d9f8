"""Dora and ura are told truly: tapped on the photo, so many as there are, no score finished before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.finger import keyed, lay_out, overflow, photograph, won
from tests.browser.standing import note
from tests.browser.test_dock_in_browser import UNSEEN
from tests.browser.test_score_page_in_browser import asked, centre
from tests.browser.thumb import Thumb

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page


def lit(page: Page) -> list[int]:
    """The uids of the tiles that the photo lights up."""
    found = page.locator(".yd-stage polygon.yd-lit").evaluate_all("all => all.map(each => each.dataset.uid)")
    return [int(uid) for uid in found]


def beside(page: Page, name: str) -> int:
    """The uid of the tile of this name that lies beside the hand."""
    found = page.locator('.yd-others [data-key^="tile-"]').evaluate_all(
        "all => all.map(each => [each.getAttribute('aria-label'), each.dataset.key])"
    )
    (key,) = (key for label, key in found if label.startswith(name))
    return int(key.removeprefix("tile-"))


def test_an_indicator_is_tapped_on_the_photo_and_the_tap_answers(
    visit: Callable[[str, str], Page], samples: Path, model: str
) -> None:
    assert model
    page = visit("phone", "en")
    photograph(page, samples / "riichi.jpg")
    won(page, "EMA", "Ron", "South", "West", "Riichi")
    assert asked(page) == "fact-dora"
    assert page.locator(".yd-chip[aria-current]").evaluate_all(UNSEEN) == [], "what is asked for is in sight"
    assert "Tap it on the photo" in page.locator(".yd-say").inner_text()
    assert page.locator(".yd-sum").inner_text().startswith("So far")
    page.locator(".yl-points.yl-open").wait_for()
    thumb = Thumb(page)
    thumb.tap_at(*centre(page, beside(page, "3 of circles")))
    assert page.locator(".yd-sheet:not(.yd-keys):visible").count() == 0, "no sheet to correct it"
    assert "Dora indicators: 1 of 1" in page.locator(".yd-chips").inner_text()
    assert asked(page) == "fact-ura", "after riichi ura are asked about, whatever was said of dora"
    ura = beside(page, "7 of bamboo")
    thumb.tap_at(*centre(page, ura))
    assert asked(page) == "fact-ura", (
        "between the backs of the wall a finger may mean another: it comes nearer"
    )
    thumb.tap_at(*centre(page, ura))
    assert "Ura indicators: 1 of 1" in page.locator(".yd-chips").inner_text()
    assert asked(page) == ""
    assert page.locator(".yl-points.yl-open").count() == 0
    assert overflow(page) == 0


def test_what_lies_in_the_wall_is_proposed_and_not_taken_unasked(
    visit: Callable[[str, str], Page], samples: Path, model: str
) -> None:
    assert model
    page = visit("phone", "en")
    photograph(page, samples / "red-fives.jpg")
    won(page, "EMA", "Ron", "South", "West", "No riichi")
    assert asked(page) == "fact-dora"
    assert lit(page) == [beside(page, "6 of circles")]
    Thumb(page).tap_at(*centre(page, lit(page)[0]))
    assert "Dora indicators: 1 of 1" in page.locator(".yd-chips").inner_text()
    assert asked(page) == ""


def test_a_hand_with_a_quad_asks_for_the_second_indicator(visit: Callable[[str, str], Page]) -> None:
    page = visit("phone", "en")
    lay_out(page, "234m456p7s +7s [777z] (1111z)")
    won(page, "Ron", "South", "East round", "West")
    thumb = Thumb(page)
    thumb.tap(keyed(page, "key-9m"))
    assert asked(page) == "fact-dora"
    assert "1 of 2" in page.locator(".yd-keys-head").inner_text(), "with nothing likely the keys are open"
    assert page.locator(".yd-keys .yd-total").inner_text().startswith("So far")
    won(page, "No other dora")
    assert asked(page) == ""
    assert not page.locator(".yd-keys").is_visible()
    note(page)  # the total has its place beside the question's, and now alone
    thumb.tap(keyed(page, "dora-indicators-0"))
    assert asked(page) == "fact-dora", "one tap takes a slip back"
    assert "0 of 2" in page.locator(".yd-keys-head").inner_text()
    assert page.get_by_text("red fives").count() == 0, "none is in the hand"
