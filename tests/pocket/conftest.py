"""The page that reads photos in the browser itself, built once and served as a plain host would."""

from __future__ import annotations

import json
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.benchmarks.layout.draws import KIND, PHOTO
from tests.benchmarks.layout.pixels import Gallery
from tests.chromium import FLAGS, installed
from yakulens.app.pocket import build
from yakulens.app.pocket.npm import PocketError
from yakulens.app.pocket.on_its_way import kept
from yakulens.app.pocket.serve import Files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Playwright, Request

TWO_TENPAI: Final = 1
"""The seed of a rendered draw."""
PATIENCE: Final = 300_000.0
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "en-GB"
}  # fmt: skip


@pytest.fixture(scope="session")
def built(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """The folder, built once for all workers; skipped where the engines cannot be had."""
    if shutil.which("npm") is None:
        pytest.skip("npm, which fetches the page's engines, is not installed")
    try:
        return once("pocket", _build)
    except PocketError as error:
        pytest.skip(str(error))


def _build(folder: Path) -> None:
    build.build(folder)


@pytest.fixture(scope="session")
def plain(built: Path) -> Iterator[str]:
    """Where the folder is served without any header of ours."""
    with served(ThreadingHTTPServer(("127.0.0.1", 0), partial(PlainHost, directory=str(built)))) as address:
        yield address


class PlainHost(Files):
    """A host that adds nothing to a file."""

    def end_headers(self) -> None:
        SimpleHTTPRequestHandler.end_headers(self)


def renew(folder: Path, version: str) -> None:
    """Turn the folder's page into the version ``newer``, as a build of other sources does."""
    page, keeper = folder / "page.js", folder / "sw.js"
    was, script = kept({"page.js": page.read_bytes()})["page.js"], page.read_text("utf-8")
    page.write_text(script.replace(version, "newer"), encoding="utf-8")
    now = kept({"page.js": page.read_bytes()})["page.js"]
    told = keeper.read_text("utf-8").replace(version, "newer")
    keeper.write_text(told.replace(json.dumps(was), json.dumps(now)), encoding="utf-8")


@pytest.fixture(scope="session")
def two_hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo of two open hands, both tenpai: the photographer's and the one on the left."""
    return Gallery(tmp_path_factory.mktemp("draw"), [], None, size=PHOTO).photo(KIND, TWO_TENPAI)


@contextmanager
def served(serving: ThreadingHTTPServer) -> Iterator[str]:
    """The address at which a server runs meanwhile."""
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{serving.server_port}/"
    serving.shutdown()
    serving.server_close()


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    """A headless Chromium that runs workers in threads of their own."""
    program = installed()
    if program is None:
        pytest.skip("no chromium is installed")
    flags = [flag for flag in FLAGS if not flag.startswith("--js-flags")]
    found = driver.chromium.launch(executable_path=program, args=flags)
    yield found
    found.close()


def opened(
    browser: Browser, address: str, locale: str = "en-GB", asked: Callable[[Request], None] | None = None
) -> Page:
    """The page on a phone, ready to read; ``asked`` is told whatever is asked for, from the first on."""
    context = browser.new_context(**PHONE | {"locale": locale})
    if asked:
        context.on("request", asked)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_selector("body[data-ready]", state="attached")
    return page


@pytest.fixture(scope="module")
def phone(browser: Browser, plain: str) -> Iterator[Page]:
    """One phone for all tests of a file."""
    page = opened(browser, plain)
    yield page
    page.context.close()
