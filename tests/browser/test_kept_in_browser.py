"""Nothing is lost: the hand lives under its address, and comes back with every correction and fact."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

from tests.browser.finger import (
    correct,
    desk_drawn,
    go,
    hand_shown,
    keyed,
    lay_out,
    press,
    settled,
    tap,
    won,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

HAND = "234m456p7s +7s [777z] (1111z)"
CALM_MS = 250
NOT_HERE = 404


def opened(context: BrowserContext, url: str) -> Page:
    """A new tab at this address, drawn."""
    page = context.new_page()
    page.goto(url)
    page.locator('[data-testid="stApp"]').wait_for()
    page.locator(".st-key-nav").wait_for()
    settled(page)
    return page


def with_hand(page: Page) -> dict[str, list[str]]:
    """What is shown of the hand, once it is drawn and stays as it is."""
    page.locator(".yd-dock").wait_for()
    before = hand_shown(page)
    while True:
        settled(page)
        page.wait_for_timeout(CALM_MS)
        now = hand_shown(page)
        if now == before and now["tiles"]:
            return now
        before = now


def correct_first_tile(page: Page) -> None:
    """Take the first tile for another face."""
    correct(page, "tile-0", "9m")


STEPS: tuple[Callable[[Page], None], ...] = (
    lambda page: won(page, "Ron"),
    lambda page: won(page, "South"),
    correct_first_tile,
    lambda page: press(page, keyed(page, "undo")),
    lambda page: won(page, "East round"),
    lambda page: won(page, "West"),
)


def test_reload_closed_tab_and_killed_server_bring_the_hand_back_after_steps_of_each_kind(
    phone: BrowserContext, serve: Callable[..., Any]
) -> None:
    server = serve()
    page = opened(phone, server.url)
    lay_out(page, HAND)
    facts, correction, undone, more_facts = STEPS[:2], STEPS[2:3], STEPS[3:4], STEPS[4:]
    for number, steps in enumerate((facts, correction, undone, more_facts)):
        for step in steps:
            step(page)
        was, where = with_hand(page), page.url
        server.end(signal.SIGKILL)
        server = serve(port=server.port)
        if number % 2:
            page.reload()
        else:
            page.close()
            page = opened(phone, where)
        assert with_hand(page) == was, "after the server was killed"
        assert page.url == where
    page.reload()
    assert with_hand(page) == was, "after a reload"
    page.close()
    page = opened(phone, where)
    assert with_hand(page) == was, "in a new tab"


def test_back_takes_steps_back_and_forward_brings_them_again(phone: BrowserContext, address: str) -> None:
    page = opened(phone, f"{address}/?lang=en")
    lay_out(page, HAND)
    seen = [with_hand(page)]
    for step in STEPS:
        step(page)
        seen.append(with_hand(page))
    for was in reversed(seen[:-1]):
        page.go_back()
        page.wait_for_timeout(400)
        assert with_hand(page) == was
    page.go_back()
    page.locator(".st-key-resume").wait_for()
    for then in seen:
        page.go_forward()
        page.wait_for_timeout(400)
        assert with_hand(page) == then
    _what_is_said_after_back_takes_the_place_of_what_was_taken_back(page)


def _what_is_said_after_back_takes_the_place_of_what_was_taken_back(page: Page) -> None:
    page.go_back()
    page.wait_for_timeout(400)
    with_hand(page)
    won(page, "North")
    was = with_hand(page)
    assert any("North" in fact for fact in was["facts"])
    page.reload()
    assert with_hand(page) == was
    assert not any("West" in fact for fact in was["facts"])


def test_back_from_another_page_finds_the_hand_as_it_was_and_so_does_who_comes_back_but_no_other_browser(
    phone: BrowserContext, address: str, visit: Callable[[str, str], Page]
) -> None:
    page = opened(phone, f"{address}/?lang=en")
    lay_out(page, HAND)
    won(page, "Ron")
    was = with_hand(page)
    go(page, 2)
    page.locator(".st-key-names, form, [data-testid='stForm']").first.wait_for()
    page.go_back()
    page.wait_for_timeout(400)
    assert with_hand(page) == was
    go(page, 2)
    go(page, 0)
    assert with_hand(page) == was
    stranger = visit("desk", "en")
    stranger.goto(page.url)
    stranger.get_by_text("This hand is not here").wait_for()
    assert stranger.locator(".yd").count() == 0
    page.close()
    page = opened(phone, f"{address}/?lang=en")
    tap(page, "resume")
    assert with_hand(page) == was


def test_a_corrected_photo_comes_back_and_is_fetched_by_no_other_browser_that_knows_its_address(
    phone: BrowserContext, address: str, samples: Path, model: str, visit: Callable[[str, str], Page]
) -> None:
    assert model
    page = opened(phone, f"{address}/?lang=en")
    page.set_input_files("input[type=file]", samples / "open.jpg")
    desk_drawn(page)
    won(page, "Ron")
    correct_first_tile(page)
    was = with_hand(page)
    page.reload()
    assert with_hand(page) == was
    assert page.locator(".yd-stage img").evaluate("image => image.naturalWidth") > 0
    photo = page.locator(".yd-stage img").evaluate("image => image.src")
    assert page.request.get(photo).body()[:2] == b"\xff\xd8"
    stranger = visit("desk", "en")
    answer = stranger.goto(photo)
    assert answer is not None
    assert answer.status == NOT_HERE
    stranger.context.clear_cookies()
    assert stranger.request.get(photo).status == NOT_HERE, "a browser without a name"
    assert stranger.request.head(photo).status == NOT_HERE
    assert page.request.get(photo).ok, "still there for whose it is"
