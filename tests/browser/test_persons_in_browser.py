"""What was said of a hand stays with the persons it was said of, whatever the game and other phones do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.axe import grave
from tests.browser.finger import (
    PLAYERS,
    at_rest,
    book,
    button,
    chosen,
    click,
    desk_drawn,
    failures,
    go,
    lay_out,
    open_up,
    overflow,
    settled,
    sit_down,
    tap,
    won,
)
from tests.browser.standing import put_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page


ENTERED = [
    "discarded by Ann",
    "East Bo 0",
    "South Cy +2,000",
    "West Di 0",
    "North Ann \N{MINUS SIGN}2,000",
]
"""What a picture says of East 2, that Cy won off Ann."""


def ron(page: Page, winner: str, discarder: str, han: int = 2) -> None:
    """Say who won off whom, by winds as the page shows them."""
    tap(page, "event-ron")
    tap(page, f"winner-{winner}")
    tap(page, f"discarder-{discarder}")
    tap(page, f"han-{winner}-{han}")


def scores(page: Page) -> dict[str, str]:
    card = page.locator(".yl-card .yl-pay").first
    names, points = (card.locator(each).all_inner_texts() for each in (".yl-name", ".sum"))
    return dict(zip(names, points, strict=True))


def enter(page: Page, turn: str) -> None:
    book(page)
    page.locator(".yl-card .yl-worth", has_text=turn).wait_for()
    settled(page)


def test_an_entered_hand_and_its_pictures_are_still_of_those_who_played_it(
    visit: Callable[[str, str], Page],
) -> None:
    page = visit("phone", "en")
    sit_down(page)
    ron(page, "south", "west")
    enter(page, "East 2")
    go(page, 0)
    lay_out(page, "234567m44p678s67p +8p")
    won(page, "Ron", "Cy", "Ann", "No riichi", "No dora")
    assert "East 2" in page.locator(".yd-options button", has_text="To the table").inner_text()
    click(page, page.locator(".yd-options button", has_text="To the table"))
    page.locator(chosen("winner-south")).wait_for()
    enter(page, "East 3")  # Cy deals now, and what was South of East 2 is East
    paid = scores(page)
    assert (paid["Cy"], paid["Ann"]) == ("30,000", "28,000")

    go(page, 1)
    tap(page, "make-card")
    card = page.locator('[data-testid="stImage"] img').last
    card.wait_for()
    assert told(card) == ENTERED
    page.go_back()
    button(page, "undo").wait_for()
    settled(page)
    page.go_back()
    desk_drawn(page)
    at_rest(page)
    assert "Cy" in page.locator(".yl-seat.wins").inner_text()
    dock = page.locator(".yd-dock").inner_text()
    assert "Ann 2,000" in dock
    assert "Cy won" in dock
    assert "from Ann" in dock
    assert "To the table" not in dock, "it is entered"
    page.get_by_text("A hand of the table: East 2").wait_for()
    assert overflow(page) == 0
    open_up(page, page.locator(".yd-options button", has_text="Share"))
    shown = page.locator(".yd-share img")
    shown.wait_for()
    assert told(shown) == ENTERED
    page.evaluate("() => { navigator.share = async what => { window.handed = what.text; }; }")
    put_down(page, page.locator('.yd-share [data-key="share-words"]'))
    assert page.evaluate("window.handed").endswith("\nPaid by: Ann 2,000")
    assert failures(page) == 0


def told(picture: Locator) -> list[str]:
    """Of whom a picture speaks, as it is told to who does not see it."""
    said = str(picture.get_attribute("alt")).split(" · ")
    return [part for part in said if any(name in part for name in PLAYERS.values())]


def at_one_table(phones: tuple[Page, Page], network: str, *, east_only: bool = False) -> tuple[Page, Page]:
    """The first phone sits down at a table, the other joins it by its code."""
    one, other = phones
    one.goto(f"{network}/?lang=en")
    settled(one)
    sit_down(one, east_only=east_only)
    open_up(one, one.get_by_text("Others at the table"))
    code = one.locator(".yl-code").inner_text()
    other.goto(f"{network}/table?lang=en&join={code.replace(' ', '')}")
    button(other, "enter").wait_for()
    settled(other)
    return one, other


def test_what_one_phone_drafts_while_another_enters_is_booked_of_nobody_else(
    phones: tuple[Page, Page], network: str
) -> None:
    one, other = at_one_table(phones, network)

    ron(one, "south", "west")
    ron(other, "north", "east", 3)
    enter(other, "East 2")
    # The other phone has heard of it without a tap.
    panel = one.locator(".st-key-panel-moved")
    panel.wait_for()
    box = panel.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 844, "in sight"
    said = panel.inner_text()
    assert "Bo won" in said
    assert "from Cy" in said
    assert "Di won · from Ann" in said, "what was entered there"
    assert button(one, "enter").count() == 0, "nothing can be entered that was not seen"
    assert grave(one) == [], "a game that has gone on"
    before = scores(other)
    tap(one, "carry-ending")
    # Bo deals now, and Cy sits south of him.
    assert "Bo" in one.locator(chosen("winner-east")).inner_text()
    assert "Cy" in one.locator(chosen("discarder-south")).inner_text()
    enter(one, "East 2")
    after = scores(one)
    moved = {name for name in PLAYERS.values() if before[name] != after[name]}
    assert moved == {"Bo", "Cy"}


def test_the_dock_says_that_the_game_has_gone_on_and_carries_the_facts_over_by_name(
    phones: tuple[Page, Page], network: str
) -> None:
    one, other = at_one_table(phones, network)

    go(one, 0)
    lay_out(one, "234567m44p678s67p +8p")
    won(one, "Ron", "Bo", "Cy")
    ron(other, "north", "east", 3)
    enter(other, "East 2")
    dock = one.locator(".yd-dock")
    dock.get_by_text("The game is now at East 2. This hand was entered for East 1.").wait_for()
    assert "Bo won, from Cy" in dock.inner_text()
    won(one, "Carry over to East 2")
    assert "Bo won" in dock.inner_text()
    won(one, "No riichi", "No dora")
    # Bo deals: a dealer is paid half as much again.
    assert "Cy 2,900" in dock.inner_text()
    click(one, one.locator(".yd-options button", has_text="To the table"))
    one.locator(chosen("winner-east")).wait_for()
    assert "Bo" in one.locator(chosen("winner-east")).inner_text()
