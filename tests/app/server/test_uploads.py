"""Uploaded files that no page uses: limits per visitor and in all, and none is kept of a closed page."""

from __future__ import annotations

import asyncio
import errno
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from yakulens.app.server import browser, uploads
from yakulens.app.server.sessions import Sessions
from yakulens.app.server.uploads import (
    LARGEST,
    MOST_BYTES,
    MOST_FILES,
    MOST_OF_ALL,
    NO_ROOM,
    NOT_YOURS,
    TOO_MANY,
    TOO_SLOW,
    UNKEPT,
    Uploads,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, MutableMapping

MB = 1 << 20
TAKEN = 204


class Server:
    """Keeps what is uploaded, as Streamlit does, in sizes alone."""

    def __init__(self) -> None:
        self.files: dict[str, list[int]] = {}
        self.closed: set[str] = set()
        self.sessions = Sessions()
        self.guard = Uploads(self.take, self.sessions, files=self, interval_s=0.0, grace_s=0.05)
        self.tokens: dict[str, str] = {}
        self.slow: asyncio.Event | None = None

    async def take(
        self, scope: MutableMapping[str, Any], receive: Callable[..., Any], send: Callable[..., Any]
    ) -> None:
        size, more = 0, True
        while more:
            message = await receive()
            size, more = size + len(message["body"]), message["more_body"]
        if self.slow is not None:
            await self.slow.wait()
        self.files.setdefault(_page(scope["path"].split("/")[3]), []).append(size)
        await send({"type": "http.response.start", "status": TAKEN})

    def sizes(self, page: str) -> list[int]:
        return self.files.get(_page(page), [])

    def is_open(self, page: str) -> bool:
        return _page(page) not in self.closed

    def remove(self, page: str) -> None:
        self.files.pop(_page(page), None)

    def folder(self, page: str, who: str) -> str:
        """Where somebody's page uploads to; the page is theirs from its first upload on."""
        token = self.tokens.setdefault(who, browser.new_token())
        return self.sessions.opened(f"{page:~<36}", browser.key(token)).folder

    async def put(
        self, page: str, size: int, who: str = "Ann", *, said: bool = True, comes: int | None = None
    ) -> tuple[int, str]:
        """The status and the words of an answer to an upload, of which so many bytes come."""
        folder = self.folder(page, who)
        coming = size if comes is None else comes
        return await self.ask("PUT", folder, who, coming, size if said else None)

    async def ask(
        self, method: str, folder: str, who: str, comes: int = 1, said: int | None = 1
    ) -> tuple[int, str]:
        """The same for any request, which says how many bytes it has, or does not."""
        sent: list[MutableMapping[str, Any]] = []
        left = [comes]

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        async def receive() -> MutableMapping[str, Any]:
            if not left:
                await asyncio.Event().wait()  # nothing more ever comes
            body = range(left.pop())  # as long as so many bytes
            return {"type": "http.request", "body": body, "more_body": len(body) < (said or 0)}

        headers = [(b"cookie", f"{browser.COOKIE}={self.tokens.get(who, '')}".encode())]
        headers += [] if said is None else [(b"content-length", str(said).encode())]
        path = f"/_stcore/upload_file/{folder}/file"
        await self.guard({"type": "http", "method": method, "path": path, "headers": headers}, receive, send)
        return sent[0]["status"], b"".join(each.get("body", b"") for each in sent).decode()


def _page(number: str) -> str:
    return number.rstrip("~")


def run(play: Coroutine[Any, Any, None]) -> None:
    # In a thread of its own: a browser test of the same process keeps a loop running in this one.
    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, play).result()


def test_of_one_visitor_so_many_bytes_wait_in_however_many_windows_and_others_are_not_kept_out() -> None:
    async def play() -> None:
        server = Server()
        answers = [await server.put(f"window-{n}", 60 * MB) for n in range(25)]
        assert [status for status, _ in answers[:5]] == [TAKEN] * 4 + [TOO_MANY]
        assert sum(map(sum, server.files.values())) <= MOST_BYTES
        assert answers[-1][1].startswith("Not taken: 4 files of 252 MB from this browser wait already")
        assert (await server.put("elsewhere", 60 * MB, "Bo"))[0] == TAKEN
        server.remove("window-0")  # the page took it up
        assert (await server.put("window-9", 60 * MB))[0] == TAKEN

    run(play())


def test_of_one_visitor_so_many_files_wait() -> None:
    async def play() -> None:
        server = Server()
        answers = [(await server.put("page", 1))[0] for _ in range(MOST_FILES + 1)]
        assert answers == [TAKEN] * MOST_FILES + [TOO_MANY]

    run(play())


def test_what_is_on_its_way_counts_and_what_does_not_say_its_size_counts_as_the_largest() -> None:
    async def play() -> None:
        server = Server()
        server.slow = asyncio.Event()
        coming = [asyncio.create_task(server.put("page", 1, said=False)) for _ in range(6)]
        for _ in range(5):
            await asyncio.sleep(0)
        assert [task.result()[0] for task in coming if task.done()] == [TOO_MANY, TOO_MANY]
        server.slow.set()
        await asyncio.gather(*coming)
        assert (await server.put("page", 60 * MB))[0] == TAKEN

    run(play())


def test_a_browser_that_gives_itself_many_names_does_not_fill_the_memory() -> None:
    async def play() -> None:
        server = Server()
        answers = [await server.put(f"page-{n}", 60 * MB, f"name {n}") for n in range(40)]
        assert sum(map(sum, server.files.values())) <= MOST_OF_ALL
        assert answers[-1] == (TOO_MANY, uploads.CROWDED)

    run(play())


def test_what_a_closed_page_left_is_let_go_of_and_what_an_open_one_holds_is_not() -> None:
    async def play() -> None:
        server = Server()
        await server.put("left", MB)
        await server.put("open", MB)
        server.closed.add("left")
        for _ in range(10 * uploads.CLOSED_CHECKS):
            await asyncio.sleep(0)
        assert server.files == {"open": [MB]}

    run(play())


def test_of_a_thousand_uploads_that_were_taken_up_nothing_is_remembered() -> None:
    async def play() -> None:
        server = Server()
        for number in range(1000):
            page = f"page-{number % 40}"
            assert (await server.put(page, 60 * MB, f"guest {number % 40}"))[0] == TAKEN
            server.remove(page)
        for _ in range(10):
            await asyncio.sleep(0)
        tables = [value for value in vars(server.guard).values() if isinstance(value, dict)]
        assert len(tables) == 3
        assert not any(tables)

    run(play())


def test_an_upload_that_finds_no_room_on_the_server_is_told_so() -> None:
    async def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async def play() -> None:
        server = Server()
        server.guard = Uploads(full, server.sessions, files=server, interval_s=0.0, grace_s=0.05)
        assert await server.put("page", 1) == (NO_ROOM, UNKEPT)

    run(play())


def test_an_upload_for_which_no_file_can_be_opened_is_not_told_of_room() -> None:
    async def crowded(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    async def play() -> None:
        server = Server()
        server.guard = Uploads(crowded, server.sessions, files=server, interval_s=0.0, grace_s=0.05)
        with pytest.raises(OSError, match="Too many open files"):
            await server.put("page", 1)

    run(play())


def test_two_hundred_slow_uploads_hold_no_room_and_are_cut_off() -> None:
    async def play() -> None:
        server = Server()
        slow = [
            asyncio.create_task(server.put(f"page-{n}", LARGEST, f"bore {n // MOST_FILES}", comes=1))
            for n in range(200)
        ]
        await asyncio.sleep(0)
        assert (await server.put("elsewhere", 60 * MB, "Bo"))[0] == TAKEN
        answers = {status for status, _ in await asyncio.gather(*slow)}
        assert answers == {TOO_SLOW, TOO_MANY}, "too slow; too many of one visitor"

    run(play())


def test_to_anothers_page_nothing_is_uploaded_and_nothing_is_removed() -> None:
    async def play() -> None:
        server = Server()
        assert (await server.put("page", 1))[0] == TAKEN
        folder = server.folder("page", "Ann")
        server.folder("other", "Bo")
        for method in ("PUT", "DELETE"):
            for who, where in (
                ("Bo", folder),
                ("nobody", folder),
                ("Ann", "page".ljust(36, "~")),
                ("Ann", "x"),
            ):
                assert (await server.ask(method, where, who))[0] == NOT_YOURS, (method, who)
        assert server.files == {"page": [1]}

    run(play())
