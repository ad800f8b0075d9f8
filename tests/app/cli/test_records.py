"""`yakulens records`: a line for each win, and one clear line for each file that cannot be read."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.app.records.logs import MJLOG, TENHOU_ROUND
from yakulens.app.cli import main
from yakulens.app.game import replay
from yakulens.app.store import Store
from yakulens.scorer.contract.hand_json import score_json

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """A log of each format, and a file that is none."""
    paths = {name: tmp_path / name for name in ("a.json", "b.mjlog.gz", "bad.json")}
    paths["a.json"].write_text(json.dumps(TENHOU_ROUND), encoding="utf-8")
    paths["b.mjlog.gz"].write_bytes(gzip.compress(MJLOG.encode()))
    paths["bad.json"].write_text('{"a": 1}', encoding="utf-8")
    return {name: str(path) for name, path in paths.items()}


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_each_win_of_several_files_is_a_line(
    files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["records", files["a.json"], files["b.mjlog.gz"], "--rules", "ema-2025"]) == 0
    out, err = capsys.readouterr()
    found = lines(out)
    assert [(line["id"], line["winner"], line["differs"]) for line in found] == [
        ("1", "A", {}),
        ("1", "B", {}),
        ("3", "川", {}),
    ]
    assert {line["under"]["rules"] for line in found} == {"ema-2025"}
    assert err.splitlines()[-1] == "3 wins, 0 of them scored otherwise than told"


def test_hands_alone_are_what_score_takes(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["records", "--hands", files["a.json"]]) == 0
    (hand,) = lines(capsys.readouterr().out)
    assert (score_json(hand)["outcome"], score_json(hand)["value"]) == ("win", 2900)


def test_games_are_ends_for_the_table(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["records", "--games", files["a.json"]]) == 0
    (game,) = lines(capsys.readouterr().out)
    assert (game["rules"], game["players"], game["notes"]) == ("tenhou", ["A", "B", "C", "D"], [])
    assert [(end["event"], end["discarder"], end["wins"][0]["seat"]) for end in game["hands"]] == [
        ("ron", "west", "east")
    ]


def test_a_file_that_is_no_log_is_one_line_and_the_others_are_read(
    files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["records", files["bad.json"], "missing.json", files["a.json"]]) == 2
    out, err = capsys.readouterr()
    assert len(lines(out)) == 1
    bad, missing, _ = err.splitlines()
    assert bad.startswith(f"yakulens records: {files['bad.json']}: it is JSON, but no log; known are")
    assert missing == "yakulens records: missing.json: No such file or directory"


def test_a_file_that_is_no_log_is_one_line_alone(
    files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["records", files["bad.json"]]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--rules", "ema"], "ema"), (["--hands", "--games"], "--hands prints hands alone")],
)
def test_options_that_cannot_be_are_refused(
    files: dict[str, str], capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["records", files["a.json"], *words]) == 2
    assert said in capsys.readouterr().err


def test_kept_games_are_among_those_of_the_page_and_each_of_them_once(
    files: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("yakulens.app.store.place", lambda: tmp_path / "kept.sqlite3")
    assert main(["records", "--keep", files["a.json"], files["b.mjlog.gz"]]) == 0
    assert main(["records", "--keep", files["b.mjlog.gz"]]) == 0
    assert [line["kept"] for line in lines(capsys.readouterr().out)] == [1, 2, 2]
    kept = Store(tmp_path / "kept.sqlite3").games
    games = {each.number: each.game for each in kept.all()}
    assert [len(game.ends) for _, game in sorted(games.items())] == [1, 3]
    assert replay(games[2])[1].scores == (31800, 18400, 35200, 14600)


def test_where_no_game_can_be_kept_the_reason_is_one_line(
    files: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "broken").write_bytes(b"no database" * 200)
    monkeypatch.setattr("yakulens.app.store.place", lambda: tmp_path / "broken")
    assert main(["records", "--keep", files["a.json"]]) == 2
    assert "the game cannot be kept" in capsys.readouterr().err
