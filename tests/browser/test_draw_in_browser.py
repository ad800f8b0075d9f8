from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.finger import chosen, click, failures, go, overflow, settled, tap
from tests.vision.layout.draws import KIND, PHOTO
from tests.vision.layout.pixels import Gallery

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

TWO_TENPAI = 1
"""The seed of a draw where two hands lie open, both tenpai: the photographer's and the one on the left."""
NAMES = {"east": "Ann", "south": "Bo", "west": "Cy", "north": "Di"}


def test_a_draw_with_two_tenpai_from_one_photo(
    visit: Callable[[str, str], Page], model: str, tmp_path: Path
) -> None:
    photo = Gallery(tmp_path, [], model, size=PHOTO).photo(KIND, TWO_TENPAI)
    page = visit("phone", "en")
    go(page, 2)
    for seat, name in NAMES.items():
        page.locator(f".st-key-name-{seat} input").fill(name)
    page.locator('[data-testid="stFormSubmitButton"] button').click()
    page.locator(".st-key-enter").wait_for()
    settled(page)
    tap(page, "event-exhaustive_draw")
    click(page, page.get_by_text("Tenpai from a photo"))
    page.set_input_files("input[type=file]", photo)
    page.locator(".st-key-draw-taker-south").wait_for()
    settled(page)
    tap(page, "draw-taker-south")
    page.locator('[class*="st-key-panel-draw-"]').nth(1).wait_for()
    assert page.get_by_text("It looks tenpai").count() == 2
    assert page.locator(".st-key-enter button[disabled]").count() == 1
    for seat in ("south", "east"):
        tap(page, f"draw-{seat}-tenpai")
        page.locator(chosen(f"draw-{seat}-tenpai")).wait_for()
    assert overflow(page) == 0
    tap(page, "enter")
    page.locator(".yl-card .sum", has_text="31,500").first.wait_for()
    assert page.locator(".yl-card .yl-name + .sum").all_inner_texts() == [
        "31,500",
        "31,500",
        "28,500",
        "28,500",
    ]
    assert failures(page) == 0
