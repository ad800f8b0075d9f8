"""What keeps somebody out of a page as it is shown: by axe-core, at its edges, and for who has only keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.finger import overflow

if TYPE_CHECKING:
    from playwright.sync_api import Page

GRAVE: Final = {"serious", "critical"}


def grave(page: Page) -> list[str]:
    """What axe-core holds against the page as shown, what lies beyond its edge, what no key reaches."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = [
        f"{each['id']}: {node['html'][:160]}"
        for each in axe.run(page).response["violations"]
        for node in each["nodes"]
        if each["impact"] in GRAVE
    ]
    beyond = """() => [...document.querySelectorAll('.yd-sheet button')]
      .filter(each => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth)
      .map(each => `beyond the edge: ${each.outerHTML.slice(0, 120)}`)"""
    unreached = """() => [...document.querySelectorAll('.yd button, .yd summary, .stButton button')]
      .filter(each => each.checkVisibility() && !each.disabled && each.tabIndex < 0)
      .map(each => `no key leads there: ${each.outerHTML.slice(0, 120)}`)"""
    return [
        *found,
        *page.evaluate(beyond),
        *page.evaluate(unreached),
        *(["the page is too broad"] if overflow(page) else []),
    ]
