"""Uploads: each to a page of the same browser, at a least speed, and within limits of what waits unused.

The page uses a photo at once and then has Streamlit drop it (``app.page.parts.intake``). Other uploads, or
those for a button that nobody taps, would stay in memory until their page has been closed for two minutes. So
an upload is refused if a visitor's pending files fill their share, and the files of a closed page are removed
within seconds. What is on its way counts by the bytes that have come: one who sends a byte a minute holds no
room, and is cut off.
"""

import asyncio
import errno
import re
import time
from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from yakulens.app.server import browser
from yakulens.app.server.sessions import Sessions

MOST_FILES: Final = 30
"""Per visitor at a time: three rounds of a tile set's rows are about ten photos."""
MOST_BYTES: Final = 256 << 20
"""Per visitor at a time: four of the largest files, fifty phone photos."""
MOST_OF_ALL: Final = 1 << 30
"""For all visitors together, because a browser may give itself many names."""
LARGEST: Final = 64 << 20
"""Bytes that an upload without a stated size may have: ``server.maxUploadSize``."""
GRACE_S: Final = 20.0
LEAST_SPEED: Final = 4 << 10
"""Bytes a second: an upload may be waited for so long, and another second for each so many bytes."""
CLOSED_CHECKS: Final = 15
"""Checks, one a second, that must find a page closed before its files go: phones reconnect sooner."""
NOT_YOURS: Final = 403
TOO_SLOW: Final = 408
TOO_MANY: Final = 429
FOREIGN: Final = "Not taken: this is no page of this browser. Open the page again.\n"
SLOW: Final = "Not taken: it came too slowly. Try again where the network is better.\n"
FULL: Final = (
    "Not taken: {files} files of {size} MB from this browser wait already and were not used. Tap the button "
    "that they are for, remove some of them, or close the page and open it again.\n"
)
NO_ROOM: Final = 507
UNKEPT: Final = (
    "Not taken: this server has no room for temporary files. Whoever runs it frees some, or sets TMPDIR.\n"
)
CROWDED: Final = "Not taken: too many files of all visitors wait at present. Try again in a minute.\n"

_ADDRESS: Final = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)")


class _StopError(Exception):
    """An upload is cut off with a status and a sentence."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


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


@dataclass(slots=True, eq=False)
class _Coming:
    """An upload on its way."""

    stated: int  # bytes that it says it has
    come: int = 0  # bytes that have come
    waited_s: float = 0.0  # for which it was waited


class Uploads:
    """Refuses an upload if too much is pending, and removes files of closed pages (ASGI)."""

    def __init__(
        self,
        app: ASGIApp,
        sessions: Sessions,
        files: StreamlitFiles | None = None,
        interval_s: float = 1.0,
        grace_s: float = GRACE_S,
    ) -> None:
        """Wrap the upload handler; each page is checked every ``interval_s`` seconds."""
        self._app = app
        self._sessions = sessions
        self._files = StreamlitFiles() if files is None else files
        self._interval_s = interval_s
        self._grace_s = grace_s
        self._visitors: dict[str, str] = {}  # by page
        self._incoming: defaultdict[str, list[_Coming]] = defaultdict(list)  # by visitor
        self._watches: dict[str, asyncio.Task[None]] = {}  # by page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request, or refuse it."""
        address = _ADDRESS.fullmatch(scope.get("path", "")) if scope["type"] == "http" else None
        if address is None or scope["method"] not in {"PUT", "DELETE"}:
            await self._app(scope, receive, send)
            return
        session, name = self._sessions.by_folder(address[1]), browser.of(scope)
        if session is None or name is None or session.browser != name:
            await PlainTextResponse(FOREIGN, NOT_YOURS, {"connection": "close"})(scope, receive, send)
            return
        path = f"/_stcore/upload_file/{session.number}/{address[2]}"
        scope = {**scope, "path": path, "raw_path": path.encode("utf-8")}
        try:
            if scope["method"] == "PUT":
                await self._take(session.number, name, scope, receive, send)
            else:
                await self._app(scope, receive, send)
        except ConnectionError:
            raise  # the browser is gone
        except OSError as error:
            # The parts of a large upload wait in a file; that none can be opened is another trouble.
            if error.errno in {errno.EMFILE, errno.ENFILE}:
                raise
            await PlainTextResponse(UNKEPT, NO_ROOM, {"connection": "close"})(scope, receive, send)
        except _StopError as stop:
            await PlainTextResponse(stop.reason, stop.status, {"connection": "close"})(scope, receive, send)

    async def _take(self, page: str, visitor: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Take an upload in, as far as it may come."""
        coming = _Coming(_size(HTTPConnection(scope).headers.get("content-length")))
        self._check(visitor, coming, files=1)
        self._visitors[page] = visitor
        self._incoming[visitor].append(coming)

        async def receive_counted() -> Message:
            message = await self._next(coming, receive)
            self._check(visitor, coming, files=0)
            return message

        try:
            await self._app(scope, receive_counted, send)
        finally:
            self._incoming[visitor].remove(coming)
            if not self._incoming[visitor]:
                del self._incoming[visitor]
            if page not in self._watches:
                self._watches[page] = asyncio.create_task(self._watch(page))

    async def _next(self, coming: _Coming, receive: Receive) -> Message:
        """The next part of an upload.

        Raises:
            _StopError: it does not come in time.
        """
        begun = time.monotonic()
        try:
            async with asyncio.timeout(self._grace_s + coming.come / LEAST_SPEED - coming.waited_s):
                message = await receive()
        except TimeoutError:
            raise _StopError(TOO_SLOW, SLOW) from None
        coming.waited_s += time.monotonic() - begun
        coming.come += len(message.get("body", b""))
        return message

    def _check(self, visitor: str, coming: _Coming, files: int) -> None:
        """Refuse an upload that finds no room.

        Raises:
            _StopError: the visitor's share is full, or everybody's.
        """
        held: defaultdict[str, list[int]] = defaultdict(list)
        for page, owner in self._visitors.items():
            held[owner] += self._files.sizes(page)
        own, others = held[visitor], [each for each in self._incoming[visitor] if each is not coming]
        waiting = [*own, *(each.come for each in others)]
        stated = sum(own) + sum(max(each.stated, each.come) for each in others)
        if len(waiting) + files > MOST_FILES or stated + max(coming.stated, coming.come) > MOST_BYTES:
            raise _StopError(TOO_MANY, FULL.format(files=len(waiting), size=round(sum(waiting) / 1e6)))
        arrived = sum(each.come for incoming in self._incoming.values() for each in incoming)
        if sum(map(sum, held.values())) + arrived > MOST_OF_ALL:
            raise _StopError(TOO_MANY, CROWDED)

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
