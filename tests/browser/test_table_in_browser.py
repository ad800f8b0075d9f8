from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

from tests.browser.axe import grave
from tests.browser.conftest import SIZES
from tests.browser.finger import (
    PLAYERS,
    book,
    button,
    chosen,
    click,
    failures,
    go,
    lay_out,
    open_up,
    overflow,
    settled,
    sit_down,
    speak,
    tap,
    within,
    won,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

MINUS = "\N{MINUS SIGN}"
UNBROKEN = "Wolfeschlegelsteinhausen"
"""As long as a name may be."""
LEAST_PART = 3
LETTERS_BY_LINE = """names => names.map(name => {
  const lines = {};
  const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    for (let at = 0; at < text.length; at += 1) {
      const letter = document.createRange();
      letter.setStart(text, at);
      letter.setEnd(text, at + 1);
      const { top } = letter.getBoundingClientRect();
      lines[top] = (lines[top] ?? 0) + 1;
    }
  }
  return Object.values(lines);
})"""


def come_to(page: Page, url: str) -> None:
    """The same browser at this address: it is known by its cookie, whatever server answers."""
    page.goto(url)
    page.locator(".st-key-nav a").nth(3).wait_for()
    settled(page)


def scores(page: Page) -> list[str]:
    """The scores in the players' order."""
    return page.locator(".yl-card .yl-name + .sum").all_inner_texts()


def turn(page: Page) -> str:
    """Which hand it is, with its counters and sticks."""
    return page.locator(".yl-card .yl-worth").inner_text()


def enter(page: Page) -> None:
    """Enter the hand and wait until it has changed the table."""
    before = page.locator(".yl-card").first.inner_text()
    book(page)
    page.locator(".st-key-enter button[disabled]").wait_for()
    changed = "was => document.querySelector('.yl-card').innerText !== was"
    page.wait_for_function(changed, arg=before)
    settled(page)


def ron(page: Page, discarder: str, **han: int) -> None:
    """Say that one or more players won off a discard."""
    tap(page, "event-ron")
    for winner in han:
        tap(page, f"winner-{winner}")
    tap(page, f"discarder-{discarder}")
    for winner, worth in han.items():
        tap(page, f"han-{winner}-{worth}")


def test_a_whole_east_round_with_a_double_ron_and_a_draw_in_a_window_that_is_made_narrow(
    visit: Callable[[str, str], Page],
) -> None:
    page = visit("desk", "en")
    sit_down(page)
    assert turn(page).startswith("East 1")

    # East 1: a draw with Ann, the dealer, in tenpai after riichi: she deals again.
    tap(page, "event-exhaustive_draw")
    tap(page, "toggle-east-riichi")
    assert page.locator(chosen("toggle-east-tenpai")).count() == 1
    assert page.locator(".st-key-enter button[disabled]").count() == 1, "of the others nothing is said"
    tap(page, "nobody")
    enter(page)
    assert scores(page) == ["32,000", "29,000", "29,000", "29,000"]
    assert turn(page).startswith("East 1")
    assert "Counters: 1 · riichi sticks: 1" in turn(page)

    # East 1, one counter: Cy deals into Bo (2,000) and Di (3,900), to each of whom he pays the counter.
    ron(page, "west", south=2, north=3)
    enter(page)
    after = [int(score.replace(",", "").replace(MINUS, "-")) for score in scores(page)]
    assert sum(after) == 4 * 30_000
    assert after[0] == 32_000
    assert 29_000 - after[2] in {2_000 + 3_900 + 300, 2_000 + 3_900 + 600}
    assert "Counters: 0 · riichi sticks: 0" in turn(page)
    _from_the_score_page(page)
    _taken_back_and_entered_anew(page)

    within(page, SIZES["phone"])
    _a_penalty_asks_for_the_player_in_sight(page)
    ron(page, "north", south=5)
    enter(page)
    assert turn(page).startswith("East 4")
    tap(page, "event-chombo")
    tap(page, "offender-west")
    enter(page)
    assert turn(page).startswith("East 4")
    tap(page, "event-tsumo")
    tap(page, "winner-west")
    tap(page, "yakuman-west-1")
    enter(page)
    assert turn(page).startswith("South 1")
    open_up(page, page.get_by_text("Standing with uma"))
    page.locator("th", has_text="Uma").wait_for()
    assert grave(page) == [], "a game that has ended"
    assert failures(page) == 0


def _from_the_score_page(page: Page) -> None:
    """East 2: the hand is scored on the score page, where names and round are known."""
    assert turn(page).startswith("East 2")
    go(page, 0)
    lay_out(page, "234567m44p678s67p +8p")
    won(page, "Tsumo")
    assert "Bo" in page.locator(".yd-options button", has_text="East").inner_text()
    won(page, "Ann", "No riichi", "No dora")
    assert "Ann" in page.locator(".yl-seat.wins").inner_text()
    click(page, page.locator(".yd-options button", has_text="To the table"))
    page.locator(chosen("winner-north")).wait_for()
    enter(page)
    assert turn(page).startswith("East 3")


def _a_penalty_asks_for_the_player_in_sight(page: Page) -> None:
    open_up(page, page.get_by_text("Penalty or substitute"))
    tap(page, "offence-score_sheet_unsigned")
    asked = page.locator(".st-key-choice-penalise-score_sheet_unsigned")
    page.wait_for_function(
        "asked => asked.getBoundingClientRect().bottom < innerHeight - 80", arg=asked.element_handle()
    )
    tap(page, "penalise-score_sheet_unsigned-0")
    tap(page, "take_back-0")


def _taken_back_and_entered_anew(page: Page) -> None:
    tap(page, "undo")
    page.locator(chosen("winner-north")).wait_for()
    assert turn(page).startswith("East 2")
    enter(page)
    assert turn(page).startswith("East 3")


def test_what_a_hand_changes_is_told_by_the_tap_that_enters_it_and_is_in_view_after_it(
    visit: Callable[[str, str], Page],
) -> None:
    page = visit("small", "en")
    sit_down(page, dict(zip(PLAYERS, ("Konstantinos", "Maximilian", "Wilhelmina", UNBROKEN), strict=True)))
    ron(page, "west", south=3)
    told = button(page, "enter").inner_text()
    assert f"Maximilian +3,900 · Wilhelmina {MINUS}3,900" in told
    enter(page)
    card = page.locator(".st-key-stand")
    box, below = card.bounding_box(), page.locator(".st-key-enter").bounding_box()
    assert box is not None
    assert below is not None
    assert 0 <= box["y"] < box["y"] + box["height"] <= below["y"], "the new scores are in view"
    changed = [each.strip() for each in card.locator(".changed").all_inner_texts()]
    assert changed == ["", "+3,900", f"{MINUS}3,900", ""]
    cut = "names => names.filter(name => name.scrollWidth > name.clientWidth).length"
    assert page.locator(".yl-name").evaluate_all(cut) == 0, "no name is cut off"
    lines = page.locator(".yl-name").evaluate_all(LETTERS_BY_LINE)
    assert max(map(len, lines)) > 1, "there is no room for each name on one line"
    assert min(map(min, lines)) >= LEAST_PART, "nor does one end in an odd letter"
    assert grave(page) == []
    tap(page, "event-tsumo")
    tap(page, "winner-east")
    tap(page, "yakuman-east-1")
    enter(page)
    tap(page, "leave")
    tap(page, "figures")
    page.locator("td", has_text=UNBROKEN).wait_for()
    assert overflow(page) == 0, "statistics"


def test_killing_the_server_loses_nothing_of_a_game_nor_language_and_names(
    phone: BrowserContext, serve: Callable[[], Any]
) -> None:
    server = serve()
    page = phone.new_page()
    come_to(page, server.url)
    sit_down(page)
    ron(page, "east", south=1, north=2)
    enter(page)
    speak(page, "ja")
    page.locator(".yl-worth", has_text="東").first.wait_for()
    before, hand = scores(page), turn(page)
    tap(page, "event-exhaustive_draw")
    tap(page, "toggle-south-riichi")
    tap(page, "toggle-west-tenpai")
    server.end(signal.SIGKILL)
    come_to(page, serve().url)
    page.get_by_text("見本で試す").wait_for()
    go(page, 2)
    assert (scores(page), turn(page)) == (before, hand)
    for key in ("event-exhaustive_draw", "toggle-south-riichi", "toggle-south-tenpai", "toggle-west-tenpai"):
        assert page.locator(chosen(key)).count() == 1, key
    assert page.locator('.st-key-choice-toggle-tenpai button[kind="primary"]').count() == 2

    tap(page, "leave")
    page.get_by_text("新しい対局").wait_for()
    held = [page.locator(f".st-key-name-{seat} input").input_value() for seat in PLAYERS]
    assert held == list(PLAYERS.values())
