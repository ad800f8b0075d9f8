"""Readings of photos, newest first, and the photos that the person agreed to keep."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from yakulens.app.contract import Json
from yakulens.app.store import settings
from yakulens.app.store.file import File
from yakulens.app.store.rows import parsed, written
from yakulens.app.store.versions import Outcome, claim

KEEP_PHOTOS: Final = "keep_photos"
"""The setting that says whether photos may be kept; absent until the person was asked."""

_COLUMNS: Final = (
    "reading.id, read, rules, corrected, reading, desk, situation, score, photo.id IS NOT NULL,"
    " reading.version, owner, shared, place FROM reading LEFT JOIN photo ON photo.id = reading.id"
)


@dataclass(frozen=True, slots=True)
class Now:
    """What may change about a reading: the hand as the person has it, and what follows from it.

    Attributes:
        rules: the rule set's name.
        corrected: whether the person found anything to correct.
        desk: the corrected hand.
        situation: how it was won.
        score: the contract's Score, None while something is lacking for one.
        faces: the hand's faces for the search (``app.history.search.tiles_text``), red fives as plain ones.
        reds: its red fives for the search, in the same form.
        words: its words for the search.
        place: the hand of a game that it is (``app.game.place.Place``), None where nobody knows.
    """

    rules: str
    corrected: bool
    desk: Json
    situation: Json
    score: Json | None
    faces: str
    reds: str
    words: str
    place: Sequence[Any] | None = None


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """A photo that is kept.

    Attributes:
        jpeg: the whole photo.
        shown: as the page shows it, upright.
        thumbnail: very small, upright.
    """

    jpeg: bytes
    shown: bytes
    thumbnail: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """One reading of the history.

    Attributes:
        number: its name; never used twice.
        read: when the photo was read, UTC, ISO 8601.
        rules: the rule set's name.
        corrected: whether the person found anything to correct.
        reading: the model's first reading, the contract's Reading.
        desk: the corrected hand.
        situation: how it was won.
        score: the contract's Score, None where something was lacking for one.
        has_photo: whether the photo is kept.
        version: counts its changes.
        owner: the key of whose it is.
        shared: whether everybody may see it who opens the page.
        place: the hand of a game that it is, as ``Now`` has it.
    """

    number: int
    read: str
    rules: str
    corrected: bool
    reading: Json
    desk: Json
    situation: Json
    score: Json | None
    has_photo: bool
    version: int
    owner: str
    shared: bool
    place: Sequence[Any] | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for; every part must hold.

    Attributes:
        faces: plain faces that the hand holds, each as often as named; see ``app.history.search.tiles_text``.
        reds: red fives that the hand holds.
        words: folded texts that stand in the reading's words.
        spans: the reading was made at or after the first and before the second moment (UTC, ISO 8601).
        corrected: only readings that a person corrected.
    """

    faces: tuple[str, ...] = ()
    reds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    spans: tuple[tuple[str, str], ...] = ()
    corrected: bool = False


class History:
    """The readings in the file."""

    def __init__(self, file: File, whose: str | None = None) -> None:
        """Use this file, for the person with this key; for None all readings are there."""
        self._file = file
        self._whose = whose

    def of(self, whose: str) -> History:
        """The readings that this person may see: their own, and those that others share with everybody.

        What changes or deletes anything, and what is exported or counted as photos, is about their own alone.
        """
        return History(self._file, whose)

    def _owner(self) -> str:
        return self._whose or ""

    def _own(self) -> tuple[str, tuple[str, ...]]:
        """The person's own readings as SQL, with its values."""
        return ("1", ()) if self._whose is None else ("reading.owner = ?", (self._whose,))

    def _visible(self) -> tuple[str, tuple[str, ...]]:
        """The readings that the person may see as SQL, with its values."""
        own, values = self._own()
        return f"({own} OR reading.shared)", values

    def add(self, read: str, reading: Json, now: Now, photo: KeptPhoto | None = None) -> int:
        """Keep a reading and, unless photos have been declined meanwhile, its photo; its number."""
        with self._file.change() as database:
            cursor = database.execute(
                "INSERT INTO reading"
                " (owner, read, reading, rules, corrected, desk, situation, score, faces, reds, words, place)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (self._owner(), read, written(reading), *_values(now)),
            )
            number = int(cursor.lastrowid or 0)
            if photo is not None:
                _keep(database, self._owner(), number, photo)
            return number

    def change(self, number: int, seen: int, now: Now, reading: Json | None = None) -> Outcome:
        """Keep a reading as it is now, unless it has changed or gone since its version was ``seen``.

        Args:
            number: the reading's.
            seen: its version.
            now: what may change.
            reading: what the model has read better meanwhile; None where it has not.
        """
        own, owner = self._own()
        with self._file.change() as database:
            mine = database.execute(f"SELECT 1 FROM reading WHERE id = ? AND {own}", (number, *owner))  # noqa: S608 - our own words
            outcome = claim(database, "reading", number, seen) if mine.fetchone() else "deleted"
            if outcome == "saved":
                database.execute(
                    "UPDATE reading SET rules = ?, corrected = ?, desk = ?, situation = ?, score = ?,"
                    " faces = ?, reds = ?, words = ?, place = ? WHERE id = ?",
                    (*_values(now), number),
                )
                if reading is not None:
                    text = written(reading)
                    database.execute("UPDATE reading SET reading = ? WHERE id = ?", (text, number))
            return outcome

    def keeps_photos(self) -> bool | None:
        """Whether the person agreed that photos are kept; None before the question was answered."""
        with self._file.look() as database:
            return _keeps_photos(database, self._owner())

    def agree(self, number: int | None = None, photo: KeptPhoto | None = None) -> None:
        """Have photos kept from now on, this one of this reading too."""
        with self._file.change() as database:
            settings.put(database, self._owner(), {KEEP_PHOTOS: True})
            if number is not None and photo is not None:
                _keep(database, self._owner(), number, photo)

    def decline(self) -> None:
        """Have no photo kept, and delete those that are; the readings stay."""
        with self._file.change() as database:
            settings.put(database, self._owner(), {KEEP_PHOTOS: False})
            gone = database.execute(*self._delete_photos()).rowcount
        if gone:
            self._file.scrub(shrink=True)

    def load(self, number: int) -> Entry | None:
        """One reading; None where there is none of this number that the person may see.

        Raises:
            DamagedRowError: its row holds what was never written there.
        """
        seen, values = self._visible()
        with self._file.look() as database:
            row = database.execute(
                f"SELECT {_COLUMNS} WHERE reading.id = ? AND {seen}", (number, *values)
            ).fetchone()
        return None if row is None else _entry(row)

    def photo(self, number: int) -> KeptPhoto | None:
        """The photo of a reading; None where it is not kept."""
        seen, values = self._visible()
        with self._file.look() as database:
            row = database.execute(
                "SELECT jpeg, shown, thumbnail FROM photo JOIN reading ON reading.id = photo.id"  # noqa: S608 - our own words
                f" WHERE photo.id = ? AND {seen}",
                (number, *values),
            ).fetchone()
        return None if row is None else KeptPhoto(*row)

    def thumbnails(self, numbers: Iterable[int]) -> dict[int, bytes]:
        """The small pictures of these readings, where they are kept."""
        wanted = tuple(numbers)
        marks = ",".join("?" * len(wanted))
        with self._file.look() as database:
            found = database.execute(f"SELECT id, thumbnail FROM photo WHERE id IN ({marks})", wanted)  # noqa: S608 - question marks
            return dict(found.fetchall())

    def count(self, query: Query | None = None) -> int:
        """How many readings there are, or fit a query."""
        where, values = _where(query, *self._visible())
        with self._file.look() as database:
            (count,) = database.execute(f"SELECT count(*) FROM reading WHERE {where}", values).fetchone()  # noqa: S608 - our own words
        return int(count)

    def numbers(self, query: Query | None = None, skip: int = 0, most: int = -1) -> list[int]:
        """The readings that fit, newest first, from the ``skip``-th on, ``most`` of them (-1: all)."""
        where, values = _where(query, *self._visible())
        asked = f"SELECT id FROM reading WHERE {where} ORDER BY id DESC LIMIT ? OFFSET ?"  # noqa: S608 - our own words
        with self._file.look() as database:
            return [number for (number,) in database.execute(asked, (*values, most, skip))]

    def all(self, spoiled: Callable[[int, Exception], None] | None = None) -> Iterator[Entry]:
        """Every reading of the person, newest first; one at a time, so that many need no memory.

        Args:
            spoiled: called with the number of a reading whose row is damaged, and what is wrong with it; the
                others are given all the same. Without it the first damaged row ends the run.
        """
        own, values = self._own()
        with self._file.look() as database:
            found = database.execute(f"SELECT id FROM reading WHERE {own} ORDER BY id DESC", values)  # noqa: S608 - our own words
            numbers = [number for (number,) in found]
        for number in numbers:
            try:
                entry = self.load(number)
            except sqlite3.DatabaseError as error:
                if spoiled is None:
                    raise
                spoiled(number, error)
                continue
            if entry is not None:
                yield entry

    def photos(self) -> tuple[int, int]:
        """How many photos are kept, and how many bytes they take."""
        own, values = self._own()
        with self._file.look() as database:
            count, size = database.execute(
                "SELECT count(*), sum(length(jpeg) + length(shown) + length(thumbnail))"  # noqa: S608 - our own words
                f" FROM photo JOIN reading ON reading.id = photo.id WHERE {own}",
                values,
            ).fetchone()
        return int(count), int(size or 0)

    def delete(self, number: int) -> None:
        """Forget one reading of the person and its photo."""
        own, values = self._own()
        with self._file.change(deletes=True) as database:
            database.execute(f"DELETE FROM reading WHERE id = ? AND {own}", (number, *values))  # noqa: S608 - our own words
        self._file.scrub()

    def share(self, number: int, *, shared: bool) -> None:
        """Show a reading of the person to everybody who opens the page, or to nobody else any more."""
        own, values = self._own()
        with self._file.change() as database:
            database.execute(
                f"UPDATE reading SET shared = ? WHERE id = ? AND {own}",  # noqa: S608 - our own words
                (shared, number, *values),
            )

    def delete_all(self) -> None:
        """Forget every reading of the person and every photo."""
        own, values = self._own()
        with self._file.change(deletes=True) as database:
            database.execute(*self._delete_photos())
            database.execute(f"DELETE FROM reading WHERE {own}", values)  # noqa: S608 - our own words
        self._file.scrub(shrink=True)

    def _delete_photos(self) -> tuple[str, tuple[str, ...]]:
        own, values = self._own()
        return f"DELETE FROM photo WHERE id IN (SELECT id FROM reading WHERE {own})", values  # noqa: S608 - our own words


def _keeps_photos(database: sqlite3.Connection, whose: str) -> bool | None:
    answer = settings.found(database, whose, KEEP_PHOTOS)
    return answer if isinstance(answer, bool) else None


def _keep(database: sqlite3.Connection, whose: str, number: int, photo: KeptPhoto) -> None:
    """Keep a photo, unless its reading has gone or the person has declined since it was asked for."""
    still = database.execute("SELECT 1 FROM reading WHERE id = ? AND owner = ?", (number, whose)).fetchone()
    if not still or _keeps_photos(database, whose) is False:
        return
    database.execute(
        "INSERT OR REPLACE INTO photo (id, thumbnail, shown, jpeg) VALUES (?, ?, ?, ?)",
        (number, photo.thumbnail, photo.shown, photo.jpeg),
    )


def _values(now: Now) -> tuple[object, ...]:
    score = None if now.score is None else written(now.score)
    hand = (written(now.desk), written(now.situation), score)
    place = None if now.place is None else written(now.place)
    return (now.rules, now.corrected, *hand, now.faces, now.reds, now.words, place)


def _entry(row: tuple[Any, ...]) -> Entry:
    number, read, rules, corrected, reading, desk, situation, score, has_photo, version, owner, *rest = row
    shared, place = rest
    return Entry(
        number,
        read,
        rules,
        bool(corrected),
        parsed(reading, dict),
        parsed(desk, dict),
        parsed(situation, dict),
        None if score is None else parsed(score, dict),
        bool(has_photo),
        version,
        owner,
        bool(shared),
        None if place is None else parsed(place, list),
    )


def _where(query: Query | None, seen: str, whose: tuple[str, ...]) -> tuple[str, list[object]]:
    """A query among what may be seen as SQL, and its values."""
    parts, values = [seen], list[object](whose)
    if query is None:
        return parts[0], values
    for column, faces in (("faces", query.faces), ("reds", query.reds)):
        if faces:
            # Both sides are in one order: the hand holds the tiles where theirs is a subsequence of its text.
            parts.append(f"{column} LIKE ?")
            values.append(f"%{'%'.join(faces)}%")
    for word in query.words:
        parts.append("words LIKE ? ESCAPE '\\'")
        values.append(f"%{_plain(word)}%")
    for begin, end in query.spans:
        parts.append("read >= ? AND read < ?")
        values += [begin, end]
    if query.corrected:
        parts.append("corrected")
    return " AND ".join(parts), values


def _plain(word: str) -> str:
    """A word in which SQL's wildcards stand for themselves."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
