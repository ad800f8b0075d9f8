"""`yakulens backup` and `restore`: the same data come back, and a hostile file changes nothing."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import stat
import threading
import time
import zipfile
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from yakulens.app import cli
from yakulens.app import store as stores
from yakulens.app.store import Store
from yakulens.app.store.schema import FIRST, STEPS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def data() -> Path:
    """The data folder, with a setting in its database and a learnt set beside it."""
    folder = stores.place().parent
    Store(stores.place()).settings.update({"names": ["東", "Bo"]})
    (folder / "sets").mkdir()
    (folder / "sets" / "mine.npz").write_bytes(b"learnt")
    return folder


def names() -> list[str] | None:
    value: list[str] | None = Store(stores.place()).settings.all().get("names")
    return value


def test_what_was_kept_comes_back_and_what_was_there_stays_beside(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "club.zip"
    assert cli.main(["backup", str(target)]) == 0
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    Store(stores.place()).settings.update({"names": ["Cy"]})
    (data / "sets" / "mine.npz").unlink()
    capsys.readouterr()
    assert cli.main(["restore", str(target)]) == 0
    assert names() == ["東", "Bo"]
    assert (data / "sets" / "mine.npz").read_bytes() == b"learnt"
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    (before,) = data.parent.glob("data-before-*")
    assert Store(before / stores.FILE).settings.all().get("names") == ["Cy"]
    assert str(before) in capsys.readouterr().out
    assert not list(data.parent.glob(".data-*"))


def test_a_backup_comes_back_where_nothing_was(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "club.zip"
    assert cli.main(["backup", str(target)]) == 0
    data.rename(tmp_path / "gone")
    assert cli.main(["restore", str(target)]) == 0
    assert names() == ["東", "Bo"]


@pytest.mark.usefixtures("data")
def test_a_backup_is_of_one_moment_while_others_write(tmp_path: Path) -> None:
    """Two settings that are always changed together are alike in every backup."""
    store, ended = Store(stores.place()), threading.Event()

    def write() -> None:
        number = 0
        while not ended.is_set():
            number += 1
            store.settings.update({"one": number, "other": number})

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for n in range(5):
            assert cli.main(["backup", str(tmp_path / f"{n}.zip")]) == 0
    finally:
        ended.set()
        writer.join()
    for n in range(5):
        assert cli.main(["restore", str(tmp_path / f"{n}.zip")]) == 0
        kept = Store(stores.place()).settings.all()
        assert kept.get("one") == kept.get("other")


def test_a_backup_replaces_no_file_and_needs_something_to_keep(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["backup", str(tmp_path / "a.zip")]) == 2
    assert "nothing is kept there yet" in capsys.readouterr().err
    Store(stores.place())
    (tmp_path / "a.zip").write_text("mine", encoding="utf-8")
    assert cli.main(["backup", str(tmp_path / "a.zip")]) == 2
    assert (tmp_path / "a.zip").read_text(encoding="utf-8") == "mine"
    assert cli.main(["backup", str(tmp_path / "no" / "a.zip")]) == 2


@pytest.mark.parametrize("inside", ["club.zip", "sets/club.zip", "../data/club.zip"])
def test_a_backup_into_the_data_folder_is_refused(
    inside: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(data.rglob("*"))
    assert cli.main(["backup", str(data / inside)]) == 2
    assert "which it is to save; name a file elsewhere" in capsys.readouterr().err
    assert sorted(data.rglob("*")) == before


@pytest.mark.parametrize("moved", ["sets/mine.npz", "sets", stores.FILE])
def test_what_is_kept_behind_a_link_is_neither_followed_nor_left_out_in_silence(
    moved: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (data / moved).rename(tmp_path / "elsewhere")
    (data / moved).symlink_to(tmp_path / "elsewhere")
    (data / ".lock").symlink_to("nowhere")  # what is hidden is not kept either way
    assert cli.main(["backup", str(tmp_path / "a.zip")]) == 2
    assert f"{data / moved}: is a link, which no backup follows; put there" in capsys.readouterr().err
    assert not (tmp_path / "a.zip").exists()


def test_a_data_folder_that_is_a_link_as_a_whole_is_saved(data: Path, tmp_path: Path) -> None:
    data.rename(tmp_path / "elsewhere")
    data.symlink_to(tmp_path / "elsewhere")
    assert cli.main(["backup", str(tmp_path / "a.zip")]) == 0
    kept = sorted(zipfile.ZipFile(tmp_path / "a.zip").namelist())
    assert kept == ["backup.json", "sets/mine.npz", stores.FILE]


def zipped(path: Path, members: dict[str, bytes], listed: dict[str, str] | None = None) -> None:
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
        archive.writestr("backup.json", json.dumps({"files": sums if listed is None else listed}))


def link(path: Path) -> None:
    member = zipfile.ZipInfo("sets")
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(member, "/etc")
        sums = {"sets": hashlib.sha256(b"/etc").hexdigest()}
        archive.writestr("backup.json", json.dumps({"files": sums}))


def cut(path: Path) -> None:
    zipped(path, {"a": os.urandom(5000)})
    path.write_bytes(path.read_bytes()[:3000])


def flipped(path: Path) -> None:
    zipped(path, {"a": os.urandom(5000)})
    data = bytearray(path.read_bytes())
    data[2000] ^= 1
    path.write_bytes(data)


HOSTILE: dict[str, Callable[[Path], object]] = {
    "no such file": lambda _: None,
    "is no backup, or a damaged one": cut,
    "a damaged one\n": flipped,
    "is no backup, or a damaged one\n": lambda path: path.write_bytes(b"hello"),
    "would unpack to": lambda path: zipped(path, {"bomb": bytes(150_000_000)}),
    "would lie where": link,
    "'../evil' in it would lie": lambda path: zipped(path, {"../evil": b"x"}),
    "'/tmp/evil' in it would lie": lambda path: zipped(path, {"/tmp/evil": b"x"}),  # noqa: S108
    "'a/../../evil' in it would lie": lambda path: zipped(path, {"a/../../evil": b"x"}),
    "'C:evil' in it would lie": lambda path: zipped(path, {"C:evil": b"x"}),
    r"\\evil' in it would lie": lambda path: zipped(path, {"..\\evil": b"x"}),
    "'.ssh/keys' in it would lie": lambda path: zipped(path, {".ssh/keys": b"x"}),
    "holds other files than its list": lambda path: zipped(path, {"a": b"x"}, {}),
    "'a' in it is damaged": lambda path: zipped(path, {"a": b"x"}, {"a": "0" * 64}),
    "is no backup of yakulens": lambda path: zipped(path, {"a": b"x"}, {"a": 1}),  # type: ignore[dict-item]
    "the database in it is damaged\n": lambda path: zipped(path, {stores.FILE: b"no database" * 100}),
}


def altered(statement: str, version: int | None = None) -> Callable[[Path], object]:
    """A backup with a database of ours in which one thing was changed."""

    def write(path: Path) -> None:
        file = path.with_suffix(".sqlite3")
        Store(file).settings.update({"names": ["Eve"]})
        with sqlite3.connect(file) as database:
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute(statement)
            if version is not None:
                database.execute(f"PRAGMA user_version = {version}")
        database.close()
        zipped(path, {stores.FILE: file.read_bytes()})
        for each in path.parent.glob(f"{file.name}*"):
            each.unlink()

    return write


HOSTILE |= {
    "(the trigger steal)": altered(
        "CREATE TRIGGER steal AFTER INSERT ON setting BEGIN DELETE FROM game; END"
    ),
    "(the view mine)": altered("CREATE VIEW mine AS SELECT * FROM setting"),
    "(the table loot)": altered("CREATE TABLE loot (a)"),
    "(the table game)": altered("ALTER TABLE game ADD COLUMN more TEXT"),
    "(the index fast)": altered("CREATE INDEX fast ON setting (value)"),
    "(no table step)": altered("DROP TABLE step"),
    "none of yakulens (the table": altered("DROP TABLE step", version=1),
    "another Yakulens made it": altered("DROP TABLE step", version=99),
}


@pytest.mark.parametrize("said", HOSTILE)
def test_a_hostile_or_damaged_file_is_refused_in_one_line_and_changes_nothing(
    said: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "given.zip"
    HOSTILE[said](path)
    before = sorted(tmp_path.rglob("*"))
    assert cli.main(["restore", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert said in error
    assert [
        each for each in sorted(tmp_path.rglob("*")) if not each.name.endswith(("-shm", "-wal"))
    ] == before
    assert names() == ["東", "Bo"]
    assert (data / "sets" / "mine.npz").exists()


def test_a_backup_comes_back_where_the_data_folder_is_a_mount(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "club.zip"
    assert cli.main(["backup", str(target)]) == 0
    Store(stores.place()).settings.update({"names": ["Cy"]})
    (data / "sets" / "mine.npz").unlink()
    here = data.stat().st_ino
    monkeypatch.setattr(os.path, "ismount", lambda path: path == data)
    assert cli.main(["restore", str(target)]) == 0
    assert data.stat().st_ino == here  # the folder itself stayed
    assert names() == ["東", "Bo"]
    assert (data / "sets" / "mine.npz").read_bytes() == b"learnt"
    (before,) = data.glob(".data-before-*")
    assert Store(before / stores.FILE).settings.all().get("names") == ["Cy"]
    assert list(data.glob(".data-*")) == [before]


def test_a_mounted_folder_that_cannot_be_filled_stays_as_it_was(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "club.zip"
    assert cli.main(["backup", str(target)]) == 0
    Store(stores.place()).settings.update({"names": ["Cy"]})
    monkeypatch.setattr(os.path, "ismount", lambda path: path == data)
    rename = type(data).rename

    def full(path: Path, to: Path) -> Path:
        if to == data / "sets" and "before" not in str(path):
            raise OSError(28, "No space left on device")
        return rename(path, to)

    monkeypatch.setattr(type(data), "rename", full)
    assert cli.main(["restore", str(target)]) == 2
    monkeypatch.setattr(type(data), "rename", rename)
    assert names() == ["Cy"]
    assert (data / "sets" / "mine.npz").read_bytes() == b"learnt"
    assert not list(data.glob(".data-*"))


@pytest.mark.parametrize("taken", [0, *range(FIRST, len(STEPS) + 1)])
def test_a_backup_of_every_earlier_program_comes_back(taken: int, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "earlier.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        for statement in (each for step in STEPS[:taken] for each in step):
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {taken}")
        database.commit()
    zipped(tmp_path / "earlier.zip", {stores.FILE: file.read_bytes()})
    assert cli.main(["restore", str(tmp_path / "earlier.zip")]) == 0
    assert names() is None
    assert data.exists()


def test_a_link_at_the_temporary_name_is_not_written_through(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert data.exists()
    precious = tmp_path / "precious"
    precious.write_text("mine", encoding="utf-8")
    (tmp_path / "a.zip.part").symlink_to(precious)
    assert cli.main(["backup", str(tmp_path / "a.zip")]) == 2
    assert "is in the way" in capsys.readouterr().err
    assert precious.read_text(encoding="utf-8") == "mine"
    (tmp_path / "b.zip.part").write_text("my notes", encoding="utf-8")
    assert cli.main(["backup", str(tmp_path / "b.zip")]) == 2
    assert (tmp_path / "b.zip.part").read_text(encoding="utf-8") == "my notes"


def test_what_a_killed_backup_left_is_cleared_and_the_next_is_its_owners_alone(
    data: Path, tmp_path: Path
) -> None:
    target, part = tmp_path / "a.zip", tmp_path / "a.zip.part"
    part.write_bytes(b"PK\x03\x04 half")
    part.chmod(0o644)
    for name, age in ((".backup-old", 7200), (".backup-now", 0)):
        (data / name).mkdir()
        (data / name / stores.FILE).write_bytes(b"half")
        os.utime(data / name, (time.time() - age,) * 2)
    assert cli.main(["backup", str(target)]) == 0
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert not part.exists()
    assert [each.name for each in data.glob(".backup-*")] == [".backup-now"]
