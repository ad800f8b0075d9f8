"""What a visitor chose and should not be asked again: a name and any JSON value, for each of them apart."""

from __future__ import annotations

import json
import sqlite3
from typing import Any, Final

from yakulens.app.store.file import File

_DAMAGED: Final = object()


class Settings:
    """The settings in the file; ``whose`` is the key of who made them, "" the machine's own person."""

    def __init__(self, file: File) -> None:
        """Use this file."""
        self._file = file

    def update(self, values: dict[str, Any], *, whose: str = "") -> None:
        """Keep several values, all or none of them.

        Raises:
            TypeError, ValueError: one is none that JSON knows.
        """
        with self._file.change() as database:
            put(database, whose, values)

    def all(self, *, whose: str = "") -> dict[str, Any]:
        """Every setting by its name."""
        with self._file.look() as database:
            rows = database.execute(
                "SELECT name, value FROM setting WHERE whose = ? ORDER BY name", (whose,)
            ).fetchall()
        values = {name: _parsed(text, _DAMAGED) for name, text in rows}
        return {name: value for name, value in values.items() if value is not _DAMAGED}


def found(database: sqlite3.Connection, whose: str, name: str) -> Any:  # noqa: ANN401 - any JSON value
    """The value last set, or None where none is, within somebody's transaction."""
    row = database.execute("SELECT value FROM setting WHERE whose = ? AND name = ?", (whose, name)).fetchone()
    return None if row is None else _parsed(row[0], None)


def _parsed(text: Any, default: Any) -> Any:  # noqa: ANN401 - what SQLite finds, and any JSON value
    """A setting's value; as if it had never been set where its row is damaged: it is then chosen anew."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return default


def put(database: sqlite3.Connection, whose: str, values: dict[str, Any]) -> None:
    """Keep values within somebody's transaction.

    Raises:
        TypeError, ValueError: one is none that JSON knows.
    """
    rows = [(whose, name, json.dumps(value, allow_nan=False)) for name, value in values.items()]
    database.executemany("INSERT OR REPLACE INTO setting (whose, name, value) VALUES (?, ?, ?)", rows)
