"""What the server of the pocket page gives, and what it does not."""

from __future__ import annotations

import http.client
import threading
from typing import TYPE_CHECKING

import pytest

from yakulens.app import cli
from yakulens.app.pocket.serve import server

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/../secret.txt", 404),
        ("/%2e%2e/secret.txt", 404),
        ("/%00", 404),
        ("/%ed%a0%80", 404),
        (f"/{'a' * 9000}", 404),
        ("/folder/", 404),
    ],
    ids=str,
)
def test_a_folder_is_served_and_nothing_beside_it(
    path: str, status: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (tmp_path / "page" / "folder").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("page", encoding="utf-8")
    serving = server(tmp_path / "page", 0)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    asked = http.client.HTTPConnection("127.0.0.1", serving.server_port)
    asked.request("GET", path)
    assert asked.getresponse().status == status
    asked.close()
    serving.shutdown()
    serving.server_close()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:1", 200),
        ("127.0.0.1:1", 200),
        ("rebound.example", 403),
        ("192.168.1.5:80", 403),
        ("", 403),
    ],
)
def test_only_under_this_machines_own_names_and_every_answer_has_our_headers(
    host: str, status: int, tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text("page", encoding="utf-8")
    with server(tmp_path, 0) as serving:
        threading.Thread(target=serving.handle_request, daemon=True).start()
        asked = http.client.HTTPConnection("127.0.0.1", serving.server_port)
        asked.request("GET", "/", headers={"Host": host})
        answer = asked.getresponse()
        asked.close()
    assert answer.status == status
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")
    assert "camera=(self)" in answer.headers["Permissions-Policy"]
    assert "Python" not in answer.headers["Server"]


def test_a_port_that_is_taken_is_said_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "index.html").write_text("page", encoding="utf-8")
    with server(tmp_path, 0) as serving:
        assert cli.main(["pocket", str(tmp_path), "--port", str(serving.server_port)]) == 2
    assert "cannot be used (Address already in use); choose" in capsys.readouterr().err
