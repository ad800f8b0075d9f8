"""A connection that sends half of what it should is cut off, and so is one that sends too much."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn

from yakulens.app.server import connections

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, MutableMapping

HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"
SWITCH = (
    HEAD + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


async def here(
    scope: MutableMapping[str, Any], receive: Callable[..., Any], send: Callable[..., Any]
) -> None:
    """Answer a request, and tell a WebSocket how long each of its messages is."""
    if scope["type"] == "http":
        body = b"ok" if scope["path"] == "/" else bytes(int(scope["path"].removeprefix("/")))
        length = [(b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": length})
        await send({"type": "http.response.body", "body": body})
        return
    await receive()
    if scope["path"] == "/none":
        await send({"type": "websocket.close"})
        return
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": f"{len(message['bytes'])} bytes"})


class Begun(uvicorn.Server):
    """A server that says when it has begun."""

    ready: Event

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


@contextmanager
def served(**options: Any) -> Iterator[tuple[str, int]]:  # noqa: ANN401 - uvicorn's
    """A server with our connections; its address."""
    ours: Any = {"http": connections.Http, "ws": connections.WebSocket, "ws_max_size": 1_000, **options}
    server, ready = Begun(uvicorn.Config(here, lifespan="off", log_level="critical", **ours)), Event()
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as aside:
        listener.setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF, 4096
        )  # so that what is not read soon waits here
        server.ready = ready
        done = aside.submit(server.run, [listener])
        ready.wait()
        yield listener.getsockname()
        server.should_exit = True
        done.result()


def answer(address: tuple[str, int], *sent: bytes, until: bytes = b"never") -> bytes:
    """All that comes back until the server ends the connection, or has said so much."""
    with socket.create_connection(address, timeout=30) as line:
        came = b""
        try:
            for data in sent:
                line.sendall(data)
                if data == SWITCH:
                    came += line.recv(65_536)
            while until not in came and (data := line.recv(65_536)):
                came += data
        except ConnectionError:
            pass
        return came


@pytest.mark.parametrize("sent", [(), (HEAD,), (HEAD + b"\r\n", HEAD)], ids=["none", "half", "second half"])
def test_a_request_whose_head_does_not_come_is_cut_off(
    sent: tuple[bytes, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_S", 0.05)
    with served() as address:
        whole = [data for data in sent if data.endswith(b"\r\n\r\n")]
        assert answer(address, *sent).count(b"200 OK") == len(whole)


def test_a_head_that_does_not_end_is_cut_off() -> None:
    with served() as address:
        assert answer(address, HEAD, *[b"A: " + b"a" * 60_000 + b"\r\n"] * 20) == b""


def test_requests_that_wait_for_no_answer_are_few() -> None:
    last = HEAD + b"Connection: close\r\n\r\n"
    with served() as address:
        assert answer(address, (HEAD + b"\r\n") * 9 + last).count(b"200 OK") == 10
        assert answer(address, (HEAD + b"\r\n") * 10_000).count(b"200 OK") < 1_000


def test_a_body_may_be_longer_than_a_head() -> None:
    body = bytes(3 * connections.MOST_HEAD)
    head = HEAD.replace(b"GET", b"PUT") + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    with served() as address:
        assert b"200 OK" in answer(address, head, body)


@pytest.mark.parametrize("size", [60_000, 3_000_000], ids=["waits to be closed", "waits to be sent"])
@pytest.mark.parametrize("close", [b"", b"Connection: close\r\n"], ids=["kept alive", "closed"])
def test_who_never_reads_the_answer_is_cut_off(
    size: int, close: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "UNREAD_S", 0.05)
    lost = Event()

    class Watched(connections.Http):
        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            lost.set()

    with served(http=Watched, timeout_keep_alive=0) as address, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(address)
        line.sendall(HEAD.replace(b"/", b"/%d" % size, 1) + close + b"\r\n")
        assert lost.wait(30)


@pytest.mark.parametrize(
    ("parts", "size", "taken"),
    [(1, 900, True), (10, 90, True), (3, 400, False), (100, 1, False), (100, 0, False)],
)
def test_a_message_comes_in_few_parts_of_few_bytes(parts: int, size: int, *, taken: bool) -> None:
    frames = [
        bytes([(0 if at else 2) | (0x80 if at == parts - 1 else 0), 0x80 | 126, *size.to_bytes(2, "big")])
        + bytes(4 + size)
        for at in range(parts)
    ]
    with served() as address:
        came = answer(address, SWITCH, *frames, until=b" bytes")
    assert (f"{parts * size} bytes".encode() in came) is taken


@pytest.mark.parametrize("opcode", [2, 9, 10], ids=["messages", "pings", "answers to no ping"])
def test_a_flood_of_small_frames_is_cut_off_and_a_few_are_taken(opcode: int) -> None:
    frame = bytes([0x80 | opcode, 0x80, *bytes(4)])
    with served() as address:
        few = answer(address, SWITCH, frame * 20, bytes([0x82, 0x81, *bytes(5)]), until=b"1 bytes")
        assert b"1 bytes" in few
        assert len(answer(address, SWITCH, *[frame * 100_000] * 3)) < 100_000


def test_who_is_refused_a_websocket_is_told_what_every_answer_says() -> None:
    with served(headers=[("X-Ours", "here")]) as address:
        refused = answer(address, SWITCH.replace(b"GET / ", b"GET /none "))
        assert refused.startswith(b"HTTP/1.1 403")
        wrong = answer(address, SWITCH.replace(b"Version: 13", b"Version: 1"))
        assert wrong.startswith(b"HTTP/1.1 400")
        for came in (refused, wrong):
            assert b"x-ours: here" in came.lower()


def test_a_websocket_is_opened_beside_all_the_cookies_of_a_host() -> None:
    cookies = "; ".join(f"other{k}=somebody-elses" for k in range(1_500))
    more = "".join(f"X-Other-{k}: 1\r\n" for k in range(200))
    with served() as address:
        head = SWITCH.replace(b"Connection:", f"Cookie: {cookies}\r\n{more}Connection:".encode(), 1)
        assert b"101 Switching" in answer(address, head, until=b"\r\n\r\n")


def test_a_head_that_opens_no_websocket_is_answered_and_its_connection_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections.http11, "MAX_LINE_LENGTH", 8_000)
    with served() as address:
        head = SWITCH.replace(b"Connection:", b"X-Long: " + b"a" * 9_000 + b"\r\nConnection:", 1)
        assert answer(address, head).startswith(b"HTTP/1.1 431")


def test_there_is_a_most_of_connections_and_one_peer_has_half_of_them() -> None:
    with served() as address:
        connections.allow(6)
        try:
            held = [socket.create_connection(address, timeout=30) for _ in range(3)]
            assert answer(address, HEAD + b"Connection: close\r\n\r\n") == b""
            for line in held:
                line.close()
            while not (came := answer(address, HEAD + b"Connection: close\r\n\r\n")):
                pass  # until the server has seen that they are closed
            assert b"200 OK" in came
        finally:
            connections.allow(0)
