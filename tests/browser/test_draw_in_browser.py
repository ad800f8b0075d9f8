from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.benchmarks.layout.draws import KIND, PHOTO
from tests.benchmarks.layout.pixels import Gallery
from tests.browser.axe import grave
from tests.browser.finger import book, chosen, failures, open_up, overflow, photograph, settled, sit_down, tap
from tests.browser.thumb import Thumb

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

TENPAI = 13
TWO_TENPAI = 1
"""The seed of a draw where two hands lie open, both tenpai: the photographer's and the one on the left."""


@pytest.fixture(scope="module")
def two_hands(model: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo of them."""
    return Gallery(tmp_path_factory.mktemp("draw"), [], model, size=PHOTO).photo(KIND, TWO_TENPAI)


def in_hand(page: Page) -> list[str]:
    """The names of the tiles in the hand, without the indicators below it."""
    named = "tiles => tiles.map(tile => tile.getAttribute('aria-label'))"
    found: list[str] = page.locator(".yd-rows > .yd-row").first.locator("button").evaluate_all(named)
    return found


def test_the_wrong_hand_of_two_in_view_is_set_right_with_one_tap(
    visit: Callable[[str, str], Page], two_hands: Path
) -> None:
    page = visit("phone", "en")
    photograph(page, two_hands)
    assert grave(page) == [], "whose hand is meant"
    thumb, was = Thumb(page), in_hand(page)
    asked = page.locator(".yd-dock").get_attribute("data-asks") or ""
    left = page.get_by_role("button", name="The hand on the left")
    left.scroll_into_view_if_needed()
    thumb.tap(left)
    now = in_hand(page)
    print(f"{thumb.taps} tap for the other hand in view; asked: {asked or 'nothing'}")  # noqa: T201 - asked for
    assert thumb.taps == 1
    assert len(now) == len(was) == TENPAI
    assert now != was


def test_a_draw_with_two_tenpai_from_one_photo(visit: Callable[[str, str], Page], two_hands: Path) -> None:
    page = visit("phone", "en")
    sit_down(page)
    tap(page, "event-exhaustive_draw")
    open_up(page, page.get_by_text("Tenpai from a photo"))
    page.set_input_files("input[type=file]", two_hands)
    page.locator(".st-key-draw_taker-south").wait_for()
    settled(page)
    tap(page, "draw_taker-south")
    page.get_by_text("It looks tenpai").nth(1).wait_for()
    assert grave(page) == [], "what a photo proposes of a draw"
    assert page.locator(".st-key-enter button[disabled]").count() == 1
    for seat in ("south", "east"):
        tap(page, f"draw_hand-{seat}-tenpai")
        page.locator(chosen(f"draw_hand-{seat}-tenpai")).wait_for()
    assert overflow(page) == 0
    book(page)
    page.locator(".yl-card .sum", has_text="31,500").first.wait_for()
    assert page.locator(".yl-card .yl-name + .sum").all_inner_texts() == [
        "31,500",
        "31,500",
        "28,500",
        "28,500",
    ]
    assert failures(page) == 0
