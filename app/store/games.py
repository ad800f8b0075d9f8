"""Games: the rules, the names, and the ends of the hands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.game import Game

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from app.store.file import File


class Games:
    """The games in the file."""

    def __init__(self, file: File) -> None:
        """Use this file."""
        self._file = file

    def begin(self, game: Game) -> int:
        """Keep a new game; its number."""
        with self._file.change() as database:
            cursor = database.execute(
                "INSERT INTO game (rules, players) VALUES (?, ?)", (game.rules, json.dumps(game.players))
            )
            number = int(cursor.lastrowid or 0)
            _write(database, number, game)
            return number

    def save(self, number: int, game: Game) -> None:
        """Keep the game's hands as they are now."""
        with self._file.change() as database:
            database.execute("DELETE FROM hand WHERE game = ?", (number,))
            _write(database, number, game)

    def load(self, number: int) -> Game | None:
        """A game by its number."""
        with self._file.look() as database:
            row = database.execute("SELECT rules, players FROM game WHERE id = ?", (number,)).fetchone()
            if row is None:
                return None
            ends = database.execute("SELECT ended FROM hand WHERE game = ? ORDER BY number", (number,))
            hands = tuple(json.loads(text) for (text,) in ends)
        return Game(row[0], tuple(json.loads(row[1])), hands)

    def all(self) -> Iterator[tuple[int, str, Game]]:
        """Every game, the latest first: its number, when it began (UTC), and the game."""
        with self._file.look() as database:
            rows = database.execute("SELECT id, started FROM game ORDER BY id DESC").fetchall()
        for number, started in rows:
            game = self.load(number)
            if game is not None:
                yield number, started, game

    def delete(self, number: int) -> None:
        """Forget a game."""
        with self._file.change() as database:
            database.execute("DELETE FROM game WHERE id = ?", (number,))


def _write(database: sqlite3.Connection, number: int, game: Game) -> None:
    database.executemany(
        "INSERT INTO hand (game, number, ended) VALUES (?, ?, ?)",
        [(number, at, json.dumps(end)) for at, end in enumerate(game.ends)],
    )
