"""A file is written wholly or not at all, and what a kill left beside it is removed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from yakulens.scorer.whole_file import has_room, left_of, remove_parts, runs, whole_folder, write_whole

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


@pytest.mark.parametrize("there", ["nothing", "empty folder", "working folder", "another's folder"])
def test_a_folder_takes_its_place_as_a_whole(
    there: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    if there != "nothing":
        out.mkdir()
    if there == "working folder":
        monkeypatch.chdir(out)
    if there == "another's folder":
        monkeypatch.setattr(os, "access", lambda *_: False)
    (left_of(out) / "left by a kill").mkdir(parents=True)
    assert has_room(out)
    with whole_folder(out) as folder:
        (folder / "a").touch()
        assert not (out / "a").exists()
    assert not has_room(out)
    assert [path.name for path in out.iterdir()] == ["a"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    if there == "working folder":
        assert [path.name for path in Path().iterdir()] == ["a"], "the shell that stands in it sees it"


def test_a_folder_that_cannot_be_completed_leaves_nothing(tmp_path: Path) -> None:
    def fill() -> None:
        with whole_folder(tmp_path / "out") as folder:
            (folder / "a").touch()
            raise OSError

    with pytest.raises(OSError):  # noqa: PT011 - the system's own
        fill()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    assert not has_room(tmp_path / "file")
