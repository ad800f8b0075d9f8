"""Serves pictures and files on a page only to the browsers for which they were drawn.

Streamlit serves them to anyone who knows their address. The address follows from the content, so whoever has
the photo knows it, and addresses leak (a browser's history, a proxy's log). So this module records for which
browsers (`app.server.browser`) each file was drawn, and answers any other browser that there is no such file.
When Streamlit drops a file that no page shows any longer, its record goes too.

A browser that accepts no cookies has no name, gets no files and can upload no photo.
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

from yakulens.app.server import browser

FOLDER: Final = "/media/"
"""Where Streamlit serves files, from the server's root."""
NOT_HERE: Final = 404


class Pictures:
    """Refuses a file to a browser for which it was not drawn (ASGI)."""

    def __init__(
        self,
        app: ASGIApp,
        files: MediaFileManager | None = None,
        current_token: Callable[[], str | None] | None = None,
    ) -> None:
        """Wrap an application that serves the files; a test may pass its own ``files`` and token.

        ``current_token`` gives the token of the browser whose page is being drawn.
        """
        self._app = app
        self._files = files
        self._current_token = current_token or (lambda: st.context.cookies.get(browser.COOKIE))
        self._is_watching = False
        self._lock = threading.Lock()
        self._owners: dict[str, set[str]] = {}  # browser keys, by file name
        self._deferred = threading.local()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request, or answer that there is no such file."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        if not self._is_watching:  # before any page is drawn, which takes a WebSocket
            self._watch(Runtime.instance().media_file_mgr if self._files is None else self._files)
        if not scope["path"].startswith(FOLDER):
            await self._app(scope, receive, send)
        elif self._is_for(scope["path"], HTTPConnection(scope).cookies.get(browser.COOKIE)):
            await self._app(scope, receive, _private(send))
        else:
            response = PlainTextResponse("Not here.\n", NOT_HERE, {"cache-control": "no-store"})
            await response(scope, receive, send)

    def _is_for(self, address: str, token: str | None) -> bool:
        with self._lock:
            return token is not None and browser.key(token) in self._owners.get(_name(address), ())

    def _watch(self, files: MediaFileManager) -> None:
        """Wrap the methods that store a file, to record for whose page each is stored from now on."""
        self._is_watching = True
        add, add_deferred, execute_deferred = files.add, files.add_deferred, files.execute_deferred

        @wraps(add)
        def add_noted(*args: object, **options: object) -> str:
            with self._lock:  # so that no other thread drops the file in between
                address = add(*args, **options)  # type: ignore[arg-type]
                self._note(address, self._current_token(), files)
            return address

        @wraps(add_deferred)
        def add_deferred_noted(data_callable: Callable[[], bytes], *args: object, **options: object) -> str:
            token = self._current_token()

            def make_noted() -> bytes:
                self._deferred.token = token
                return data_callable()

            return add_deferred(make_noted, *args, **options)  # type: ignore[arg-type]

        @wraps(execute_deferred)
        def execute_deferred_noted(file_id: str) -> str:
            # Streamlit no longer knows whose file it is; `make_noted` sets the token in this same thread.
            address = execute_deferred(file_id)
            with self._lock:
                self._note(address, self._deferred.token, files)
            return address

        files.add = add_noted  # type: ignore[method-assign]
        files.add_deferred = add_deferred_noted  # type: ignore[method-assign, assignment]
        files.execute_deferred = execute_deferred_noted  # type: ignore[method-assign]

    def _note(self, address: str, token: str | None, files: MediaFileManager) -> None:
        """Record that a file was drawn for a browser; drop records of files that Streamlit removed."""
        name = _name(address)
        if name not in self._owners:
            for removed in [each for each in self._owners if files.read_file(each) is None]:
                del self._owners[removed]
        if token is not None:
            self._owners.setdefault(name, set()).add(browser.key(token))


def _name(address: str) -> str:
    return address.removeprefix(FOLDER).partition(".")[0]


def _private(send: Send) -> Send:
    """A ``send`` whose response proxies do not cache."""

    async def send_private(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"cache-control", b"private")]}
        await send(message)

    return send_private
