"""A file that a page shows is given to the browser that it was drawn for, and to no other."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from yakulens.app.server import browser
from yakulens.app.server.pictures import FOLDER, NOT_HERE, Pictures

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

ANN, BO = browser.new_token(), browser.new_token()
SERVED = 200


class Server:
    """Streamlit's keeper of files, and a page that is drawn for one browser after another."""

    def __init__(self) -> None:
        self.files = MediaFileManager(MemoryMediaFileStorage(FOLDER.rstrip("/")))
        self.drawn_for: str | None = None
        self.guard = Pictures(self.serve, self.files, lambda: self.drawn_for)
        self.ask("/", None)

    async def serve(self, _: object, __: object, send: Callable[..., Any]) -> None:
        await send({"type": "http.response.start", "status": SERVED, "headers": []})

    def draw(self, data: bytes, token: str | None) -> str:
        """Show a file on somebody's page; its address."""
        self.drawn_for = token
        return self.files.add(data, "image/png", "here")

    def ask(self, path: str, token: str | None) -> int:
        """The status that a browser of this name gets."""
        return int(self.answer(path, token)["status"])

    def answer(self, path: str, token: str | None) -> MutableMapping[str, Any]:
        sent: list[MutableMapping[str, Any]] = []

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request"}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        headers = [] if token is None else [(b"cookie", f"other=1; {browser.COOKIE}={token}".encode())]
        scope = {"type": "http", "method": "GET", "path": path, "headers": headers}
        # In a thread of its own: a browser test of the same process keeps a loop running in this one.
        with ThreadPoolExecutor(1) as aside:
            aside.submit(asyncio.run, self.guard(scope, receive, send)).result()
        return sent[0]


@pytest.fixture
def server() -> Server:
    return Server()


def test_a_picture_is_for_the_browser_that_it_was_drawn_for_and_for_no_other(server: Server) -> None:
    photo = server.draw(b"photo", ANN)
    assert [server.ask(photo, who) for who in (ANN, BO, None, "")] == [SERVED, NOT_HERE, NOT_HERE, NOT_HERE]
    assert (b"cache-control", b"private") in server.answer(photo, ANN)["headers"]


def test_a_picture_that_two_are_shown_is_for_both(server: Server) -> None:
    photo = server.draw(b"photo", ANN)
    assert server.draw(b"photo", BO) == photo
    assert [server.ask(photo, who) for who in (ANN, BO, None)] == [SERVED, SERVED, NOT_HERE]


def test_what_is_shown_without_a_name_is_for_nobody(server: Server) -> None:
    photo = server.draw(b"photo", None)
    assert {server.ask(photo, who) for who in (ANN, BO, None)} == {NOT_HERE}


def test_a_file_that_is_made_when_its_button_is_tapped_is_for_who_tapped(server: Server) -> None:
    server.drawn_for = ANN
    button = server.files.add_deferred(lambda: b"all hands", "application/zip", "here")
    server.drawn_for = None  # it is made beside the page
    file = server.files.execute_deferred(button)
    assert [server.ask(file, who) for who in (ANN, BO, None)] == [SERVED, NOT_HERE, NOT_HERE]


def test_what_streamlit_has_let_go_of_is_forgotten(server: Server) -> None:
    for number in range(1000):
        photo = server.draw(b"photo %d" % number, ANN)
        server.files.remove_orphaned_files()
    assert server.ask(photo, ANN) == SERVED
    tables = [value for value in vars(server.guard).values() if isinstance(value, dict)]
    assert len(tables) == 1
    assert len(tables[0]) <= 2, "what is shown, and what was shown just before"


@pytest.mark.parametrize("path", ["", "..", "x/y.png", "é.png", ".png"])
def test_an_odd_address_is_not_here(server: Server, path: str) -> None:
    server.draw(b"photo", ANN)
    assert server.ask(f"{FOLDER}{path}", ANN) == NOT_HERE


def test_all_else_is_handed_on(server: Server) -> None:
    assert {server.ask(path, None) for path in ("/", "/table", "/_stcore/health", "/media")} == {SERVED}
