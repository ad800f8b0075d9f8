"""Two devices at one server: neither sees the other's language, hand, history or game until joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.axe import grave
from tests.browser.finger import book, button, click, desk_drawn, go, open_up, settled, sit_down, speak, tap
from tests.browser.standing import note
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


def arrive(page: Page, url: str) -> None:
    """Open the page and wait until it is drawn."""
    page.goto(url)
    page.locator(".st-key-nav").wait_for()
    settled(page)


def test_neither_phone_sees_what_is_the_others_but_a_reading_once_it_is_shared(
    phones: tuple[Page, Page], network: str, samples: Path, model: str
) -> None:
    assert model
    one, other = phones
    arrive(one, network)
    one.set_input_files("input[type=file]", samples / "open.jpg")
    desk_drawn(one)
    speak(one, "ja")
    where = one.url
    arrive(other, network)
    other.get_by_text("Table", exact=True).wait_for()  # the language is its own
    assert other.locator(".st-key-resume").count() == 0
    arrive(other, where)
    other.get_by_text("This hand is not here").wait_for()
    go(other, 3)
    other.get_by_text("Nothing here yet").wait_for()
    arrive(one, f"{network}/history")
    one.locator('[class*="st-key-panel-entry-"]').wait_for()
    assert one.get_by_text("履歴").count() >= 1
    tap(one, "share")
    one.get_by_text(i18n.text("ja", "history.shared")).wait_for()
    arrive(other, f"{network}/history")
    other.get_by_text("from another device").wait_for()
    own = '[class*="st-key-delete-"]:not(.st-key-delete-all), [class*="st-key-share-"]'
    assert other.locator(own).count() == 0
    tap(other, "open")
    desk_drawn(other)


def test_a_game_is_joined_by_its_code_and_deleted_by_who_began_it_alone(
    phones: tuple[Page, Page], network: str
) -> None:
    one, other = phones
    arrive(one, network)
    sit_down(one)
    arrive(other, network)
    go(other, 2)
    assert other.get_by_text("Ann").count() == 0
    open_up(one, one.get_by_text("Others at the table"))
    code = one.locator(".yl-code").inner_text()
    assert one.locator(".yl-qr").get_attribute("alt") == f"{network}/table?join={code.replace(' ', '')}"
    other.locator(".st-key-join-code input").fill("zzz zzz")
    note(other)  # what is typed into is brought into view
    click(other, other.get_by_role("button", name="Join"))
    other.get_by_text("No game has this code").wait_for()
    assert grave(other) == [], "no game with this code"
    arrive(other, f"{network}/table?join={code.replace(' ', '')}")
    other.locator(".st-key-enter").wait_for()
    assert "join" not in other.url
    tap(other, "event-exhaustive_draw")
    tap(other, "nobody")
    book(other)
    one.reload()
    one.get_by_text("Counters: 1").first.wait_for()
    tap(other, "leave")
    assert button(other, "resume").is_visible()
    assert other.locator('[class*="st-key-delete-"]').count() == 0
    tap(one, "leave")
    tap(one, "delete")
    assert grave(one) == [], "a game about to be deleted"
    tap(one, "delete-sure")
    arrive(other, f"{network}/table")
    assert other.get_by_text("Ann").count() == 0
