"""A file is written wholly or not at all, and what a kill left beside it is removed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from yakulens.scorer.whole_file import remove_parts, runs, write_whole

if TYPE_CHECKING:
    from pathlib import Path

NOBODY = 2**31 - 1
"""A number that no process has."""


def test_a_file_is_written_and_nothing_stays_beside_it(tmp_path: Path) -> None:
    (tmp_path / f".a.toml.{NOBODY}.part").write_bytes(b"left by a kill")
    write_whole(tmp_path / "a.toml", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a.toml"]
    assert (tmp_path / "a.toml").read_bytes() == b"new"


def test_what_cannot_be_written_leaves_the_earlier_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_whole(tmp_path / "a.toml", b"old")

    def full(_: int) -> None:
        raise OSError

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError):  # noqa: PT011 - the system's own
        write_whole(tmp_path / "a.toml", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.toml", b"old")]


def test_only_parts_of_this_name_whose_program_has_ended_are_removed(tmp_path: Path) -> None:
    kept = [f".a[1].{os.getppid()}.part", ".a[1].no-number.part", f".b.{NOBODY}.part"]
    for name in (*kept, f".a[1].{NOBODY}.part"):
        (tmp_path / name).touch()
    assert [path.name for path in remove_parts(tmp_path, "a[1]")] == [f".a[1].{NOBODY}.part"]
    assert [path.name for path in remove_parts(tmp_path)] == [f".b.{NOBODY}.part"]


def test_which_programs_run(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not runs(os.getpid()), "this one has no earlier part"
    assert runs(os.getppid())
    assert not runs(NOBODY)

    def not_ours(_process: int, _signal: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "kill", not_ours)
    assert runs(NOBODY)
