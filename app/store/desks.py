"""The hands on the desks: how each began, and every step since, so that a reload finds them again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from yakulens.app.contract import Json
from yakulens.app.store.file import File
from yakulens.app.store.rows import parsed, written

MOST: Final = 20
"""How many hands of one browser are kept; the one that was touched longest ago goes first."""

MOST_OF_ALL: Final = 2000
"""How many hands of all browsers together are kept."""

DAYS: Final = 30
"""How long a hand is kept that nobody touches."""


_NOW: Final = "strftime('%Y-%m-%dT%H:%M:%f', 'now')"


class KeptDesk(NamedTuple):
    """A hand as it is kept.

    Attributes:
        number: its name in addresses.
        beginning: how it began.
        steps: what was said since, in order.
        reading: the number of its reading in the history, where it has one.
    """

    number: str
    beginning: Json
    steps: Sequence[Json]
    reading: int | None


class Desks:
    """The desks in the file; ``whose`` is the key of a browser, and no other sees its hands."""

    def __init__(self, file: File) -> None:
        """Use this file."""
        self._file = file

    def begin(self, number: str, whose: str, beginning: Json, reading: int | None = None) -> None:
        """Keep a hand that came in, and let go of what has been left lying too long."""
        with self._file.change() as database:
            # Where the clock was put back, what was touched later than now would outlive all that comes.
            database.execute(f"UPDATE desk SET touched = {_NOW} WHERE touched > {_NOW}")  # noqa: S608 - our own words
            # Where nothing was touched for so long nobody was here, or the clock was put on: a day more.
            database.execute(
                "UPDATE desk SET touched = datetime('now', ?)"
                " WHERE (SELECT max(touched) FROM desk) < datetime('now', ?)",
                (f"-{DAYS - 1} days", f"-{DAYS} days"),
            )
            database.execute(
                "INSERT INTO desk (id, whose, touched, reading, beginning)"  # noqa: S608 - our own words
                f" VALUES (?, ?, {_NOW}, ?, ?)",
                (number, whose, reading, written(beginning)),
            )
            database.execute("DELETE FROM desk WHERE touched < datetime('now', ?)", (f"-{DAYS} days",))
            database.execute(
                "DELETE FROM desk WHERE id IN"
                " (SELECT id FROM desk WHERE whose = ? ORDER BY touched DESC, rowid DESC LIMIT -1 OFFSET ?)",
                (whose, MOST),
            )
            database.execute(
                "DELETE FROM desk WHERE id IN"
                " (SELECT id FROM desk ORDER BY touched DESC, rowid DESC LIMIT -1 OFFSET ?)",
                (MOST_OF_ALL,),
            )

    def add(self, number: str, at: int, step: Json) -> None:
        """Keep a hand's step number ``at``, which takes the place of all that came at or after it."""
        with self._file.change() as database:
            touched = database.execute(
                f"UPDATE desk SET touched = {_NOW} WHERE id = ?",  # noqa: S608 - our own words
                (number,),
            )
            if touched.rowcount:
                database.execute("DELETE FROM step WHERE desk = ? AND number >= ?", (number, at))
                database.execute("INSERT INTO step VALUES (?, ?, ?)", (number, at, written(step)))

    def again(self, number: str, beginning: Json, steps: Iterable[Json]) -> None:
        """Keep a hand as if it had begun otherwise, with all its steps."""
        with self._file.change() as database:
            begun = database.execute(
                "UPDATE desk SET beginning = ? WHERE id = ?", (written(beginning), number)
            )
            if begun.rowcount:
                database.execute("DELETE FROM step WHERE desk = ?", (number,))
                rows = [(number, at, written(step)) for at, step in enumerate(steps)]
                database.executemany("INSERT INTO step VALUES (?, ?, ?)", rows)

    def record(self, number: str, reading: int) -> None:
        """Say which reading of the history a hand is; it is forgotten with that."""
        with self._file.change() as database:
            database.execute("UPDATE desk SET reading = ? WHERE id = ?", (reading, number))

    def load(self, number: str, whose: str) -> KeptDesk | None:
        """A hand of this browser; None where it has none of this number."""
        with self._file.look() as database:
            row = database.execute(
                "SELECT beginning, reading FROM desk WHERE id = ? AND whose = ?", (number, whose)
            ).fetchone()
            if row is None:
                return None
            steps = database.execute("SELECT step FROM step WHERE desk = ? ORDER BY number", (number,))
            beginning = parsed(row[0], dict)
            return KeptDesk(number, beginning, [parsed(step, dict) for (step,) in steps], row[1])

    def last(self, whose: str) -> str | None:
        """The number of the hand that this browser touched last."""
        with self._file.look() as database:
            row = database.execute(
                "SELECT id FROM desk WHERE whose = ? ORDER BY touched DESC, rowid DESC LIMIT 1", (whose,)
            ).fetchone()
        return None if row is None else str(row[0])
