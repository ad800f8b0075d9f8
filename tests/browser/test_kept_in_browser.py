"""Nothing is lost: the hand lives under its address, and comes back with every correction and fact."""

from __future__ import annotations

import signal
import time
from typing import TYPE_CHECKING, Any

from tests.browser.conftest import PATIENCE
from tests.browser.finger import correct, desk_drawn, go, hand_shown, keyed, lay_out, press, settled, tap, won

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

HAND = "234m456p7s +7s [777z] (1111z)"
CALM_MS = 250
LOOK_MS = 50
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


def becomes(page: Page, was: dict[str, list[str]]) -> None:
    """Wait until the hand is shown so, and hold it to stay so."""
    end = time.monotonic() + PATIENCE
    while hand_shown(page) != was and time.monotonic() < end:
        page.wait_for_timeout(LOOK_MS)
    assert with_hand(page) == was


def correct_first_tile(page: Page) -> None:
    """Take the first tile for another face."""
    correct(page, "tile-0", "9m")


FACTS_AND_CORRECTION: tuple[Callable[[Page], None], ...] = (
    lambda page: won(page, "Ron"),
    lambda page: won(page, "South"),
    correct_first_tile,
)
UNDONE_AND_FACTS: tuple[Callable[[Page], None], ...] = (
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
    for step in FACTS_AND_CORRECTION:
        step(page)
    was, where = with_hand(page), page.url
    server.end(signal.SIGKILL)
    server = serve(port=server.port)
    page.close()
    page = opened(phone, where)
    assert with_hand(page) == was, "in a new tab, after the server was killed"
    assert page.url == where
    for step in UNDONE_AND_FACTS:
        step(page)
    was, where = with_hand(page), page.url
    server.end(signal.SIGKILL)
    serve(port=server.port)
    page.reload()
    assert with_hand(page) == was, "after a reload, after the server was killed"
    assert page.url == where


def test_back_takes_steps_back_and_forward_brings_them_again(phone: BrowserContext, address: str) -> None:
    page = opened(phone, f"{address}/?lang=en")
    lay_out(page, HAND)
    seen = [with_hand(page)]
    for step in (*FACTS_AND_CORRECTION, *UNDONE_AND_FACTS):
        step(page)
        seen.append(with_hand(page))
    for was in reversed(seen[:-1]):
        page.go_back()
        becomes(page, was)
    page.go_back()
    page.locator(".st-key-resume").wait_for()
    for then in seen:
        page.go_forward()
        becomes(page, then)
    page.go_back()
    becomes(page, seen[-2])
    _what_is_said_after_back_takes_the_place_of_what_was_taken_back(page)


def _what_is_said_after_back_takes_the_place_of_what_was_taken_back(page: Page) -> None:
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
    becomes(page, was)
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
    with page.expect_request("**/media/*.jpg") as fetched:
        page.reload()
    assert with_hand(page) == was
    page.locator(".yd-stage canvas[data-shows]").wait_for(state="attached")
    photo = fetched.value.url
    assert page.request.get(photo).body()[:2] == b"\xff\xd8"
    stranger = visit("desk", "en")
    answer = stranger.goto(photo)
    assert answer is not None
    assert answer.status == NOT_HERE
    stranger.context.clear_cookies()
    assert stranger.request.get(photo).status == NOT_HERE, "a browser without a name"
    assert stranger.request.head(photo).status == NOT_HERE
    assert page.request.get(photo).ok, "still there for whose it is"
