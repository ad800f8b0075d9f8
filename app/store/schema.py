"""The tables as migration steps; a file's ``user_version`` is the number of steps applied to it.

A released step never changes; a change is another step. The first release, 0.1.0, counted six steps: the
sixth holds its tables, and those before are empty.
"""

import re
import sqlite3
from contextlib import closing
from itertools import chain
from typing import Final

_OF_0_1_0: Final = (
    # AUTOINCREMENT: a deleted number is never used again, as a page may still show it. The owner '' is the
    # person at the machine itself (app.server.browser); a version counts the changes of a row
    # (app.store.rows).
    """CREATE TABLE game (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        rules TEXT NOT NULL,
        players TEXT NOT NULL,
        version INTEGER NOT NULL DEFAULT 0,
        owner TEXT NOT NULL DEFAULT '',
        code TEXT,
        east_only INTEGER NOT NULL DEFAULT 0
    )""",
    "CREATE UNIQUE INDEX game_by_code ON game (code)",
    """CREATE TABLE hand (
        game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        ended TEXT NOT NULL,
        PRIMARY KEY (game, number)
    )""",
    """CREATE TABLE guest (
        game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        owner TEXT NOT NULL,
        PRIMARY KEY (game, owner)
    ) WITHOUT ROWID""",
    """CREATE TABLE setting (
        whose TEXT NOT NULL,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (whose, name)
    ) WITHOUT ROWID""",
    # Searched columns come first: of a long row SQLite then reads only the beginning.
    """CREATE TABLE reading (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        read TEXT NOT NULL,
        rules TEXT NOT NULL,
        corrected INTEGER NOT NULL,
        faces TEXT NOT NULL,
        reds TEXT NOT NULL,
        words TEXT NOT NULL,
        desk TEXT NOT NULL,
        situation TEXT NOT NULL,
        score TEXT,
        reading TEXT NOT NULL,
        version INTEGER NOT NULL DEFAULT 0,
        owner TEXT NOT NULL DEFAULT '',
        shared INTEGER NOT NULL DEFAULT 0
    )""",
    """CREATE TABLE photo (
        id INTEGER PRIMARY KEY REFERENCES reading (id) ON DELETE CASCADE,
        thumbnail BLOB NOT NULL,
        shown BLOB NOT NULL,
        jpeg BLOB NOT NULL
    )""",
    # The hands on the desks, each as its beginning and its steps (app.hand.journal).
    """CREATE TABLE desk (
        id TEXT PRIMARY KEY,
        whose TEXT NOT NULL,
        touched TEXT NOT NULL,
        reading INTEGER REFERENCES reading (id) ON DELETE CASCADE,
        beginning TEXT NOT NULL
    )""",
    "CREATE INDEX desk_by_browser ON desk (whose, touched)",
    "CREATE INDEX desk_by_reading ON desk (reading)",
    """CREATE TABLE step (
        desk TEXT NOT NULL REFERENCES desk (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        step TEXT NOT NULL,
        PRIMARY KEY (desk, number)
    ) WITHOUT ROWID""",
)
FIRST: Final = 6
"""The number of steps of a file of version 0.1.0."""
STEPS: Final[tuple[tuple[str, ...], ...]] = (
    *((),) * (FIRST - 1),
    _OF_0_1_0,
    (
        # Changes of seats by hand (app.game.Game), and the time of the time signal.
        "ALTER TABLE game ADD COLUMN seatings TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE game ADD COLUMN until INTEGER",
    ),
    (
        # The penalties after the game, and the players who were replaced (app.game.penalties).
        "ALTER TABLE game ADD COLUMN penalties TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE game ADD COLUMN substitutes TEXT NOT NULL DEFAULT '[]'",
    ),
    (
        # The game that the players played next, and a reading's hand of a game (app.hand.place).
        "ALTER TABLE game ADD COLUMN next_game INTEGER REFERENCES game (id) ON DELETE SET NULL",
        "ALTER TABLE reading ADD COLUMN place TEXT",
    ),
    (
        # The stand before the first hand of a game whose log begins later (app.records.table).
        "ALTER TABLE game ADD COLUMN start TEXT",
    ),
)

_WHITESPACE: Final = re.compile(r'["\s]+')
_PUNCTUATION: Final = re.compile(r" ?([,()]) ?")
"""SQLite changes the spaces about these where it adds a column to a table's statement."""
_MAX_NAME: Final = 40


def other_program(applied: int) -> str:
    """The Yakulens that wrote a file with so many steps applied; empty if this one can use the file.

    >>> other_program(len(STEPS)), other_program(99), other_program(3)
    ('', 'a later Yakulens', 'a Yakulens before 0.1.0')
    """
    if applied > len(STEPS):
        return "a later Yakulens"
    return "a Yakulens before 0.1.0" if 0 < applied < FIRST else ""


def foreign_part(database: sqlite3.Connection) -> str | None:
    """The first difference between a database's schema and ours, by kind and name; None where there is none.

    Only the schema is read, and nothing in it is run. An earlier program's file must have the tables of its
    steps; a later program's file is not examined.

    Raises:
        sqlite3.Error: the database is damaged.
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
    """The statement of each table, index, trigger and view but SQLite's own, by kind and name."""
    rows = database.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return {
        (str(kind), str(name)): _PUNCTUATION.sub(r"\1", _WHITESPACE.sub(" ", str(sql or "")))
        for kind, name, sql in rows
        if name != "sqlite_sequence" and not (kind == "index" and sql is None)
    }
