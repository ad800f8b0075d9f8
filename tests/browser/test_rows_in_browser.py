"""A tile outside the hand stands for its row: this row is the hand, this set was called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

from tests.browser.axe import grave
from tests.browser.finger import (
    answer,
    click,
    go,
    hand_shown,
    keyed,
    open_up,
    part,
    photo_shown,
    photograph,
    press,
    settled,
    tap,
)
from tests.browser.standing import note

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page


# The names on the photo whose middle lies on another tile than their own.
_ASTRAY = """() => [...document.querySelectorAll('.yd-stage [data-name]')].filter(name => {
  const box = name.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return [...document.querySelectorAll('.yd-stage polygon[data-uid]')].some(tile => {
    const { left, top, right, bottom } = tile.getBoundingClientRect();
    return tile.dataset.uid !== name.dataset.name && left < x && x < right && top < y && y < bottom;
  });
}).map(name => name.textContent)"""


def set_aside(page: Page, key: str) -> None:
    """Say in a tile's sheet that it is not of the hand."""
    open_up(page, keyed(page, key).first)
    press(page, keyed(page, "is-others"))


def keys(page: Page, place: str) -> list[str]:
    return page.locator(f'{place} [data-key^="tile-"]').evaluate_all(
        "all => all.map(each => each.dataset.key)"
    )


def draw_about(page: Page, about: list[str]) -> None:
    """Draw a box about tiles on the photo, by their keys."""
    boxes = [page.locator(f'.yd-stage polygon[data-uid="{key[5:]}"]').bounding_box() for key in about]
    left, top = (min(box[side] for box in boxes if box) - 3 for side in ("x", "y"))
    right, bottom = (
        max(box[a] + box[b] for box in boxes if box) + 3 for a, b in (("x", "width"), ("y", "height"))
    )
    note(page)
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(right, bottom, steps=4)
    page.mouse.up()


def test_a_row_beside_what_was_taken_is_the_hand_by_a_tap_or_by_drawing_about_it(
    visit: Callable[[str, str], Page], samples: Path, model: str
) -> None:
    assert model
    page = visit("desk", "en")
    photograph(page, samples / "seven-pairs.jpg")
    whole = keys(page, ".yd-rows > .yd-row")
    aside = whole[-2:-4:-1]
    for key in aside:
        set_aside(page, key)
    assert len(hand_shown(page)["tiles"]) == len(whole) - 2
    open_up(page, page.locator(".yd-others summary"))
    open_up(page, keyed(page, aside[0]).first)
    assert keyed(page, "row").inner_text() == "This row is the hand"
    assert grave(page) == []
    press(page, keyed(page, "row"))
    note(page)  # the row is laid anew
    taken = keys(page, ".yd-rows > .yd-row")
    assert len(taken) >= len(whole) - 1

    for key in taken[-2:-4:-1]:
        set_aside(page, key)
    open_up(page, keyed(page, "draw"))
    places = (".yd-hint", ".yd-photo-tools", ".yd-stage")
    told, tools, stage = (page.locator(place).bounding_box() for place in places)
    assert told is not None
    assert tools is not None
    assert stage is not None
    left, top, width, height = photo_shown(page)
    assert stage["x"] - 1 <= left, "the whole photo is in sight"
    assert left + width <= stage["x"] + stage["width"] + 1
    assert stage["y"] - 1 <= top
    assert top + height <= told["y"] + 1, "what is told covers none of it"
    assert told["y"] + told["height"] <= tools["y"], "what is told lies over no button"
    draw_about(page, whole)
    page.wait_for_function(
        "many => document.querySelectorAll('.yd-rows > .yd-row [data-key^=\"tile-\"]').length === many",
        arg=len(whole),
    )
    assert sorted(keys(page, ".yd-rows > .yd-row")) == sorted(whole)


def apart(page: Page, called: list[str]) -> None:
    """Take a called set apart, and its tiles out of the hand."""
    open_up(page, keyed(page, called[0]).first)
    press(page, keyed(page, "apart"))
    open_up(page, keyed(page, "close"))
    for key in called[::-1]:
        set_aside(page, key)


def test_a_set_beside_the_hand_is_called_from_somebody_by_a_tap_or_asked_about_once_it_is_drawn_about(
    visit: Callable[[str, str], Page], samples: Path, model: str
) -> None:
    assert model
    page = visit("desk", "en")
    photograph(page, samples / "open.jpg")
    before = hand_shown(page)["melds"]
    called = keys(page, ".yd-meld:nth-of-type(2)")
    open_up(page, keyed(page, called[0]).first)
    press(page, keyed(page, "kind-closed_kan"))
    press(page, keyed(page, "kind-pon"))  # stands where it stood
    open_up(page, keyed(page, "close"))
    apart(page, called)
    open_up(page, page.locator(".yd-others summary"))
    open_up(page, keyed(page, called[0]).first)
    press(page, keyed(page, "called-across"))
    assert len(hand_shown(page)["melds"]) == len(before)
    note(page)  # the sets are laid anew

    apart(page, called)
    melds = len(hand_shown(page)["melds"])
    open_up(page, keyed(page, "draw"))
    draw_about(page, called)
    page.get_by_text("From whom was this set called?", exact=True).wait_for()
    answer(page, "Across")
    page.get_by_text("From whom was this set called?", exact=True).wait_for(state="detached")
    assert len(hand_shown(page)["melds"]) == melds + len(called)
    assert "rotated" in hand_shown(page)["melds"][-2]


def test_thirteen_tiles_are_told_by_taps_where_it_is_asked_whether_they_are_tenpai(
    visit: Callable[[str, str], Page],
) -> None:
    page = visit("phone", "en")
    go(page, 1)
    tap(page, "check-tap")
    page.locator(".yd-keys:not([hidden])").wait_for()
    for face in ("2m", "3m", "4m", "5m", "6m", "7m", "8m", "2p", "3p", "4p"):
        keyed(page, f"key-{face}").tap()
    keyed(page, "mode-pon").tap()
    keyed(page, "key-5s").tap()
    page.get_by_text("Waiting for").first.wait_for()
    settled(page)
    open_up(page, part(page, "fold-own-keys"))
    click(page, part(page, "own-key-8m"))
    page.get_by_text("Furiten: no Ron on these waits").wait_for()
    assert page.locator(".yl-own .yl-tile").count() == 1, "no notation"
    assert grave(page) == []


def test_in_a_column_of_tiles_no_name_lies_on_another_tile_than_its_own(
    visit: Callable[[str, str], Page], samples: Path, model: str, tmp_path: Path
) -> None:
    assert model
    upright = cv2.imread(str(samples / "seven-pairs.jpg"))
    cv2.imwrite(str(tmp_path / "column.png"), cv2.rotate(upright, cv2.ROTATE_90_CLOCKWISE))
    page = visit("desk", "en")
    photograph(page, tmp_path / "column.png")
    assert page.locator(".yd-stage [data-name]").count() >= 14
    assert page.evaluate(_ASTRAY) == []
