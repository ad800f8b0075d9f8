"""README's pictures, taken from the running page by `make pictures`; no test compares them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.browser.finger import open_up, photograph, settled, sit_down, tap, won
from tests.browser.standing import note

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from playwright.sync_api import Browser, Page

PHOTO = "open.jpg"
WON_BY_TRIPLETS = ("6 of characters", "Ron", "West", "North", "No riichi", "No dora")
WON = ("Ron", "South", "West", "No dora")


def test_the_page_at_a_desk(browser: Browser, serve: Callable[[], Any], samples: Path, root: Path) -> None:
    page = _opened(browser, serve, (1280, 900))
    photograph(page, samples.parent / "photos" / "triplets.jpg")
    won(page, *WON_BY_TRIPLETS)
    page.wait_for_timeout(500)
    page.screenshot(path=root / "docs" / "page.png")
    page.close()


def test_score_and_table_on_a_phone(
    browser: Browser, serve: Callable[[], Any], samples: Path, root: Path, tmp_path: Path
) -> None:
    page = _opened(browser, serve, (390, 844))
    photograph(page, samples / PHOTO)
    won(page, *WON)
    note(page)  # the dock has made room, now that nothing is asked
    open_up(page, page.locator('.yd-say [data-key="score"]'))
    page.wait_for_timeout(800)
    page.screenshot(path=tmp_path / "score.png")
    page.locator(".st-key-nav").scroll_into_view_if_needed()
    note(page)  # scrolled to, not moved by a tap
    sit_down(page)
    tap(page, "event-ron")
    page.evaluate("document.querySelector('.yl-card').scrollIntoView()")
    page.wait_for_timeout(500)
    page.screenshot(path=tmp_path / "table.png")
    page.close()
    shots = [cv2.imread(str(tmp_path / f"{name}.png")) for name in ("score", "table")]
    between = np.full((shots[0].shape[0], 24, 3), 255, np.uint8)
    cv2.imwrite(str(root / "docs" / "phone.png"), np.hstack([shots[0], between, shots[1]]))


def _opened(browser: Browser, serve: Callable[[], Any], size: tuple[int, int]) -> Page:
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height}, locale="en-GB")
    page.set_default_timeout(60_000)
    page.goto(serve().url)
    page.locator('[data-testid="stFileUploader"]').wait_for()
    settled(page)
    return page
