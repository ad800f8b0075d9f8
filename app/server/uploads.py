"""Uploaded files that no page has used yet: limits for one visitor and for all together.

The page uses a photo at once and then has Streamlit drop it (``app.page.parts.intake``). Other uploads, or
those for a button that nobody taps, would stay in memory until their page has been closed for two minutes. So
an upload is refused if a visitor's pending files fill their share, and the files of a closed page are removed
within seconds.
"""

import asyncio
import re
from collections import defaultdict
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from yakulens.app.server import browser

MOST_FILES: Final = 30
"""Per visitor at a time: three rounds of a tile set's rows are about ten photos."""
MOST_BYTES: Final = 256 << 20
"""Per visitor at a time: four of the largest files, fifty phone photos."""
MOST_OF_ALL: Final = 1 << 30
"""For all visitors together, because a browser may give itself many names."""
LARGEST: Final = 64 << 20
"""Bytes that an upload without a stated size may have: ``server.maxUploadSize``."""
CLOSED_CHECKS: Final = 15
"""Checks, one a second, that must find a page closed before its files go: phones reconnect sooner."""
TOO_MANY: Final = 429
FULL: Final = (
    "Not taken: {files} files of {size} MB from this browser wait already and were not used. Tap the button "
    "that they are for, remove some of them, or close the page and open it again.\n"
)
CROWDED: Final = "Not taken: too many files of all visitors wait at present. Try again in a minute.\n"

_UPLOAD: Final = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+")


class StreamlitFiles:
    """Streamlit's uploaded files, by the page that each came from."""

    def sizes(self, page: str) -> list[int]:
        """Bytes of each file of a page."""
        manager = Runtime.instance().uploaded_file_mgr
        files = manager.file_storage.get(page, {}) if isinstance(manager, MemoryUploadedFileManager) else {}
        return [len(file.data) for file in list(files.values())]

    def is_open(self, page: str) -> bool:
        """Whether the page is open in a browser."""
        return Runtime.instance().is_active_session(page)

    def remove(self, page: str) -> None:
        """Remove all files of a page."""
        Runtime.instance().uploaded_file_mgr.remove_session_files(page)


class Uploads:
    """Refuses an upload if too much is pending, and removes files of closed pages (ASGI)."""

    def __init__(self, app: ASGIApp, files: StreamlitFiles | None = None, interval_s: float = 1.0) -> None:
        """Wrap the upload handler; each page is checked every ``interval_s`` seconds."""
        self._app = app
        self._files = StreamlitFiles() if files is None else files
        self._interval_s = interval_s
        self._visitors: dict[str, str] = {}  # by page
        self._incoming: defaultdict[str, list[int]] = defaultdict(list)  # bytes, by visitor
        self._watches: dict[str, asyncio.Task[None]] = {}  # by page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request, or refuse it."""
        upload = _UPLOAD.fullmatch(scope.get("path", "")) if scope.get("method") == "PUT" else None
        if upload is None:
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        page, size = upload[1], _size(connection.headers.get("content-length"))
        visitor = self._visitors.get(page) or _visitor(connection)
        refusal = self._refusal(visitor, size)
        if refusal is not None:
            await PlainTextResponse(refusal, TOO_MANY, {"connection": "close"})(scope, receive, send)
            return
        self._visitors[page] = visitor
        self._incoming[visitor].append(size)
        try:
            await self._app(scope, receive, send)
        finally:
            self._incoming[visitor].remove(size)
            if not self._incoming[visitor]:
                del self._incoming[visitor]
            if page not in self._watches:
                self._watches[page] = asyncio.create_task(self._watch(page))

    def _refusal(self, visitor: str, size: int) -> str | None:
        """Why a visitor's upload is refused; None if accepted."""
        sizes: defaultdict[str, list[int]] = defaultdict(list)
        for page, owner in self._visitors.items():
            sizes[owner] += self._files.sizes(page)
        for owner, incoming in self._incoming.items():
            sizes[owner] += incoming
        own = sizes[visitor]
        if len(own) >= MOST_FILES or sum(own) + size > MOST_BYTES:
            return FULL.format(files=len(own), size=round(sum(own) / 1e6))
        return CROWDED if sum(map(sum, sizes.values())) + size > MOST_OF_ALL else None

    async def _watch(self, page: str) -> None:
        """Wait until a page's files are used or it stays closed; then remove the files."""
        closed = 0
        while self._files.sizes(page) and closed < CLOSED_CHECKS:
            await asyncio.sleep(self._interval_s)
            closed = 0 if self._files.is_open(page) else closed + 1
        if closed:
            self._files.remove(page)
        self._visitors.pop(page, None)
        self._watches.pop(page, None)


def _size(content_length: str | None) -> int:
    """The stated bytes of an upload; the maximum if it states none."""
    if content_length is None or not content_length.isdecimal():
        return LARGEST
    return min(int(content_length), LARGEST)


def _visitor(connection: HTTPConnection) -> str:
    """A key of the browser: its name, or else its network address."""
    token = connection.cookies.get(browser.COOKIE)
    if browser.is_token(token):
        return browser.key(token)
    return f"at {connection.client.host if connection.client else 'nowhere'}"
