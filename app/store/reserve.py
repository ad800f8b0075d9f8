"""Reserved disk space, so that on a full disk the store can still be read, and its content deleted.

SQLite writes beside its file even to read and to delete. So a file of zeros reserves some space, which is
released when the disk is full; until there is space again, nothing new is kept.
"""

import os
import shutil
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SIZE: Final = 4_000_000
"""Bytes that are reserved: many deletions write no more beside the file."""
MIN_FREE: Final = 1_000_000
"""Bytes that must be free besides for anything to be written."""


class FullError(sqlite3.OperationalError):
    """The disk is full, or nearly so: the remaining space is for deleting."""

    sqlite_errorcode = sqlite3.SQLITE_FULL


@dataclass(frozen=True, slots=True)
class Reserve:
    """The file of zeros in a folder."""

    _path: Path

    def hold(self) -> None:
        """Reserve the space.

        Raises:
            FullError: there is too little of it.
        """
        if self._path.exists() and self._free() >= MIN_FREE:
            return
        if self._free() < MIN_FREE + SIZE:
            message = f"{self._path.parent}: the disk is full"
            raise FullError(message)
        try:
            with suppress(FileExistsError):
                descriptor = os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(bytes(SIZE))  # written, for a sparse file reserves nothing
        except OSError:
            self._path.unlink(missing_ok=True)
            raise

    def release(self) -> None:
        """Release the space where the disk has no other for reading and deleting."""
        with suppress(OSError):
            if self._free() < MIN_FREE:
                self._path.unlink(missing_ok=True)

    def _free(self) -> int:
        return shutil.disk_usage(self._path.parent).free
