"""What outlives a restart: games, in one SQLite file in the platform's data folder.

Every change is one transaction in write-ahead mode: a kill at any moment loses at most the tap in hand.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs

from app.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE: Final = "yakulens.sqlite3"
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    rules TEXT NOT NULL,
    players TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS hand (
    game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    ended TEXT NOT NULL,
    PRIMARY KEY (game, number)
);
"""


def place() -> Path:
    """The file in the platform's data folder."""
    return Path(platformdirs.user_data_dir("yakulens", appauthor=False)) / FILE


class Store:
    """The file; each method opens and closes it, so that any thread may call."""

    def __init__(self, path: Path) -> None:
        """Make the file where there is none."""
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(self._open()) as database, database:
            database.execute("PRAGMA journal_mode = WAL")
            database.executescript(_SCHEMA)

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=10)
        database.execute("PRAGMA foreign_keys = ON")
        return database

    def begin(self, game: Game) -> int:
        """Keep a new game; its number."""
        with closing(self._open()) as database, database:
            cursor = database.execute(
                "INSERT INTO game (rules, players) VALUES (?, ?)", (game.rules, json.dumps(game.players))
            )
            number = int(cursor.lastrowid or 0)
            self._write(database, number, game)
            return number

    def save(self, number: int, game: Game) -> None:
        """Keep the game's hands as they are now."""
        with closing(self._open()) as database, database:
            database.execute("DELETE FROM hand WHERE game = ?", (number,))
            self._write(database, number, game)

    @staticmethod
    def _write(database: sqlite3.Connection, number: int, game: Game) -> None:
        database.executemany(
            "INSERT INTO hand (game, number, ended) VALUES (?, ?, ?)",
            [(number, at, json.dumps(end)) for at, end in enumerate(game.ends)],
        )

    def load(self, number: int) -> Game | None:
        """A game by its number."""
        with closing(self._open()) as database:
            row = database.execute("SELECT rules, players FROM game WHERE id = ?", (number,)).fetchone()
            if row is None:
                return None
            ends = database.execute("SELECT ended FROM hand WHERE game = ? ORDER BY number", (number,))
            hands = tuple(json.loads(text) for (text,) in ends)
        return Game(row[0], tuple(json.loads(row[1])), hands)

    def games(self) -> Iterator[tuple[int, str, Game]]:
        """Every game, the latest first: its number, when it began (UTC), and the game."""
        with closing(self._open()) as database:
            rows = database.execute("SELECT id, started FROM game ORDER BY id DESC").fetchall()
        for number, started in rows:
            game = self.load(number)
            if game is not None:
                yield number, started, game

    def delete(self, number: int) -> None:
        """Forget a game."""
        with closing(self._open()) as database, database:
            database.execute("DELETE FROM game WHERE id = ?", (number,))
