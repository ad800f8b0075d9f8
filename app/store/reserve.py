"""Room on the disk that is kept back: with a full one, what is there can still be shown, and deleted.

SQLite writes beside its file to read it, and to delete from it. So a file of zeros holds some room, which is
given up when the disk is full; until there is room again, nothing new is kept.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

SIZE: Final = 4_000_000
"""Bytes that are kept back: many deletions write no more beside the file."""
LEAST: Final = 1_000_000
"""Bytes that must be free beside it for anything to be written."""


class FullError(sqlite3.OperationalError):
    """The disk is full, or so nearly that what is left is for deleting."""

    sqlite_errorcode = sqlite3.SQLITE_FULL


class Reserve:
    """The file of zeros in a folder."""

    def __init__(self, path: Path) -> None:
        """Keep room back under this name."""
        self._path = path

    def hold(self) -> None:
        """Have the room kept back.

        Raises:
            FullError: there is no room for it.
        """
        if self._path.exists() and self._free() >= LEAST:
            return
        if self._free() < LEAST + SIZE:
            message = f"{self._path.parent}: the disk is full"
            raise FullError(message)
        try:
            with suppress(FileExistsError):
                made = os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
                with os.fdopen(made, "wb") as file:
                    file.write(bytes(SIZE))  # really written: room that a sparse file promises is nobody's
        except OSError:
            self._path.unlink(missing_ok=True)
            raise

    def give_up(self) -> None:
        """Give the room to what shows and deletes, where there is no other."""
        with suppress(OSError):
            if self._free() < LEAST:
                self._path.unlink(missing_ok=True)

    def _free(self) -> int:
        return shutil.disk_usage(self._path.parent).free
