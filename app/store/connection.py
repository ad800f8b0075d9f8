"""A connection to an SQLite file that raises only `sqlite3.Error`, however damaged the file is."""

import sqlite3
from pathlib import Path
from typing import Any


class DamagedError(sqlite3.DatabaseError):
    """The schema in the file is damaged."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


class Connection(sqlite3.Connection):
    """A connection for which a damaged schema is a `DamagedError`.

    SQLite quotes the damaged schema in its message, and Python raises a `UnicodeDecodeError` where that is no
    UTF-8.
    """

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:  # noqa: ANN401 - what it takes
        """Run a statement as `sqlite3.Connection.execute` does, with an error that says what is damaged."""
        try:
            return super().execute(sql, values)
        except UnicodeDecodeError as error:
            message = "malformed database schema"
            raise DamagedError(message) from error


def connect(path: Path, *, timeout: float = 5.0, uri_query: str = "") -> Connection:
    """A connection to a file, which is created where there is none.

    Args:
        path: of the file.
        timeout: seconds to wait for another program's change.
        uri_query: SQLite's URI parameters, such as ``"mode=ro"`` or ``"immutable=1"``.
    """
    uri = f"{path.absolute().as_uri()}?{uri_query}"
    return sqlite3.connect(uri, uri=True, timeout=timeout, factory=Connection)
