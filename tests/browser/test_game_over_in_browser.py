"""A game ends: who came where with what uma, a picture to share, and one more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.browser.axe import grave
from tests.browser.finger import (
    PLAYERS,
    button,
    click,
    failures,
    go,
    open_up,
    overflow,
    settled,
    sit_down,
    tap,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

    from tests.browser.conftest import Server


def test_an_east_round_alone_ends_with_its_result(phone: BrowserContext, serve: Callable[[], Server]) -> None:
    # A server of its own: on the shared one the statistics count the games of other tests as well.
    page = phone.new_page()
    page.goto(f"{serve().url}/?lang=en")
    page.locator('[data-testid="stFileUploader"]').wait_for()
    go(page, 2)
    for seat, name in PLAYERS.items():
        page.locator(f".st-key-name-{seat} input").fill(name)
    page.locator('[data-testid="stRadio"] label', has_text="East round alone").tap()
    click(page, page.locator('[data-testid="stFormSubmitButton"] button').first)
    for winner in ("south", "west", "north", "south"):
        if winner == "south" and page.locator(".yl-worth", has_text="East 4").count():
            _needs(page)
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
    _signed(page)
    assert grave(page) == []
    assert overflow(page) == 0
    tap(page, "one-more")
    page.locator(".yl-card .yl-worth", has_text="East 1").wait_for()
    assert page.locator(".yl-card .sum").all_inner_texts() == ["30,000"] * 4
    assert failures(page) == 0
    tap(page, "leave")
    tap(page, "figures")
    table = page.locator("table", has_text="Deal-ins")
    rows = {line.split("\n")[0].strip(): line for line in table.locator("tr").all_inner_texts()}
    assert set(PLAYERS.values()) <= set(rows)
    assert all("1 game, 4 hands" in rows[name] for name in PLAYERS.values()), rows
    won = {name: re.findall(r"\d+%", rows[name])[0] for name in PLAYERS.values()}
    assert won == {"Ann": "25%", "Bo": "50%", "Cy": "0%", "Di": "25%"}
    assert grave(page) == [], "statistics"
    assert overflow(page) == 0


def _needs(page: Page) -> None:
    """In the last hand the all-last sheet lies open, for one player after another."""
    sheet = page.locator('[data-testid="stExpander"]', has_text="What does each player need?")
    tap(page, "need-Bo")
    assert "1st place" in sheet.inner_text()
    assert "no better place is left" in sheet.inner_text()
    tap(page, "need-Ann")
    assert "TO COME 1ST" in sheet.inner_text()
    assert "Ron off Bo" in sheet.inner_text()
    assert "or more" in sheet.inner_text()
    assert grave(page) == [], "the all-last sheet"


def _signed(page: Page) -> None:
    """The score sheet holds every hand, and lines to sign on."""
    open_up(page, page.get_by_text("Score sheet to sign"))
    tap(page, "make-sheet")
    sheet = page.locator('[data-testid="stImage"] img').last
    sheet.scroll_into_view_if_needed()
    page.wait_for_function("image => image.naturalWidth === 1080", arg=sheet.element_handle())


def test_the_clock_runs_for_the_table_and_two_players_change_seats(page: Page) -> None:
    sit_down(page)
    open_up(page, page.get_by_text("Round timer"))
    tap(page, "clock-90")
    page.locator(".yl-clock", has_text="89:").wait_for()
    settled(page)
    tap(page, "event-tsumo")
    tap(page, "winners-south")
    tap(page, "worth-south-han-3")
    tap(page, "enter")
    row = page.locator("summary", has_text="East 1")
    row.wait_for()
    assert "Bo +4,000 points" in row.inner_text()
    assert page.locator('.yl-card [aria-label="34,000 points"]').count() == 1
    open_up(page, page.get_by_text("Change seats"))
    tap(page, "swap-east")
    tap(page, "swap-south")
    page.get_by_text("Bo and Cy have changed seats.").wait_for()
    seats = page.locator(".yl-card .yl-pay").first.inner_text().split()
    assert seats[seats.index("Cy") - 1] == "East"
    assert page.locator(".yl-card .sum").all_inner_texts()[1] == "34,000", (
        "what was won stays with who won it"
    )
    assert "Bo +4,000 points" in row.inner_text()
    assert grave(page) == [], "a clock and changed seats"
    assert overflow(page) == 0
