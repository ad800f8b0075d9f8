"""Picture the pages in every state, and name what is cut, pale, too small or on something else.

``python -m tests.browser.states DIR`` walks the served page, and with ``--pocket DIR`` the page without a
server as it was built into a folder, in each language and at each size. Each state is pictured in light and
dark, down to its end: ``DIR/sheets`` has them side by side, for a person to look at, and ``DIR/faults.txt``
what a program can see.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from http.server import ThreadingHTTPServer
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

from tests import filmed
from tests.browser.conftest import SIZES, Server
from tests.browser.held_back import VARIABLE
from tests.browser.states import page as served_page
from tests.browser.states import page_table, pocket
from tests.browser.states.album import Album
from tests.chromium import FLAGS, installed
from tests.pocket.conftest import PlainHost, served
from yakulens.app.words.i18n import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.browser.states.page import Place, Walk

ROOT: Final = Path(__file__).resolve().parents[3]
SIZE_NAMES: Final = ("phone", "desk")
_FRAMES: Final = 30
"""Of the film, which begins anew at its end."""


def new_page(browser: Browser, size: str, language: str) -> Page:
    """A page of a browser that is as new to it as a new visitor's."""
    width, height = SIZES[size]
    phone: dict[str, Any] = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    context = browser.new_context(viewport={"width": width, "height": height}, locale=language, **phone)
    context.set_default_timeout(60_000)
    return context.new_page()


@dataclass(frozen=True)
class Walker:
    """Who walks through a page's states, and pictures them.

    Attributes:
        album: where the pictures go.
        page: which page it is, by its name in theirs.
        opened: opens it for a walk, at a size, in a language.
        place: what the walks need.
    """

    album: Album
    page: str
    opened: Callable[[Walk, str, str], Page]
    place: Place

    def walk(self, walk: Walk, size: str, language: str) -> None:
        """Picture the states of one walk; one that breaks off is a fault too."""
        page, state = self.opened(walk, size, language), "its beginning"
        try:
            for state in walk(page, self.place):
                self.album.take(page, f"{self.page}-{state}-{size}", language)
        except (PlaywrightError, AssertionError) as error:
            said = f"broke off after {state}: {str(error)[:200]}"
            self.album.faults.append(f"{self.page}-{walk.__name__}-{size} {language}: {said}")
        page.context.close()
        print(self.page, size, language, walk.__name__, len(self.album.faults), flush=True)  # noqa: T201


def main() -> None:
    """Walk, and lay the pictures out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument("--pocket", type=Path, help="a built page without a server, to walk instead")
    parser.add_argument("--size", nargs="+", default=SIZE_NAMES, choices=[*SIZES])
    parser.add_argument("--language", nargs="+", default=[*LANGUAGES])
    parser.add_argument("--only", nargs="+", help="these walks alone, by their names")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    album = Album(args.folder)
    with ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
        holding = Path(folder) / "holding"
        place = served_page.Place(ROOT / "datasets" / "samples", Path(folder), holding)
        flags = [flag for flag in FLAGS if not args.pocket or not flag.startswith("--js-flags")]
        chromium = stack.enter_context(sync_playwright()).chromium
        program, covered = installed(), filmed.covered(filmed.sample(ROOT))
        films = filmed.camera(Path(folder) / "film.mjpeg", (covered, _FRAMES))
        browser, filming = (chromium.launch(executable_path=program, args=[*each]) for each in (flags, films))
        stack.callback(browser.close)
        stack.callback(filming.close)
        if args.pocket:
            host = ThreadingHTTPServer(("127.0.0.1", 0), partial(PlainHost, directory=str(args.pocket)))
            address = stack.enter_context(served(host))

            def opened(walk: Walk, size: str, language: str) -> Page:
                page = new_page(filming if walk in pocket.FILMED else browser, size, language)
                page.goto(address)
                page.wait_for_selector("body[data-ready]", state="attached")
                return page

            walks, walker = (*pocket.WALKS, *pocket.FILMED), Walker(album, "pocket", opened, place)
        else:
            variables = {VARIABLE: str(holding)}
            server = Server(ROOT, Path(folder), module="tests.browser.held_back", **variables)
            stack.callback(server.end)

            def visited(walk: Walk, size: str, language: str) -> Page:
                page = new_page(filming if walk in served_page.FILMED else browser, size, language)
                page.goto(f"{server.url}/?lang={language}")
                page.locator('[data-testid="stFileUploader"]').first.wait_for(state="attached")
                served_page.settled(page)
                return page

            walks = (*served_page.WALKS, *page_table.WALKS, *served_page.FILMED)
            walker = Walker(album, "page", visited, place)
        for size, language, walk in product(args.size, args.language, walks):
            if not args.only or walk.__name__ in args.only:
                walker.walk(walk, size, language)
                (args.folder / "faults.txt").write_text("\n".join(album.faults), encoding="utf-8")
    album.sheets()


if __name__ == "__main__":
    main()
