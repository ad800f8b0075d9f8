"""`yakulens doctor --server` asks a running page as others do, and says what a proxy spoils."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from tests.served.server import Server
from yakulens.app import cli
from yakulens.app.cli.checks import server as checks
from yakulens.app.server import headers
from yakulens.app.server.browser import COOKIE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SOUND = {**headers.OF_ALL, "Content-Security-Policy": headers.policy(""), "Set-Cookie": f"{COOKIE}=a"}
Proxy = tuple[str, dict[str, Any]]


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    """A page as a proxy passes it on: its address, and what it answers, to be changed by a test."""
    said: dict[str, Any] = {"status": 200, "foreign": 403, "headers": dict(SOUND)}

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(
                said["foreign"] if self.headers["Host"] == "rebound.example" else said["status"]
            )
            for name, value in said["headers"].items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def date_time_string(self, timestamp: float | None = None) -> str:
            return said.get("date") or super().date_time_string(timestamp)

    with HTTPServer(("127.0.0.1", 0), Answers) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://localhost:{serving.server_port}", said
        serving.shutdown()


def states(url: str) -> dict[str, str]:
    return {finding.about: finding.state for finding in checks.page(url)}


def test_a_page_that_answers_as_it_should_is_well(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        found = states(f"http://localhost:{server.port}")
    assert found == dict.fromkeys(("page", "camera", "headers", "other names", "figures", "time"), "well")


@pytest.mark.parametrize(
    ("spoil", "about"),
    [
        (lambda said: said.update(status=403), "page"),
        (lambda said: said.update(foreign=200), "other names"),
        (lambda said: said.update(date="Sat, 28 Nov 2020 12:00:00 GMT"), "time"),
        (lambda said: said.update(date="yesterday"), "time"),
        (lambda said: said["headers"].pop("X-Content-Type-Options"), "headers"),
        (lambda said: said["headers"].pop("Content-Security-Policy"), "headers"),
        (lambda said: said["headers"].update({"Permissions-Policy": "camera=()"}), "camera"),
        (lambda said: said["headers"].update({"Set-Cookie": "other=a"}), "https"),
    ],
    ids=["refused", "every name", "clock", "no clock", "header", "policy", "camera", "cookie"],
)
def test_what_a_proxy_spoils_is_named(
    proxy: Proxy, spoil: Callable[[dict[str, Any]], None], about: str
) -> None:
    url, said = proxy
    spoil(said)
    assert states(url)[about] in {"doubtful", "wrong"}


def test_nobody_answering_and_no_https_are_said(proxy: Proxy) -> None:
    url, _ = proxy
    assert states("http://localhost:9") == {"page": "wrong"}
    assert states(url.replace("http:", "https:")) == {"https": "wrong"}
    assert {finding.about for finding in checks.limits()} == {"descriptors"}


@pytest.mark.parametrize("address", ["127.0.0.1", "0.0.0.0"])  # noqa: S104 - asked, not bound
def test_without_an_address_the_page_on_this_machine_is_asked(
    proxy: Proxy, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url, _ = proxy
    cli.main(["doctor", "--server", "--address", address, "--port", url.rpartition(":")[2]])
    assert f"page: {url} answers" in capsys.readouterr().out


def test_what_is_no_address_of_a_page_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--server", "club.example/table"]) == 2
    assert "give the page's address alone" in capsys.readouterr().err
