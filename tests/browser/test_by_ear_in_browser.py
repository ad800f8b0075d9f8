"""The desk for who does not see it: by roles, names and what is said, with keys alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.finger import photograph, settled

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator, Page

ASKED = "riichi.jpg"
"""A photo with a doubt that is asked about."""


def said(page: Page, words: str) -> str:
    """What was said last, once it holds these words."""
    spoken = page.get_by_role("status").filter(has_text=words)
    spoken.wait_for(state="attached")
    return spoken.inner_text()


def enter(page: Page, found: Locator) -> None:
    """Go to something and press it by the keyboard."""
    found.focus()
    page.keyboard.press("Enter")


def focused(page: Page) -> str:
    """The name of what has the focus; empty where nothing of the desk has it."""
    return str(page.evaluate("document.activeElement?.ariaLabel ?? document.activeElement?.innerText ?? ''"))


def test_a_tile_is_corrected_a_question_answered_and_the_hand_scored_by_names_alone(
    visit: Callable[[str, str], Page], samples: Path, model: str
) -> None:
    assert model
    page = visit("desk", "en")
    photograph(page, samples / ASKED)
    said(page, "The hand has 14 tiles. Two rows of indicators are in view")
    hand = page.get_by_role("region", name="Tiles of the hand").get_by_role("group", name="In the hand")
    names = [button.get_attribute("aria-label") for button in hand.get_by_role("button").all()]
    assert names[:2] == ["2 of characters", "3 of characters"]
    assert names[-1] == "8 of bamboo, the winning tile"

    enter(page, hand.get_by_role("button", name="2 of characters"))
    sheet = page.get_by_role("dialog", name="This tile: 2 of characters")
    enter(page, sheet.get_by_role("button", name="Next tile"))
    said(page, "3 of characters")
    sheet = page.get_by_role("dialog", name="This tile: 3 of characters")
    enter(page, sheet.get_by_role("button", name="All tiles"))
    enter(page, sheet.get_by_role("button", name="9 of characters", exact=True))
    said(page, "3 of characters is now 9 of characters")
    assert focused(page) == "9 of characters", "the focus is where the change was made"
    enter(page, page.get_by_role("button", name="Undo"))
    said(page, "9 of characters is now 3 of characters")
    settled(page)
    assert focused(page), "the focus is not lost with the button"

    dock = page.get_by_role("region", name="How the hand was won")
    enter(page, dock.get_by_role("button", name="Ura indicators"))
    assert "Ura indicator" in said(page, "How was it won?")
    for answer, follows in (
        ("Ron", "Who won?"),
        ("South", "Who discarded?"),
        ("West", "Riichi?"),
        ("Double riichi", "fu"),
    ):
        enter(page, dock.get_by_role("group", name="?").get_by_role("button", name=answer).first)
        said(page, follows)
    final = said(page, "West")
    headline = dock.get_by_role("button", name="fu").first
    assert (headline.get_attribute("aria-label") or "").split(",")[0] in final
    enter(page, headline)
    assert page.get_by_role("heading", name="The score").is_visible()
