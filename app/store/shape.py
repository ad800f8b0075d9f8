"""Whether a database has our tables and nothing else: no trigger, no view, no column more."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from itertools import chain
from typing import Final

from yakulens.app.store.schema import STEPS

_WHITESPACE: Final = re.compile(r'["\s]+')
_PUNCTUATION: Final = re.compile(r" ?([,()]) ?")
"""SQLite changes the spaces about these where it adds a column to a table's statement."""
_MAX_NAME: Final = 40


def foreign_part(database: sqlite3.Connection) -> str | None:
    """The first difference between a database's schema and ours, by kind and name; None where there is none.

    Only the schema is read, and nothing in it is run. A file of an earlier program has the tables of its
    steps (`app.store.schema`); that of a later program is not examined.

    Raises:
        sqlite3.Error: the database is damaged.

    >>> database = sqlite3.connect(":memory:")
    >>> _ = database.execute("CREATE TABLE loot (a)")
    >>> foreign_part(database)
    'the table loot'
    """
    (steps,) = database.execute("PRAGMA user_version").fetchone()
    if steps > len(STEPS):
        return None
    parts = _parts(database)
    with closing(sqlite3.connect(":memory:")) as ours:
        for statement in chain.from_iterable(STEPS[:steps]):
            ours.execute(statement)
        expected = _parts(ours)
    for (kind, name), sql in parts.items():
        if expected.get((kind, name)) != sql:
            return f"the {kind} {name[:_MAX_NAME]}"
    return next((f"no {kind} {name}" for kind, name in expected if (kind, name) not in parts), None)


def _parts(database: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """The statement of every table, index, trigger and view but SQLite's own, by kind and name."""
    rows = database.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return {
        (str(kind), str(name)): _PUNCTUATION.sub(r"\1", _WHITESPACE.sub(" ", str(sql or "")))
        for kind, name, sql in rows
        if name != "sqlite_sequence" and not (kind == "index" and sql is None)
    }
