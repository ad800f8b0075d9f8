"""The real server takes so many files of one visitor that nobody takes up, and says why it takes no more."""

from __future__ import annotations

import http.client
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.served.guest import XSRF, Guest
from tests.served.server import Server
from yakulens.app.server.uploads import CLOSED_CHECKS, MOST_FILES, TOO_MANY

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.long

_TAKEN = 204


def left_behind(guest: Guest, sizes: Sequence[int]) -> list[tuple[int, str]]:
    """The answers to files that a page uploads and never uses."""
    answers = []
    for size, url in zip(sizes, guest.addresses(len(sizes)), strict=True):
        body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
        body += b"\0" * size + b"\r\n--x--\r\n"
        line = http.client.HTTPConnection("localhost", guest.port, timeout=60)
        cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
        said = {"Cookie": cookie, "X-Xsrftoken": guest.cookies.get(XSRF, "")}
        said["Content-Type"] = "multipart/form-data; boundary=x"
        try:
            line.request("PUT", url, body, said)
            answer = line.getresponse()
            answers.append((answer.status, answer.read().decode()))
        except OSError:  # refused before all of it was sent
            answers.append((TOO_MANY, ""))
        line.close()
    return answers


def test_files_that_one_visitor_leaves_behind_in_two_windows_are_taken_up_to_a_number(tmp_path: Path) -> None:
    with (
        Server(tmp_path) as server,
        Guest(server.port) as one,
        Guest(server.port, cookies=one.cookies) as two,
    ):
        answers = left_behind(one, [1] * 20) + left_behind(two, [1] * 12)
        assert [status for status, _ in answers] == [_TAKEN] * MOST_FILES + [TOO_MANY] * 2
        assert f"{MOST_FILES} files of 0 MB from this browser wait already" in answers[-1][1]
        with Guest(server.port) as other:
            assert left_behind(other, [1])[0][0] == _TAKEN


def main() -> None:
    """Print how the server's memory grows by 25 files of 60 MB, and what is left after the page is closed."""

    def memory() -> int:
        status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) // 1000

    with Server(Path(sys.argv[1])) as server:
        with Guest(server.port) as guest:
            before = memory()
            answers = left_behind(guest, [60_000_000] * 25)
            taken = sum(status == _TAKEN for status, _ in answers)
            print(f"taken {taken} of 25; memory {before} MB before, {memory()} MB after")  # noqa: T201
        time.sleep(CLOSED_CHECKS + 5)
        print(f"after the page was closed for {CLOSED_CHECKS + 5} s: {memory()} MB")  # noqa: T201


if __name__ == "__main__":
    main()
