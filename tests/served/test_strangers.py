"""Nobody sees, takes or stops another's page on the real server, whatever they send it."""

from __future__ import annotations

import http.client
import re
import socket
import struct
from typing import TYPE_CHECKING

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.served.guest import XSRF, Guest, LostError
from tests.served.server import ROOT, Server
from yakulens.app.server.browser import COOKIE
from yakulens.app.server.messages import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLE = ROOT / "datasets" / "samples" / "open.jpg"
OPENED, OK, TAKEN, REFUSED, MISSING = 101, 200, 204, 403, 404
MB = 1_000_000
LITTLE = 60 * MB
"""Bytes that the server may take for all attacks of one test; one of them once took 585 MB."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as served:
        yield served


@pytest.fixture
def ann(server: Server) -> Iterator[Guest]:
    """A visitor with a hand on her desk."""
    with Guest(server.port) as guest:
        guest.give("upload-", "hand.jpg", SAMPLE.read_bytes())
        while not guest.offers("new"):
            if not guest.wait():
                guest.look()
        yield guest


@pytest.fixture
def bo(server: Server) -> Iterator[Guest]:
    """Another visitor."""
    with Guest(server.port) as guest:
        yield guest


def cookie(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def channel(server: Server, cookies: dict[str, str], key: str) -> int:
    """What is answered to one who asks for a page's channel by its key."""
    return server.handshake(
        Origin=f"http://localhost:{server.port}",
        Cookie=cookie(cookies) or "none=1",
        Sec_WebSocket_Protocol=f"streamlit, {cookies.get(XSRF, 'x')}, {key}",
    )


def upload(server: Server, method: str, address: str, cookies: dict[str, str]) -> int:
    line = http.client.HTTPConnection("localhost", server.port, timeout=60)
    body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nx\r\n--x--\r\n'
    head = {"Cookie": cookie(cookies), "X-Xsrftoken": cookies.get(XSRF, "")}
    head["Content-Type"] = "multipart/form-data; boundary=x"
    try:
        line.request(method, address, body if method == "PUT" else None, head)
        return line.getresponse().status
    finally:
        line.close()


def strangers(bo: Guest) -> list[dict[str, str]]:
    """The cookies of all who are not Ann: none, Bo's, a name made up, and Bo's beside an empty one."""
    made_up = {**bo.cookies, COOKIE: "A" * 43}
    return [{}, bo.cookies, made_up, {**bo.cookies, COOKIE: ""}]


def test_another_browsers_page_is_refused_on_every_route(server: Server, ann: Guest, bo: Guest) -> None:
    (address,) = ann.addresses(1)
    media = sorted(set(re.findall(r"/media/[0-9a-f]+\.\w+", ann.texts)))
    assert media, "her page shows her photo"
    for cookies in strangers(bo):
        assert channel(server, cookies, ann.key) == REFUSED
        assert upload(server, "PUT", address, cookies) == REFUSED
        assert upload(server, "DELETE", address, cookies) == REFUSED
        for path in media:
            assert server.status(path, Cookie=cookie(cookies) or "none=1") == MISSING
    assert ann.look() > 0, "her page is still open"
    assert ann.offers("new")
    assert upload(server, "PUT", address, ann.cookies) == TAKEN
    assert upload(server, "DELETE", address, ann.cookies) == TAKEN
    assert all(server.status(path, Cookie=cookie(ann.cookies)) == OK for path in media)


def test_a_page_comes_back_to_its_own_browser_alone(server: Server, ann: Guest, bo: Guest) -> None:
    ann.__exit__()
    assert all(channel(server, cookies, ann.key) == REFUSED for cookies in strangers(bo))
    with Guest(server.port, cookies=ann.cookies, key=ann.key) as again:
        assert again.key == ann.key
        assert again.offers("new")


def test_what_stands_in_an_address_opens_no_page(server: Server, ann: Guest) -> None:
    (address,) = ann.addresses(1)
    folder = address.split("/")[-2]
    assert folder != ann.key
    with Guest(server.port, cookies=ann.cookies, key=folder) as fresh:
        assert fresh.key not in {folder, ann.key}, "a page of its own"
    assert upload(server, "PUT", address.replace(folder, ann.key), ann.cookies) == REFUSED


def test_orders_that_no_page_of_ours_gives_change_nothing_for_others(
    server: Server, ann: Guest, bo: Guest
) -> None:
    for name in (
        "clear_cache",
        "load_git_info",
        "set_run_on_save",
        "debug_shutdown_runtime",
        "app_heartbeat",
    ):
        bo.send(BackMsg(**{name: True}))  # type: ignore[arg-type] - each of these is a boolean
    skills = BackMsg()
    skills.backend_operation_request.install_skills.SetInParent()
    skills.backend_operation_request.session_id = bo.key
    bo.send(skills)
    bo.look()
    with Guest(server.port, cookies=ann.cookies) as again:
        assert "/media/" in again.texts, "her photo is there after a reload"


def test_a_million_names_of_files_close_the_channel_at_once(server: Server, bo: Guest) -> None:
    before = server.memory()
    for count in (1_001, 200_000):
        with Guest(server.port) as guest:
            flood = BackMsg()
            flood.file_urls_request.file_names.extend([""] * count)
            guest.send(flood)
            with pytest.raises(LostError):
                guest.look()
    bo.look()
    assert server.memory() - before < LITTLE


def frame(data: bytes, opcode: int, *, end: bool) -> bytes:
    """A frame as a client sends it (RFC 6455 5.2), masked with zeros."""
    return struct.pack("!BBQ", opcode | 0x80 * end, 0x80 | 127, len(data)) + bytes(4) + data


@pytest.mark.parametrize("part", [LARGEST // 2 - 1, 1, 0], ids=["large parts", "small parts", "empty parts"])
def test_a_message_that_never_ends_takes_no_memory(server: Server, bo: Guest, part: int) -> None:
    before = server.memory()
    for _ in range(6):
        with opened(server, bo) as line:
            first = frame(b"x", 2, end=False)
            parts = frame(bytes(part), 0, end=False) * min(100_000, 30 * MB // (part + 1))
            assert is_cut_off(line, [first, *[parts] * 9])
            assert server.memory() - before < LITTLE
    bo.look()


def is_cut_off(line: socket.socket, sent: list[bytes]) -> bool:
    """Whether the server ends a connection while these are sent."""
    try:
        for data in sent:
            line.sendall(data)
    except OSError:
        return True
    return False


def opened(server: Server, guest: Guest) -> socket.socket:
    """The page's channel, as bytes go over it."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    host = f"localhost:{server.port}"
    lines = [
        "GET /_stcore/stream HTTP/1.1",
        f"Host: {host}",
        f"Origin: http://{host}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        f"Sec-WebSocket-Protocol: streamlit, {guest.cookies[XSRF]}",
        f"Cookie: {cookie(guest.cookies)}",
    ]
    line.sendall("\r\n".join([*lines, "", ""]).encode())
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    return line
