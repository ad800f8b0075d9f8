"""`yakulens train`: what it is given is checked before anything is trained."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app import cli

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["average", "mine", "--with", "nobody's"], "no model is called"),
        (["quantise", "mine", "--with", "nobody's"], "no model is called"),
        (["average", "mine"], "--with MODEL"),
        (["export"], "needs a model's NAME"),
        (["calibrate", "mine"], "no such file"),
    ],
)
def test_bad_input_ends_with_2_and_one_line(
    words: list[str], what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["train", *words, "--out", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("yakulens train: ")
    assert error.count("\n") == 1
    assert what in error
