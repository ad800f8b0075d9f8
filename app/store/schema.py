"""The tables, as the steps by which they came; a file's ``user_version`` counts the steps that it has taken.

A step that has once been given out is never changed: what must become different is a further step.
"""

from __future__ import annotations

from typing import Final

STEPS: Final[tuple[tuple[str, ...], ...]] = (
    (
        # The first files did not count their steps yet: these tables may be there.
        """CREATE TABLE IF NOT EXISTS game (
            id INTEGER PRIMARY KEY,
            started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
            rules TEXT NOT NULL,
            players TEXT NOT NULL
        )""",
        """CREATE TABLE IF NOT EXISTS hand (
            game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            ended TEXT NOT NULL,
            PRIMARY KEY (game, number)
        )""",
    ),
    ("CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",),
    (
        # AUTOINCREMENT: a deleted reading's number is never given to another, for a page may still show it.
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
            reading TEXT NOT NULL
        )""",
        """CREATE TABLE photo (
            id INTEGER PRIMARY KEY REFERENCES reading (id) ON DELETE CASCADE,
            thumbnail BLOB NOT NULL,
            shown BLOB NOT NULL,
            jpeg BLOB NOT NULL
        )""",
    ),
    (
        # A deleted game's number is never given again either; each change is counted (`app.store.versions`).
        """CREATE TABLE counted_game (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
            rules TEXT NOT NULL,
            players TEXT NOT NULL,
            version INTEGER NOT NULL DEFAULT 0
        )""",
        "INSERT INTO counted_game (id, started, rules, players) SELECT id, started, rules, players FROM game",
        """CREATE TABLE counted_hand (
            game INTEGER NOT NULL REFERENCES counted_game (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            ended TEXT NOT NULL,
            PRIMARY KEY (game, number)
        )""",
        "INSERT INTO counted_hand SELECT game, number, ended FROM hand",
        "DROP TABLE hand",
        "DROP TABLE game",
        "ALTER TABLE counted_game RENAME TO game",
        "ALTER TABLE counted_hand RENAME TO hand",
        "ALTER TABLE reading ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
    ),
    (
        # Settings belong to a browser, games and readings to a person; '' is the machine's own
        # (app.web.browser).
        "ALTER TABLE setting RENAME TO setting_of_all",
        """CREATE TABLE setting (
            whose TEXT NOT NULL,
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (whose, name)
        ) WITHOUT ROWID""",
        "INSERT INTO setting SELECT '', name, value FROM setting_of_all",
        "DROP TABLE setting_of_all",
        "ALTER TABLE game ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE game ADD COLUMN code TEXT",
        "CREATE UNIQUE INDEX game_by_code ON game (code)",
        """CREATE TABLE guest (
            game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
            owner TEXT NOT NULL,
            PRIMARY KEY (game, owner)
        ) WITHOUT ROWID""",
        "ALTER TABLE reading ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE reading ADD COLUMN shared INTEGER NOT NULL DEFAULT 0",
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
    ),
    ("ALTER TABLE game ADD COLUMN east_only INTEGER NOT NULL DEFAULT 0",),
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
