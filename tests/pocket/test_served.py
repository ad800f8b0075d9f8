"""The page as `yakulens pocket` serves it, and how a new version comes."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from tests.pocket.conftest import opened, renew, served
from tests.pocket.reading import read_in_browser
from yakulens.app.pocket.serve import server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

BYTES_COME = """() => {
  const update = document.querySelector("#update button");
  navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { path: "page.js", at: 1 } }));
  return update.isConnected;
}"""
BUSY = "ServiceWorker.prototype.postMessage = () => {}"
"""The version in use does not give way, as one that is busy: the page begins anew itself."""
STILL = """() => {
  const now = document.body.outerHTML;
  if (window.was !== now) [window.was, window.since] = [now, performance.now()];
  return performance.now() - window.since > 1000;
}"""
ELSEWHERE = """url => fetch(url).then(() => 'came', error => error.message)"""


def test_with_our_headers_it_reads_by_several_threads_asks_nobody_else_and_a_new_version_comes_when_asked_for(
    browser: Browser, built: Path, root: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(built, tmp_path / "pocket")
    with served(server(folder, 0)) as address, served(server(built, 0)) as other:
        page = opened(browser, address)
        assert page.evaluate("crossOriginIsolated")
        found = read_in_browser(page, root / "datasets" / "samples" / "seven-pairs.jpg")
        assert len(found["reading"]["reading"]["concealed"]) == 13
        assert page.evaluate(ELSEWHERE, other) != "came"
        _a_new_version_comes(page, folder)
        page.context.close()


def _a_new_version_comes(page: Page, folder: Path) -> None:
    page.wait_for_selector("body[data-offline=ready]", state="attached")
    before = page.evaluate("document.body.dataset.version")
    renew(folder, before)
    page.reload()
    page.wait_for_selector("body[data-ready]", state="attached")
    assert page.evaluate("document.body.dataset.version") == before, "it waits until it is asked for"
    for language in ("ja", "en"):
        page.locator("#tools select").select_option(language)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
    assert page.evaluate(BYTES_COME), "the button under a finger stays the same"
    page.wait_for_function(STILL, polling=100)  # the open hand is drawn in that language, above the button
    page.evaluate(BUSY)
    with page.expect_navigation():
        page.locator("#update button").tap()
        assert page.locator("#update button").is_disabled()
    page.wait_for_selector("body[data-ready]", state="attached")
    page.locator("#update button").tap()
    page.wait_for_selector("body[data-version=newer]", state="attached")
