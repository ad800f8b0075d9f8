"""Games: the rules, the names, and the ends of the hands."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from yakulens.app.game import Game, Penalised, invitation
from yakulens.app.store.file import File
from yakulens.app.store.rows import DamagedRowError, parsed
from yakulens.app.store.versions import Outcome, claim
from yakulens.scorer.vocabulary import SUBSTITUTED

_COLUMNS: Final = (
    "started, version, rules, players, owner, east_only, seatings, until, penalties, substitutes, next_game"
)


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it was in the file.

    Attributes:
        number: its name; never used twice.
        started: when it began, UTC.
        version: counts its changes.
        game: the game itself.
        owner: the key of who began it, and may delete it.
        next_game: the number of the game that its players went on with; None where there is none.
    """

    number: int
    started: str
    version: int
    game: Game
    owner: str
    next_game: int | None


class Games:
    """The games in the file."""

    def __init__(self, file: File, whose: str | None = None) -> None:
        """Use this file, for the person with this key; for None all games are there."""
        self._file = file
        self._whose = whose

    def of(self, whose: str) -> Games:
        """The games that this person began or joined; no other is there for them."""
        return Games(self._file, whose)

    def _seen(self) -> tuple[str, tuple[str, ...]]:
        """The games that the person may see as SQL, with its values."""
        if self._whose is None:
            return "1", ()
        joined = "SELECT 1 FROM guest WHERE guest.game = game.id AND guest.owner = ?"
        return f"(game.owner = ? OR EXISTS ({joined}))", (self._whose, self._whose)

    def _row(self, database: sqlite3.Connection, columns: str, number: int) -> tuple[Any, ...] | None:
        """Columns of a game; None where there is none that the person may see."""
        mine, whose = self._seen()
        asked = f"SELECT {columns} FROM game WHERE id = ? AND {mine}"  # noqa: S608 - our own words
        row: tuple[Any, ...] | None = database.execute(asked, (number, *whose)).fetchone()
        return row

    def begin(self, game: Game) -> int:
        """Keep a new game; its number."""
        with self._file.change() as database:
            return _begin(database, game, self._whose or "")

    def go_on(self, number: int, following: Game) -> int | None:
        """The game that those at a table go on with after theirs; None where theirs is not to be seen.

        Whoever asks first begins it, and all who may see the game before it may see it too. Whoever asks
        later is given that same one.

        Args:
            number: the game before it.
            following: how it begins, where nobody has begun it yet.
        """
        with self._file.change() as database:
            row = self._row(database, "next_game", number)
            if row is None:
                return None
            found = row[0]
            if found is None:
                found = _begin(database, following, self._whose or "")
                # Counted as a change: the other phones at the table see it as they see a hand.
                database.execute(
                    "UPDATE game SET next_game = ?, version = version + 1 WHERE id = ?", (found, number)
                )
            # Also whoever joined the game before it only after this one had begun.
            database.execute(
                "INSERT OR IGNORE INTO guest (game, owner) SELECT next.id, came.owner FROM game AS next,"
                " (SELECT owner FROM guest WHERE game = ?1"
                " UNION SELECT owner FROM game WHERE id = ?1) AS came"
                " WHERE next.id = ?2 AND came.owner != next.owner",
                (number, found),
            )
            return int(found)

    def save(self, number: int, seen: int, game: Game) -> Outcome:
        """Keep the game's hands, unless it has changed since its version was ``seen``, or gone."""
        with self._file.change() as database:
            there = self._row(database, "1", number)
            outcome = claim(database, "game", number, seen) if there else "deleted"
            if outcome == "saved":
                database.execute("DELETE FROM hand WHERE game = ?", (number,))
                _write(database, number, game)
                database.execute(
                    "UPDATE game SET seatings = ?, until = ?, penalties = ?, substitutes = ? WHERE id = ?",
                    (
                        json.dumps(game.seatings),
                        game.until,
                        json.dumps([(each.player, each.points, each.offence) for each in game.penalties]),
                        json.dumps(game.substitutes),
                        number,
                    ),
                )
            return outcome

    def version(self, number: int) -> int | None:
        """How often a game has been changed; None where there is none that the person may see."""
        with self._file.look() as database:
            row = self._row(database, "version", number)
        return None if row is None else int(row[0])

    def load(self, number: int) -> KeptGame | None:
        """A game by its number; None where there is none that the person may see."""
        with self._file.look() as database:
            row = self._row(database, _COLUMNS, number)
            if row is None:
                return None
            ends = database.execute("SELECT ended FROM hand WHERE game = ? ORDER BY number", (number,))
            hands = tuple(parsed(text, dict) for (text,) in ends)
        started, version, rules, players, owner, *rest, then = row
        east_only, seatings, until, penalties, substitutes = rest
        game = Game(
            rules,
            tuple(parsed(players, list)),
            hands,
            bool(east_only),
            tuple((int(at), tuple(map(int, sitting))) for at, sitting in parsed(seatings, list)),
            until,
            tuple(
                Penalised(int(player), int(points), str(offence))
                for player, points, offence in parsed(penalties, list)
            ),
            tuple(
                (int(player), SUBSTITUTED[SUBSTITUTED.index(when)])
                for player, when in parsed(substitutes, list)
            ),
        )
        return KeptGame(number, started, version, game, owner, then)

    def all(self, spoiled: Callable[[int], None] | None = None) -> Iterator[KeptGame]:
        """Every game, the latest first.

        Args:
            spoiled: called with the number of a game whose rows are damaged; the others are given all the
                same. Without it the first damaged one ends the run.
        """
        mine, whose = self._seen()
        with self._file.look() as database:
            numbers = database.execute(f"SELECT id FROM game WHERE {mine} ORDER BY id DESC", whose).fetchall()  # noqa: S608 - our own words
        for (number,) in numbers:
            try:
                game = self.load(number)
            except DamagedRowError:
                if spoiled is None:
                    raise
                spoiled(number)
                continue
            if game is not None:
                yield game

    def delete(self, number: int) -> bool:
        """Forget a game; False where it is not the person's own."""
        with self._file.change(deletes=True) as database:
            gone = database.execute(
                "DELETE FROM game WHERE id = ?1 AND (?2 IS NULL OR owner = ?2)", (number, self._whose)
            )
            return gone.rowcount > 0

    def invite(self, number: int) -> str | None:
        """The code by which others join a game; None where there is no such game."""
        with self._file.look() as database:
            row = self._row(database, "code", number)
        return None if row is None else str(row[0])

    def join(self, code: str) -> int | None:
        """Have the person join the game of this code; its number, None where no game has it."""
        with self._file.change() as database:
            row = database.execute(
                "SELECT id, owner FROM game WHERE code = ?", (invitation.plain(code),)
            ).fetchone()
            if row is None:
                return None
            number, owner = row
            if owner != (self._whose or ""):
                database.execute(
                    "INSERT OR IGNORE INTO guest (game, owner) VALUES (?, ?)", (number, self._whose or "")
                )
            return int(number)


def _begin(database: sqlite3.Connection, game: Game, owner: str) -> int:
    """Write a new game of whoever has this key; its number."""
    cursor = database.execute(
        "INSERT INTO game (rules, players, east_only, owner, code) VALUES (?, ?, ?, ?, ?)",
        (game.rules, json.dumps(game.players), game.east_only, owner, invitation.new_code()),
    )
    number = int(cursor.lastrowid or 0)
    _write(database, number, game)
    return number


def _write(database: sqlite3.Connection, number: int, game: Game) -> None:
    database.executemany(
        "INSERT INTO hand (game, number, ended) VALUES (?, ?, ?)",
        [(number, at, json.dumps(end)) for at, end in enumerate(game.ends)],
    )
