"""Every page and state, judged by axe-core: nobody is kept out by what it calls serious or critical.

A phone in Chinese, a desk in Japanese. Flows with states of their own judge them there, in English.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.browser.axe import grave
from tests.browser.doubtful import covered
from tests.browser.finger import desk_drawn, go, keyed, lay_out, open_up, photograph, press, settled, sit_down
from tests.browser.standing import note
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

GREY = 110


@pytest.fixture(params=[("desk", "ja"), ("phone", "zh")], ids="-".join)
def seen(request: pytest.FixtureRequest, visit: Callable[[str, str], Page]) -> Page:
    """The page as one of two people sees it."""
    size, language = request.param
    page = visit(size, language)
    settled(page)
    page.locator(f'html[lang="{i18n.LANGUAGES[language].tag}"]').wait_for(state="attached")
    return page


def test_every_page_and_state(seen: Page, samples: Path, tmp_path: Path, model: str) -> None:
    assert model
    page = seen
    assert grave(page) == [], "the way in"
    photograph(page, covered(samples, tmp_path))
    page.reload()  # a fact asked while the photo was read stays asked; who comes back sees the doubt
    desk_drawn(page)
    assert (page.locator(".yd-dock").get_attribute("data-asks") or "").startswith("question-")
    assert grave(page) == [], "a photo on the desk, with a doubt"
    press(page, page.locator('.yd-options [data-key^="choice-"]').first)
    open_up(page, page.locator('.yd-rows [data-key^="tile-"]').first)
    assert grave(page) == [], "a tile's sheet"
    open_up(page, keyed(page, "all-faces"))
    assert grave(page) == [], "all faces"
    open_up(page, keyed(page, "close"))
    open_up(page, keyed(page, "add"))
    assert grave(page) == [], "the tile keyboard"
    open_up(page, keyed(page, "done"))
    settled(page)
    for _ in range(2):
        press(page, keyed(page, "choice-0"))
    assert grave(page) == [], "a score with facts open"
    for number in range(1, 5):
        go(page, number)
        settled(page)
        assert grave(page) == [], f"page {number}"


def test_in_forced_colours_a_tile_keeps_its_own_and_an_edge_says_who_deals(page: Page) -> None:
    lay_out(page, "234m456p7s +7s [777z] (1111z)")
    ground = "tile => getComputedStyle(tile).backgroundColor"
    tile = page.locator('.yd-rows [data-key^="tile-"]').first
    before = tile.evaluate(ground)
    page.emulate_media(forced_colors="active", color_scheme="dark")
    assert tile.evaluate(ground) == before
    sit_down(page)
    assert page.locator(".yl-seat.wins").evaluate("seat => getComputedStyle(seat).outlineStyle") == "solid"
    page.emulate_media(forced_colors="none", color_scheme="light")


def test_in_letters_twice_as_large_nothing_is_out_of_reach_and_no_score_lies_over_another(page: Page) -> None:
    lay_out(page, "234m456p7s +7s [777z] (1111z)")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    settled(page)
    note(page)
    open_up(page, page.locator('.yd-rows [data-key^="tile-"]').first)
    assert grave(page) == [], "a tile's sheet"
    open_up(page, keyed(page, "close"))
    open_up(page, keyed(page, "add"))
    assert grave(page) == [], "the tile keyboard"
    open_up(page, keyed(page, "done"))
    sit_down(page)
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
    assert page.locator(".yl-seat .sum").evaluate_all(cut) == 0


def test_a_photo_without_tiles(page: Page, tmp_path: Path, model: str) -> None:
    assert model
    nothing = tmp_path / "nothing.png"
    cv2.imwrite(str(nothing), np.full((300, 400, 3), GREY, np.uint8))
    photograph(page, nothing)
    assert page.locator(".yd-dock").get_attribute("data-asks") == "no_tiles", "nothing of a win is asked"
    assert grave(page) == []
