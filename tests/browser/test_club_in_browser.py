"""A club's own rule set: offered by the operator, chosen, and its chips counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.axe import grave
from tests.browser.finger import book, keyed, lay_out, overflow, settled, sit_down, tap, won

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext

CLUB = """
name = "okawa"
title = "Club Okawa"
extends = "m-league"
[chips]
ippatsu = 1
ura = 1
red_five = 1
worth = 2000
"""


def test_a_clubs_rules_are_played_and_their_chips_counted(
    phone: BrowserContext, serve: Callable[..., Any], tmp_path: Path
) -> None:
    club = tmp_path / "club.toml"
    club.write_text(CLUB, encoding="utf-8")
    page = phone.new_page()
    page.goto(f"{serve('--rules', str(club)).url}/?lang=en")
    page.locator(".st-key-nav a").nth(3).wait_for()
    settled(page)
    first = page.locator('[class*="st-key-play-by-"] button').first
    assert first.inner_text().startswith("Club Okawa")
    tap(page, "play-by-okawa")

    lay_out(page, "340m567p789s44p67s +8s")
    won(page, "Ron", "South", "West", "No riichi", "No dora")
    assert keyed(page, "rules").inner_text() == "Club Okawa"
    assert "Chips +1" in page.locator(".yd-dock").inner_text()
    assert overflow(page) == 0

    sit_down(page)
    for key in ("event-ron", "winner-south", "discarder-west", "han-south-3", "chips-south-2"):
        tap(page, key)
    assert grave(page) == [], "a hand with chips"
    book(page)
    page.locator(".yl-card .yl-seat", has_text="Chips +2").wait_for()
    settled(page)
    assert overflow(page) == 0
