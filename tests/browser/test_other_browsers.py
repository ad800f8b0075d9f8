"""The page in a Firefox and in a WebKit: a score that outlives a reload, another photo, waits, a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import firefox, webkit
from tests.browser.conftest import SIZES
from tests.browser.doubtful import covered
from tests.browser.states.page import rows_of_tiles
from tests.tab import started

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from tests.browser.conftest import Server
    from tests.tab import Tab

FIELD = "[data-testid=stFileUploader] input"
HEADLINE = "document.querySelector('.yd-headline b')?.textContent"
READ = """document.querySelector('.yd[data-looking=""] .yd-dock')?.checkVisibility()"""
ASKS = "document.querySelector('.yd-dock').dataset.asks"
AGAIN = ".st-key-again input"
TAKEN = "document.querySelectorAll('.yd-say .yd-dora .yd-tile').length"
VIEWS = (".yl-claim, .yl-worth", ".stRadio", ".st-key-history-search", ".st-key-set-name")
PICKS = "document.querySelectorAll('.yl-pick').length"
SUMS = "[...document.querySelectorAll('.yt-stand .sum')].map(each => each.innerText).join(' ')"
LEARNS_S = 300
PLAYERS = {"east": "Ann", "south": "Bo", "west": "Cy", "north": "Di"}
BROKEN = "document.body.innerText.includes('BidiComponent')"
"""A part that Streamlit could not draw, in a box with its reason."""


@pytest.mark.long
@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_a_photo_is_read_and_scored_and_every_page_is_drawn(
    serve: Callable[..., Server], samples: Path, tmp_path: Path, browsers: ModuleType
) -> None:
    with started(browsers, tmp_path) as page:
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


@pytest.mark.long
@pytest.mark.parametrize("size", ["phone", "desk"])
@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_without_a_camera_a_doubt_is_answered_by_a_further_photo_and_the_dora_are_taken_from_it(
    serve: Callable[..., Server], samples: Path, tmp_path: Path, browsers: ModuleType, size: str
) -> None:
    with started(browsers, tmp_path) as page:
        page.resize(*SIZES[size])
        page.open(f"{serve().url}/?lang=en")
        page.wait_for(f"document.querySelector('{FIELD}')")
        assert not page.evaluate("Boolean(document.querySelector('.has-camera'))")
        page.give(FIELD, covered(samples, tmp_path))
        page.wait_for(READ)
        page.wait_for(f"{ASKS}.startsWith('question-doubtful_face')")
        page.give(AGAIN, samples / "riichi.jpg")
        page.wait_for(f"{READ} && {ASKS} === 'fact-rules'")  # it has a red five
        page.answer(HEADLINE)
        assert page.evaluate(TAKEN) == 1, "the tile on the wall that the dock offered"
        assert not page.evaluate(BROKEN)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_thirteen_tiles_lead_to_their_waits_and_a_tap_on_one_back_to_the_score(
    serve: Callable[..., Server], tmp_path: Path, browsers: ModuleType
) -> None:
    with started(browsers, tmp_path) as page:
        page.open(f"{serve().url}/?lang=en")
        page.wait_for(f"document.querySelector('{FIELD}')")
        page.tap(".st-key-links summary")
        page.write("[data-testid=stTextInput] input", "2345678m234p555s")
        page.tap("[data-testid=stFormSubmitButton] button")
        page.wait_for(f"{READ} && {ASKS} === 'absent-win'")
        page.tap(".yd-options button:has(small)")
        page.wait_for(f"{PICKS} === 3")
        page.tap(".yl-pick", 1)
        page.wait_for(f"{ASKS} === 'fact-by' && !{PICKS}")
        page.answer(HEADLINE)
        assert not page.evaluate(BROKEN)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_a_correction_says_which_hands_change_and_outlives_a_reload(
    serve: Callable[..., Server], tmp_path: Path, browsers: ModuleType
) -> None:
    with started(browsers, tmp_path) as page:
        page.open(f"{serve().url}/table?lang=en")
        for wind, name in PLAYERS.items():
            page.write(f".st-key-name-{wind} input", name)
        page.tap("[data-testid=stFormSubmitButton] button")
        for number, (winner, discarder) in enumerate((("south", "west"), ("west", "east"))):
            keys(page, "event-ron", f"winner-{winner}", f"discarder-{discarder}", f"han-{winner}-2", "enter")
            page.wait_for(f"document.querySelector('details[open] .st-key-mend-{number}')")
        before = page.evaluate(SUMS)
        earlier = "details:not([open]):has(.st-key-mend-0) > summary"  # it folds once another hand follows
        page.wait_for(f"document.querySelector('{earlier}')")
        page.tap(earlier)
        keys(page, "mend-0", "winner-south", "winner-east", "han-east-3")
        page.wait_for("document.body.innerText.includes('becomes East 1 (counters: 1)')")
        keys(page, "mend-save")
        page.wait_for(f"{SUMS} !== {before!r} && document.querySelector('.st-key-enter')")
        after = page.evaluate(SUMS)
        page.reload()
        page.wait_for(f"{SUMS} === {after!r}")
        assert not page.evaluate(BROKEN)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_a_tile_set_is_taught_used_and_forgotten(
    serve: Callable[..., Server], tmp_path: Path, browsers: ModuleType
) -> None:
    photos = rows_of_tiles(tmp_path)
    with started(browsers, tmp_path) as page:
        page.open(f"{serve().url}/sets?lang=en")
        page.write(".st-key-set-name input", "Jade")
        for photo in photos:
            page.evaluate("document.querySelector('.st-key-set-photos input').value = ''")  # WebKit adds
            page.give(".st-key-set-photos input", Path(photo))
            page.wait_for(told(Path(photo).name))
        keys(page, "set-go")
        page.wait_for("document.querySelector('.st-key-set-keep, .st-key-choice-do-doubt')", LEARNS_S)
        while page.evaluate("Boolean(document.querySelector('.st-key-choice-do-doubt'))"):
            keys(page, "choice-do-doubt")
            page.wait_for("document.querySelector('.st-key-set-keep, .st-key-choice-do-doubt')", LEARNS_S)
        keys(page, "set-keep")
        page.wait_for(told("Photos are read with Jade"))
        page.tap(".st-key-nav a", 0)
        page.wait_for(f"document.querySelector('.st-key-hero {FIELD}')")  # the page of sets has a field too
        page.give(f".st-key-hero {FIELD}", Path(photos[1]))
        page.wait_for(f"{READ} && {told('Read with the set Jade')}")
        page.tap(".st-key-nav a", 4)
        page.tap('[class*="st-key-set-remove-"] button')  # its key names the set too
        page.wait_for(told("No set has been taught yet."))
        assert not page.evaluate(BROKEN)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def told(words: str) -> str:
    """Whether the page says this."""
    return f"document.body.innerText.includes({words!r})"


def keys(page: Tab, *names: str) -> None:
    """Tap buttons of the page by their keys, each once it can be tapped."""
    for name in names:
        page.tap(f".st-key-{name} button")
        page.wait_for("document.querySelector('[data-testid=stApp][data-test-script-state=notRunning]')")
