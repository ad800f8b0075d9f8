"""Nothing leaves the phone, and after one visit nothing is needed from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.pocket.conftest import opened
from tests.pocket.reading import read_in_browser

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


def test_airplane_mode_after_one_visit(browser: Browser, plain: str, root: Path) -> None:
    page = opened(browser, plain)
    asked: list[tuple[str, str]] = []
    page.context.on("request", lambda request: asked.append((request.method, request.url)))
    page.wait_for_selector("body[data-offline=ready]", state="attached")
    page.context.set_offline(offline=True)
    page.reload()
    page.wait_for_selector("body[data-ready]", state="attached")
    found = read_in_browser(page, root / "datasets" / "samples" / "seven-pairs.jpg")
    assert len(found["reading"]["reading"]["concealed"]) == 13
    page.locator('#desk [data-key^="tile-"]').first.wait_for()
    page.locator("#tools select").select_option("ja")
    page.wait_for_function("() => document.documentElement.lang === 'ja'")
    assert all(url.startswith((plain, "blob:", "data:")) for _, url in asked)
    assert {method for method, _ in asked} == {"GET"}
    page.context.close()
