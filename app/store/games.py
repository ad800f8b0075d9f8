"""Games: the rules, the names, and the ends of the hands."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.game import Game
from app.store.versions import claim

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from app.store.file import File
    from app.store.versions import Outcome


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it was in the file.

    Attributes:
        number: its name; never used twice.
        started: when it began, UTC.
        version: counts its changes.
        game: the game itself.
    """

    number: int
    started: str
    version: int
    game: Game


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

    def save(self, number: int, seen: int, game: Game) -> Outcome:
        """Keep the game's hands, unless it has changed since its version was ``seen``, or gone."""
        with self._file.change() as database:
            outcome = claim(database, "game", number, seen)
            if outcome == "saved":
                database.execute("DELETE FROM hand WHERE game = ?", (number,))
                _write(database, number, game)
            return outcome

    def load(self, number: int) -> KeptGame | None:
        """A game by its number."""
        with self._file.look() as database:
            row = database.execute(
                "SELECT started, version, rules, players FROM game WHERE id = ?", (number,)
            ).fetchone()
            if row is None:
                return None
            ends = database.execute("SELECT ended FROM hand WHERE game = ? ORDER BY number", (number,))
            hands = tuple(json.loads(text) for (text,) in ends)
        started, version, rules, players = row
        return KeptGame(number, started, version, Game(rules, tuple(json.loads(players)), hands))

    def all(self) -> Iterator[KeptGame]:
        """Every game, the latest first."""
        with self._file.look() as database:
            numbers = database.execute("SELECT id FROM game ORDER BY id DESC").fetchall()
        for (number,) in numbers:
            game = self.load(number)
            if game is not None:
                yield game

    def delete(self, number: int) -> None:
        """Forget a game."""
        with self._file.change() as database:
            database.execute("DELETE FROM game WHERE id = ?", (number,))


def _write(database: sqlite3.Connection, number: int, game: Game) -> None:
    database.executemany(
        "INSERT INTO hand (game, number, ended) VALUES (?, ?, ?)",
        [(number, at, json.dumps(end)) for at, end in enumerate(game.ends)],
    )
