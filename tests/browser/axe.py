"""Accessibility faults of a page as it is shown: by axe-core, at its edges, and for keyboard users."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.conftest import SIZES
from tests.browser.finger import overflow, unfolded, within

if TYPE_CHECKING:
    from playwright.sync_api import Page

GRAVE: Final = {"serious", "critical"}
# Only what is held against the page is handed over: all that axe-core found right is a megabyte.
_JUDGE: Final = """async ([options, grave]) =>
  (await axe.run({...options, resultTypes: ['violations']})).violations
    .filter(each => grave.includes(each.impact))
    .flatMap(each => each.nodes.map(node => `${each.id}: ${node.html.slice(0, 160)}`))"""


def grave(page: Page) -> list[str]:
    """What axe-core holds against the page as shown, what lies beyond its edge, what no key reaches.

    The page is judged as it is shown, and its contrast with the other one of light and dark as well, in which
    it is left: what is judged next is judged as a whole in that one.
    """
    dark = bool(page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"))
    found = _held_against(page, {})
    _shown(page, dark=not dark)
    found += _held_against(page, {"runOnly": ["color-contrast"]})
    beyond = """() => [...document.querySelectorAll('.yd-sheet button, .st-key-nav :is(a, button)')]
      .filter(each => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth)
      .map(each => `beyond the edge: ${each.outerHTML.slice(0, 120)}`)"""
    unreached = """() => [...document.querySelectorAll(
        ':is(.yd, .yl-drawn) :is(button, select, input, summary), .stButton button')]
      .filter(each => each.checkVisibility() && !each.disabled && each.tabIndex < 0)
      .map(each => `no key leads there: ${each.outerHTML.slice(0, 120)}`)"""
    return [
        *found,
        *page.evaluate(beyond),
        *page.evaluate(unreached),
        *(["the page is too broad"] if overflow(page) else []),
    ]


def grave_wide_and_narrow(page: Page) -> list[str]:
    """The same in a wide window, and in a phone's, which the page has after it."""
    found = []
    for size in ("desk", "phone"):
        within(page, SIZES[size])
        found += [f"{size}: {each}" for each in grave(page)]
    return found


def _held_against(page: Page, options: dict[str, list[str]]) -> list[str]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    if not page.evaluate("'axe' in window"):  # once for a page: it is half a megabyte to read and compile
        page.evaluate(axe.axe_script)
    found: list[str] = page.evaluate(_JUDGE, [options, sorted(GRAVE)])
    return found


def _shown(page: Page, *, dark: bool) -> None:
    """Show the page dark, or light, as a device does that is switched over."""
    ground = "getComputedStyle(document.querySelector('.stApp')).backgroundColor"
    before = page.evaluate(ground)
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.wait_for_function(f"before => {ground} !== before", arg=before)
    unfolded(page)  # after the ground, buttons and fields still fade over
