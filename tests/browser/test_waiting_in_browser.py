"""A photo that takes its time: what is done is seen, a first reading stands at once, nothing said is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import pytest

from tests.browser.axe import grave
from tests.browser.finger import desk_drawn, failures, keyed, press

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

LARGER = 4
TILES = ".yd-stage polygon[data-uid]"


@pytest.fixture(scope="module")
def hard(samples: Path, model: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of light tiles on dark ones: read after five looks, at first with a third of its tiles."""
    assert model
    path = tmp_path_factory.mktemp("hard") / "hard.jpg"
    picture = cv2.imread(str(samples / "whole-table.jpg"))
    lab = cv2.cvtColor(cv2.resize(picture, None, fx=LARGER, fy=LARGER), cv2.COLOR_BGR2LAB)
    lab[..., 0] = 255 - lab[..., 0]
    cv2.imwrite(str(path), cv2.cvtColor(lab, cv2.COLOR_LAB2BGR))
    return path


# Notes every text about what is done, and how many tiles were drawn then.
_NOTE = """() => {
  window.seen = [];
  const look = () => {
    const desk = document.querySelector('.yd');
    const told = [desk?.dataset.looking, desk?.querySelectorAll('.yd-stage polygon[data-uid]').length,
      Boolean(desk?.querySelector('.yd-stage img')?.naturalWidth)];
    if (desk && String(window.seen.at(-1)) !== String(told)) window.seen.push(told);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_stages_are_named_a_first_reading_is_drawn_and_what_was_said_outlives_it(
    visit: Callable[[str, str], Page], hard: Path
) -> None:
    page = visit("phone", "en")
    page.evaluate(_NOTE)
    page.set_input_files("input[type=file]", hard)
    page.locator(TILES).first.wait_for(state="attached")
    press(page, keyed(page, "choice-0"))  # Ron, while it looks closer
    assert grave(page) == [], "while a photo is being read"
    desk_drawn(page)
    seen = page.evaluate("window.seen")
    print(seen)  # noqa: T201 - what a person saw
    drawn = [tiles for told, tiles, _ in seen if tiles]
    assert drawn[0] < drawn[-1], "a first reading, then a better one"
    assert len({told for told, *_ in seen if told}) > 1, "stages"
    assert page.locator('.yd-chips [data-said="true"]').all_inner_texts()[0] == "Ron"
    assert page.locator(".yd-looking button").count() == 0
    assert failures(page) == 0


def test_a_first_reading_can_be_kept(visit: Callable[[str, str], Page], hard: Path) -> None:
    page = visit("phone", "en")
    page.set_input_files("input[type=file]", hard)
    # At once: by the time a finger has been judged, all of the photo may be read.
    keyed(page, "stop-looking").dispatch_event("click")
    desk_drawn(page)
    few = page.locator(TILES).count()
    page.reload()
    desk_drawn(page)
    assert page.locator(TILES).count() == few
