"""The SQLite file: how it is opened, and how an earlier program's file is migrated.

However damaged a file is, its connections raise only `sqlite3.Error`.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Any, Final

from yakulens.app.store.schema import STEPS, other_program

TIMEOUT: Final = 10.0
"""Seconds that a change waits for another program's."""
RESERVE: Final = ".reserve"
"""Name of the file that reserves disk space; it is hidden, so that no backup holds it."""
RESERVE_SIZE: Final = 4_000_000
"""Reserved bytes: many deletions write no more beside the file."""
MIN_FREE: Final = 1_000_000
"""Further bytes that must be free before anything is written."""
_PRIMARY: Final = 0xFF
"""Mask of the primary code in SQLite's extended codes."""
_UNWRITABLE: Final = frozenset(
    {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
)
OWNER_FOLDER: Final = 0o700
OWNER_FILE: Final = 0o600


class StoreError(Exception):
    """The file cannot be used; the message is one line that says what to do."""


class DamagedError(sqlite3.DatabaseError):
    """The schema in the file is damaged."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


class BusyError(sqlite3.OperationalError):
    """Others kept the file locked for too long."""

    sqlite_errorcode = sqlite3.SQLITE_BUSY


class FullError(sqlite3.OperationalError):
    """The disk is full or nearly so: the remaining space is for deleting."""

    sqlite_errorcode = sqlite3.SQLITE_FULL


class ReadOnlyError(sqlite3.OperationalError):
    """Nothing may be written into the folder."""

    sqlite_errorcode = sqlite3.SQLITE_READONLY


class Connection(sqlite3.Connection):
    """A connection that reports a damaged schema as a `DamagedError`.

    SQLite quotes the schema in its message, and Python raises a `UnicodeDecodeError` where that is not UTF-8.
    """

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:  # noqa: ANN401 - what it takes
        """Run a statement like `sqlite3.Connection.execute`, with an error that names the damage."""
        try:
            return super().execute(sql, values)
        except UnicodeDecodeError as error:
            message = "malformed database schema"
            raise DamagedError(message) from error


def connect(path: Path, *, timeout: float = 5.0, uri_query: str = "") -> Connection:
    """A connection to a file, which is created where there is none.

    It waits ``timeout`` seconds for another program's change; ``uri_query`` holds SQLite's URI parameters,
    such as ``"mode=ro"`` or ``"immutable=1"``.
    """
    uri = f"{path.absolute().as_uri()}?{uri_query}"
    return sqlite3.connect(uri, uri=True, timeout=timeout, factory=Connection)


@dataclass(frozen=True, slots=True)
class Reserve:
    """A file of zeros whose space allows reading and deleting from the store on a full disk.

    SQLite writes beside its file even to read and to delete. The space is released when the disk is full;
    until there is space again, the store keeps nothing new.
    """

    _path: Path

    def hold(self) -> None:
        """Reserve the space.

        Raises:
            FullError: there is too little.
        """
        if self._path.exists() and self._free() >= MIN_FREE:
            return
        if self._free() < MIN_FREE + RESERVE_SIZE:
            message = f"{self._path.parent}: the disk is full"
            raise FullError(message)
        try:
            with suppress(FileExistsError):
                descriptor = os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_FILE)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(bytes(RESERVE_SIZE))  # written, as a sparse file reserves nothing
        except OSError:
            self._path.unlink(missing_ok=True)
            raise

    def release(self) -> None:
        """Release the space if the disk has no other for reading and deleting."""
        with suppress(OSError):
            if self._free() < MIN_FREE:
                self._path.unlink(missing_ok=True)

    def _free(self) -> int:
        return shutil.disk_usage(self._path.parent).free


class File:
    """One SQLite file, reopened for each change, so that any thread may use it."""

    def __init__(self, path: Path) -> None:
        """Create the file where there is none, or migrate it.

        Raises:
            StoreError: a later program wrote the file, or one before 0.1.0.
        """
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        # SQLite polls a busy file at growing intervals, so that some threads wait for seconds; a lock wakes
        # the next thread at once.
        self._changing = Lock()
        self._reserve = Reserve(path.with_name(RESERVE))
        self._reserve.release()
        _keep_private(path)
        try:
            with self._truly_said(), closing(self.open()) as database:
                database.execute("PRAGMA journal_mode = WAL")
                _migrate(database, path)
        except sqlite3.OperationalError as error:
            if not _is_unwritable(error) or not self._is_up_to_date():
                raise

    def open(self) -> sqlite3.Connection:
        """A connection whose changes the caller commits and which the caller closes."""
        database = connect(self.path, timeout=TIMEOUT)
        database.execute("PRAGMA foreign_keys = ON")
        # Deleted content is overwritten: no deleted photo stays in the file's free pages.
        database.execute("PRAGMA secure_delete = ON")
        return database

    @contextmanager
    def change(self, *, deletes: bool = False) -> Iterator[sqlite3.Connection]:
        """A transaction, committed at the end of the block, or rolled back on any error.

        With ``deletes`` it only deletes: a full disk allows it.

        Raises:
            FullError: the disk is full, and the transaction may write.
            BusyError: other threads kept the file locked for too long.
        """
        if deletes:
            self._reserve.release()
        else:
            self._reserve.hold()
        if not self._changing.acquire(timeout=TIMEOUT):
            message = f"{self.path}: others were changing it for {TIMEOUT:.0f} seconds"
            raise BusyError(message)
        try:
            with self._truly_said(), closing(self.open()) as database, database:
                database.execute("BEGIN IMMEDIATE")
                yield database
        finally:
            self._changing.release()

    @contextmanager
    def look(self) -> Iterator[sqlite3.Connection]:
        """A connection for reading; everything read in the block is of one moment."""
        self._reserve.release()
        with self._truly_said(), closing(self._reader()) as database, database:
            database.execute("BEGIN")
            yield database

    def _reader(self) -> sqlite3.Connection:
        """A connection for reading, even where nothing can be written beside the file."""
        database = self.open()
        try:
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            database.close()
            if not _is_unwritable(error):
                raise
            log = self.path.with_name(f"{self.path.name}-wal")
            if not log.exists() or not log.stat().st_size:
                return connect(self.path, uri_query="immutable=1")
            # What is only in the log is read without the index that lies beside it, which has no room.
            alone = self.open()
            alone.execute("PRAGMA locking_mode = EXCLUSIVE")
            return alone
        return database

    @contextmanager
    def _truly_said(self) -> Iterator[None]:
        """Raise an error that names the cause where SQLite says only that it cannot open or write a file.

        Raises:
            FullError: the disk is full.
            ReadOnlyError: the folder is there, and nothing may be written into it.
        """
        try:
            yield
        except sqlite3.OperationalError as error:
            folder, code = self.path.parent, getattr(error, "sqlite_errorcode", 0) & _PRIMARY
            if code not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR} or not folder.is_dir():
                raise
            if not os.access(folder, os.W_OK):
                message = f"{folder}: nothing may be written here"
                raise ReadOnlyError(message) from error
            if shutil.disk_usage(folder).free < MIN_FREE:
                message = f"{folder}: the disk is full"
                raise FullError(message) from error
            raise

    def _is_up_to_date(self) -> bool:
        """Whether the unwritable file can at least be read."""
        with closing(self._reader()) as database:
            (steps,) = database.execute("PRAGMA user_version").fetchone()
        return bool(steps == len(STEPS))

    def scrub(self, *, shrink: bool = False) -> None:
        """Remove deleted content from the write-ahead log beside the file too.

        With ``shrink`` the whole file is rewritten, which releases its free pages.
        """
        with closing(self.open()) as database:
            if shrink:
                # Without room for a second file, the free pages stay, overwritten, for later use.
                with suppress(sqlite3.OperationalError):
                    database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _is_unwritable(error: sqlite3.OperationalError) -> bool:
    """Whether an error means that the file or its folder cannot be written, or that the disk is full."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY in _UNWRITABLE


def _migrate(database: sqlite3.Connection, path: Path) -> None:
    """Apply the steps of the schema that the file lacks, all or none of them."""
    with database:
        database.execute("BEGIN IMMEDIATE")
        (applied,) = database.execute("PRAGMA user_version").fetchone()
        if program := other_program(applied):
            message = f"{path}: {program} wrote this file; use that one, or move the file away"
            raise StoreError(message)
        for statement in chain.from_iterable(STEPS[applied:]):
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {len(STEPS)}")


def _keep_private(path: Path) -> None:
    """Let only its owner read the file, its folder and its working files; an earlier program let everybody.

    Files of other owners stay as they are.
    """
    with suppress(FileExistsError, PermissionError):
        # SQLite's working files inherit its permissions, so it must never have had wider ones.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_FILE))
    files = [path, *(path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))]
    for owned, mode in ((path.parent, OWNER_FOLDER), *((file, OWNER_FILE) for file in files)):
        with suppress(OSError):
            owned.chmod(mode)
