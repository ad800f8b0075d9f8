"""Each visitor's choices, so that the page asks only once: any JSON value by its name."""

import json
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from yakulens.app.store.file import File
from yakulens.app.store.rows import DamagedRowError, parsed


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in the file; ``owner`` is a visitor's key, "" that of the person at the machine."""

    _file: File

    def update(self, values: dict[str, Any], *, owner: str = "") -> None:
        """Keep several values, all or none of them.

        Raises:
            TypeError, ValueError: a value is no JSON.
        """
        with self._file.change() as database:
            put(database, owner, values)

    def all(self, *, owner: str = "") -> dict[str, Any]:
        """Every setting by its name; those in damaged rows are left out."""
        with self._file.look() as database:
            rows = database.execute(
                "SELECT name, value FROM setting WHERE whose = ? ORDER BY name", (owner,)
            ).fetchall()
        values = {}
        for name, text in rows:
            with suppress(DamagedRowError):
                values[name] = parsed(text, object)
        return values


def get(database: sqlite3.Connection, owner: str, name: str) -> Any:  # noqa: ANN401 - any JSON value
    """A setting's value within a transaction; None if there is none, or its row is damaged."""
    row = database.execute("SELECT value FROM setting WHERE whose = ? AND name = ?", (owner, name)).fetchone()
    with suppress(DamagedRowError):
        return None if row is None else parsed(row[0], object)
    return None


def put(database: sqlite3.Connection, owner: str, values: dict[str, Any]) -> None:
    """Keep values within a transaction.

    Raises:
        TypeError, ValueError: a value is no JSON.
    """
    rows = [(owner, name, json.dumps(value, allow_nan=False)) for name, value in values.items()]
    database.executemany("INSERT OR REPLACE INTO setting (whose, name, value) VALUES (?, ?, ?)", rows)
