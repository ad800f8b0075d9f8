"""Pictures and files that a page shows are given to the browsers that they were drawn for, and to no other.

Streamlit serves them to whoever knows their address, which follows from what is in them: no secret to who has
the photo already, and an address gets about (a browser's history, a proxy's log). So it is noted whose page
each was drawn for, by the browser's name (``app.web.browser``), and any other browser is told that there is
no such file. What nobody's page shows any longer is forgotten, as Streamlit forgets it.

A browser that takes no cookies has no name to ask by, and is shown none. It can upload no photo either.
"""

import threading
from collections.abc import Callable
from functools import wraps
from typing import Final

import streamlit as st
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import Runtime
from streamlit.runtime.media_file_manager import MediaFileManager

from yakulens.app.web import browser

FOLDER: Final = "/media/"
"""Where Streamlit serves them, from the server's root."""
NOT_HERE: Final = 404


class Pictures:
    """Refuses a file to a browser that it was not drawn for (ASGI)."""

    def __init__(
        self,
        app: ASGIApp,
        files: MediaFileManager | None = None,
        asks: Callable[[], str | None] | None = None,
    ) -> None:
        """Stand before an application.

        Args:
            app: what serves the files.
            files: what keeps them; Streamlit's own by default.
            asks: the token of the browser whose page is being drawn; as Streamlit has it by default.
        """
        self._app = app
        self._files = files
        self._asks = _drawn_for if asks is None else asks
        self._watched = False
        self._lock = threading.Lock()
        self._whose: dict[str, set[str]] = {}
        self._making = threading.local()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on, or say that there is no such file."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        if not self._watched:  # before any page is drawn: that takes a WebSocket
            self._watch(Runtime.instance().media_file_mgr if self._files is None else self._files)
        if not scope["path"].startswith(FOLDER):
            await self._app(scope, receive, send)
        elif self._is_for(scope["path"], HTTPConnection(scope).cookies.get(browser.COOKIE)):
            await self._app(scope, receive, _to_nobody_else(send))
        else:
            await PlainTextResponse("Not here.\n", NOT_HERE, {"cache-control": "no-store"})(
                scope, receive, send
            )

    def _is_for(self, address: str, token: str | None) -> bool:
        """Whether a file was drawn for the browser of this name."""
        with self._lock:
            return token is not None and browser.key(token) in self._whose.get(_name(address), ())

    def _watch(self, files: MediaFileManager) -> None:
        """Have it noted of each file that is kept from now on whose page it was kept for."""
        self._watched = True
        add, later, made = files.add, files.add_deferred, files.execute_deferred

        @wraps(add)
        def noted(*args: object, **more: object) -> str:
            with self._lock:  # nobody clears up between the two
                address = add(*args, **more)  # type: ignore[arg-type]
                self._note(address, self._asks(), files)
            return address

        @wraps(later)
        def known(data_callable: Callable[[], bytes], *args: object, **more: object) -> str:
            token = self._asks()

            def make() -> bytes:
                self._making.of = token
                return data_callable()

            return later(make, *args, **more)  # type: ignore[arg-type]

        @wraps(made)
        def noted_when_made(file_id: str) -> str:
            # In one thread: what makes the file says here whose it is, for Streamlit no longer knows.
            address = made(file_id)
            with self._lock:
                self._note(address, self._making.of, files)
            return address

        for name, watched in (
            ("add", noted),
            ("add_deferred", known),
            ("execute_deferred", noted_when_made),
        ):
            setattr(files, name, watched)

    def _note(self, address: str, token: str | None, files: MediaFileManager) -> None:
        name = _name(address)
        if name not in self._whose:
            for gone in [each for each in self._whose if files.read_file(each) is None]:
                del self._whose[gone]
        if token is not None:
            self._whose.setdefault(name, set()).add(browser.key(token))


def _drawn_for() -> str | None:
    return st.context.cookies.get(browser.COOKIE)


def _name(address: str) -> str:
    """A file's name as Streamlit keeps it.

    >>> _name("/media/5487aa10.jpg")
    '5487aa10'
    """
    return address.removeprefix(FOLDER).partition(".")[0]


def _to_nobody_else(send: Send) -> Send:
    """An answer that no proxy keeps for others."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"cache-control", b"private")]}
        await send(message)

    return sent
