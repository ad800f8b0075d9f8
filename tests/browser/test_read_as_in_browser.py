"""How a hand was read is shown with all of its tiles, that of thirteen orphans too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.finger import lay_out, won

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def test_thirteen_orphans_are_shown_whole(visit: Callable[[str, str], Page]) -> None:
    page = visit("phone", "en")
    lay_out(page, "19m19p19s1234567z +1m")
    won(page, "Tsumo", "South")
    rows = page.locator(".yl-head", has_text="Read as").locator("xpath=following-sibling::*[1]")
    assert rows.locator(".yl-tile").count() == 14
    assert [each.locator(".yl-tile").count() for each in rows.locator(".yl-group").all()] == [12, 2]
