"""A draw from a photo in the browser, without a network: taps are heard meanwhile, and a reload keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.browser.finger import overflow
from tests.pocket.conftest import opened
from tests.pocket.test_table import begin, enter, key, scores
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

FOLD = "#table [data-fold=draw-photo]"


@pytest.fixture(scope="module")
def felt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo of an empty table."""
    photo = tmp_path_factory.mktemp("felt") / "felt.jpg"
    cv2.imwrite(str(photo), np.full((600, 800, 3), (70, 90, 60), np.uint8))
    return photo


def photograph(page: Page, photo: Path, way: str = "camera") -> None:
    with page.expect_file_chooser() as chooser:
        key(page, f"photograph-{way}")
    chooser.value.set_files(photo)


def test_a_draw_from_one_photo_is_booked_without_a_network(
    browser: Browser, plain: str, two_hands: Path, felt: Path
) -> None:
    page = opened(browser, plain)
    page.wait_for_selector("body[data-offline=ready]", state="attached")
    page.context.set_offline(offline=True)
    begin(page)
    key(page, "event-exhaustive_draw")
    page.locator(f"{FOLD} summary").tap()
    photograph(page, felt, "library")
    page.locator(FOLD).get_by_text(i18n.text("en", "table.draw_none")).wait_for()
    photograph(page, two_hands)
    key(page, "toggle-west-riichi")  # heard while the photo is read
    page.locator('#table [data-key="toggle-west-riichi"][aria-pressed=true]').wait_for()
    key(page, "draw_taker-south")
    page.locator("#table").get_by_text("It looks tenpai").nth(1).wait_for()
    assert overflow(page) == 0
    assert page.locator(".yt-enter[disabled]").count() == 1
    key(page, "draw_hand-south-tenpai")
    pressed = page.locator('#table [data-key="draw_hand-south-tenpai"][aria-pressed=true]')
    pressed.wait_for()
    page.reload()
    pressed.wait_for()
    key(page, "draw_hand-east-tenpai")
    enter(page)
    assert scores(page) == ["31,000", "31,000", "30,000", "27,000"]
    page.context.close()
