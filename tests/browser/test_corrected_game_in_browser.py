"""A whole east round at the table, one hand of it removed and one corrected: every later score follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.browser.axe import grave
from tests.browser.conftest import SIZES
from tests.browser.finger import book, button, open_up, settled, sit_down, tap, within

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

ROUND: Final = (("south", "west"), ("west", "east"), ("north", "south"), ("south", "east"))
"""Who won off whom, by the winds of each hand: the deal passes each time, so these are the east round."""


def enter(page: Page, winner: str, discarder: str) -> None:
    tap(page, "event-ron")
    tap(page, f"winner-{winner}")
    tap(page, f"discarder-{discarder}")
    tap(page, f"han-{winner}-2")
    book(page)


def scores(page: Page) -> dict[str, str]:
    """Each player's score on the card."""
    card = page.locator(".yl-card .yl-pay").first
    return dict(
        zip(card.locator(".yl-name").all_inner_texts(), card.locator(".sum").all_inner_texts(), strict=True)
    )


def test_a_hand_is_removed_on_a_phone_and_one_corrected_in_a_wide_window_and_every_later_score_follows(
    visit: Callable[[str, str], Page],
) -> None:
    page = visit("phone", "en")
    settled(page)
    sit_down(page)
    for winner, discarder in ROUND[:2]:
        enter(page, winner, discarder)
    _a_hand_that_was_never_played_is_removed_and_the_deal_goes_another_way(page)
    within(page, SIZES["desk"])
    for winner, discarder in ROUND[1:]:
        enter(page, winner, discarder)
    # 2 han 30 fu off a discard are 2,000: twice Di off Bo, Bo off Di, Ann off Di.
    assert scores(page) == {"Ann": "32,000", "Bo": "28,000", "Cy": "30,000", "Di": "30,000"}
    open_up(page, page.get_by_text("East 3", exact=False).last)
    tap(page, "mend-2")
    page.get_by_text("East 3: correct it").wait_for()
    settled(page)
    box = page.locator(".st-key-mending").bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    assert 0 <= box["y"] < size["height"], "it opens in view"
    chosen = page.locator('.st-key-winner-north button[kind="primary"]')
    assert "Bo" in chosen.inner_text(), "who sat on that wind in that hand"
    tap(page, "han-north-4")
    page.get_by_text("What changes").wait_for()
    assert grave(page) == [], "a hand of the game being corrected"
    page.reload()
    page.get_by_text("What changes").wait_for()
    settled(page)
    tap(page, "mend-save")
    page.get_by_text("East 3 is corrected").wait_for()
    _what_is_said_is_in_sight_and_takes_no_room(page)
    after = scores(page)
    # 4 han 30 fu are a mangan under these rules: 8,000 for 2,000.
    assert after == {"Ann": "32,000", "Bo": "34,000", "Cy": "30,000", "Di": "24,000"}
    open_up(page, page.get_by_text("East 3", exact=False).last)
    tap(page, "remove-2")
    tap(page, "mend-leave")
    assert scores(page) == after
    assert button(page, "enter").is_visible()


def _what_is_said_is_in_sight_and_takes_no_room(page: Page) -> None:
    main, said = page.locator('[data-testid="stMain"]'), page.locator('.st-key-told [data-testid="stAlert"]')
    room = page.locator('[data-testid="stLayoutWrapper"]:has(> .st-key-told)')
    settled(page)
    for scrolled in (0, 300):
        main.evaluate("(main, top) => { main.scrollTop = top; }", scrolled)
        assert said.evaluate("each => each.getBoundingClientRect().top") > 0, scrolled
    assert room.evaluate("each => each.clientHeight") == 0
    main.evaluate("main => { main.scrollTop = 0; }")


def _a_hand_that_was_never_played_is_removed_and_the_deal_goes_another_way(page: Page) -> None:
    open_up(page, page.get_by_text("East 1", exact=False).last)
    tap(page, "remove-0")
    page.get_by_text("East 1: remove it").wait_for()
    assert grave(page) == [], "a hand of the game about to be removed"
    own, red = button(page, "mend-remove").evaluate(
        """node => {
            const drop = node.parentNode.appendChild(document.createElement("i"));
            drop.style.backgroundColor = "var(--yl-danger)";
            const both = [node, drop].map(each => getComputedStyle(each).backgroundColor);
            drop.remove();
            return both;
        }"""
    )
    assert own == red, "what destroys is red"
    tap(page, "mend-remove")
    page.get_by_text("East 1 is removed").wait_for()
    # Di still won off Bo, now as the north of a hand that Ann deals.
    assert scores(page) == {"Ann": "30,000", "Bo": "28,000", "Cy": "30,000", "Di": "32,000"}
    assert page.locator(".yl-worth", has_text="East 2").count() >= 1
