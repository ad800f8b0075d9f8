"""The hands on the desks, each as its beginning and its steps, so that a reload restores them."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from yakulens.app import Json
from yakulens.app.store.file import File
from yakulens.app.store.rows import parsed, to_json

MAX_HANDS: Final = 20
"""Hands of one browser that are kept; the least recently touched one is deleted first."""
MAX_ALL_HANDS: Final = 2000
"""Hands of all browsers beyond which browsers with several lose their oldest, the one with the most first."""
MAX_BROWSERS: Final = 20_000
"""Browsers with a hand beyond which the hands go that nobody touched for a day, the oldest first."""
DAYS: Final = 30
"""Days after which an untouched hand is deleted."""
_NOW: Final = "strftime('%Y-%m-%dT%H:%M:%f', 'now')"


class KeptDesk(NamedTuple):
    """A stored hand."""

    beginning: Json  # the hand as it came in
    steps: Sequence[Json]  # the changes since, in order
    reading: int | None  # the number of its reading in the history; None where it has none


@dataclass(frozen=True, slots=True)
class Desks:
    """The desks in the file; ``browser`` is a browser's unique key."""

    _file: File

    def begin(self, number: str, browser: str, beginning: Json, reading: int | None = None) -> None:
        """Keep a new hand, and delete those that are too old or too many."""
        with self._file.change() as database:
            # After the clock was set back, a hand touched in the future would outlive all later ones.
            database.execute(f"UPDATE desk SET touched = {_NOW} WHERE touched > {_NOW}")  # noqa: S608 - our own words
            # If no hand is young enough, nobody was here or the clock was set forward: all stay for a day.
            database.execute(
                "UPDATE desk SET touched = datetime('now', ?)"
                " WHERE (SELECT max(touched) FROM desk) < datetime('now', ?)",
                (f"-{DAYS - 1} days", f"-{DAYS} days"),
            )
            database.execute(
                "INSERT INTO desk (id, whose, touched, reading, beginning)"  # noqa: S608 - our own words
                f" VALUES (?, ?, {_NOW}, ?, ?)",
                (number, browser, reading, to_json(beginning)),
            )
            database.execute("DELETE FROM desk WHERE touched < datetime('now', ?)", (f"-{DAYS} days",))
            database.execute(
                "DELETE FROM desk WHERE id IN"
                " (SELECT id FROM desk WHERE whose = ? ORDER BY touched DESC, rowid DESC LIMIT -1 OFFSET ?)",
                (browser, MAX_HANDS),
            )
            _thin_out(database)

    def add(self, number: str, at: int, step: Json) -> None:
        """Keep step number ``at`` of a hand; it replaces this and all later steps."""
        with self._file.change() as database:
            touched = database.execute(
                f"UPDATE desk SET touched = {_NOW} WHERE id = ?",  # noqa: S608 - our own words
                (number,),
            )
            if touched.rowcount:
                database.execute("DELETE FROM step WHERE desk = ? AND number >= ?", (number, at))
                database.execute("INSERT INTO step VALUES (?, ?, ?)", (number, at, to_json(step)))

    def replace(self, number: str, beginning: Json, steps: Iterable[Json]) -> None:
        """Replace a hand's beginning and steps."""
        with self._file.change() as database:
            updated = database.execute(
                "UPDATE desk SET beginning = ? WHERE id = ?", (to_json(beginning), number)
            )
            if updated.rowcount:
                database.execute("DELETE FROM step WHERE desk = ?", (number,))
                rows = [(number, at, to_json(step)) for at, step in enumerate(steps)]
                database.executemany("INSERT INTO step VALUES (?, ?, ?)", rows)

    def record(self, number: str, reading: int) -> None:
        """Set a hand's reading in the history; the hand is deleted with it."""
        with self._file.change() as database:
            database.execute("UPDATE desk SET reading = ? WHERE id = ?", (reading, number))

    def load(self, number: str, browser: str) -> KeptDesk | None:
        """A hand of this browser; None where it has no such hand."""
        with self._file.look() as database:
            row = database.execute(
                "SELECT beginning, reading FROM desk WHERE id = ? AND whose = ?", (number, browser)
            ).fetchone()
            if row is None:
                return None
            steps = database.execute("SELECT step FROM step WHERE desk = ? ORDER BY number", (number,))
            beginning = parsed(row[0], dict)
            return KeptDesk(beginning, [parsed(step, dict) for (step,) in steps], row[1])

    def last(self, browser: str) -> str | None:
        """The number of the hand that this browser touched last."""
        with self._file.look() as database:
            row = database.execute(
                "SELECT id FROM desk WHERE whose = ? ORDER BY touched DESC, rowid DESC LIMIT 1", (browser,)
            ).fetchone()
        return None if row is None else str(row[0])


def _thin_out(database: sqlite3.Connection) -> None:
    """Delete hands if all browsers together have too many; a browser's newest stays, whatever others do."""
    (count,) = database.execute("SELECT count(*) FROM desk").fetchone()
    if count <= MAX_ALL_HANDS:
        return
    numbered = (
        "SELECT id, touched, row_number() OVER (PARTITION BY whose ORDER BY touched DESC, rowid DESC) AS nth"
        " FROM desk"
    )
    database.execute(
        f"DELETE FROM desk WHERE id IN (SELECT id FROM ({numbered}) WHERE nth > 1"  # noqa: S608 - our own words
        " ORDER BY nth DESC, touched LIMIT ?)",
        (count - MAX_ALL_HANDS,),
    )
    database.execute(
        "DELETE FROM desk WHERE id IN (SELECT id FROM desk WHERE touched < datetime('now', '-1 day')"
        " ORDER BY touched LIMIT max(0, (SELECT count(*) FROM desk) - ?))",
        (MAX_BROWSERS,),
    )
