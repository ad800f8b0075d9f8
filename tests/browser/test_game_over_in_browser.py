"""A game ends: who came where with what uma, a picture to share, and one more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.axe import grave
from tests.browser.finger import PLAYERS, button, click, failures, go, overflow, settled, tap

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def test_an_east_round_alone_ends_with_its_result(visit: Callable[[str, str], Page]) -> None:
    page = visit("phone", "en")
    go(page, 2)
    for seat, name in PLAYERS.items():
        page.locator(f".st-key-name-{seat} input").fill(name)
    page.locator('[data-testid="stRadio"] label', has_text="East round alone").tap()
    click(page, page.locator('[data-testid="stFormSubmitButton"] button').first)
    for winner in ("south", "west", "north", "south"):
        tap(page, "event-tsumo")
        tap(page, f"winners-{winner}")
        tap(page, f"worth-{winner}-han-3")
        tap(page, "enter")
    page.get_by_text("The game is over").wait_for()
    settled(page)
    assert button(page, "enter").count() == 0
    first = page.locator(".yl-place").first.inner_text()
    assert first.startswith("1.")
    assert "Uma +15,000" in first
    assert page.locator(".yl-place").count() == len(PLAYERS)
    page.locator(".yl-device-share").wait_for()
    assert grave(page) == []
    assert overflow(page) == 0
    tap(page, "one-more")
    page.locator(".yl-card .yl-worth", has_text="East 1").wait_for()
    assert page.locator(".yl-card .sum").all_inner_texts() == ["30,000"] * 4
    assert failures(page) == 0
