"""The tables, as the steps by which they came; a file's ``user_version`` counts the steps that it has taken.

A step that has once been given out is never changed: what must become different is a further step. Version
0.1.0, the first that was given out, counted six: what its file had is the sixth, and those before are empty.
"""

from __future__ import annotations

from typing import Final

_OF_0_1_0: Final = (
    # AUTOINCREMENT: a deleted number is never given to another, for a page may still show it. The owner '' is
    # the machine's own person (app.web.browser). Changes of a row are counted (app.store.versions).
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
    # What is searched stands first: of a longer row only the beginning is read.
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
    # The hands on the desks: how each began, and what was said of it since (app.journal).
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
"""How many steps a file of version 0.1.0 counts."""
STEPS: Final[tuple[tuple[str, ...], ...]] = (
    *((),) * (FIRST - 1),
    _OF_0_1_0,
    (
        # Who sits where from which hand on (app.game.Game), and when the time signal is given.
        "ALTER TABLE game ADD COLUMN seatings TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE game ADD COLUMN until INTEGER",
    ),
    (
        # What a referee took after the game, and who was replaced (app.game.penalties).
        "ALTER TABLE game ADD COLUMN penalties TEXT NOT NULL DEFAULT '[]'",
        "ALTER TABLE game ADD COLUMN substitutes TEXT NOT NULL DEFAULT '[]'",
    ),
    (
        # With which game its players went on, and of which hand of a game a reading is (app.game.place).
        "ALTER TABLE game ADD COLUMN next_game INTEGER REFERENCES game (id) ON DELETE SET NULL",
        "ALTER TABLE reading ADD COLUMN place TEXT",
    ),
)


def written_by_another(taken: int) -> str:
    """Which other Yakulens wrote a file that counts so many steps; empty where this one can use it.

    >>> written_by_another(len(STEPS)), written_by_another(99), written_by_another(3)
    ('', 'a later Yakulens', 'a Yakulens before 0.1.0')
    """
    if taken > len(STEPS):
        return "a later Yakulens"
    return "a Yakulens before 0.1.0" if 0 < taken < FIRST else ""
