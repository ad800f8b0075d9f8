"""A connection to an SQLite file that raises nothing but `sqlite3.Error`, however damaged the file is."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any


class DamagedError(sqlite3.DatabaseError):
    """The file's own list of tables is damaged."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


class Connection(sqlite3.Connection):
    """SQLite quotes a damaged list of tables in its message, which Python then cannot read as UTF-8.

    So what a damaged file raises would be a `UnicodeDecodeError`, which nobody expects of a database.
    """

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:  # noqa: ANN401 - what it takes
        """Run a statement as `sqlite3.Connection.execute` does, but tell damage as damage.

        Raises:
            DamagedError: SQLite cannot say in UTF-8 what is damaged.
            sqlite3.Error: as there.
        """
        try:
            return super().execute(sql, values)
        except UnicodeDecodeError as error:
            message = "malformed database schema"
            raise DamagedError(message) from error


def connect(path: Path, *, patience: float = 5.0, how: str = "") -> Connection:
    """A connection to the file at a path.

    Args:
        path: of the file; it is made where there is none, unless `how` says otherwise.
        patience: seconds to wait for another program's change.
        how: SQLite's own words for it, such as ``"mode=ro"`` or ``"immutable=1"``.
    """
    if not how:
        return sqlite3.connect(path, timeout=patience, factory=Connection)
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}", uri=True, timeout=patience, factory=Connection
    )
