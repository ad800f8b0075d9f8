"""Whether a database has our tables and nothing else: no trigger, no view, no column more."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from typing import Final

from yakulens.app.store.schema import STEPS

_LAYOUT: Final = re.compile(r'["\s]+')
_AROUND: Final = re.compile(r" ?([,()]) ?")
"""What SQLite sets apart otherwise where it writes a column into a table's own words."""
_SHOWN: Final = 40


def strange(database: sqlite3.Connection) -> str | None:
    """The first thing of a database that is none of ours, by kind and name; None where everything is ours.

    Nothing of it is run: only what it says of itself is read. A file of an earlier program has the tables of
    the steps that it has taken (`app.store.schema`); one of a later program is not looked at.

    Raises:
        sqlite3.Error: it is damaged.

    >>> database = sqlite3.connect(":memory:")
    >>> _ = database.execute("CREATE TABLE loot (a)")
    >>> strange(database)
    'the table loot'
    """
    (taken,) = database.execute("PRAGMA user_version").fetchone()
    if taken > len(STEPS):
        return None
    found = _parts(database)
    due = _due(taken)
    for (kind, name), sql in found.items():
        if due.get((kind, name)) != sql:
            return f"the {kind} {name[:_SHOWN]}"
    return next((f"no {kind} {name}" for kind, name in due if (kind, name) not in found), None)


def _due(taken: int) -> Mapping[tuple[str, str], str]:
    with closing(sqlite3.connect(":memory:")) as fresh:
        for step in STEPS[:taken]:
            for statement in step:
                fresh.execute(statement)
        return _parts(fresh)


def _parts(database: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """Every table, index, trigger and view by kind and name, with how it was made; SQLite's own left out."""
    rows = database.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return {
        (str(kind), str(name)): _AROUND.sub(r"\1", _LAYOUT.sub(" ", str(sql or "")))
        for kind, name, sql in rows
        if name != "sqlite_sequence" and not (kind == "index" and sql is None)
    }
