"""The states of the page without a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.browser.doubtful import covered
from tests.browser.states.page import LONG_NAMES, unfold_plainly
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


def _keys(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f'#table [data-key="{key}"]').first.click()
        page.wait_for_timeout(400)


def _read(page: Page, photo: str) -> None:
    before = page.evaluate("document.body.dataset.read ?? ''")
    page.set_input_files("#library", photo)
    page.wait_for_function("before => (document.body.dataset.read ?? '') !== before", arg=before)
    page.wait_for_timeout(800)


WALKS: tuple[Walk, ...] = (start, doubt, waits, table)
