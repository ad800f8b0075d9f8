"""Every language in a browser: which one it begins in, and that nothing is cut off on a small phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import grave
from tests.browser.finger import PLAYERS, failures, go, open_up, overflow, settled, sit_down, speak, tap
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

LEAST_TARGET = 44
SMALL = 360
LOCALES = {"en": "en-GB", "ja": "ja-JP", "zh": "zh-CN"}
"""How a browser names a language with a country; one that is not here it names by its tag."""
LANGUAGES = '[class*="st-key-languages-"] button'
_PLACES = """all => all.map(each => {
  const { top, height } = each.getBoundingClientRect();
  return [top, height < 2 * parseFloat(getComputedStyle(each).lineHeight)];
})"""
"""Where each stands, and whether it is one line."""
_CUT = """all => all.filter(each => each.clientWidth && each.scrollWidth > each.clientWidth + 1
  && getComputedStyle(each).overflow === 'hidden').map(each => each.innerText)"""
"""Words that end in dots for want of room."""
COMMAND = re.compile(r"\byakulens [a-z]|\bpip |\bpython ")
"""A command of a shell."""
_BROAD = """all => all.filter(each => [each, ...each.querySelectorAll('*')].some(
  part => part.clientWidth && part.scrollWidth > part.clientWidth + 1)).map(each => each.innerText)"""
"""Fields for a photo whose words run out of them."""


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_first_visit_is_in_the_browsers_language(browser: Browser, network: str, language: str) -> None:
    context = browser.new_context(locale=LOCALES.get(language, i18n.LANGUAGES[language].tag))
    page = context.new_page()
    page.goto(network)
    page.get_by_text(i18n.text(language, "app.tagline")).wait_for()
    page.locator(f'html[lang="{i18n.LANGUAGES[language].tag}"]').wait_for(state="attached")
    first = i18n.text(language, "start.rules_first").split()[0]
    page.locator(f".st-key-rules-first > .st-key-play-by-{first}:first-child").wait_for()
    context.close()


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_nothing_is_cut_off_on_a_small_phone(visit: Callable[[str, str], Page], language: str) -> None:
    page = visit("small", language)
    settled(page)
    names = page.locator(f".st-key-nav a, {LANGUAGES}")
    boxes = [each.bounding_box() for each in names.all()]
    assert all(box is not None and box["x"] >= 0 and box["x"] + box["width"] <= SMALL for box in boxes)
    assert boxes[-1] is not None
    assert min(boxes[-1]["width"], boxes[-1]["height"]) >= LEAST_TARGET
    low = "all => all.map(each => each.getBoundingClientRect().height)"
    assert min(page.locator(".stMain summary:visible").evaluate_all(low)) >= LEAST_TARGET
    assert overflow(page) == 0
    sit_down(page, PLAYERS | {"west": "Maximilian-Cyprian"})
    scores = page.locator(".yl-card .yl-seat .sum").evaluate_all(_PLACES)
    assert len({top for top, _ in scores}) == 1, "at one height, however long a name is"
    assert all(in_one_line for _, in_one_line in scores)
    open_up(page, page.get_by_text(i18n.text(language, "penalty.form")))
    assert page.locator('[class*="st-key-choice-"] button *').evaluate_all(_CUT) == []
    tap(page, "event-ron")
    assert overflow(page) == 0
    for number in (1, 3, 4):
        go(page, number)
        assert overflow(page) == 0, number
        fields = page.locator('[data-testid="stFileUploaderDropzone"]').evaluate_all(_BROAD)
        assert fields == [], number
        assert COMMAND.search(page.inner_text("body")) is None, "no page asks for a terminal"
    assert failures(page) == 0


def test_a_language_is_chosen_and_the_fold_closed(page: Page) -> None:
    settled(page)
    open_up(page, page.locator(LANGUAGES))
    assert grave(page) == [], "the languages unfolded"
    page.keyboard.press("Escape")
    speak(page, "zh")
    page.get_by_text(i18n.text("zh", "app.tagline")).wait_for()
    page.locator('[class*="st-key-language-"]').first.wait_for(state="hidden")
    page.locator('html[lang="zh-Hans"]').wait_for(state="attached")
    speak(page, "en")
    page.get_by_text(i18n.text("en", "app.tagline")).wait_for()
