"""Nothing leaves the phone, and after one visit nothing is needed from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.finger import overflow
from tests.pocket.conftest import PATIENCE, PHONE
from tests.pocket.reading import answer, read_in_browser
from yakulens.app import i18n

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


def test_airplane_mode_after_one_visit(browser: Browser, plain: str, root: Path) -> None:
    context = browser.new_context(**PHONE)
    asked: list[tuple[str, str]] = []
    context.on(
        "request", lambda request: asked.append((request.method, request.url))
    )  # from the first one on
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(plain)
    page.wait_for_selector("body[data-offline=ready]", state="attached")
    context.set_offline(offline=True)
    page.reload()
    page.wait_for_selector("body[data-ready]", state="attached")
    found = read_in_browser(page, root / "datasets" / "samples" / "seven-pairs.jpg")
    assert len(found["reading"]["reading"]["concealed"]) == 13
    answer(page)
    page.locator("#beside").select_option("tenhou")
    page.locator("#other table tr").first.wait_for()
    assert overflow(page) == 0, "what is broader than the phone moves the dock out of sight"
    page.locator("#tools select").select_option("ja")
    page.wait_for_function("() => document.documentElement.lang === 'ja'")
    page.locator("#desk .yd-options button", has_text=i18n.text("ja", "fact.share")).tap()
    with page.expect_download() as saved:
        page.locator('#desk [data-key="share-go"]:not([disabled])').tap()
    assert saved.value.suggested_filename.endswith(".png")
    page.close()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(plain)  # opened again on another day, still without a network
    page.wait_for_selector("body[data-ready]", state="attached")
    page.locator("#tools button").tap()
    page.locator(".pk-hands button").first.tap()
    page.wait_for_selector("#score-in-full .pk-headline")
    assert all(url.startswith((plain, "blob:", "data:")) for _, url in asked)
    assert {method for method, _ in asked} == {"GET"}
    context.close()
