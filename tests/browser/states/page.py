"""The states of the served page, walked through by a finger in any language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.browser.doubtful import covered
from tests.browser.finger import at_rest, button, desk_drawn, go, heard, keyed, photograph, settled
from tests.browser.finger import tap as _tap
from tests.browser.held_back import FINDING, TAUGHT
from tests.browser.standing import note
from tests.models.teach.designs import all_faces, artwork, laid_out, odd_sets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    Walk = Callable[[Page, "Place"], Iterator[str]]


@dataclass(frozen=True)
class Place:
    """Where a walk takes place: sample photos, a folder to write to, the file that holds a reading back."""

    samples: Path
    folder: Path
    holding: Path


def answer(page: Page, number: int = 0) -> None:
    """Give one of the answers to what the dock asks."""
    on_keys = page.locator(".yd-keys:visible .yd-nones button")
    options = on_keys if on_keys.count() else page.locator(".yd-options button:not([disabled])")
    before = heard(page)
    options.nth(min(number, options.count() - 1)).click()
    page.wait_for_function(
        "was => Number(document.querySelector('.yd')?.dataset.heard ?? 1e9) > was", arg=before
    )
    settled(page)
    page.wait_for_timeout(600)


def asked(page: Page) -> str:
    """The key of what the dock asks."""
    return page.locator(".yd-dock").get_attribute("data-asks") or ""


def lay(page: Page, hand: str) -> None:
    """Type a hand."""
    settled(page)
    page.locator(".st-key-links summary").first.click()
    page.locator('[data-testid="stTextInput"] input').first.fill(hand)
    page.wait_for_timeout(500)
    page.locator('[data-testid="stFormSubmitButton"] button').first.click()
    desk_drawn(page)
    page.wait_for_timeout(800)


def tap(page: Page, *keys: str) -> None:
    """Tap buttons of the page, by their keys."""
    for key in keys:
        note(page)  # where things stand is not this walk's business
        _tap(page, key)


def unfold(page: Page) -> None:
    """Open whatever is folded."""
    unfold_plainly(page)
    settled(page)


def unfold_plainly(page: Page) -> None:
    """The same on a page that no server draws."""
    for summary in page.query_selector_all("details:not([open]) > summary"):
        if summary.is_visible():
            summary.evaluate("each => each.click()")
            page.wait_for_timeout(250)


def start(page: Page, place: Place) -> Iterator[str]:
    yield "start"
    unfold(page)
    yield "start-unfolded"
    broken = place.folder / "broken.jpg"
    broken.write_bytes(b"no photo at all")
    page.set_input_files("input[type=file]", broken)
    page.locator('[data-testid="stAlert"]').first.wait_for()
    settled(page)
    yield "refused"


def no_tiles(page: Page, place: Place) -> Iterator[str]:
    empty = place.folder / "empty.jpg"
    cv2.imwrite(str(empty), np.full((900, 1200, 3), (90, 120, 60), np.uint8))
    photograph(page, empty)
    yield "no-tiles"


def reading(page: Page, place: Place) -> Iterator[str]:
    place.holding.write_text(FINDING)
    page.set_input_files("input[type=file]", place.samples / "whole-table.jpg")
    page.locator('.yd:not([data-looking=""]), .st-key-looking').first.wait_for()
    page.wait_for_timeout(1500)
    yield "reading"
    place.holding.unlink()
    desk_drawn(page)
    at_rest(page)
    yield "read-table"


def doubt(page: Page, place: Place) -> Iterator[str]:
    photograph(page, covered(place.samples, place.folder))
    yield "doubt"
    _look_again(page, place.samples / "seven-pairs.jpg")
    yield "another-hand"
    _look_again(page, place.samples / "riichi.jpg")
    yield "two-looks"


def _look_again(page: Page, photo: Path) -> None:
    before = page.locator(".yd").get_attribute("data-looking")
    page.set_input_files(".st-key-again input[type=file]", photo)
    page.wait_for_timeout(1000)
    page.locator('.yd[data-looking=""]').wait_for()
    assert before is not None
    at_rest(page)


def scored(page: Page, place: Place) -> Iterator[str]:
    photograph(page, place.samples / "riichi.jpg")
    yield "asks-first"
    for _ in range(9):
        fact = asked(page)
        if not fact.startswith("fact-"):
            break
        if fact in {"fact-discarder", "fact-riichi", "fact-dora", "fact-ura"}:
            yield f"asks-{fact}"
        if fact == "fact-dora":
            keyed(page, "chip-more").click()
            page.wait_for_timeout(400)
            yield "asks-more"
            keyed(page, "chip-more").click()
            page.wait_for_timeout(400)
        answer(page, 1 if fact == "fact-riichi" else 0)
    yield "scored"
    unfold(page)
    yield "scored-unfolded"
    page.locator('.yd-rows [data-key^="tile-"]').first.click()
    page.wait_for_timeout(500)
    yield "tile-sheet"
    keyed(page, "all-faces").click()
    page.wait_for_timeout(400)
    yield "tile-sheet-all"
    keyed(page, "close").click()
    page.wait_for_timeout(700)
    keyed(page, "rules").click()
    page.wait_for_timeout(500)
    yield "asks-rules"
    yield from _compared(page)


def _compared(page: Page) -> Iterator[str]:
    go(page, 1)
    yield "compare"
    unfold(page)
    yield "compare-unfolded"
    tap(page, "claim-begin")
    yield "claims"
    tap(page, "ruled-b", "make-card")
    page.locator('[data-testid="stImage"] img').last.wait_for()
    yield "ruled"
    go(page, 3)
    unfold(page)
    yield "history"
    tap(page, "delete-all")
    yield "history-delete"
    tap(page, "delete-all-no", "practice")
    yield "practice"
    tap(page, "guess-han-2", "guess-fu-40", "practice-go")
    yield "practice-told"


def typed(page: Page, place: Place) -> Iterator[str]:
    assert place
    lay(page, "345678m44p67s +9s [234p]")
    yield "no-win"
    page.locator(".st-key-new button").first.click()
    settled(page)
    lay(page, "2345678m234p555s")
    yield "thirteen"
    page.locator(".yd-options button:has(small)").first.click()  # not won yet
    page.locator(".yl-pick").first.wait_for()
    page.wait_for_timeout(600)
    yield "waits"
    page.locator(".st-key-new button").first.click()
    settled(page)
    lay(page, "13579m2468p1357s7z")
    yield "not-winning"
    page.locator(".st-key-new button").first.click()
    settled(page)
    lay(page, "234m456p7s +7s [777z] (1111z)")
    while asked(page) and asked(page) != "fact-dora":
        answer(page)
    yield "keys-dora"
    go(page, 1)
    yield "compare-undecided"


def sets(page: Page, place: Place) -> Iterator[str]:
    go(page, 4)
    yield "sets"
    unfold(page)
    tap(page, "set-go")
    yield "sets-nameless"
    page.locator(".st-key-set-name input").fill("Jade")
    page.locator(".st-key-set-name input").press("Tab")
    page.set_input_files(".st-key-set-photos input[type=file]", rows_of_tiles(place.folder))
    page.get_by_text("rows-again.jpg").wait_for()
    settled(page)
    yield "sets-photos"
    place.holding.write_text(TAUGHT)
    button(page, "set-go").click()
    page.locator('[data-testid="stProgress"]').wait_for()
    page.wait_for_timeout(1500)
    yield "sets-reading"
    place.holding.unlink()
    page.locator(".st-key-choice-do-doubt").wait_for()
    settled(page)
    yield "sets-doubt"
    while button(page, "doubt-skip").count():
        button(page, "doubt-skip").click()
        page.locator(".st-key-set-keep, .st-key-choice-do-doubt").first.wait_for()
        page.wait_for_timeout(500)
        settled(page)
    page.locator(".st-key-set-keep").wait_for()
    settled(page)
    yield "sets-learnt"
    tap(page, "set-keep")
    yield "sets-kept"
    go(page, 0)
    photograph(page, rows_of_tiles(place.folder)[0])
    yield "read-with-set"
    go(page, 4)
    tap(page, "set-remove")
    yield "sets-removed"


def rows_of_tiles(folder: Path) -> list[str]:
    """Two photos of the number tiles of an odd set in their rows; on the first two tiles are exchanged."""
    odd = odd_sets([artwork()])[3]
    files = []
    for number, name in enumerate(("rows.jpg", "rows-again.jpg")):
        rows = [list(row) for row in all_faces() if "0m" not in row][:2]
        if not number:
            rows[0][2:4] = rows[0][3], rows[0][2]
        files.append(str(folder / name))
        cv2.imwrite(files[-1], laid_out(rows, odd, 40 + number).image[..., ::-1])
    return files


def viewfinder(page: Page, place: Place) -> Iterator[str]:
    """With a camera that films a hand with a finger over a tile."""
    assert place
    page.locator(".yl-device-camera.has-camera").wait_for()
    settled(page)
    yield "start-with-camera"
    page.locator(".yl-device-camera").click()
    page.locator(".yl-finder[data-reason]").wait_for()
    yield "viewfinder"
    page.locator(".yl-finder-shutter").click()
    page.locator(".yl-finder").wait_for(state="detached")
    desk_drawn(page)
    at_rest(page)
    yield "filmed"


WALKS: tuple[Walk, ...] = (start, no_tiles, reading, doubt, scored, typed, sets)
FILMED: tuple[Walk, ...] = (viewfinder,)
"""Those that need a camera."""
