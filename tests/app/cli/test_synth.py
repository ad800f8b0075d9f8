"""`yakulens synth`: what it is given is checked before anything is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulens.app import cli

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--count", "0"], "argument --count: 0 is not a whole number of at least 1"),
        (["--seed", "-1"], "argument --seed: -1 is not a whole number of at least 0"),
        (["--size", "30x40"], "argument --size: 30x40 is not WIDTHxHEIGHT in pixels from 64 to 8000"),
        (["--kind", "nonsense"], "argument --kind: invalid choice: 'nonsense'"),
    ],
)
def test_bad_input_ends_with_2_and_one_line(
    words: list[str], what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["synth", str(tmp_path / "out"), *words]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert what in error
    assert not (tmp_path / "out").exists()


def test_photos_come_with_their_labels(tmp_path: Path) -> None:
    assert cli.main(["synth", str(tmp_path / "out"), "--count", "2", "--size", "160x120"]) == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["0-00000.jpg", "0-00001.jpg", "hands.jsonl", "labels.jsonl"]
