from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from threading import Thread
from types import SimpleNamespace
from typing import TYPE_CHECKING, Self

import pytest

from yakulens.app.game import Game, begin
from yakulens.app.store import Store, StoreError
from yakulens.app.store import file as store_file
from yakulens.app.store.file import RESERVE, File, connect
from yakulens.app.store.schema import FIRST, STEPS, foreign_part
from yakulens.app.store.trouble import trouble

if TYPE_CHECKING:
    from pathlib import Path

"""What the first Yakulens wrote, which did not count its steps."""


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("PRAGMA user_version").fetchone()[0])


def test_a_new_file_has_taken_every_step(tmp_path: Path) -> None:
    Store(tmp_path / "new.sqlite3")
    assert version(tmp_path / "new.sqlite3") == len(STEPS) > 0


def test_who_finds_it_being_changed_waits_and_loses_nothing(tmp_path: Path) -> None:
    file = File(tmp_path / "shared.sqlite3")
    with file.change() as database:
        database.execute("CREATE TABLE written (by INTEGER)")

    def write(by: int) -> None:
        with file.change() as database:
            database.execute("INSERT INTO written VALUES (?)", (by,))

    writers = [Thread(target=write, args=(by,)) for by in range(20)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    with file.look() as database:
        assert {by for (by,) in database.execute("SELECT by FROM written")} == set(range(20))


def test_who_has_waited_long_enough_is_told_that_it_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_file, "TIMEOUT", 0.01)
    file = File(tmp_path / "shared.sqlite3")
    with file.change(), pytest.raises(sqlite3.OperationalError) as raised, file.change():
        pass
    assert trouble(raised.value) == "busy"
    with file.change() as database:
        assert database.in_transaction


def test_a_damaged_list_of_tables_is_told_as_damage(tmp_path: Path) -> None:
    path = tmp_path / "damaged.sqlite3"
    Store(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    # SQLite quotes the statement in its message, which is then no UTF-8.
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE step", b"CREATE TAB\xce step"))
    with pytest.raises(sqlite3.DatabaseError) as raised:
        Store(path)
    assert trouble(raised.value) == "damaged"


def test_a_file_as_the_first_version_made_it_is_ours_and_loses_nothing(tmp_path: Path) -> None:
    """Its tables of games, hands and readings had grown by further columns: SQLite spells them otherwise."""
    path = tmp_path / "yakulens.sqlite3"
    grown = """
        CREATE TABLE game_ (id INTEGER PRIMARY KEY AUTOINCREMENT,
            started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, rules TEXT NOT NULL, players TEXT NOT NULL,
            version INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE hand_ (game INTEGER NOT NULL REFERENCES game_ (id) ON DELETE CASCADE,
            number INTEGER NOT NULL, ended TEXT NOT NULL, PRIMARY KEY (game, number)
        );
        ALTER TABLE game_ RENAME TO game;
        ALTER TABLE hand_ RENAME TO hand;
        ALTER TABLE game ADD COLUMN owner TEXT NOT NULL DEFAULT '';
        ALTER TABLE game ADD COLUMN code TEXT;
        ALTER TABLE game ADD COLUMN east_only INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE reading (id INTEGER PRIMARY KEY AUTOINCREMENT, read TEXT NOT NULL, rules TEXT NOT NULL,
            corrected INTEGER NOT NULL, faces TEXT NOT NULL, reds TEXT NOT NULL, words TEXT NOT NULL,
            desk TEXT NOT NULL, situation TEXT NOT NULL, score TEXT, reading TEXT NOT NULL
        );
        ALTER TABLE reading ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE reading ADD COLUMN owner TEXT NOT NULL DEFAULT '';
        ALTER TABLE reading ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
        INSERT INTO game (rules, players, code) VALUES ('ema-2025', '["Ann", "Bo", "Cy", "Di"]', 'abc');
        INSERT INTO hand VALUES (1, 0, '{"event": "exhaustive_draw", "tenpai": ["east"]}');
        PRAGMA user_version = 6;
    """
    with closing(sqlite3.connect(path)) as database:
        database.executescript(grown)
        for statement in STEPS[5]:
            if not statement.startswith(
                tuple(f"CREATE TABLE {name} " for name in ("game", "hand", "reading"))
            ):
                database.execute(statement)
        assert foreign_part(database) is None
    (kept,) = Store(path).games.all()
    ends = ({"event": "exhaustive_draw", "tenpai": ["east"]},)
    assert (kept.number, kept.game) == (1, Game("ema-2025", ("Ann", "Bo", "Cy", "Di"), ends))
    assert version(path) == len(STEPS)


def test_a_file_of_every_earlier_step_is_brought_up_to_date(tmp_path: Path) -> None:
    for taken in (0, *range(FIRST, len(STEPS))):
        path = tmp_path / f"{taken}.sqlite3"
        with closing(sqlite3.connect(path)) as database:
            for step in STEPS[:taken]:
                for statement in step:
                    database.execute(statement)
            database.execute(f"PRAGMA user_version = {taken}")
            database.commit()
        Store(path).settings.update({"a": 1})
        assert version(path) == len(STEPS)


@pytest.mark.parametrize(
    ("taken", "who"), [(len(STEPS) + 1, "a later Yakulens"), (FIRST - 1, "a Yakulens before 0.1.0")]
)
def test_a_file_of_another_program_is_left_alone(tmp_path: Path, taken: int, who: str) -> None:
    path = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {taken}")
    with pytest.raises(StoreError, match=f"{who} wrote this file"):
        Store(path)
    assert version(path) == taken


def test_a_step_that_fails_is_not_half_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sqlite3"
    File(path)
    half = (*STEPS, ("CREATE TABLE one (a)", "CREATE TABLE no such thing"))
    with monkeypatch.context() as broken:
        broken.setattr("yakulens.app.store.file.STEPS", half)
        with pytest.raises(sqlite3.Error):
            File(path)
    with closing(sqlite3.connect(path)) as database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    assert "one" not in names
    assert version(path) == len(STEPS)


def test_a_change_that_fails_midway_leaves_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite3")

    def fail() -> None:
        with File(store.path).change() as database:
            database.execute("INSERT INTO setting VALUES ('', 'half', '1')")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert store.settings.all() == {}


def modes(store: Store) -> dict[str, int]:
    """The permissions of the folder and of every file in it."""
    folder = store.path.parent
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX knows them")
def test_nobody_else_may_read_the_file_nor_what_lies_beside_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "data" / "a.sqlite3")
    with closing(sqlite3.connect(store.path)) as reader:
        reader.execute("SELECT * FROM setting").fetchall()
        store.settings.update({"a": 1})
        found = modes(store)
    assert found == {
        "data": 0o700, "a.sqlite3": 0o600, "a.sqlite3-wal": 0o600, "a.sqlite3-shm": 0o600, RESERVE: 0o600,
    }  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX knows them")
def test_a_file_that_everybody_could_read_is_put_right(tmp_path: Path) -> None:
    store = Store(tmp_path / "data" / "a.sqlite3")
    store.path.parent.chmod(0o755)
    store.path.chmod(0o644)
    Store(store.path)
    assert modes(store) == {"data": 0o700, "a.sqlite3": 0o600}


@pytest.mark.parametrize("code", [sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN])
def test_where_nothing_can_be_written_what_is_there_is_shown_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    Store(tmp_path / "a.sqlite3").settings.update({"rules": "rcr"})

    class Unwritable:
        def execute(self, *_: object) -> None:
            error = sqlite3.OperationalError("attempt to write a readonly database")
            error.sqlite_errorcode = code
            raise error

        def close(self) -> None:
            pass

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(File, "open", lambda _: Unwritable())
    store = Store(tmp_path / "a.sqlite3")
    assert store.settings.all().get("rules") == "rcr"
    with pytest.raises(sqlite3.OperationalError):
        store.settings.update({"rules": "wrc-2015"})


def test_where_nothing_can_be_written_an_earlier_programs_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(tmp_path / "a.sqlite3")
    with closing(sqlite3.connect(tmp_path / "a.sqlite3")) as database:
        database.execute("PRAGMA user_version = 1")
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("yakulens.app.store.file._migrate", fail)
    with pytest.raises(sqlite3.OperationalError):
        Store(tmp_path / "a.sqlite3")


def _fails_as(name: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> Exception:
    """What a change raises where SQLite says no more than that."""
    kept = File(path)

    def refuse(_: File) -> None:
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode, error.sqlite_errorname = getattr(sqlite3, name), name
        raise error

    monkeypatch.setattr(File, "open", refuse)
    with pytest.raises(sqlite3.OperationalError) as failed, kept.change(deletes=True):
        pass
    return failed.value


@pytest.mark.parametrize("name", ["SQLITE_CANTOPEN", "SQLITE_IOERR"])
def test_a_folder_made_read_only_in_play_and_a_full_disk_are_called_so(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert trouble(_fails_as(name, tmp_path / "a", monkeypatch)) == "unusable"
    monkeypatch.undo()
    with monkeypatch.context() as read_only:
        read_only.setattr(os, "access", lambda *_: False)
        assert trouble(_fails_as(name, tmp_path / "b", read_only)) == "read_only"
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
        assert trouble(_fails_as(name, tmp_path / "c", full)) == "full"


def test_what_is_only_in_the_log_is_read_where_nothing_can_lie_beside_it(
    tmp_path: Path,
) -> None:
    """As on a full disk at the start: the index of the log finds no room there."""
    store = Store(tmp_path / "data" / "a")
    reader = connect(store.path)
    reader.execute("SELECT count(*) FROM game").fetchone()  # its log stays, as after a kill
    number = store.games.of("").begin(begin("ema-2025", ("Ann", "Bo", "Cy", "Di")))
    killed = tmp_path / "killed"
    killed.mkdir()
    for name in ("a", "a-wal"):
        shutil.copyfile(store.path.with_name(name), killed / name)
    reader.close()
    (killed / "a-shm").mkdir()  # nothing can be written here
    found = Store(killed / "a").games.of("").load(number)
    assert found is not None
