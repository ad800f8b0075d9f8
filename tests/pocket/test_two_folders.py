"""Copies of the page in several folders of one host, and above other pages: each works without a network."""

from __future__ import annotations

import shutil
from functools import partial
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING, Final

import pytest

from tests.pocket.conftest import PATIENCE, PHONE, PlainHost, renew, served
from tests.pocket.test_table import begin

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

OTHER_STORES: Final = """() => new Promise(done => {
    indexedDB.deleteDatabase("yakulens-pocket").onsuccess = () => {
        const open = indexedDB.open("yakulens-pocket", 9);
        open.onupgradeneeded = () => open.result.createObjectStore("hands", { keyPath: "id" });
        open.onsuccess = () => { open.result.close(); done(); };
    };
})"""
"""As a copy of another version leaves it: numbered higher, without some of what this one stores."""


@pytest.fixture
def host(built: Path, tmp_path: Path) -> Iterator[str]:
    """A host with the page at its root, in ``a/`` and ``b/``, of two versions, and another page."""
    shutil.copytree(built, tmp_path / "host")
    for name in "ab":
        shutil.copytree(built, tmp_path / "host" / name)
    version = next(
        line.split('"')[1]
        for line in (built / "sw.js").read_text("utf-8").splitlines()
        if line.startswith("const VERSION")
    )
    renew(tmp_path / "host" / "b", version)
    (tmp_path / "host" / "other").mkdir()
    (tmp_path / "host" / "other" / "index.html").write_text("another page", encoding="utf-8")
    serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(PlainHost, directory=str(tmp_path / "host")))
    with served(serving) as address:
        yield address


def visit(context: BrowserContext, address: str) -> Page:
    """A tab with the page, once it works without a network."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_selector("body[data-offline=ready]", state="attached")
    return page


@pytest.mark.long
def test_copies_in_folders_keep_their_own_files_and_share_games_and_choices(
    browser: Browser, host: str
) -> None:
    context = browser.new_context(**PHONE)
    for folder in ("", "a/", "b/"):
        visit(context, host + folder).close()
    assert len(visit(context, host).evaluate("caches.keys()")) == 3
    context.set_offline(offline=True)
    versions = {
        visit(context, host + folder).evaluate("document.body.dataset.version") for folder in ("", "a/", "b/")
    }
    assert len(versions) == 2
    one, other = visit(context, f"{host}a/"), visit(context, f"{host}b/")
    one.locator("#tools select").select_option("ja")
    begin(one)
    other.reload()
    other.locator("#to-table").tap()
    other.locator(".yt-stand").wait_for()
    assert other.locator("html").get_attribute("lang") == "ja"
    context.set_offline(offline=False)
    page = context.new_page()
    page.goto(f"{host}other/")
    assert page.locator("body").inner_text() == "another page", (
        "the page above answers only for its own files"
    )
    context.close()


def test_a_storage_that_another_version_has_left_is_opened_and_added_to(browser: Browser, plain: str) -> None:
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{plain}words.json")
    page.evaluate(OTHER_STORES)
    page.evaluate("localStorage.names = 'of another page'")
    page.goto(plain)
    begin(page)
    page.reload()
    page.locator("#to-table").tap()
    page.locator(".yt-stand").wait_for()
    assert page.locator("#doing").inner_text() == ""
    context.close()
