from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulens.app.cli import main
from yakulens.app.server import network
from yakulens.scorer.rules.offered import own_files

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "0"], "a port is a number from 1 to 65535"),
        (["--address", "192.0.2.1"], "--address 192.0.2.1 cannot be used"),
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('extends = "nowhere"', "no rule set 'nowhere'"),
        ('extends = "tenhou"\nchips = 3', "'chips' is a table of ippatsu"),
        ('name = "tenhou"\nextends = "tenhou"', "a built-in rule set is also called 'tenhou'"),
        ("name = ", "not TOML"),
    ],
)
def test_a_rule_file_that_cannot_be_offered_is_one_line(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club = tmp_path / "club.toml"
    club.write_text(text, encoding="utf-8")
    assert main(["app", "--rules", str(club)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.strip().splitlines()) == 1
    assert own_files() == {}


def test_two_rule_files_of_one_name_and_what_is_no_file_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.toml").write_text('name = "club"\nextends = "tenhou"', encoding="utf-8")
    assert main(["app", "--rules", str(tmp_path / "a.toml"), str(tmp_path / "b.toml")]) == 2
    assert "a.toml is also called 'club'" in capsys.readouterr().err
    assert main(["app", "--rules", "tenhou"]) == 2
    assert "the path must end in .toml" in capsys.readouterr().err
