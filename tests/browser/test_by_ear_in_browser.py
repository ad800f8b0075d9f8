"""The page with a screen reader: its roles, names and announcements, with the keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.browser.doubtful import covered
from tests.browser.finger import button, go, photograph, settled, sit_down

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator, Page

ANSWERS: Final = {
    "How was it won?": "Ron",
    "Who won?": "South",
    "Who discarded?": "West",
    "Riichi?": "No riichi",
    "Which tile shows the dora? Tap it on the photo.": "No dora",
}
"""What is answered to the facts of the win; of a doubt about the photo the first answer is taken."""
# Notes all that is said, as who listens would hear it.
_LISTEN: Final = """() => {
  window.heard = [];
  const look = () => document.querySelectorAll('[role="status"]').forEach(each => {
    const said = each.textContent;
    if (said && window.heard.at(-1) !== said) window.heard.push(said);
  });
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


def said(page: Page, words: str) -> None:
    """Wait until this has been said since the last time, and forget what was."""
    page.wait_for_function("words => window.heard.some(said => said.includes(words))", arg=words)
    page.evaluate("window.heard = []")


def enter(page: Page, found: Locator) -> None:
    """Go to something and press it by the keyboard."""
    found.focus()
    page.keyboard.press("Enter")


def focused(page: Page) -> str:
    """The name of what has the focus; empty where nothing of the desk has it."""
    return str(page.evaluate("document.activeElement?.ariaLabel ?? document.activeElement?.innerText ?? ''"))


def test_a_tile_is_corrected_a_question_answered_and_the_hand_scored_by_names_alone(
    visit: Callable[[str, str], Page], samples: Path, tmp_path: Path, model: str
) -> None:
    assert model
    page = visit("desk", "en")
    page.evaluate(_LISTEN)
    photograph(page, covered(samples, tmp_path))
    said(page, "The hand has 14 tiles. ")
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
    asked = []
    while not dock.get_by_role("button", name="fu").count() or dock.get_by_role("group", name="?").count():
        asking = dock.get_by_role("group", name="?")
        asked.append(asking.get_attribute("aria-label") or "")
        answers = asking.get_by_role("button")
        known = ANSWERS.get(asked[-1])
        enter(page, answers.filter(has_text=known).first if known else answers.first)
        dock.get_by_role("group", name=asked[-1], exact=True).wait_for(state="detached")
        said(page, "?" if dock.get_by_role("group", name="?").count() else "fu. Paid by: West ")
    assert set(ANSWERS) - set(asked) <= {"Which tile shows the dora? Tap it on the photo."}
    assert set(asked) - set(ANSWERS), "a doubt about the photo is among them"
    score = dock.get_by_role("button", name="fu")
    enter(page, score)
    assert page.get_by_role("heading", name="The score").is_visible()


def test_a_hand_is_entered_at_the_table_by_names_alone(visit: Callable[[str, str], Page]) -> None:
    page = visit("desk", "en")
    sit_down(page)
    page.evaluate(_LISTEN)
    taps = [
        ("How the hand ended", "Ron (discard)", "Who won?"),
        ("Who won?", "南 Bo", "Who discarded?"),  # as who declared riichi may be
        ("Who discarded?", "西 Cy", "Say what each winning hand is worth."),
        ("南 Bo: worth", "3 han", "Bo +3,900"),
    ]
    for row, name, then in taps:
        group = page.get_by_role("group", name=row, exact=True)
        enter(page, group.get_by_role("button", name=name))
        group.locator('button[kind="primary"]', has_text=name).wait_for()
        said(page, then)
        assert focused(page) == name
    enter(page, button(page, "enter"))
    said(page, "East 2 · Counters: 0 · riichi sticks: 0 · Ann 30,000 · Bo 33,900 · Cy 26,100 · Di 30,000")
    settled(page)
    assert focused(page), "the focus is not lost with the button"


def test_the_tab_key_leads_from_the_pages_to_the_photo_and_the_samples_by_names_in_the_pages_language(
    visit: Callable[[str, str], Page],
) -> None:
    page = visit("desk", "ja")
    go(page, 3)
    go(page, 0)
    assert page.locator(".st-key-nav [aria-current=page]").inner_text().endswith("点数")
    link = page.locator(".st-key-nav a").last
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert link.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
    names = []
    for _ in range(3):
        page.keyboard.press("Tab")
        names.append(focused(page).splitlines()[-1])
    assert names[1:] == ["写真を選ぶか、ここにドロップ", "本物の写真"]
