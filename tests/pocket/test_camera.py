"""The viewfinder in the pocket: it waits with a reason, takes a sure hand, and looks again at a doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.chromium import installed
from tests.filmed import LISTEN, camera, covered, glaring, sample
from tests.pocket.conftest import opened
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Playwright

    from tests.filmed import Pixels


@pytest.fixture
def filming(driver: Playwright, tmp_path: Path) -> Iterator[Callable[..., Browser]]:
    """Start browsers whose camera films pictures."""
    started: list[Browser] = []

    def start(*pictures: tuple[Pixels, int]) -> Browser:
        flags = [*camera(tmp_path / "film.mjpeg", *pictures)]
        started.append(driver.chromium.launch(executable_path=installed(), args=flags))
        return started[-1]

    yield start
    for browser in started:
        browser.close()


def test_the_camera_is_closed_by_the_person_or_waits_for_a_sure_hand_and_takes_it(
    filming: Callable[..., Browser], plain: str, root: Path
) -> None:
    still = sample(root)
    page = opened(filming((glaring(still), 90), (still, 1200)), plain)
    page.locator("#finder").tap()
    page.get_by_role("button", name=i18n.text("en", "finder.close")).tap()
    assert page.locator(".yl-finder").count() == 0
    page.locator("#finder").tap()
    page.locator(".yl-finder").wait_for()
    page.keyboard.press("Escape")
    page.locator(".yl-finder").wait_for(state="detached")
    assert page.locator("#finder").is_visible()
    assert page.locator("body[data-read]").count() == 0, "nothing was taken"
    page.evaluate(LISTEN)
    page.locator("#finder").tap()
    page.wait_for_selector("body[data-read]", state="attached")
    assert page.locator(".yl-finder").count() == 0
    counted = i18n.text("en", "finder.in_view").replace("{n}", "14")
    heard = page.evaluate("window.heard")
    assert f"{counted} {i18n.text('en', 'finder.good')}" in heard, heard
    told = page.evaluate("window.yakulens.reading.reading")
    assert len(told["concealed"]) + (told["win"] is not None) == 14


def test_another_look_fills_in_what_a_finger_hid(
    filming: Callable[..., Browser], plain: str, root: Path
) -> None:
    still = sample(root)
    page = opened(filming((covered(still), 450), (still, 3000)), plain)
    page.locator("#finder").tap()
    page.locator(".yl-finder").wait_for()
    page.wait_for_function("() => document.querySelector('.yl-finder video').videoWidth > 0")
    page.locator(".yl-finder-shutter").tap()
    again = page.get_by_role("button", name=i18n.text("en", "finder.again"))
    again.tap()
    page.locator(".yl-finder").wait_for(state="attached")
    page.locator(".yl-finder").wait_for(state="detached")
    page.wait_for_function("() => document.querySelectorAll('#desk svg polygon').length >= 14")
    page.wait_for_function("() => !document.querySelector('.yd').dataset.looking")
    assert again.count() == 0
