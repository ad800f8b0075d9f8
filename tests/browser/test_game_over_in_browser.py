"""A game ends: who came where with what uma, a picture to share, and one more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.browser.axe import grave
from tests.browser.finger import (
    PLAYERS,
    book,
    button,
    failures,
    go,
    lay_out,
    open_up,
    overflow,
    settled,
    sit_down,
    tap,
)
from tests.browser.standing import note
from tests.browser.test_persons_in_browser import at_one_table, enter, ron, scores

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_an_east_round_alone_ends_with_its_result_and_one_more_is_the_same_game_on_both_phones(
    phones: tuple[Page, Page], network: str
) -> None:
    one, other = at_one_table(phones, network, east_only=True)
    scoring = other.context.new_page()  # the same phone's second window, with a hand on the desk
    scoring.goto(f"{network}/?lang=en")
    settled(scoring)
    lay_out(scoring, "234567m44p678s67p +8p")
    for winner in ("south", "west", "north", "south"):
        if winner == "south" and one.locator(".yl-worth", has_text="East 4").count():
            _needs(one)
        tap(one, "event-tsumo")
        tap(one, f"winner-{winner}")
        tap(one, f"han-{winner}-3")
        book(one)
    for page in (one, other):
        page.get_by_text("The game is over").wait_for()
    settled(one)
    _its_result(one)
    tap(one, "one-more")
    one.locator(".yl-card .yl-worth", has_text="East 1").wait_for()
    assert one.locator(".yl-card .sum").all_inner_texts() == ["30,000"] * 4
    scoring.get_by_text("The game is over, and the table has gone on to the next one.").wait_for()
    go(scoring, 2)
    scoring.locator(".yl-card .yl-worth", has_text="East 1").wait_for()
    assert button(scoring, "enter").count() == 1
    scoring.close()

    other.get_by_text("The next game of this table has begun.").wait_for()
    settled(other)
    assert "To the next game" in button(other, "one-more").inner_text()
    assert grave(other) == [], "the next game has begun"
    tap(other, "one-more")
    other.locator(".yl-card .yl-worth", has_text="East 1").wait_for()
    settled(other)
    ron(other, "south", "west")
    enter(other, "East 2")
    one.locator(".yl-card .yl-worth", has_text="East 2").wait_for()
    assert scores(one) == scores(other), "they play the same game"
    tap(other, "undo")
    one.locator(".st-key-told", has_text="another phone has taken it back").wait_for()  # over the page
    _its_statistics(one)
    assert failures(one) == failures(other) == 0


def _its_result(page: Page) -> None:
    assert button(page, "enter").count() == 0
    first = page.locator(".yl-place").first.inner_text()
    assert first.startswith("1.")
    assert "Uma\N{NO-BREAK SPACE}+15,000" in first
    assert page.locator(".yl-place").count() == len(PLAYERS)
    whole = "card => card.getBoundingClientRect().width === card.closest('.st-key-over').clientWidth"
    assert page.locator(".st-key-over .yl-card").evaluate(whole)
    page.locator(".yl-device-share").wait_for()
    _signed(page)
    assert grave(page) == []
    assert overflow(page) == 0


def _its_statistics(page: Page) -> None:
    settled(page)
    note(page)  # the other phone took the hand back; no tap here moved anything
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


def test_the_dealer_stops_a_game_that_goes_on_all_the_same_into_its_extension(
    phones: tuple[Page, Page], network: str
) -> None:
    page, _ = phones
    page.goto(f"{network}/?lang=en")
    button(page, "play-by").wait_for()
    settled(page)
    open_up(page, page.get_by_text("Other rules"))
    tap(page, "play-by-wdmc-2019")
    sit_down(page, east_only=True)
    for _ in range(3):
        _nobody_waits(page)
    assert button(page, "stop-game").count() == 0
    tap(page, "event-tsumo")
    tap(page, "winner-east")
    tap(page, "han-east-3")
    book(page)
    tap(page, "stop-game")
    page.get_by_text("The game is over").wait_for()
    settled(page)
    assert "Di" in page.locator(".yl-place").first.inner_text()
    tap(page, "play-on")
    _nobody_waits(page)
    page.locator(".yl-card .yl-worth", has_text="South 1").wait_for()
    assert button(page, "enter").count() == 1, "a draw ends no game by these rules (WDMC 3.7.2)"
    tap(page, "event-tsumo")
    tap(page, "winner-south")
    tap(page, "han-south-1")
    book(page)
    page.get_by_text("The game is over").wait_for()
    assert failures(page) == 0


def _nobody_waits(page: Page) -> None:
    tap(page, "event-exhaustive_draw")
    tap(page, "nobody")
    book(page)


def _needs(page: Page) -> None:
    """In the last hand the all-last sheet lies open, for one player after another."""
    sheet = page.locator('[data-testid="stExpander"]', has_text="What does each player need?")
    tap(page, "needs-Bo")
    assert "1st place" in sheet.inner_text()
    assert "no better place is left" in sheet.inner_text()
    tap(page, "needs-Ann")
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
    tap(page, "winner-south")
    tap(page, "han-south-3")
    book(page)
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
