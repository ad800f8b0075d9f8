"""The states of the page without a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.browser.doubtful import covered
from tests.browser.states.page import rows_of_tiles, unfold_plainly
from tests.browser.states.page_table import LONG_NAMES
from tests.pocket.reading import answer_one
from yakulens.app.hand.link import to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.browser.states.page import Place, Walk


def start(page: Page, place: Place) -> Iterator[str]:
    yield "start"
    empty = place.folder / "empty.jpg"
    cv2.imwrite(str(empty), np.full((900, 1200, 3), (90, 120, 60), np.uint8))
    _read(page, str(empty))
    yield "no-tiles"
    page.locator("#to-hands").click()
    broken = place.folder / "broken.jpg"
    broken.write_bytes(b"no photo at all")
    page.set_input_files("#library", str(broken))
    page.wait_for_function("() => (document.body.dataset.read ?? '').startsWith('failed')")
    yield "refused"


def doubt(page: Page, place: Place) -> Iterator[str]:
    _read(page, str(covered(place.samples, place.folder)))
    yield "doubt"
    page.locator("#to-hands").click()
    _read(page, str(place.samples / "riichi.jpg"))
    for _ in range(10):
        page.wait_for_timeout(600)
        asks = page.locator(".yd-dock").get_attribute("data-asks") or ""
        if not asks:
            break
        if asks in {"fact-dora", "fact-ura"}:
            yield f"asks-{asks}"
        answer_one(page)
    yield "scored"
    unfold_plainly(page)
    yield "scored-unfolded"
    page.locator('#claims [data-key="begin-same"]').click()
    page.locator("#claims .yd-dock.yd-inline").wait_for()
    yield "claims"
    page.locator("#to-hands").click()
    yield "hands"


def waits(page: Page, place: Place) -> Iterator[str]:
    assert place
    page.evaluate(
        "link => { location.hash = link; }", f"hand={to_link(typed.hand('2345678m234p555s'), WinFacts())}"
    )
    page.locator("#desk .yd-options button").first.wait_for()
    page.wait_for_timeout(900)
    yield "thirteen"
    page.locator("#desk .yd-options button").last.click()
    page.wait_for_timeout(1200)
    yield "waits"


def table(page: Page, place: Place) -> Iterator[str]:
    assert place
    page.locator("#to-table").click()
    page.locator('[data-key="player-0"]').wait_for()
    yield "table-begin"
    for at, name in enumerate(LONG_NAMES.values()):
        page.locator(f'[data-key="player-{at}"]').fill(name)
    _keys(page, "begin")
    page.locator(".yt-stand").wait_for()
    yield "table"
    _keys(page, "event-ron", "winner-south", "winner-west", "discarder-east", "han-south-3", "han-west-2")
    yield "table-ron"
    page.locator(".yt-enter:not([disabled])").click()
    page.wait_for_timeout(800)
    unfold_plainly(page)
    yield "table-unfolded"
    _keys(page, "event-exhaustive_draw")
    yield "table-draw"


def mended(page: Page, place: Place) -> Iterator[str]:
    assert place
    page.locator("#to-table").click()
    page.locator('[data-key="player-0"]').wait_for()
    for at, name in enumerate(LONG_NAMES.values()):
        page.locator(f'[data-key="player-{at}"]').fill(name)
    _keys(page, "begin")
    page.locator(".yt-stand").wait_for()
    for winner, discarder in (("south", "west"), ("west", "east")):
        _keys(page, "event-ron", f"winner-{winner}", f"discarder-{discarder}", f"han-{winner}-2", "close")
    unfold_plainly(page)
    _keys(page, "mend-0")
    yield "table-mend"
    _keys(page, "winner-south", "winner-east", "han-east-3")  # the dealer won: the deal stays
    yield "table-mend-moves"
    _keys(page, "close")
    yield "table-mended"
    unfold_plainly(page)
    _keys(page, "remove-0")
    yield "table-remove-moves"


def sets(page: Page, place: Place) -> Iterator[str]:
    page.locator("#to-sets").click()
    page.locator("#teach-go").wait_for()
    page.wait_for_timeout(800)
    yield "sets"
    page.locator("#teach-go").click()
    page.wait_for_function("() => document.querySelector('#teach-problem')?.textContent")
    yield "sets-nameless"
    page.fill("#set-name", "Jade")
    page.set_input_files("#rows-library", rows_of_tiles(place.folder))
    page.locator(".pk-shots li").nth(1).wait_for()
    yield "sets-photos"
    page.locator("#teach-go").click()
    page.locator("#teach progress").wait_for()
    yield "sets-reading"
    page.locator("#teach .pk-crop").wait_for()
    page.wait_for_timeout(800)
    yield "sets-doubt"
    while page.locator("#teach .pk-crop").count() and not page.locator("#teach [data-key^=keep-]").count():
        page.locator('#teach [data-key^="skip"]').click()
        page.wait_for_function("() => !document.querySelector('#teach progress')")
        page.wait_for_timeout(800)
    yield "sets-learnt"
    page.locator("#teach [data-key^=keep-]").click()
    page.locator('[data-set="Jade"] .pk-works').wait_for()
    yield "sets-kept"
    page.locator('[data-key="to-start"]').click()
    yield "start-with-set"
    _read(page, rows_of_tiles(place.folder)[0])
    yield "read-with-set"


def viewfinder(page: Page, place: Place) -> Iterator[str]:
    """With a camera that films a hand with a finger over a tile."""
    assert place
    page.locator("#finder").click()
    page.locator(".yl-finder[data-reason]").wait_for()
    yield "viewfinder"
    page.locator(".yl-finder-shutter").click()
    page.locator(".yl-finder").wait_for(state="detached")
    page.locator("#desk .yd-options button").first.wait_for()
    page.wait_for_timeout(1500)
    yield "filmed"


def _keys(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f'#table [data-key="{key}"]').first.click()
        page.wait_for_timeout(400)


def _read(page: Page, photo: str) -> None:
    before = page.evaluate("document.body.dataset.read ?? ''")
    page.set_input_files("#library", photo)
    page.wait_for_function("before => (document.body.dataset.read ?? '') !== before", arg=before)
    page.wait_for_timeout(800)


WALKS: tuple[Walk, ...] = (start, doubt, waits, table, mended, sets)
FILMED: tuple[Walk, ...] = (viewfinder,)
"""Those that need a camera."""
