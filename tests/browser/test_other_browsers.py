"""The served page in a Firefox and in a WebKit: from the first visit to a score that outlives a reload."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import firefox, webkit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import ModuleType

    from tests.browser.conftest import Server

FIELD = "[data-testid=stFileUploader] input"
HEADLINE = "document.querySelector('.yd-headline b')?.textContent"
READ = """document.querySelector('.yd[data-looking=""] .yd-dock')?.checkVisibility()"""
VIEWS = (".yl-claim, .yl-worth", ".stRadio", ".st-key-history-search", ".st-key-set-name")
BROKEN = "document.body.innerText.includes('BidiComponent')"
"""A part that Streamlit could not draw, in a box with its reason."""


@pytest.mark.long
@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_a_photo_is_read_and_scored_and_every_page_is_drawn(
    serve: Callable[..., Server], samples: Path, tmp_path: Path, browsers: ModuleType
) -> None:
    program = browsers.installed()
    if program is None:
        pytest.skip(f"no {browsers.NAME} is installed")
    with browsers.started(program, tmp_path) as page:
        page.open(f"{serve().url}/?lang=en")
        page.wait_for(f"document.querySelector('{FIELD}')")
        page.wait_for("document.querySelectorAll('.yl-drawn').length")
        assert not page.evaluate(BROKEN)
        page.give(FIELD, samples / "seven-pairs.jpg")
        page.wait_for(READ)
        page.answer(HEADLINE)
        score = page.evaluate(HEADLINE)
        assert any(letter.isdigit() for letter in score)
        page.reload()
        page.wait_for(f"{HEADLINE} === {score!r}")
        for number, shows in enumerate(VIEWS, 1):
            page.tap(".st-key-nav a", number)
            page.wait_for(f"document.querySelector({shows!r})?.checkVisibility()")
            assert not page.evaluate(BROKEN)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
