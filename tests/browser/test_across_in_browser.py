"""A phone held across: no page is broader than it, and what stays in place covers a third of it at most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import pytest

from tests.browser.axe import grave
from tests.browser.conftest import SIZES
from tests.browser.finger import (
    book,
    button,
    failures,
    go,
    overflow,
    photograph,
    settled,
    sit_down,
    tap,
    within,
    won,
)
from tests.browser.standing import note

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator, Page

THIRD = 390 / 3
LINE = 20

_COVERED = """() => [...document.querySelectorAll('.stApp *')].filter(each => {
  const { position, visibility } = getComputedStyle(each);
  return ['fixed', 'sticky'].includes(position) && visibility !== 'hidden';
}).map(each => [each, each.getBoundingClientRect()])
  .filter(([, box]) => box.width > innerWidth / 2 && box.bottom > 0 && box.top < innerHeight)
  .map(([each, { top, bottom }]) => [each.className, Math.min(bottom, innerHeight) - Math.max(top, 0)])"""
"""What stays in its place over more than half of the width, and how high it is."""

_SEEN = """each => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [[x + 8, y + height / 2], [x + width - 8, y + height / 2], [x + width / 2, y + 8]]
    .every(([at, down]) => each.contains(document.elementFromPoint(at, down)));
}"""


@pytest.fixture
def across(visit: Callable[[str, str], Page]) -> Page:
    page = visit("across", "en")
    settled(page)
    return page


def holds(page: Page, action: Locator) -> None:
    """The page is no broader than the phone, little of it is covered, and its first action can be tapped."""
    assert overflow(page) == 0
    assert [told for told in page.evaluate(_COVERED) if told[1] > THIRD] == []
    action.scroll_into_view_if_needed()
    assert action.evaluate(_SEEN), "in view, with nothing over it"
    assert overflow(page) == 0
    assert failures(page) == 0
    assert grave(page) == []
    note(page)


def test_the_start_and_the_table_from_the_names_of_a_game_to_an_entered_hand(across: Page) -> None:
    holds(across, across.get_by_role("button", name="Take a photo"))
    holds(across, across.locator('[class*="st-key-sample-box"] .stButton button').first)
    go(across, 2)
    holds(across, across.locator('[data-testid="stFormSubmitButton"] button').first)
    across.locator(".st-key-name-east input").scroll_into_view_if_needed()
    note(across)  # and moves what lies below it
    sit_down(across)
    holds(across, button(across, "event-ron"))
    tap(across, "event-ron")
    tap(across, "winner-south")
    tap(across, "discarder-west")
    holds(across, button(across, "han-south-5"))
    tap(across, "han-south-5")
    holds(across, button(across, "enter"))
    book(across)
    across.locator(".yl-card .yl-worth", has_text="East 2").wait_for()
    settled(across)
    holds(across, button(across, "undo"))


def test_a_phone_that_is_turned_and_turned_back_shows_the_photo_as_large_as_before(
    visit: Callable[[str, str], Page], samples: Path, model: str, tmp_path: Path
) -> None:
    assert model
    column = cv2.rotate(cv2.imread(str(samples / "seven-pairs.jpg")), cv2.ROTATE_90_CLOCKWISE)
    cv2.imwrite(str(tmp_path / "column.png"), column)
    page = visit("phone", "en")
    photograph(page, tmp_path / "column.png")  # as high as the hand below leaves room for
    stage = page.locator(".yd-stage")
    upright = stage.bounding_box()
    within(page, SIZES["across"])
    rows = page.locator(".st-key-nav > *").evaluate_all("all => all.map(each => each.offsetTop)")
    assert max(rows) - min(rows) < LINE, "the pages' names stand in one row beside the dock"
    within(page, SIZES["phone"])
    page.wait_for_function(
        "was => Math.abs(document.querySelector('.yd-stage').offsetHeight - was) <= 4",
        arg=upright and upright["height"],
    )


def test_compare_and_history(across: Page, samples: Path, model: str) -> None:
    assert model
    photograph(across, samples / "open.jpg")
    won(across, "Ron", "South", "West", "No dora")
    go(across, 1)
    holds(across, button(across, "make-card"))
    tap(across, "claim-begin")
    holds(across, button(across, "ruled-b"))
    go(across, 3)
    holds(across, button(across, "open"))
