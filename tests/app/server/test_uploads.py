"""Uploaded files that no page uses: limits per visitor and in all, and none is kept of a closed page."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from yakulens.app.server import browser, uploads
from yakulens.app.server.uploads import MOST_BYTES, MOST_FILES, MOST_OF_ALL, TOO_MANY, Uploads

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, MutableMapping

MB = 1 << 20
TAKEN = 204


class Server:
    """Keeps what is uploaded, as Streamlit does, in sizes alone."""

    def __init__(self) -> None:
        self.files: dict[str, list[int]] = {}
        self.closed: set[str] = set()
        self.guard = Uploads(self.take, files=self, interval_s=0.0)
        self.names = {who: browser.new_token() for who in ("Ann", "Bo")}
        self.slow: asyncio.Event | None = None

    async def take(self, scope: MutableMapping[str, Any], _: object, send: Callable[..., Any]) -> None:
        if self.slow is not None:
            await self.slow.wait()
        self.files.setdefault(scope["path"].split("/")[3], []).append(scope["size"])
        await send({"type": "http.response.start", "status": TAKEN})

    def sizes(self, page: str) -> list[int]:
        return self.files.get(page, [])

    def is_open(self, page: str) -> bool:
        return page not in self.closed

    def remove(self, page: str) -> None:
        self.files.pop(page, None)

    async def put(self, page: str, size: int, who: str = "Ann", *, said: bool = True) -> tuple[int, str]:
        """The status and the words of an answer to an upload."""
        sent: list[MutableMapping[str, Any]] = []

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request"}

        headers = [(b"cookie", f"{browser.COOKIE}={self.names.get(who, browser.new_token())}".encode())]
        headers += [(b"content-length", str(size).encode())] if said else []
        path = f"/_stcore/upload_file/{page}/file"
        scope = {"type": "http", "method": "PUT", "path": path, "headers": headers, "size": size}
        await self.guard(scope, receive, send)
        return sent[0]["status"], b"".join(each.get("body", b"") for each in sent).decode()


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
        for _ in range(3):
            await asyncio.sleep(0)
        assert [task.result()[0] for task in coming if task.done()] == [TOO_MANY, TOO_MANY]
        server.slow.set()
        await asyncio.gather(*coming)
        assert (await server.put("page", 60 * MB))[0] == TAKEN

    run(play())


def test_a_browser_that_gives_itself_many_names_does_not_fill_the_memory() -> None:
    async def play() -> None:
        server = Server()
        answers = [await server.put(f"page-{n}", 60 * MB, "another") for n in range(40)]
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
