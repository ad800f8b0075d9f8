"""`yakulens models`: list, show and check."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.vision.tiny import write_model
from yakulens.app import cli
from yakulens.vision import models

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_model(tmp_path, "first", default=False)
    write_model(tmp_path, "second")
    monkeypatch.setattr(models, "FOLDER", tmp_path)
    monkeypatch.delenv(models.VARIABLE, raising=False)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_list_marks_the_one_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["models"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("  first")
    assert second.startswith("* second")


@pytest.mark.usefixtures("folder")
def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(models.VARIABLE, "first")
    assert cli.main(["models", "list"]) == 0
    assert capsys.readouterr().out.startswith("* first")


@pytest.mark.usefixtures("folder")
def test_a_card_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["models", "show", "first", "--json"]) == 0
    card = json.loads(capsys.readouterr().out)
    assert card["name"] == "first"
    assert len(card["finder"]["sha256"]) == 64
    assert cli.main(["models", "show"]) == 0
    assert "licence: AGPL-3.0-or-later" in capsys.readouterr().out


def test_check_runs_every_model_and_tells_a_changed_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["models", "check"]) == 0
    assert capsys.readouterr().out.count("sound") == 2
    (folder / "first-reader.onnx").write_bytes(b"something else")
    assert cli.main(["models", "check"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "first-reader.onnx is not the file that its card describes" in error


def test_no_model_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(models, "FOLDER", tmp_path / "empty")
    assert cli.main(["models"]) == 2
    assert "no model here" in capsys.readouterr().err
