from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulens.app import network
from yakulens.app.cli import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "0"], "a port is 1 to 65535"),
        (["--cert", "a.pem"], "--cert and --key go together"),
        (["--cert", "none.pem", "--key", "none.key"], "No such file"),
    ],
)
def test_what_cannot_be_served_is_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["app", *words]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.strip().splitlines()) == 1


def test_a_file_that_is_no_certificate_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.pem"
    bad.write_text("no certificate")
    assert main(["app", "--cert", str(bad), "--key", str(bad)]) == 2
    assert "cannot be used" in capsys.readouterr().err


def test_phones_are_told_of_no_address_where_the_page_answers_this_machine_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "lan_address", lambda: "192.168.1.5")
    assert network.phone_url("127.0.0.1", 8501) is None
    assert network.phone_url("0.0.0.0", 8501, secure=True) == "https://192.168.1.5:8501"  # noqa: S104
    monkeypatch.setattr(network, "lan_address", lambda: None)
    assert network.phone_url("0.0.0.0", 8501) is None  # noqa: S104
