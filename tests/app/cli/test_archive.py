"""`yakulens archive score`: files of hands, and the same scores however the run went."""

from __future__ import annotations

import io
import json
import os
import threading
from typing import TYPE_CHECKING

import pytest
from pyarrow import parquet

from tests.app.archive.jobs import Here
from yakulens.app import cli
from yakulens.app.archive import parquet as tables

if TYPE_CHECKING:
    from pathlib import Path

HANDS = [
    {"id": n, "concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo", "honba": n % 4}
    for n in range(230)
]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yakulens.app.cli.long_run.crew", Here)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Two files of hands, two lines of the first of which hold none."""
    lines = [json.dumps(hand) for hand in HANDS]
    lines[7] = "nonsense"
    lines[8] = r'{"concealed": "\ud800", "win": "5m", "by": "tsumo"}'
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    paths[0].write_text("\n".join([*lines[:150], "", ""]), encoding="utf-8")
    paths[1].write_text("\n".join(lines[150:]), encoding="utf-8")
    return [str(path) for path in paths]


def printed(files: list[str], capsys: pytest.CaptureFixture[str], *options: str) -> bytes:
    """What `score --jsonl` says of the hands of these files."""
    for file in files:
        assert cli.main(["score", "--jsonl", file, *options]) == 0
    return capsys.readouterr().out.encode()


def test_scores_are_those_of_json_lines_and_go_on_where_they_were(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = printed(files, capsys, "--brief", "--seat", "west")
    out = tmp_path / "scores.jsonl"
    words = ["archive", "score", *files, "--seat", "west", "--out", str(out), "--workers", "2"]
    for kept in (0, 1, len(expected) // 2):
        out.write_bytes(expected[:kept])
        assert cli.main(words) == 0
        assert out.read_bytes() == expected


@pytest.mark.usefixtures("here")
def test_explained_scores_are_whole_ones(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "scores.jsonl"
    assert cli.main(["archive", "score", *files, "--explain", "--out", str(out)]) == 0
    assert out.read_bytes() == printed(files, capsys)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("source", ["standard input", "a pipe"])
def test_hands_that_can_be_read_only_once_are_all_scored(
    files: list[str],
    source: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    expected, out = printed(files, capsys, "--brief"), tmp_path / "scores.jsonl"
    with open(files[0], encoding="utf-8") as first:  # noqa: PTH123 - the name is a text
        text = first.read()
    name, pipe = "-", tmp_path / "pipe"
    if source == "a pipe":
        name = str(pipe)
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_text, args=(text,))
        writer.start()
    else:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert cli.main(["archive", "score", name, files[1], "--out", str(out)]) == 0
    assert out.read_bytes() == expected


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("change", ["options", "form", "hands", "fewer"])
def test_scores_of_other_hands_or_options_are_not_gone_on_with(
    files: list[str], change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "scores.jsonl"
    words = ["archive", "score", "--out", str(out)]
    assert cli.main([*words, *files]) == 0
    kept = out.read_bytes()
    options = {"options": ["--seat", "east"], "form": ["--explain"]}.get(change, [])
    now = {"hands": files[::-1], "fewer": files[:1]}.get(change, files)
    assert cli.main([*words, *now, *options]) == 2
    assert "of what is there is not the score of line" in capsys.readouterr().err
    assert out.read_bytes() == kept


@pytest.mark.usefixtures("here")
def test_scores_can_be_a_parquet_file(files: list[str], tmp_path: Path) -> None:
    out = tmp_path / "scores.parquet"
    assert cli.main(["archive", "score", *files, "--out", str(out)]) == 0
    table = parquet.read_table(out).to_pylist()
    assert len(table) == len(HANDS)
    first = {name: table[0][name] for name in ("id", "outcome", "han", "yaku")}
    assert first == {"id": "0", "outcome": "win", "han": 3, "yaku": ["menzen_tsumo", "pinfu", "tanyao"]}
    paid = {"east": -1300, "south": 2700, "west": -700, "north": -700, "discarder": None}
    assert table[0]["payments"] == paid
    assert [table[n]["outcome"] for n in (7, 8)] == ["invalid"] * 2


@pytest.mark.usefixtures("here")
def test_rows_are_written_in_groups_of_few_bytes(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_GROUP_BYTES", 10_000)
    out, lines = tmp_path / "scores.parquet", tmp_path / "scores.jsonl"
    for name in (out, lines):
        assert cli.main(["archive", "score", files[0], "--out", str(name)]) == 0
    assert cli.main(["archive", "score", *files, "--out", str(out)]) == 0
    assert cli.main(["archive", "score", *files, "--out", str(lines)]) == 0
    written = parquet.ParquetFile(out).metadata
    assert max(written.row_group(at).num_rows for at in range(written.num_row_groups)) < 60
    assert b"".join(answer + b"\n" for answer in tables.answers(out)) == lines.read_bytes()


@pytest.mark.usefixtures("here")
def test_a_parquet_file_of_an_earlier_version_is_gone_on_with(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, anew = tmp_path / "scores.parquet", tmp_path / "anew.parquet"
    with monkeypatch.context() as earlier:
        columns = {name: column for name, column in tables.SCORE.items() if name != "payments"}
        earlier.setattr(tables, "SCORE", columns)
        assert cli.main(["archive", "score", files[0], "--out", str(out)]) == 0
    for name in (out, anew):
        assert cli.main(["archive", "score", *files, "--out", str(name)]) == 0
    assert parquet.read_table(out).equals(parquet.read_table(anew))
