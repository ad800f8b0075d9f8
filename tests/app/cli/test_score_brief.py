"""`score --jsonl --brief`: what an archive needs of each hand, in lines, files and columns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from pyarrow import parquet

from yakulens.app import cli
from yakulens.app.archive.scores import ScoreHands
from yakulens.scorer.contract import json_text
from yakulens.scorer.contract.brief_json import BRIEF_KEYS

if TYPE_CHECKING:
    from pathlib import Path

HAND = {"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo"}
LINES = [
    json.dumps({**HAND, "id": "東"}, ensure_ascii=False),
    json.dumps({**HAND, "by": "rno"}),
    "{",
    "",
    json.dumps({**HAND, "id": 10**30}),
    '{"id": "\\ud800"}',
]


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    return path


def test_bad_lines_keep_their_place_and_every_line_has_every_key(
    hands: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["score", "--jsonl", str(hands), "--brief"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [tuple(answer) for answer in answers] == [BRIEF_KEYS] * len(LINES)
    assert [answer["outcome"] for answer in answers] == ["win", *["invalid"] * 3, "win", "invalid"]
    assert [answer["id"] for answer in answers] == ["東", None, None, None, 10**30, "\ud800"]
    codes = [[problem["code"] for problem in answer["problems"]][:1] for answer in answers]
    assert codes[:4] == [[], ["wrong_value"], ["bad_input"], ["empty_line"]]


def test_a_file_holds_the_lines_and_a_table_their_columns(
    hands: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["score", "--jsonl", str(hands), "--brief"]) == 0
    printed = capsys.readouterr().out
    for name in ("scores.jsonl", "scores.parquet"):
        words = ["score", "--jsonl", str(hands), "--brief", "--out", str(hands.with_name(name))]
        assert cli.main([*words, "--workers", "1"]) == 0
    assert hands.with_name("scores.jsonl").read_text(encoding="utf-8") == printed
    table = parquet.read_table(hands.with_name("scores.parquet"))
    assert table.column("yaku").to_pylist()[0] == ["menzen_tsumo", "pinfu", "tanyao"]


def test_a_run_goes_on_only_in_its_own_form(hands: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(hands.with_name("scores.jsonl"))
    words = ["score", "--jsonl", str(hands), "--out", out, "--workers", "1"]
    assert cli.main([*words, "--brief"]) == 0
    assert cli.main([*words, "--brief"]) == 0
    assert cli.main(words) == 2
    assert "is not the score of line" in capsys.readouterr().err


def test_a_single_hand_is_never_brief(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["score", "--brief", "345678m44p67s", "--win", "5s", "--by", "ron"]) == 2
    assert "--brief needs --jsonl" in capsys.readouterr().err


def test_a_hand_that_kills_its_workers_is_told_in_brief() -> None:
    line = ScoreHands(brief=True).lost((LINES[0],), "it was killed")
    assert tuple(json.loads(line)) == BRIEF_KEYS


def test_pythons_own_library_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    score = ScoreHands(brief=True).load()
    fast = score(tuple(LINES))
    monkeypatch.setattr(json_text, "_library", lambda: None)
    assert score(tuple(LINES)) == fast
