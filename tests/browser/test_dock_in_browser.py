"""The dock hides nothing that counts: a phone's chips are one row, and held across it hides no tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.axe import grave
from tests.browser.conftest import SIZES
from tests.browser.finger import (
    answer,
    go,
    keyed,
    lay_out,
    open_up,
    overflow,
    photograph,
    sit_down,
    tap,
    within,
    won,
)
from tests.browser.standing import note
from tests.browser.test_score_page_in_browser import asked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

UNSEEN = """all => all.filter(each => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const corners = [[x + 8, y + height / 2], [x + width - 8, y + height / 2]];
  return corners.some(([at, down]) => !each.contains(document.elementFromPoint(at, down)));
}).map(each => each.textContent)"""
"""Which of the buttons are beyond an edge, or lie under something."""


def held(page: Page, *sizes: str) -> Iterator[str]:
    """Hold the page in windows of some sizes, the last of which it has, and so has again at the end."""
    for size in sizes:
        within(page, SIZES[size])
        yield size


def test_every_fact_that_was_said_is_seen_and_no_dora_is_not_no_ura(
    visit: Callable[[str, str], Page],
) -> None:
    sizes = ("across", "small")
    page = visit(sizes[-1], "en")
    lay_out(page, "234567m44p678s67p +8p")
    won(page, "Ron", "South", "West", "Riichi", "No dora")
    assert asked(page) == "fact-ura"
    assert page.locator(".yd-sum").inner_text().startswith("So far")
    won(page, "No ura")
    assert asked(page) == ""
    assert not page.locator(".yd-keys").is_visible()
    chips = page.locator(".yd-chips .yd-chip")
    assert chips.count() == 7
    for size in held(page, *sizes):
        assert out_of_reach(page) == [], size
        assert page.locator(".yd-options button, .yd-headline").evaluate_all(UNSEEN) == [], size
        assert grave(page) == [], size


def out_of_reach(page: Page) -> list[str]:
    """The chips that are not in sight even once their row is moved to them; the last one always is."""
    found = []
    if page.locator(".yd-keys").is_visible():
        open_up(page, keyed(page, "done"))
    chips = page.locator(".yd-chips .yd-chip")
    assert chips.nth(-1).evaluate_all(UNSEEN) == [], "what is rare has its place at the end"
    for chip in chips.all():
        chip.evaluate(_BRING)
        found += chip.evaluate_all(UNSEEN)
    page.locator(".yd-chips").evaluate("row => { row.scrollLeft = 0; }")
    return found


_BRING = "each => { each.parentElement.scrollLeft = each.offsetLeft - each.parentElement.offsetLeft; }"
QUARTER = 0.25
"""The dock's greatest share of a phone's height."""

_CUT = "note => note.scrollHeight > note.clientHeight"


def test_a_note_that_has_no_room_is_shown_whole_by_a_tap(visit: Callable[[str, str], Page]) -> None:
    page = visit("small", "en")
    lay_out(page, "56p88s +4p [345s] [666z] [777z]")
    won(page, "Tsumo")
    open_up(page, keyed(page, "chip-more"))
    reasons = page.locator(".yd-dock .yd-note")
    assert reasons.evaluate(_CUT)
    assert grave(page) == []
    open_up(page, reasons)
    assert not reasons.evaluate(_CUT)
    assert out_of_reach(page) == []
    assert page.locator(".yd-options button:first-child").evaluate_all(UNSEEN) == []
    note(page)  # the dock has grown for it
    open_up(page, keyed(page, "chip-more"))
    assert not page.locator(".yd-unfolded").count()


LONG = {"east": "Maximilian", "south": "Alexandra", "west": "Bartholomew", "north": "Christopher"}


def test_on_phones_of_every_size_long_names_and_rare_cases_push_no_chip_out_of_reach(
    visit: Callable[[str, str], Page],
) -> None:
    sizes = ("short", "phone", "small")
    page = visit(sizes[-1], "en")
    sit_down(page, LONG)
    go(page, 0)
    lay_out(page, "234567m44p678s67p +8p")
    for each in ("Tsumo", "Alexandra", "Riichi"):
        won(page, each)
        for size in held(page, *sizes):
            assert out_of_reach(page) == [], (each, size)
            assert dock_height(page) <= QUARTER * SIZES[size][1], size
            assert page.locator(".yd-options button:first-child").evaluate_all(UNSEEN) == [], (each, size)
    asking = [dock_height(page) for _ in held(page, *sizes)]
    won(page, "No dora, no ura")
    standing = [dock_height(page) for _ in held(page, *sizes)]
    assert all(stands < asks for stands, asks in zip(standing, asking, strict=True)), (
        "where nothing is asked the dock is as high as what it shows"
    )
    for rare in ("Last tile", "Not kept apart"):
        open_up(page, keyed(page, "chip-more"))
        for size in held(page, *sizes):
            assert out_of_reach(page) == [], (rare, size)
        answer(page, rare)
        along = page.locator(".yd-options").evaluate("options => options.scrollLeft")
        assert along or rare == "Last tile", (
            "the answers stay where the finger has drawn them to the last one"
        )
        note(page)  # the chip grows with what it says, to the left
        open_up(page, keyed(page, "chip-more"))
        note(page)
    for size in held(page, *sizes):
        assert out_of_reach(page) == [], size
        assert page.locator(".yd-options button, .yd-headline").evaluate_all(UNSEEN) == [], size
    go(page, 2)
    tap(page, "leave")


def dock_height(page: Page) -> int:
    return int(page.locator(".yd-dock").evaluate("dock => dock.clientHeight"))


def test_on_a_desk_nothing_is_covered(visit: Callable[[str, str], Page], samples: Path, model: str) -> None:
    assert model
    page = visit("desk", "en")
    photograph(page, samples / "riichi.jpg")
    rows = page.locator(".yd-chips .yd-chip").evaluate_all(
        "all => new Set(all.map(each => each.offsetTop)).size"
    )
    assert rows == 1, "the facts to ask stand in one row"
    won(page, "EMA", "Ron", "South", "West", "Riichi", "No dora, no ura")
    for place in (
        ".yd-stage",
        ".yd-photo-tools button",
        ".yd-rows > .yd-row button",
        ".yd-tools button",
        ".yd-chips .yd-chip",
        ".yd-options button, .yd-headline",
    ):
        assert page.locator(place).evaluate_all(UNSEEN) == [], place
    open_up(page, page.locator('.yd-rows [data-key^="tile-"]').first)
    assert page.locator(".yd-stage, .yd-rows > .yd-row button").evaluate_all(UNSEEN) == []
    assert page.locator(".yd-sheet button").evaluate_all(UNSEEN) == []
    assert grave(page) == []


def test_held_across_the_dock_covers_neither_photo_nor_hand_and_the_next_photo_is_a_tap_from_the_score(
    visit: Callable[[str, str], Page], samples: Path, model: str
) -> None:
    assert model
    page = visit("across", "en")
    photograph(page, samples / "open.jpg")
    edge = page.evaluate("document.querySelector('.yd-dock').getBoundingClientRect().left")
    for place in (".yd-stage", ".yd-photo-tools button", ".yd-rows", ".yd-tools"):
        right = page.locator(place).evaluate_all(
            "all => Math.max(...all.map(each => each.getBoundingClientRect().right))"
        )
        assert right <= edge, place
    open_up(page, page.locator('.yd-rows [data-key^="tile-"]').first)
    assert page.locator(".yd-sheet-head button, .yd-faces button").evaluate_all(UNSEEN) == []
    open_up(page, keyed(page, "close"))
    assert overflow(page) == 0
    won(page, "Ron", "South", "West", "No dora")
    note(page)
    page.locator(".yd-options button", has_text="Next photo").tap()
    page.locator('[data-testid="stFileUploader"]').wait_for()
    assert page.locator(".yd").count() == 0
