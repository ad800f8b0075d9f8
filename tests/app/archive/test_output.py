"""The output of a long run: whole lines, wherever the last run was cut off."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from app.archive.output import Lines, OutputError, json_line

if TYPE_CHECKING:
    from pathlib import Path

THREE = b"".join(json_line({"file": f"{n}.jpg", "more": ["東"] * n}) for n in range(3))


def test_a_line_cut_anywhere_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    for length in range(len(THREE) + 1):
        path.write_bytes(THREE[:length])
        whole = THREE[:length].count(b"\n")
        with Lines(path) as lines:
            assert [json.loads(line)["file"] for line in lines] == [f"{n}.jpg" for n in range(whole)]
            lines.append(b"".join(THREE.splitlines(keepends=True)[whole:]))
        assert path.read_bytes() == THREE


def test_zeros_after_a_loss_of_power_are_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(THREE + bytes(5000))
    with Lines(path):
        pass
    assert path.read_bytes() == THREE


def test_a_line_longer_than_a_block_is_found_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    long = json_line({"a": "x" * 200_000})
    path.write_bytes(long + long[:-9])
    with Lines(path) as lines:
        assert len(list(lines)) == 1
    assert path.read_bytes() == long


@pytest.mark.parametrize("text", [b"my notes\nof today\n", b"my notes", b"1\nhalf", b"a,b\n1,2\n{"])
def test_a_file_of_another_kind_is_refused_and_left_as_it_is(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(text)
    with pytest.raises(OutputError, match="name another file"):
        Lines(path)
    assert path.read_bytes() == text


def test_two_runs_never_write_into_one_file(tmp_path: Path) -> None:
    with Lines(tmp_path / "out.jsonl"), pytest.raises(OutputError, match="another run"):
        Lines(tmp_path / "out.jsonl")
