"""A photo that takes its time: what is done is seen, a first reading stands at once, nothing said is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import pytest

from tests.browser.axe import grave
from tests.browser.conftest import Server
from tests.browser.finger import (
    at_rest,
    desk_drawn,
    failures,
    heard,
    keyed,
    moved_with,
    open_up,
    photo_shown,
    photograph,
    press,
)
from tests.browser.held_back import BOXED, FINDING, READ, VARIABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.conftest import Device

TILES = ".yd-stage polygon[data-uid]"
LEAST = 13
"""Tiles of a hand."""
_SHARE = 0.26
"""So much of the photo's width the table takes up."""


class Patient(NamedTuple):
    """A page on a phone whose photo is read once and no further while a file is there."""

    page: Page
    holding: Path
    hard: Path


@pytest.fixture(scope="module")
def hard(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table far off: read after several looks, at first a third of its hand alone."""
    path = tmp_path_factory.mktemp("hard") / "hard.jpg"
    picture = cv2.imread(str(samples / "whole-table.jpg"))
    height, width = picture.shape[:2]
    right, below = round(width / _SHARE) - width, round(height / _SHARE) - height
    ground = picture[5, 5].tolist()
    cv2.imwrite(str(path), cv2.copyMakeBorder(picture, 0, below, 0, right, cv2.BORDER_CONSTANT, value=ground))
    return path


@pytest.fixture(scope="module")
def served(chromium: str, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The page's address, and the file that holds its photos back."""
    assert chromium
    home = tmp_path_factory.mktemp("held-back")
    holding = home / "holding"
    server = Server(root, home, module="tests.browser.held_back", **{VARIABLE: str(holding)})
    yield server.url, holding
    server.end()


@pytest.fixture
def patient(
    device: Callable[..., Device], served: tuple[str, Path], hard: Path, model: str
) -> Iterator[Patient]:
    assert model
    url, holding = served
    holding.write_text(READ)
    phone = device("phone", url, "held back")
    yield Patient(phone.open("phone", "en"), holding, hard)
    holding.unlink(missing_ok=True)
    phone.forget()


# Notes every text about what is done, and how many tiles were drawn then.
_NOTE = """() => {
  window.seen = [];
  const look = () => {
    const desk = document.querySelector('.yd');
    const told = [desk?.dataset.looking, desk?.querySelectorAll('.yd-stage polygon[data-uid]').length,
      Boolean(desk?.querySelector('.yd-stage canvas')?.dataset.shows)];
    if (desk && String(window.seen.at(-1)) !== String(told)) window.seen.push(told);
    requestAnimationFrame(look);
  };
  look();
}"""

# While the network is deaf, nothing that the page sends arrives.
_DEAF = """() => {
  window.deaf = true;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) { if (!window.deaf) send.call(this, data); };
}"""


def test_stages_are_named_and_the_photo_is_still_until_a_hand_is_read(patient: Patient) -> None:
    page = patient.page
    page.evaluate(_NOTE)
    patient.holding.write_text(FINDING)
    page.set_input_files("input[type=file]", patient.hard)
    page.locator('.yd:not([data-looking=""])').wait_for()
    patient.holding.write_text(READ)
    keyed(page, "stop-looking").wait_for()
    assert page.locator(".yd-dock").get_attribute("data-asks") == "looking", (
        "of a third of a hand nothing is asked"
    )
    assert page.locator(TILES).count() == 0, "nor is it drawn"
    still = page.locator(".yd-stage canvas[data-shows]").get_attribute("data-shows")
    height = page.locator(".yd-stage").evaluate("stage => stage.clientHeight")
    assert grave(page) == [], "while a photo is being read"
    assert page.locator(".yd-stage canvas").get_attribute("data-shows") == still
    patient.holding.unlink()
    desk_drawn(page)
    seen = page.evaluate("window.seen")
    print(seen)  # noqa: T201 - what a person saw
    assert [tiles for told, tiles, _ in seen if told and 0 < tiles < LEAST] == []
    assert page.locator(TILES).count() >= LEAST
    assert page.locator(".yd-stage").evaluate("stage => stage.clientHeight") == height
    assert len({told for told, *_ in seen if told}) > 1, "stages"
    assert page.locator(".yd-looking button").count() == 0
    assert failures(page) == 0


def test_a_first_reading_can_be_kept(patient: Patient) -> None:
    page = patient.page
    page.set_input_files("input[type=file]", patient.hard)
    press(page, keyed(page, "stop-looking"))
    desk_drawn(page)
    few = page.locator(TILES).count()
    patient.holding.unlink()
    page.reload()
    desk_drawn(page)
    assert page.locator(TILES).count() == few


def test_a_tap_that_is_lost_on_its_way_is_sent_again(patient: Patient) -> None:
    page = patient.page
    page.set_input_files("input[type=file]", patient.hard)
    stop = keyed(page, "stop-looking")
    stop.wait_for()
    page.evaluate(_DEAF)
    stop.dispatch_event("click")
    page.locator('.yd[data-sent="1"]').wait_for()
    assert heard(page) == 0
    page.evaluate("() => { window.deaf = false; }")
    desk_drawn(page)
    assert heard(page) == 1


# How often the page has sent a drawn box, counted from here on.
_COUNT = """() => {
  window.boxes = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (new TextDecoder().decode(data).includes('"do":"box"')) window.boxes += 1;
    send.call(this, data);
  };
}"""


def test_what_a_slow_tap_did_is_shown_though_it_was_sent_twice_meanwhile(
    patient: Patient, samples: Path
) -> None:
    page = patient.page
    patient.holding.write_text(BOXED)
    photograph(page, samples / "seven-pairs.jpg")
    row = page.locator(".yd-rows > .yd-row").first.locator("button")
    tile = row.first.get_attribute("data-key") or ""
    shown = page.locator(f'.yd-stage polygon[data-uid="{tile.removeprefix("tile-")}"]').last.bounding_box()
    assert shown is not None
    x, y, before = shown["x"] + shown["width"] / 2, shown["y"] + shown["height"] / 2, photo_shown(page)
    open_up(page, keyed(page, tile))
    press(page, keyed(page, "is-none"))
    page.wait_for_timeout(400)  # the photo glides back
    open_up(page, keyed(page, "draw"))
    at_rest(page)  # the whole photo glides into sight
    page.evaluate(_COUNT)
    page.touchscreen.tap(*moved_with(x, y, before, photo_shown(page)))
    page.wait_for_function("() => window.boxes > 1")
    patient.holding.unlink()
    row.nth(13).wait_for()
