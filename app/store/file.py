"""The SQLite file itself: how it is opened, and how an earlier program's file is brought up to date."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final

from yakulens.app.store.connection import connect
from yakulens.app.store.reserve import Reserve
from yakulens.app.store.schema import STEPS, written_by_another

PATIENCE = 10.0
"""How long a change waits for another program's, seconds."""


RESERVE: Final = ".reserve"
"""Name of the file that keeps room back: hidden, so that no backup holds it."""
OWNER_FOLDER: Final = 0o700
OWNER_FILE: Final = 0o600


class StoreError(Exception):
    """The file cannot be used; the message is one line that says what to do."""


class BusyError(sqlite3.OperationalError):
    """Others were changing the file for longer than anybody waits."""

    sqlite_errorcode = sqlite3.SQLITE_BUSY


class File:
    """One SQLite file; it is opened anew for each change, so that any thread may call."""

    def __init__(self, path: Path) -> None:
        """Make the file where there is none, or bring it up to date.

        Raises:
            StoreError: a later program wrote the file, or one before 0.1.0.
        """
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        # SQLite has whoever finds the file busy sleep and look again, so that the unlucky wait for seconds;
        # a lock wakes the next one at once.
        self._changing = Lock()
        self._reserve = Reserve(path.with_name(RESERVE))
        self._reserve.give_up()
        _keep_private(path)
        try:
            with closing(self.open()) as database:
                database.execute("PRAGMA journal_mode = WAL")
                _bring_up_to_date(database, path)
        except sqlite3.OperationalError as error:
            if not _unwritable(error) or not self._is_up_to_date():
                raise

    def open(self) -> sqlite3.Connection:
        """A connection whose changes the caller commits and which the caller closes."""
        database = connect(self.path, patience=PATIENCE)
        database.execute("PRAGMA foreign_keys = ON")
        # What is deleted is overwritten: a deleted photo is not to be found in the file's free pages.
        database.execute("PRAGMA secure_delete = ON")
        return database

    @contextmanager
    def change(self, *, deletes: bool = False) -> Iterator[sqlite3.Connection]:
        """A transaction: kept as a whole at the end of the block, or, on any error, not at all.

        Args:
            deletes: whether it only deletes, and may so be made where the disk is full.

        Raises:
            FullError: it would keep something, and the disk is full.
            BusyError: this program is changing the file all the time.
        """
        if deletes:
            self._reserve.give_up()
        else:
            self._reserve.hold()
        if not self._changing.acquire(timeout=PATIENCE):
            message = f"{self.path}: others were changing it for {PATIENCE:.0f} seconds"
            raise BusyError(message)
        try:
            with closing(self.open()) as database, database:
                database.execute("BEGIN IMMEDIATE")
                yield database
        finally:
            self._changing.release()

    @contextmanager
    def look(self) -> Iterator[sqlite3.Connection]:
        """A connection to read with; everything read in the block is of one moment."""
        self._reserve.give_up()
        with closing(self._looking()) as database, database:
            database.execute("BEGIN")
            yield database

    def _looking(self) -> sqlite3.Connection:
        """A connection to read with, also where nothing can be written beside the file."""
        database = self.open()
        try:
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            database.close()
            unread = self.path.with_name(f"{self.path.name}-wal")
            if not _unwritable(error) or (unread.exists() and unread.stat().st_size):
                raise
            return connect(self.path, how="immutable=1")
        return database

    def _is_up_to_date(self) -> bool:
        """Whether the file, which cannot be written, can at least be read."""
        with closing(self._looking()) as database:
            (taken,) = database.execute("PRAGMA user_version").fetchone()
        return bool(taken == len(STEPS))

    def scrub(self, *, shrink: bool = False) -> None:
        """Leave nothing of what was deleted in the file or in the write-ahead file beside it.

        Args:
            shrink: also give the file's free pages back; this writes the whole file anew.
        """
        with closing(self.open()) as database:
            if shrink:
                # Without room for a second file the free pages stay, overwritten, for what comes next.
                with suppress(sqlite3.OperationalError):
                    database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _unwritable(error: sqlite3.OperationalError) -> bool:
    """Whether an error came because nothing can be written where the file lies."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}


def _bring_up_to_date(database: sqlite3.Connection, path: Path) -> None:
    """Take the steps of the schema that the file has not taken, all or none of them."""
    with database:
        database.execute("BEGIN IMMEDIATE")
        (taken,) = database.execute("PRAGMA user_version").fetchone()
        if other := written_by_another(taken):
            message = f"{path}: {other} wrote this file; use that one, or move the file away"
            raise StoreError(message)
        for step in STEPS[taken:]:
            for statement in step:
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {len(STEPS)}")


def _keep_private(path: Path) -> None:
    """Let nobody but the file's owner read it, nor what lies beside it; an earlier program let everybody.

    Where somebody else owns them, it is theirs to say who may read.
    """
    with suppress(FileExistsError, PermissionError):
        # The files that SQLite lays beside it take its permissions, so it must never have had wider ones.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_FILE))
    beside = (path.with_name(path.name + end) for end in ("-wal", "-shm"))
    for each, mode in ((path.parent, OWNER_FOLDER), (path, OWNER_FILE), *((b, OWNER_FILE) for b in beside)):
        with suppress(OSError):
            each.chmod(mode)
