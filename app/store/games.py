"""The games: their rules, players and the ends of their hands."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, astuple, dataclass, replace
from typing import Any, Final, Self

from yakulens.app.game import Game, Penalised, TableState, invitation
from yakulens.app.store.file import File
from yakulens.app.store.rows import DamagedRowError, OnDamage, Outcome, claim, each_loaded, parsed
from yakulens.scorer.errors import visible
from yakulens.scorer.vocabulary import SUBSTITUTED

_COLUMNS: Final = (
    "started, version, rules, players, owner, east_only, seatings, until, penalties, substitutes, start, "
    "next_game"
)


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game in the file."""

    number: int  # its number; never used twice
    started: str  # when it began, UTC
    version: int  # counts its changes
    game: Game
    owner: str  # the key of the person who began it, and may delete it
    next_game: int | None  # the number of the game that its players played next, if any


_VISIBLE: Final = (
    "(:owner IS NULL OR game.owner = :owner"
    " OR EXISTS (SELECT 1 FROM guest WHERE guest.game = game.id AND guest.owner = :owner))"
)
"""The SQL condition of the games that a person may see; without a person, all games."""


@dataclass(frozen=True, slots=True)
class Games:
    """The games in the file."""

    _file: File
    _owner: str | None = None  # the key of the person who uses them; None sees all games

    def of(self, owner: str) -> Self:
        """The games that this person began or joined, and no others."""
        return replace(self, _owner=owner)

    def _row(self, database: sqlite3.Connection, columns: str, number: int) -> tuple[Any, ...] | None:
        """Columns of a game; None where the person may see none of this number."""
        statement = f"SELECT {columns} FROM game WHERE id = :number AND {_VISIBLE}"  # noqa: S608 - our own words
        values = {"number": number, "owner": self._owner}
        row: tuple[Any, ...] | None = database.execute(statement, values).fetchone()
        return row

    def begin(self, game: Game) -> int:
        """Keep a new game; returns its number."""
        with self._file.change() as database:
            return _begin(database, game, self._owner or "")

    def bring(self, game: Game) -> int:
        """Keep a game that was played elsewhere, once; returns its number."""
        text = json.dumps(asdict(game))
        for kept in self.all(lambda *_: None):
            if kept.owner == (self._owner or "") and json.dumps(asdict(kept.game)) == text:
                return kept.number
        return self.begin(game)

    def go_on(self, number: int, following: Game) -> int | None:
        """The next game of the players of a game; None where the person may not see that game.

        The first call begins it with ``following``; later calls return it. Whoever may see that game may see
        it too.
        """
        with self._file.change() as database:
            row = self._row(database, "next_game", number)
            if row is None:
                return None
            (next_game,) = row
            if next_game is None:
                next_game = _begin(database, following, self._owner or "")
                # A change, so that the other phones at the table notice it as they notice a hand.
                database.execute(
                    "UPDATE game SET next_game = ?, version = version + 1 WHERE id = ?", (next_game, number)
                )
            # On later calls too, for those who joined the earlier game only then.
            database.execute(
                "INSERT OR IGNORE INTO guest (game, owner) SELECT next.id, came.owner FROM game AS next,"
                " (SELECT owner FROM guest WHERE game = ?1"
                " UNION SELECT owner FROM game WHERE id = ?1) AS came"
                " WHERE next.id = ?2 AND came.owner != next.owner",
                (number, next_game),
            )
            return int(next_game)

    def save(self, number: int, version: int, game: Game) -> Outcome:
        """Save a game, unless it has been changed or deleted since this version of it was read."""
        with self._file.change() as database:
            row = self._row(database, "1", number)
            outcome = claim(database, "game", number, version) if row else "deleted"
            if outcome == "saved":
                database.execute("DELETE FROM hand WHERE game = ?", (number,))
                _write(database, number, game)
            return outcome

    def version(self, number: int) -> int | None:
        """The number of a game's changes; None where the person may not see the game."""
        with self._file.look() as database:
            row = self._row(database, "version", number)
        return None if row is None else int(row[0])

    def load(self, number: int) -> KeptGame | None:
        """A game by its number; None where the person may not see it."""
        with self._file.look() as database:
            row = self._row(database, _COLUMNS, number)
            if row is None:
                return None
            ends = database.execute("SELECT ended FROM hand WHERE game = ? ORDER BY number", (number,))
            hands = tuple(parsed(text, dict) for (text,) in ends)
        started, version, rules, players, owner, east_only, *others, next_game = row
        seatings, until, penalties, substitutes, start = others
        game = Game(
            rules,
            tuple(map(visible, parsed(players, list))),
            hands,
            bool(east_only),
            tuple((int(at), tuple(map(int, sitting))) for at, sitting in parsed(seatings, list)),
            until,
            tuple(Penalised(int(who), int(points), str(why)) for who, points, why in parsed(penalties, list)),
            tuple(
                (int(who), SUBSTITUTED[SUBSTITUTED.index(when)]) for who, when in parsed(substitutes, list)
            ),
            None if start is None else _stand(parsed(start, dict)),
        )
        return KeptGame(number, started, version, game, owner, next_game)

    def all(self, on_damage: OnDamage | None = None) -> Iterator[KeptGame]:
        """Every game, the latest first (see `each_loaded`)."""
        statement = f"SELECT id FROM game WHERE {_VISIBLE} ORDER BY id DESC"  # noqa: S608 - our own words
        with self._file.look() as database:
            rows = database.execute(statement, {"owner": self._owner}).fetchall()
        yield from each_loaded(rows, self.load, on_damage, DamagedRowError)

    def delete(self, number: int) -> bool:
        """Delete a game; False where it is not the person's own."""
        with self._file.change(deletes=True) as database:
            cursor = database.execute(
                "DELETE FROM game WHERE id = ?1 AND (?2 IS NULL OR owner = ?2)", (number, self._owner)
            )
            return cursor.rowcount > 0

    def invite(self, number: int) -> str | None:
        """The code with which others join a game; None where the person may not see it."""
        with self._file.look() as database:
            row = self._row(database, "code", number)
        return None if row is None else str(row[0])

    def join(self, code: str) -> int | None:
        """Let the person join the game with this code; returns its number, None if there is none."""
        with self._file.change() as database:
            row = database.execute(
                "SELECT id, owner FROM game WHERE code = ?", (invitation.plain(code),)
            ).fetchone()
            if row is None:
                return None
            number, owner = row
            if owner != (self._owner or ""):
                database.execute(
                    "INSERT OR IGNORE INTO guest (game, owner) VALUES (?, ?)", (number, self._owner or "")
                )
            return int(number)


def _begin(database: sqlite3.Connection, game: Game, owner: str) -> int:
    """Write a new game of the owner with this key; returns its number."""
    start = None if game.start is None else json.dumps(asdict(game.start))
    cursor = database.execute(
        "INSERT INTO game (rules, players, east_only, owner, code, start) VALUES (?, ?, ?, ?, ?, ?)",
        (game.rules, json.dumps(game.players), game.east_only, owner, invitation.new_code(), start),
    )
    number = int(cursor.lastrowid or 0)
    _write(database, number, game)
    return number


def _write(database: sqlite3.Connection, number: int, game: Game) -> None:
    """Write what is played of a game, of which nothing is there yet."""
    database.executemany(
        "INSERT INTO hand (game, number, ended) VALUES (?, ?, ?)",
        [(number, at, json.dumps(end)) for at, end in enumerate(game.ends)],
    )
    penalties = [astuple(penalty) for penalty in game.penalties]
    columns = (game.seatings, penalties, game.substitutes)
    database.execute(
        "UPDATE game SET seatings = ?, penalties = ?, substitutes = ?, until = ? WHERE id = ?",
        (*map(json.dumps, columns), game.until, number),
    )


def _stand(value: dict[str, Any]) -> TableState:
    """The stand of its fields as JSON."""
    scores, penalties, order, chips = (
        tuple(map(int, value[name])) for name in ("scores", "penalties", "order", "chips")
    )
    round_, dealer, honba, deposits = (int(value[name]) for name in ("round", "dealer", "honba", "deposits"))
    return TableState(scores, penalties, round_, dealer, honba, deposits, order, chips)
