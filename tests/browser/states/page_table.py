"""The states of the served page's table, walked through by a finger in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.finger import button, go, settled, sit_down
from tests.browser.states.page import tap, unfold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.browser.states.page import Place, Walk

LONG_NAMES = {
    "east": "Maximiliane von Altenbur",
    "south": "Wolfeschlegelsteinhausen", "west": "Cy", "north": "\u6e21\u8fba\u535a\u4e4b\u52a9",
}  # fmt: skip


def table(page: Page, place: Place) -> Iterator[str]:
    assert place
    go(page, 2)
    yield "table-begin"
    sit_down(page, LONG_NAMES, east_only=False)
    yield "table"
    tap(page, "event-ron", "winner-south", "winner-west", "discarder-east", "han-south-3", "han-west-2")
    yield "table-ron"
    unfold(page)
    yield "table-unfolded"
    tap(page, "enter")
    tap(page, "event-exhaustive_draw")
    yield "table-draw"
    unfold(page)
    tap(page, "mend-0")
    yield "table-mend"
    tap(page, "mend-leave", "remove-0")
    yield "table-remove"
    tap(page, "mend-leave")


def over(page: Page, place: Place) -> Iterator[str]:
    assert place
    go(page, 2)
    _begin_short(page)
    for winner in ("south", "west", "north"):
        tap(page, "event-tsumo", f"winner-{winner}", f"han-{winner}-3", "enter")
    yield "table-all-last"
    tap(page, "event-tsumo", "winner-south", "han-south-3", "enter")
    page.locator(".yl-place").first.wait_for()
    settled(page)
    yield "table-over"
    unfold(page)
    yield "table-over-unfolded"
    tap(page, "leave")
    yield "table-earlier"
    tap(page, "figures")
    yield "table-figures"


def mended(page: Page, place: Place) -> Iterator[str]:
    assert place
    go(page, 2)
    sit_down(page, LONG_NAMES)
    for winner, discarder in (("south", "west"), ("west", "east")):
        _ron(page, winner, discarder)
        tap(page, "enter")
    unfold(page)
    tap(page, "mend-0", "winner-south", "winner-east", "han-east-3")  # the dealer won: the deal stays
    page.locator(".st-key-mend-save button:not([disabled])").wait_for()
    yield "table-mend-moves"
    tap(page, "mend-save")
    yield "table-mended"
    unfold(page)
    tap(page, "remove-0")
    yield "table-remove-moves"
    tap(page, "mend-leave")


def conflict(page: Page, place: Place) -> Iterator[str]:
    assert place
    go(page, 2)
    sit_down(page, LONG_NAMES)
    _ron(page, "south", "east")
    other = page.context.new_page()  # of a second device at the same table
    other.goto(page.url)
    button(other, "event-tsumo").wait_for()
    settled(other)
    tap(other, "event-tsumo", "winner-north", "han-north-2", "enter")
    other.close()
    tap(page, "toggle-south-riichi")  # only now this page hears of it
    page.locator(".st-key-panel-moved").wait_for()
    settled(page)
    yield "table-conflict"


def _ron(page: Page, winner: str, discarder: str) -> None:
    tap(page, "event-ron", f"winner-{winner}", f"discarder-{discarder}", f"han-{winner}-2")


def _begin_short(page: Page) -> None:
    for seat, name in LONG_NAMES.items():
        page.locator(f".st-key-name-{seat} input").fill(name)
    page.locator('[data-testid="stRadio"] label').last.click()
    page.wait_for_timeout(300)
    page.locator('[data-testid="stFormSubmitButton"] button').first.click()
    button(page, "enter").wait_for()
    settled(page)


WALKS: tuple[Walk, ...] = (table, mended, conflict, over)
