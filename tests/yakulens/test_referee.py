"""What a better place takes and what an offence costs, in Python as on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import yakulens
from yakulens import BeforeEnd, InputError
from yakulens.app.cli import main

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.scorer.vocabulary import Seat

LEVEL: dict[Seat, int] = {"east": 41_000, "south": 37_000, "west": 22_000, "north": 20_000}


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_the_sheet_is_the_command_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known: BeforeEnd = {"riichi": ("south",), "closed": ["west"], "honba": 1}
    sheet = yakulens.need({**LEVEL}, "ema-2025", **known)
    file = tmp_path / "all-last.json"
    told: dict[str, Any] = {"scores": LEVEL, "rules": "ema-2025", **known}
    file.write_text(json.dumps(told), encoding="utf-8")
    assert json.loads(printed(capsys, "need", str(file), "--json")) == sheet.to_json()
    in_words = printed(capsys, "need", str(file), "--text").splitlines()
    drawn = [line for line in in_words if line.startswith("  If the hand is drawn")]
    assert [line for line in in_words if line not in drawn] == str(sheet).splitlines()
    assert len(drawn) == len(sheet.players)
    assert "ron from east" in sheet._repr_html_()


def test_penalties_are_the_command_lines(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("", "late", "chombo"):
        found = yakulens.penalties(words, "wrc-2015")
        typed = ["rules", "penalties", *words.split(), "--rules", "wrc-2015"]
        assert json.loads(printed(capsys, *typed, "--json")) == found.to_json()
        assert printed(capsys, *typed) == f"{found}\n"
        assert found.offences[0].id in found._repr_html_()


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: yakulens.need({"east": 30_000}), "the points of 4 players are needed"),
        (lambda: yakulens.need({**LEVEL}, open=["north"], closed=["north"]), "North cannot be open"),
        (lambda: yakulens.need([]), "scores: a list is not"),
        (lambda: yakulens.penalties(1), "offence: 1 is not text"),  # type: ignore[arg-type]
        (lambda: yakulens.penalties("singing"), "has no offence 'singing'"),
        (lambda: yakulens.penalties(rules="tenhou"), "tenhou has no penalties"),
        (lambda: yakulens.penalties(rules="ema-2016"), "another edition has, ema-2025"),
    ],
)
def test_bad_input_is_one_line(ask: Any, said: str) -> None:  # noqa: ANN401 - any call
    with pytest.raises(InputError, match=said) as caught:
        ask()
    assert "\n" not in str(caught.value)
