"""What is no winning hand is said at once, with what may be wrong; of a yakuman no riichi is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.axe import grave
from tests.browser.finger import (
    answer,
    click,
    desk_drawn,
    keyed,
    lay_out,
    open_up,
    overflow,
    part,
    press,
    won,
)
from tests.browser.test_score_page_in_browser import asked

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def test_no_winning_hand_is_said_at_once_and_mended_in_a_tap(visit: Callable[[str, str], Page]) -> None:
    page = visit("phone", "en")
    lay_out(page, "345678m44p67s +9s [234p]")
    assert asked(page) == "no-win"
    assert "This is not a winning hand." in page.locator(".yd-say").inner_text()
    mend = page.locator(".yd-options button").first
    assert "then 678s" in mend.inner_text()
    assert grave(page) == []
    assert overflow(page) == 0
    answer(page, "9s is 8s")
    assert asked(page) == "fact-by"


def test_thirteen_tiles_without_a_wait_are_mended_in_a_tap(visit: Callable[[str, str], Page]) -> None:
    page = visit("phone", "en")
    lay_out(page, "345678m44p69s [234p]")
    assert asked(page) == "no-win"
    assert "no tile completes these" in page.locator(".yd-say").inner_text()
    first, second = (page.locator(".yd-options button").nth(at).inner_text() for at in (0, 1))
    assert "Not won yet" in first, "every tile is sure"
    assert "then it waits for 7s" in second
    assert grave(page) == []
    assert overflow(page) == 0
    answer(page, "9s is 8s")
    assert asked(page) == "absent-win"
    answer(page, "7 of bamboo")
    assert asked(page) == "fact-by"


def test_a_hand_that_has_not_won_shows_its_waits_and_a_tap_on_one_leads_back(
    visit: Callable[[str, str], Page],
) -> None:
    page = visit("phone", "en")
    lay_out(page, "2345678m234p555s")
    assert asked(page) == "absent-win"
    page.locator(".yd-options button", has_text="Not won yet").click()
    page.get_by_role("heading", name="Waits and discards").wait_for()
    assert page.locator(".yl-pick").count() == 3
    box = page.locator(".yl-pick").first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert grave(page) == []
    assert overflow(page) == 0
    page.get_by_role("button", name="Won with 5 of characters").click()
    page.locator('.yd-dock[data-asks="fact-by"]').wait_for()
    assert page.locator(".yl-pick").count() == 0


def test_discards_are_tapped_below_the_waits_and_nothing_moves_under_the_thumb(
    visit: Callable[[str, str], Page],
) -> None:
    page = visit("phone", "en")
    lay_out(page, "2345678m234p555s")
    open_up(page, part(page, "fold-own-keys"))
    told = page.locator(".yl-own .yl-pick")
    for number, face in enumerate(("9s", "5m", "5m", "5m", "1z", "2z", "3z", "4z", "5z", "6z"), 1):
        # `click` holds each key to stand where it stood before the tap before
        click(page, part(page, f"own-key-{face}"))
        assert told.count() == number
    assert part(page, "own-key-5m").is_disabled(), "there is no fifth"
    page.get_by_text("Furiten: no Ron on these waits").wait_for()
    row = page.locator(".yl-own")
    assert row.evaluate("row => row.scrollLeft + row.clientWidth >= row.scrollWidth - 1"), "the last in sight"
    assert overflow(page) == 0
    assert grave(page) == []
    page.reload()
    desk_drawn(page)
    assert told.count() == 10
    for _ in range(4):
        click(page, told.nth(0))
    page.get_by_text("Not furiten by these discards").wait_for()
    press(page, keyed(page, "undo"))
    page.get_by_text("Furiten: no Ron on these waits").wait_for()
    assert told.count() == 7


def test_a_yakuman_is_asked_for_neither_riichi_nor_dora_and_shown_with_all_of_its_tiles(
    visit: Callable[[str, str], Page],
) -> None:
    page = visit("phone", "en")
    lay_out(page, "19m19p19s1234567z +1m")
    won(page, "Ron", "South", "West")
    assert asked(page) == ""
    chips = page.locator(".yd-chips").inner_text()
    assert "Riichi" not in chips
    assert "Dora" not in chips
    rows = page.locator(".yl-head", has_text="Read as").locator("xpath=following-sibling::*[1]")
    assert rows.locator(".yl-tile").count() == 14
    assert [each.locator(".yl-tile").count() for each in rows.locator(".yl-group").all()] == [12, 2]
