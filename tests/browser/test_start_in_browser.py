"""The way in: a sample opens at a tap on its picture, and what is asked once leaves room for the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.axe import grave
from tests.browser.finger import desk_drawn, hand_shown, overflow, settled
from tests.browser.thumb import Thumb

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_sample_opens_at_a_tap_on_its_picture(page: Page, model: str) -> None:
    assert model
    settled(page)
    assert grave(page) == []
    field = page.locator('[data-testid="stFileUploaderDropzoneInstructions"] span').first
    told = field.evaluate("each => getComputedStyle(each, '::after').content")
    assert "megapixels" in told, "how large a photo may be is said beforehand"
    pictures = page.locator('[class*="st-key-sample-box"] img')
    assert pictures.evaluate_all("all => all.map(each => each.alt)") == [
        "A real photo",
        "Called sets",
        "A closed kan",
    ]
    box = pictures.nth(1).bounding_box()
    assert box is not None
    Thumb(page).tap_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    desk_drawn(page)
    assert len(hand_shown(page)["melds"]) == 9
    assert overflow(page) == 0
