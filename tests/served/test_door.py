"""A crowd and a bore do not shut the door: another visitor reads a photo meanwhile."""

from __future__ import annotations

import http.client
import resource
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from threading import Event
from typing import TYPE_CHECKING

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.served.guest import XSRF, Guest
from tests.served.server import ROOT, Server
from yakulens.app.readers.viewfinder import LARGEST_PHOTO, MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SAMPLE = ROOT / "datasets" / "samples" / "open.jpg"
BORE = "127.0.0.2"
"""The address from which the bore comes; others come from 127.0.0.1."""
SOCKETS = 2_000
SLOW = 200


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2 * SOCKETS), hard))
    with Server(tmp_path) as served:
        yield served
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def reads_a_photo(server: Server) -> bool:
    """Whether a visitor comes, gives a photo and gets its hand."""
    with Guest(server.port) as guest:
        guest.give("upload-", "hand.jpg", SAMPLE.read_bytes())
        while not guest.offers("new"):
            if not guest.wait():
                guest.look()
        return "/media/" in guest.texts


def idle_page(server: Server, number: int, held: ExitStack) -> socket.socket:
    """The channel of a page of the bore's under one of many names, as bytes go over it."""
    line = held.enter_context(socket.create_connection(("127.0.0.1", server.port), 30, (BORE, 0)))
    line.sendall(
        f"GET /_stcore/stream HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
        f"Origin: http://localhost:{server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Sec-WebSocket-Protocol: streamlit\r\nCookie: yakulens_browser={number:043}\r\n\r\n".encode()
    )
    return line


@pytest.mark.long
def test_two_thousand_idle_pages_of_one_address_keep_nobody_out(server: Server) -> None:
    with ExitStack() as held:
        for number in range(SOCKETS):
            idle_page(server, number, held)
        assert reads_a_photo(server)


@pytest.mark.long
def test_two_thousand_half_sent_heads_keep_nobody_out(server: Server) -> None:
    with ExitStack() as held:
        for _ in range(SOCKETS):
            line = socket.create_connection(("127.0.0.1", server.port), 30, (BORE, 0))
            held.enter_context(line)
            line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert reads_a_photo(server)


@pytest.mark.long
@pytest.mark.parametrize("reads", [True, False], ids=["and read", "and do not read"])
def test_a_hundred_pages_that_tap_without_end_keep_nobody_out(server: Server, *, reads: bool) -> None:
    message = BackMsg()
    message.rerun_script.page_name = ""
    data = message.SerializeToString()
    tap, over = bytes([0x82, 0x80 | len(data)]) + bytes(4) + data, Event()

    def tap_on(pages: list[socket.socket]) -> None:
        while not over.wait(0.2):
            for page in pages:
                with suppress(BlockingIOError, ConnectionError):
                    if reads:
                        page.recv(1 << 20)
                    page.send(tap)

    with ThreadPoolExecutor(1) as aside, ExitStack() as held:
        pages = [idle_page(server, number, held) for number in range(100)]
        for page in pages:
            page.sendall(tap)
            page.setblocking(False)  # noqa: FBT003 - its own way
        held.callback(over.set)
        aside.submit(tap_on, pages)
        assert reads_a_photo(server)


@pytest.mark.long
def test_pictures_of_a_viewfinder_that_never_end_take_no_more_memory_than_all_may(server: Server) -> None:
    before = server.memory()
    with ExitStack() as held:
        for number in range(20):
            line = socket.create_connection(("127.0.0.1", server.port), 30, (BORE, 0))
            held.enter_context(line)
            line.sendall(
                f"POST /viewfinder/abcdefgh?is=photo HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
                f"Cookie: yakulens_browser={number:043}\r\nContent-Length: {LARGEST_PHOTO}\r\n\r\n".encode()
            )
            line.sendall(bytes(LARGEST_PHOTO - 1))
        assert reads_a_photo(server)
        assert server.memory() - before < 2 * MOST_BYTES


@pytest.mark.long
def test_two_hundred_slow_uploads_keep_nobody_out(server: Server) -> None:
    with ExitStack() as held:
        for start in range(0, SLOW, 20):
            bore = held.enter_context(Guest(server.port, source=BORE))
            for address in bore.addresses(min(20, SLOW - start)):
                line = http.client.HTTPConnection("localhost", server.port, source_address=(BORE, 0))
                held.callback(line.close)
                line.putrequest("PUT", address)
                line.putheader("Cookie", "; ".join(f"{name}={value}" for name, value in bore.cookies.items()))
                line.putheader("X-Xsrftoken", bore.cookies[XSRF])
                line.putheader("Content-Type", "multipart/form-data; boundary=x")
                line.putheader("Content-Length", str(60_000_000))
                line.endheaders(b"--x\r\n")
        assert reads_a_photo(server)
