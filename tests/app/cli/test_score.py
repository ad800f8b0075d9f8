"""`yakulens score`: a typed hand, a Hand as JSON, and JSON lines."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from yakulens.app.cli import main

if TYPE_CHECKING:
    from pathlib import Path

OPEN_HAND = ["345678m44p67s", "--win", "5s", "--by", "ron", "--meld", "chi:234p:left"]


def scored(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["score", *words]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    answer: dict[str, Any] = json.loads(captured.out)
    return answer


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["score", *words]) == 2
    error = capsys.readouterr().err
    assert error.startswith("yakulens score: ")
    assert error.count("\n") == 1
    return error


def test_a_typed_hand_gives_the_contracts_score(capsys: pytest.CaptureFixture[str]) -> None:
    answer = scored(capsys, *OPEN_HAND)
    assert (answer["outcome"], answer["han"], answer["fu"], answer["value"]) == ("win", 1, 30, 1000)
    assert answer["payments"] == {"south": 1000, "discarder": -1000}


def test_a_person_reads_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", *OPEN_HAND, "--text"]) == 0
    assert capsys.readouterr().out.startswith("1 han 30 fu: 1000 points\n  tanyao  1 han  EMA 2025 4.2.1\n")


def test_the_last_of_fourteen_tiles_wins_unless_another_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    last = scored(capsys, "345678m23444p67s5s", "--by", "ron")
    said = scored(capsys, "345678m23444p67s5s", "--by", "ron", "--win", "3p")
    assert (last["reading"]["wait"], said["reading"]["wait"]) == ("ryanmen", "kanchan")


def test_a_typed_plain_five_takes_the_red_one_of_a_whole_hand(capsys: pytest.CaptureFixture[str]) -> None:
    answer = scored(capsys, "234067m234p567s77s", "--by", "ron", "--win", "5m", "--rules", "tenhou")
    assert (answer["outcome"], answer["dora"]) == (
        "win",
        [{"id": "red_five", "han": 1, "cite": "Tenhou replayed wins"}],
    )


def test_a_hand_as_json_is_overruled_by_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    hand = {"concealed": "345678m44p67s234p", "win": "5s", "by": "ron", "id": 7}
    assert scored(capsys, json.dumps(hand), "--by", "tsumo")["payments"] == {
        "east": -1300,
        "south": 2700,
        "west": -700,
        "north": -700,
    }


def test_rules_and_their_overrides_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert scored(capsys, *OPEN_HAND, "--set", "open_tanyao=false")["outcome"] == "no_yaku"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ([], "no hand"),
        (["345678m44p67s"], "--win"),
        (["345678m44p67s234p", "--win", "5s"], "--by ron or --by tsumo"),
        (["345678m44p67s234p", "--win", "9z", "--by", "ron"], "9z"),
        (["345678m44p67s2345p", "--win", "1z", "--by", "ron"], "among them"),
        (["345678", "--by", "ron", "--win", "5s"], "suit"),
        (["11111m234p567s55s1z", "--by", "ron", "--win", "1z"], "1m"),
        (["{", "--by", "ron"], "not JSON"),
        ([*OPEN_HAND, "--rules", "nobody"], "nobody"),
        ([*OPEN_HAND, "--set", "nothing=1"], "nothing"),
        ([*OPEN_HAND, "--jsonl", "x.jsonl"], "--jsonl"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line(words: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert named in refused(capsys, *words)


def test_every_line_is_answered_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = {"id": "a", "concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo"}
    text = "\n".join(
        [json.dumps(good), "nonsense", json.dumps(good | {"id": 2, "by": "luck"}), json.dumps(good)]
    )
    file = tmp_path / "hands.jsonl"
    file.write_text(text, encoding="utf-8")
    outputs = []
    for words in (["--jsonl", str(file)], ["--jsonl"]):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        assert main(["score", *words]) == 0
        outputs.append([json.loads(line) for line in capsys.readouterr().out.splitlines()])
    assert outputs[0] == outputs[1]
    assert [(one.get("id"), one["outcome"]) for one in outputs[0]] == [
        ("a", "win"),
        (None, "invalid"),
        (2, "invalid"),
        ("a", "win"),
    ]


def test_options_say_what_a_line_leaves_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    red = {"concealed": "340678m44p67s234p", "win": "5s", "by": "tsumo"}
    lines = (red, {key: value for key, value in red.items() if key != "by"}, {**red, "rules": "ema-2025"})
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(map(json.dumps, lines))))
    assert main(["score", "--jsonl", "--rules", "tenhou", "--by", "ron"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [sum(each["han"] for each in answer["dora"]) for answer in answers] == [1, 1, 0]
    assert ["menzen_tsumo" in {each["id"] for each in answer["yaku"]} for answer in answers] == [
        True,
        False,
        True,
    ]


@pytest.mark.parametrize("command", ["score", "waits", "settle", "final"])
def test_lines_of_json_are_not_told_in_words(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--jsonl", "--text"]) == 2
    assert "--jsonl and --text: choose one" in capsys.readouterr().err
