from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.applications import Starlette

from yakulens.app.server.gate import BURST, FOREIGN, NAMELESS, TWICE, Gate, Hosts, refusal
from yakulens.app.server.network import own_names


def test_in_a_network_every_address_in_figures_will_do_but_no_name() -> None:
    ours = Hosts.of("0.0.0.0")  # noqa: S104 - compared with, not bound to
    for host in ("192.168.1.5:8501", "[2001:db8::1]:8501", "localhost:8501"):
        assert refusal(ours, host, f"http://{host}", websocket=True) is None, host
    assert refusal(ours, "rebound.example:8501", None, websocket=False) == NAMELESS


def test_a_machine_goes_by_its_own_name_in_its_network() -> None:
    here = "0.0.0.0"  # noqa: S104 - compared with, not bound to
    assert Hosts.of(here, own_names(here)).allows(socket.gethostname())


def test_a_reverse_proxy_asks_under_the_name_that_its_owner_gave() -> None:
    ours = Hosts.of("127.0.0.1", ["Club.example"])
    assert refusal(ours, "club.example", "https://club.example", websocket=True) is None
    assert refusal(ours, "club.example", "https://other.example", websocket=True) == FOREIGN
    assert refusal(ours, "other.example", "https://other.example", websocket=True) == NAMELESS


def test_what_is_no_host_at_all_is_refused() -> None:
    ours = Hosts.of("127.0.0.1")
    odd = (None, "", ":8501", "localhost:port", "a@localhost", "localhost/path", "[::1", "localhost:99999")
    for host in odd:
        assert refusal(ours, host, None, websocket=False) == NAMELESS, host


def test_what_is_refused_says_what_to_do_in_what_a_web_socket_can_close_with() -> None:
    assert NAMELESS.endswith("name this one with --host")
    assert all(len(each.encode()) <= 123 for each in (NAMELESS, FOREIGN, TWICE))  # RFC 6455 5.5


def test_requests_of_one_address_beyond_a_rate_wait_and_those_of_others_do_not() -> None:
    gate = Gate(Starlette(), Hosts.of("127.0.0.1"))
    waits = [gate._wait_s("192.0.2.1") for _ in range(3 * int(BURST))]
    assert waits[0] == 0
    assert waits[-1] > 1
    assert gate._wait_s("192.0.2.2") == 0


@pytest.mark.parametrize("name", [b"host", b"origin"])
@pytest.mark.parametrize("order", [1, -1])
def test_two_hosts_or_origins_are_refused_whichever_is_ours(name: bytes, order: int) -> None:
    value = {b"host": b"localhost:8501", b"origin": b"http://localhost:8501"}
    two = [(name, value[name]), (name, b"http://evil.example")][::order]
    scope = {
        "type": "http",
        "scheme": "http",
        "path": "/",
        "headers": [*two, *(each for each in value.items() if each[0] != name)],
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:  # noqa: ANN401 - as ASGI has it
        sent.append(message)

    # In a thread of its own: a browser test of the same process keeps a loop running in this one.
    with ThreadPoolExecutor(1) as aside:
        gate = Gate(Starlette(), Hosts.of("127.0.0.1"))
        aside.submit(asyncio.run, gate(scope, receive, send)).result()
    assert sent[0]["status"] == 403
    assert sent[1]["body"] == f"{TWICE}\n".encode()
