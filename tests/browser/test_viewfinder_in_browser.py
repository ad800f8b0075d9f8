"""The viewfinder on the page: it says why it waits, takes a sure hand, and looks again at a doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import SIZES
from tests.browser.finger import desk_drawn, failures, hand_shown, settled
from tests.filmed import LISTEN, camera, covered, glaring, sample
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Playwright

    from tests.filmed import Pixels

PATIENCE_MS = 120_000


@pytest.fixture
def filming(driver: Playwright, chromium: str, address: str, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Open the page on a phone or a desk whose camera films pictures."""
    started: list[Browser] = []

    def start(size: str, *pictures: tuple[Pixels, int]) -> Page:
        flags = [*camera(tmp_path / "film.mjpeg", *pictures)]
        started.append(driver.chromium.launch(executable_path=chromium, args=flags))
        width, height = SIZES[size]
        phone = size != "desk"
        page = started[-1].new_page(
            viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone, locale="en-GB"
        )
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{address}/?lang=en")
        page.locator(".yl-device-camera.has-camera").wait_for()
        settled(page)
        return page

    yield start
    for browser in started:
        browser.close()


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_viewfinder_waits_while_a_lamp_glares_and_takes_the_hand_after(
    filming: Callable[..., Page], root: Path, size: str
) -> None:
    still = sample(root)
    page = filming(size, (glaring(still), 150), (still, 1200))
    page.evaluate(LISTEN)
    page.locator(".yl-device-camera").click()
    page.locator(".yl-finder").wait_for()
    page.locator(".yl-finder").wait_for(state="detached")
    heard = page.evaluate("window.heard")
    counted = i18n.text("en", "finder.in_view").replace("{n}", "14")
    assert any(said.endswith(i18n.text("en", "finder.glare")) for said in heard), heard
    assert f"{counted} {i18n.text('en', 'finder.good')}" in heard, heard
    desk_drawn(page)
    assert len(hand_shown(page)["tiles"]) == 14
    assert failures(page) == 0


def test_another_look_beside_a_doubt_fills_in_what_a_finger_hid(
    filming: Callable[..., Page], root: Path
) -> None:
    still = sample(root)
    page = filming("phone", (covered(still), 450), (still, 3000))
    page.locator(".yl-device-camera").tap()
    page.locator(".yl-finder").wait_for()
    page.wait_for_function("() => document.querySelector('.yl-finder video').videoWidth > 0")
    page.locator(".yl-finder-shutter").tap()
    again = page.get_by_role("button", name=i18n.text("en", "finder.again"))
    again.tap()
    page.locator(".yl-finder").wait_for()
    page.locator(".yl-finder").wait_for(state="detached")
    page.wait_for_function("() => document.querySelectorAll('.yd-rows [data-key^=\"tile-\"]').length === 14")
    assert again.count() == 0
    assert failures(page) == 0


def test_without_a_camera_the_page_for_a_desk_offers_files_alone(visit: Callable[[str, str], Page]) -> None:
    page = visit("desk", "en")
    settled(page)
    assert not page.locator(".yl-device-camera").is_visible()
