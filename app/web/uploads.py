"""Files that were uploaded and that nobody has taken up yet: so many of one visitor, so much of all.

The page takes a photo up as soon as it is there and lets Streamlit keep it no longer
(``app.components.intake``). What a browser uploads beside that, or for a button that nobody taps, would
lie in memory until its page has been closed for two minutes. So an upload is refused where a visitor's others
fill what one may have, and what a closed page has left is let go of within seconds.
"""

import asyncio
import re
from collections import defaultdict
from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from yakulens.app.web import browser

MOST_FILES: Final = 30
"""Of one visitor at a time: three rounds of a tile set's rows are some ten photos."""
MOST_BYTES: Final = 256 << 20
"""Of one visitor at a time: four of the largest files, fifty of a phone's photos."""
MOST_OF_ALL: Final = 1 << 30
"""Of all visitors together, for a browser may give itself many names."""
LARGEST: Final = 64 << 20
"""What an upload may come to that does not say how much it is: ``server.maxUploadSize``."""
LEFT: Final = 15
"""Looks at a closed page, one a second, after which what it left is let go of: a phone comes back sooner."""
TOO_MANY: Final = 429
FULL: Final = (
    "Not taken: {files} files of {size} MB from this browser wait already and were not used. Tap the button "
    "that they are for, remove some of them, or close the page and open it again.\n"
)
CROWDED: Final = "Not taken: too many files of all visitors wait at present. Try again in a minute.\n"

_UPLOAD: Final = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+")


class Kept:
    """Uploaded files as Streamlit keeps them, by the page that each came from."""

    def sizes(self, page: str) -> list[int]:
        """Bytes of each file that waits there."""
        store = Runtime.instance().uploaded_file_mgr
        held = store.file_storage.get(page, {}) if isinstance(store, MemoryUploadedFileManager) else {}
        return [len(file.data) for file in list(held.values())]

    def is_open(self, page: str) -> bool:
        """Whether the page is open in a browser."""
        return Runtime.instance().is_active_session(page)

    def let_go(self, page: str) -> None:
        """Keep no file of it any longer."""
        Runtime.instance().uploaded_file_mgr.remove_session_files(page)


class Uploads:
    """Refuses an upload where too much waits already, and clears up after closed pages (ASGI)."""

    def __init__(self, app: ASGIApp, store: Kept | None = None, second: float = 1.0) -> None:
        """Stand before an application.

        Args:
            app: what takes uploads.
            store: where they are kept; Streamlit's own by default.
            second: between two looks at a page, seconds.
        """
        self._app = app
        self._store = Kept() if store is None else store
        self._second = second
        self._whose: dict[str, str] = {}
        self._coming: defaultdict[str, list[int]] = defaultdict(list)
        self._watches: dict[str, asyncio.Task[None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on, or refuse it."""
        asked = _UPLOAD.fullmatch(scope.get("path", "")) if scope.get("method") == "PUT" else None
        if asked is None:
            await self._app(scope, receive, send)
            return
        said = {name: value.decode("latin-1") for name, value in scope["headers"]}
        page, size = asked[1], _size(said.get(b"content-length"))
        whose = self._whose.get(page) or _visitor(said.get(b"cookie"), scope)
        why = self._refusal(whose, size)
        if why is not None:
            await PlainTextResponse(why, TOO_MANY, {"connection": "close"})(scope, receive, send)
            return
        self._whose[page] = whose
        self._coming[whose].append(size)
        try:
            await self._app(scope, receive, send)
        finally:
            self._coming[whose].remove(size)
            if not self._coming[whose]:
                del self._coming[whose]
            if page not in self._watches:
                self._watches[page] = asyncio.create_task(self._watch(page))

    def _refusal(self, whose: str, size: int) -> str | None:
        """Why no more of a visitor is taken; None where it is."""
        of: defaultdict[str, list[int]] = defaultdict(list)
        for page, owner in self._whose.items():
            of[owner] += self._store.sizes(page)
        for owner, sizes in self._coming.items():
            of[owner] += sizes
        own = of[whose]
        if len(own) >= MOST_FILES or sum(own) + size > MOST_BYTES:
            return FULL.format(files=len(own), size=round(sum(own) / 1e6))
        return CROWDED if sum(map(sum, of.values())) + size > MOST_OF_ALL else None

    async def _watch(self, page: str) -> None:
        """Wait until a page's files are taken up, or it has been closed for some seconds."""
        closed = 0
        while self._store.sizes(page) and closed < LEFT:
            await asyncio.sleep(self._second)
            closed = 0 if self._store.is_open(page) else closed + 1
        if closed:
            self._store.let_go(page)
        self._whose.pop(page, None)
        self._watches.pop(page, None)


def _size(said: str | None) -> int:
    """How much an upload says it is; the most that is taken where it does not say."""
    return min(int(said), LARGEST) if said is not None and said.isdecimal() else LARGEST


def _visitor(cookies: str | None, scope: Scope) -> str:
    """A key of the browser: its name, or the address that it asks from."""
    try:
        held = SimpleCookie(cookies or "").get(browser.COOKIE)
    except CookieError:
        held = None
    if held is not None and browser.is_token(held.value):
        return browser.key(held.value)
    return f"at {(scope.get('client') or ('nowhere',))[0]}"
