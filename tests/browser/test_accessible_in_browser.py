"""Every page and state, judged by axe-core: nobody is kept out by what it calls serious or critical."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.finger import go, keyed, lay_out, photograph, settled, won

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

GRAVE = {"serious", "critical"}
HAND = "234m456p7s +7s [777z] (1111z)"


def grave(page: Page) -> list[str]:
    """What axe-core holds against the page as it is shown, one line each."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    return [
        f"{each['id']}: {node['html'][:160]}"
        for each in axe.run(page).response["violations"]
        for node in each["nodes"]
        if each["impact"] in GRAVE
    ]


def test_the_desk_in_each_of_its_states(page: Page, samples: Path, model: str) -> None:
    assert model
    assert grave(page) == [], "the way in"
    photograph(page, samples / "open.jpg")
    assert grave(page) == [], "a photo on the desk"
    page.locator('.yd-rows [data-key^="tile-"]').first.click()
    assert grave(page) == [], "a tile's sheet"
    keyed(page, "all-faces").click()
    assert grave(page) == [], "all faces"
    keyed(page, "close").click()
    keyed(page, "add").click()
    assert grave(page) == [], "the tile keyboard"
    keyed(page, "done").click()
    won(page, "Ron", "East")
    assert grave(page) == [], "a score with facts open"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_other_pages(page: Page, number: int) -> None:
    lay_out(page, HAND)
    won(page, "Ron", "East")
    go(page, number)
    settled(page)
    assert grave(page) == []
