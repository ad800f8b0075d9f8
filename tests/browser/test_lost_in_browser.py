"""A connection that is lost is told in our own words, with what is safe, and the page goes on by itself."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

from tests.browser.finger import hand_shown, lay_out, photograph, settled, won
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

_TOLD = "getComputedStyle(document.querySelector('.stApp'), '::after').content"


def test_a_server_that_does_not_answer_and_a_phone_out_of_reach_are_told_though_the_connection_looks_open(
    phone: BrowserContext, serve: Callable[..., Any]
) -> None:
    server = serve()
    page = phone.new_page()
    page.goto(f"{server.url}/table?lang=en")
    page.locator(".st-key-nav").wait_for()
    settled(page)
    assert page.evaluate(_TOLD) == "none"
    for leave, come_back in (
        (lambda: phone.set_offline(True), lambda: phone.set_offline(False)),
        (
            lambda: server.process.send_signal(signal.SIGSTOP),
            lambda: server.process.send_signal(signal.SIGCONT),
        ),
    ):
        leave()
        page.wait_for_function(f"() => {_TOLD}.includes('No connection')")
        come_back()
        page.wait_for_function(f"() => {_TOLD} === 'none'")
    settled(page)


def test_a_photo_that_does_not_arrive_is_told_in_the_pages_words_with_the_way_to_choose_it_again(
    visit: Callable[[str, str], Page], samples: Path
) -> None:
    page = visit("phone", "ja")
    settled(page)
    page.route("**/upload_file/**", lambda route: route.abort())
    page.set_input_files("input[type=file]", samples / "open.jpg")
    told = page.locator('[data-testid="stFileChip"] > [role="alert"]')
    told.wait_for(state="attached")
    words = told.evaluate("each => getComputedStyle(each, '::after').content")
    assert words.strip('"') == i18n.text("ja", "start.not_arrived")
    page.get_by_role("button", name=i18n.text("ja", "start.choose"), exact=True).wait_for()
    page.unroute("**/upload_file/**")
    photograph(page, samples / "riichi.jpg")


def test_a_lost_connection_is_told_and_the_hand_comes_back(
    phone: BrowserContext, serve: Callable[..., Any]
) -> None:
    server = serve()
    page = phone.new_page()
    page.goto(f"{server.url}/?lang=en")
    page.locator('[data-testid="stFileUploader"]').wait_for()
    settled(page)
    lay_out(page, "234m456p7s +7s [777z] (1111z)")
    won(page, "Ron")
    was = hand_shown(page)
    assert page.evaluate(_TOLD) == "none"
    server.end(signal.SIGKILL)
    page.wait_for_function(f"() => {_TOLD}.includes('Your answers are kept')")
    page.wait_for_timeout(1500)
    assert page.locator('[data-testid="stDialog"]:visible').count() == 0, "not in anybody else's words"
    assert hand_shown(page) == was
    serve(port=server.port)
    page.wait_for_function(f"() => {_TOLD} === 'none'")
    settled(page)
    assert hand_shown(page) == was
