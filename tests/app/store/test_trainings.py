"""The folders in which trainings began are remembered, newest first, and their comparisons found."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from yakulens.app import store as stores
from yakulens.app.store import trainings

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(stores, "place", lambda: tmp_path / "home" / stores.FILE)
    return tmp_path / "home"


def test_the_newest_folder_is_first_and_one_that_is_gone_is_left_out(tmp_path: Path, home: Path) -> None:
    assert trainings.folders() == ()
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second, first):
        folder.mkdir(exist_ok=True)
        trainings.remember(folder)
    assert trainings.folders() == (first, second)
    second.rmdir()
    assert trainings.folders() == (first,)
    (home / trainings.FILE).write_text("damaged")
    assert trainings.folders() == ()


def test_comparisons_are_found_newest_first_without_damaged_ones(tmp_path: Path) -> None:
    for name, text in (
        ("old", json.dumps({"at": "2026-01-01", "rows": []})),
        ("new", json.dumps({"at": "2026-02-01", "rows": []})),
        ("damaged", "{"),
        ("none", "[]"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / trainings.COMPARISON).write_text(text)
        trainings.remember(tmp_path / name)
    assert [folder.name for folder, _ in trainings.comparisons()] == ["new", "old"]
