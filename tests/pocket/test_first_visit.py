"""The first visit: every byte once, and what the page says and keeps where it does not come."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, ClassVar, Final

import pytest

from tests.pocket.conftest import PATIENCE, PHONE, PlainHost, opened, renew, served
from yakulens.app.pocket.on_its_way import KEEPER, PACKED, kept
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

ONCE: Final = 1.02
"""Bytes sent for each byte that has to come; of what is asked for again, most hosts send none."""
WAITING: Final = ".pk-waits, #desk .yd-photo"
"""The chosen photo: as it was chosen, or on the desk once Python has started."""
REFUSES: Final = """() => {
    const { Memory } = WebAssembly;
    WebAssembly.Memory = class extends Memory {
        constructor(wanted) {
            if (wanted.maximum > 8192) throw new RangeError("out of memory");
            super(wanted);
        }
    };
    return import("./memory.js").then(({ held }) => {
        const shared = new WebAssembly.Memory({ initial: 256, maximum: 65536, shared: true });
        return [shared.buffer.byteLength, held(), new WebAssembly.Memory({ initial: 1 }).buffer.byteLength];
    });
}"""
"""A browser that grants half a gigabyte at most: the bytes of an engine's memory, and what is weighed."""
KNOWS_NO_OPTIONS: Final = """async () => {
    const { createImageBitmap: create } = window;
    window.createImageBitmap = function (blob, options) {
        if (options) throw new TypeError("Failed to execute 'createImageBitmap'");
        return create.call(window, blob);
    };
    const { decoded } = await import("./pixels.js");
    const canvas = new OffscreenCanvas(8000, 6000);
    canvas.getContext("2d");
    const { photo, shrink, wide } = await decoded(await canvas.convertToBlob({ type: "image/jpeg" }));
    return [wide, shrink, photo.width];
}"""
FULL_DISK: Final = """
Response.prototype.blob = () => Promise.reject(new TypeError("Failed to fetch"));
"""
"""What Chromium answers where the disk has little room: it makes a stream's blob there."""

FAILED: Final = """async () => {
    const keeper = await navigator.serviceWorker.getRegistration();
    while (keeper.installing) await new Promise(done => setTimeout(done, 100));
}"""
"""Waits until a version that was begun has failed."""
SEEN: Final = """seen => {
    Object.defineProperty(document, "visibilityState", { value: seen, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""
"""Puts the page out of sight, or back into it."""


class Failing(PlainHost):
    """A host that counts the bytes that it sends, and breaks off the files whose names hold a word."""

    sent: ClassVar[list[int]] = []
    breaks: ClassVar[set[str]] = set()
    unpacked: ClassVar[bool] = False  # whether the browser is told that a packed file is one, and unpacks it

    def send_head(self) -> Any:  # noqa: ANN401 - a file, as the standard library opens it
        if any(word in self.path for word in self.breaks):
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
            return None
        return super().send_head()

    def end_headers(self) -> None:
        if self.unpacked and self.path.endswith(PACKED):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:  # noqa: ANN401
        data = source.read()
        self.sent.append(len(data))
        outputfile.write(data)


@contextmanager
def host(folder: Path) -> Iterator[str]:
    """The address of a failing host, which as yet breaks off nothing."""
    Failing.sent.clear()
    Failing.breaks.clear()
    Failing.unpacked = False
    with served(ThreadingHTTPServer(("127.0.0.1", 0), partial(Failing, directory=str(folder)))) as address:
        yield address


def visited(browser: Browser, address: str) -> Page:
    """The page on a phone, just opened."""
    page = browser.new_context(**PHONE).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page


def test_every_byte_comes_once_and_the_page_says_that_it_works_offline_and_does(
    browser: Browser, built: Path
) -> None:
    paths = [path for path in built.rglob("*") if path.is_file()]
    files = {path.relative_to(built).as_posix(): path.read_bytes() for path in paths}
    size = len(files[KEEPER]) + sum(each.bytes for each in kept(files).values())
    with host(built) as address:
        page = visited(browser, address)
        page.locator("#coming progress").wait_for()
        page.wait_for_selector("body[data-offline=ready]", state="attached")
        assert size <= sum(Failing.sent) < ONCE * size
        assert page.locator("#coming").inner_text() == ""
        works = {i18n.text("en", f"pocket.offline_{state}") for state in ("kept", "loose")}
        assert page.locator("#offline").inner_text().removeprefix("✓ ") in works
        Failing.sent.clear()
        page.context.set_offline(offline=True)
        page.reload()
        page.wait_for_selector("body[data-offline=ready]", state="attached")
        assert Failing.sent == []
        page.context.close()


@pytest.mark.parametrize("how", ["refuses", "unpacks"])
def test_a_host_that_gives_no_packed_file_or_has_it_unpacked_gives_the_page_all_the_same(
    browser: Browser, built: Path, how: str
) -> None:
    with host(built) as address:
        if how == "refuses":
            Failing.breaks.add(PACKED)
        else:
            Failing.unpacked = True
        page = visited(browser, address)
        page.wait_for_selector("body[data-offline=ready]", state="attached")
        page.context.set_offline(offline=True)
        page.reload()
        page.wait_for_selector("body[data-ready]", state="attached")
        page.context.close()


@pytest.mark.parametrize(
    ("missing", "later_ms"),
    [("python_stdlib.zip", 0), ("ort.wasm", 0), ("layout", 0), ("layout", 5_000), ("pyodide.mjs", 0)],
)
def test_a_network_that_fails_is_one_sentence_and_the_photo_waits_until_it_is_tried_again(
    browser: Browser, built: Path, root: Path, missing: str, later_ms: int
) -> None:
    """Later the photo has been opened in the thread that is given up, and must be opened in the next one."""
    with host(built) as address:
        Failing.breaks.add(missing)
        page = visited(browser, address)
        page.set_input_files("#library", str(root / "datasets" / "samples" / "seven-pairs.jpg"))
        page.locator(WAITING).first.wait_for()
        again = page.get_by_role("button", name=i18n.text("en", "pocket.again"))
        again.wait_for()
        assert i18n.text("en", "pocket.lost") in page.locator("#coming").inner_text()
        assert "rror" not in page.locator("main").inner_text()
        assert page.locator(WAITING).first.is_visible()
        Failing.breaks.clear()
        page.wait_for_timeout(later_ms)
        again.tap()
        page.wait_for_selector("body[data-offline=ready]", state="attached")
        page.locator("#desk svg polygon").first.wait_for(state="attached")
        assert page.locator(".pk-waits").count() == 0
        page.context.close()


def test_an_update_that_fails_keeps_the_version_and_of_one_that_comes_only_what_is_new_is_sent(
    browser: Browser, built: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(built, tmp_path / "pocket")
    with host(folder) as address:
        page = visited(browser, address)
        page.wait_for_selector("body[data-offline=ready]", state="attached")
        before = page.evaluate("document.body.dataset.version")
        renew(folder, before)
        Failing.breaks.add("page.js")
        page.reload()
        page.wait_for_selector("body[data-offline=ready]", state="attached")
        assert page.evaluate("document.body.dataset.version") == before
        page.evaluate(FAILED)
        assert page.evaluate("caches.keys()") == [f"pocket at {address} {before}"]
        Failing.breaks.clear()
        Failing.sent.clear()
        page.reload()
        page.get_by_role("button", name=i18n.text("en", "pocket.update")).tap()
        page.wait_for_selector("body[data-version=newer]", state="attached")
        assert sum(Failing.sent) < 200_000
        page.context.close()


def test_a_storage_without_room_is_said_with_what_to_do_and_the_page_reads_all_the_same(
    browser: Browser, plain: str
) -> None:
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": plain.rstrip("/"), "quotaSize": 3_000_000})
    page.goto(plain)
    page.wait_for_selector("body[data-ready]", state="attached")
    page.wait_for_selector("body[data-offline=full]", state="attached")
    assert page.locator("#coming").inner_text() == i18n.text("en", "pocket.offline_full")
    context.close()


def test_a_disk_that_has_no_room_for_what_is_unpacked_keeps_nobody_from_the_page(
    browser: Browser, built: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "page"
    shutil.copytree(built, folder, copy_function=os.link)
    (folder / KEEPER).unlink()
    (folder / KEEPER).write_text(FULL_DISK + (built / KEEPER).read_text("utf-8"), "utf-8")
    with host(folder) as address:
        page = visited(browser, address)
        page.wait_for_selector("body[data-ready]", state="attached")
        page.wait_for_selector("body[data-offline=ready]", state="attached")
        page.context.close()


def test_a_page_without_a_service_worker_says_that_it_needs_the_network(browser: Browser, plain: str) -> None:
    context = browser.new_context(**PHONE, service_workers="block")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(plain)
    page.wait_for_selector("body[data-offline=blocked]", state="attached")
    assert page.locator("#coming").inner_text() == i18n.text("en", "pocket.offline_blocked")
    context.close()


def test_a_reload_shows_the_photo_again_and_never_the_start(browser: Browser, plain: str, root: Path) -> None:
    page = opened(browser, plain)
    page.set_input_files("#library", str(root / "datasets" / "samples" / "seven-pairs.jpg"))
    page.wait_for_selector("body[data-read]", state="attached")
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => setInterval(() => {"
        "  const [start, waits, desk] = ['#start', '.pk-waits', '#desk .yd']"
        "    .map(each => document.querySelector(each)?.offsetHeight);"
        "  window.waited ||= waits;"
        "  if (start || (window.waited && !waits && !desk)) window.flashed = true; }, 1))"
    )
    page.reload()
    page.locator(".pk-waits, #desk .yd").first.wait_for()
    page.locator("#desk .yd").wait_for()
    assert not page.evaluate("window.flashed")
    page.context.close()


def test_an_engines_memory_is_what_the_browser_grants_and_an_old_browser_opens_a_photo(
    browser: Browser, plain: str
) -> None:
    page = opened(browser, plain)
    assert page.evaluate(REFUSES) == [2**24, 2**24, 2**16]
    assert page.evaluate(KNOWS_NO_OPTIONS) == [8000, 2, 4000]
    page.context.close()


def test_out_of_sight_the_networks_go_and_come_again_with_the_page(
    browser: Browser, plain: str, root: Path
) -> None:
    page = opened(browser, plain)
    (engine,) = (worker for worker in page.workers if "engine.js" in worker.url)
    with engine.expect_event("close", timeout=PATIENCE):
        page.evaluate(SEEN, "hidden")
    page.evaluate(SEEN, "visible")
    page.set_input_files("#library", str(root / "datasets" / "samples" / "seven-pairs.jpg"))
    page.wait_for_selector("body[data-read]", state="attached")
    assert [worker for worker in page.workers if "engine.js" in worker.url]
    page.context.close()
