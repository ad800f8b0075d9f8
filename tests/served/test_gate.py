"""The real server answers the page that it serves, and nobody else; nothing leaves the machine."""

from __future__ import annotations

import http.client
import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.served.server import ROOT, Server

if TYPE_CHECKING:
    from collections.abc import Iterator

REFUSED = 403
OPENED = 101


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as served:
        yield served


def test_the_page_itself_may_open_its_channel(server: Server) -> None:
    for name in ("localhost", "127.0.0.1", "[::1]", "LOCALHOST."):
        host = f"{name}:{server.port}"
        assert server.handshake(Host=host, Origin=f"http://{host}") == OPENED, name
    assert server.status() == 200


@pytest.mark.parametrize(
    "origin",
    [
        "http://rebound.example",
        "http://localhost:3000",
        "http://127.0.0.1:{port}",
        "http://localhost.rebound.example:{port}",
        "http://localhost:{port}@rebound.example",
        "https://localhost",
        "http://localhost.:{port}",
        "null",
        "file://",
        "",
    ],
)
def test_a_page_of_another_origin_may_not(server: Server, origin: str) -> None:
    assert server.handshake(Origin=origin.format(port=server.port)) == REFUSED
    assert server.status(Origin=origin.format(port=server.port)) == REFUSED


def test_whoever_names_no_page_may_not_open_the_channel(server: Server) -> None:
    assert server.handshake() == REFUSED


@pytest.mark.parametrize(
    "host",
    ["rebound.example", "rebound.example:{port}", "localhost.rebound.example", "192.168.1.5:{port}", ""],
)
def test_a_name_that_is_not_ours_is_not_served(server: Server, host: str) -> None:
    named = host.format(port=server.port)
    assert server.handshake(Host=named, Origin=f"http://{named}") == REFUSED
    assert server.status(Host=named) == REFUSED


def test_an_upload_without_the_pages_token_is_refused(server: Server) -> None:
    own = f"http://localhost:{server.port}"
    path = "/_stcore/upload_file/somebody/something"
    assert server.status(path, "PUT", Origin=own, Content_Length="0") == REFUSED
    assert server.status(path, "DELETE", Origin=own) == REFUSED


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/table", 200),
        ("/_stcore/health", 200),
        ("/_stcore/metrics", 200),
        ("/_stcore/script-health-check", 404),
        ("/_stcore/agent/openapi.json", 404),
        ("/_stcore/agent/interact", 404),
        ("/_stcore/bidi-components/x", 404),
        ("/media/../../etc/passwd", 404),
        ("/%", 200),
    ],
)
def test_every_answer_says_what_a_browser_may_do_with_it(server: Server, path: str, status: int) -> None:
    answered, said = asked(server, path)
    assert answered == status
    assert said["x-content-type-options"] == "nosniff"
    assert said["referrer-policy"] == "same-origin"
    assert said["cross-origin-opener-policy"] == "same-origin"
    assert "camera=(self)" in said["permissions-policy"]
    assert "frame-ancestors 'none'" in said["content-security-policy"]
    assert "server" not in said


def test_the_servers_figures_are_for_the_person_at_the_machine(server: Server) -> None:
    assert asked(server, "/_stcore/metrics", X_Forwarded_For="192.0.2.7")[0] == 404


def asked(server: Server, path: str, **headers: str) -> tuple[int, dict[str, str]]:
    """The status of an answer and its headers, their names in lower case."""
    line = http.client.HTTPConnection("localhost", server.port, timeout=30)
    line.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = line.getresponse()
    line.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}


@pytest.mark.parametrize("options", [(), ("--address", "0.0.0.0")])  # noqa: S104 - alone in its namespace
def test_no_packet_leaves_the_machine_whoever_asks(options: tuple[str, ...]) -> None:
    alone = ["unshare", "--map-root-user", "--net"]
    usable = shutil.which("unshare") and shutil.which("ip")
    if not usable or subprocess.run([*alone, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no network namespace can be made here")
    words = [*alone, sys.executable, "-m", "tests.served.alone", *options]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["answers"] == [200, OPENED, *[REFUSED] * 10]
    assert told["control"], "what is sent is seen"
    assert told["sent"] == []
