"""Readings of photos, newest first, and the photos that their owner agreed to keep."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from yakulens.app.contract import Json
from yakulens.app.store import settings
from yakulens.app.store.file import File
from yakulens.app.store.rows import parsed, to_json
from yakulens.app.store.versions import Outcome, claim

KEEP_PHOTOS: Final = "keep_photos"
"""The setting whether photos may be kept; absent until the owner has answered."""

_COLUMNS: Final = (
    "reading.id, read, rules, corrected, reading, desk, situation, score, photo.id IS NOT NULL,"
    " reading.version, owner, shared, place FROM reading LEFT JOIN photo ON photo.id = reading.id"
)


@dataclass(frozen=True, slots=True)
class HandRecord:
    """The columns of a reading that may change: the corrected hand, and what follows from it.

    Attributes:
        rules: the rule set's name.
        corrected: whether a person corrected the reading.
        desk: the corrected hand.
        situation: how it was won.
        score: the contract's Score; None where something is missing for one.
        faces: the hand's faces for the search (``app.history.search.tiles_text``), red fives as plain ones.
        reds: its red fives for the search, in the same form.
        words: its words for the search.
        place: the hand of a game that it is (``app.game.place.Place``); None where that is not known.
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
        display: as the page shows it, upright.
        thumbnail: very small, upright.
    """

    jpeg: bytes
    display: bytes
    thumbnail: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """One reading of the history.

    Attributes:
        number: its number; never used twice.
        read_at: when the photo was read, UTC, ISO 8601.
        rules: the rule set's name.
        corrected: whether a person corrected the reading.
        reading: the model's first reading, the contract's Reading.
        desk: the corrected hand.
        situation: how it was won.
        score: the contract's Score; None where something is missing for one.
        has_photo: whether the photo is kept.
        version: the number of its changes.
        owner: the key of its owner.
        shared: whether everybody who opens the page may see it.
        place: the hand of a game that it is, as in ``HandRecord``.
    """

    number: int
    read_at: str
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
    """The conditions of a search; all of them must hold.

    Attributes:
        faces: plain faces that the hand holds, repeated as often as it must hold them, in the order of
            ``app.history.search.tiles_text``.
        reds: red fives that the hand holds.
        words: casefolded texts that the words of the reading contain.
        spans: the reading was made at or after the first and before the second moment (UTC, ISO 8601).
        corrected: whether only corrected readings are searched.
    """

    faces: tuple[str, ...] = ()
    reds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    spans: tuple[tuple[str, str], ...] = ()
    corrected: bool = False


class History:
    """The readings in the file."""

    def __init__(self, file: File, owner: str | None = None) -> None:
        """Use this file for the person with this key; None sees all readings."""
        self._file = file
        self._owner = owner

    def of(self, owner: str) -> History:
        """The readings that this person may see: their own, and those that others share with everybody.

        Only their own are changed, deleted, exported, and counted as photos.
        """
        return History(self._file, owner)

    def _key(self) -> str:
        return self._owner or ""

    def _own(self) -> tuple[str, tuple[str, ...]]:
        """The SQL condition of the person's own readings, and its values."""
        return ("1", ()) if self._owner is None else ("reading.owner = ?", (self._owner,))

    def _visible(self) -> tuple[str, tuple[str, ...]]:
        """The SQL condition of the readings that the person may see, and its values."""
        condition, values = self._own()
        return f"({condition} OR reading.shared)", values

    def add(self, read_at: str, reading: Json, hand: HandRecord, photo: KeptPhoto | None = None) -> int:
        """Keep a reading and, unless photos have been declined meanwhile, its photo; returns its number."""
        with self._file.change() as database:
            cursor = database.execute(
                "INSERT INTO reading"
                " (owner, read, reading, rules, corrected, desk, situation, score, faces, reds, words, place)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (self._key(), read_at, to_json(reading), *_values(hand)),
            )
            number = int(cursor.lastrowid or 0)
            if photo is not None:
                _keep(database, self._key(), number, photo)
            return number

    def change(self, number: int, version: int, hand: HandRecord, reading: Json | None = None) -> Outcome:
        """Change a reading, unless it has been changed or deleted since it was read.

        Args:
            number: of the reading.
            version: its version when it was read.
            hand: the new columns.
            reading: a better reading by the model; None where there is none.
        """
        own, values = self._own()
        with self._file.change() as database:
            owned = database.execute(f"SELECT 1 FROM reading WHERE id = ? AND {own}", (number, *values))  # noqa: S608 - our own words
            outcome = claim(database, "reading", number, version) if owned.fetchone() else "deleted"
            if outcome == "saved":
                database.execute(
                    "UPDATE reading SET rules = ?, corrected = ?, desk = ?, situation = ?, score = ?,"
                    " faces = ?, reds = ?, words = ?, place = ? WHERE id = ?",
                    (*_values(hand), number),
                )
                if reading is not None:
                    text = to_json(reading)
                    database.execute("UPDATE reading SET reading = ? WHERE id = ?", (text, number))
            return outcome

    def keeps_photos(self) -> bool | None:
        """Whether the owner agreed that photos are kept; None before they answered."""
        with self._file.look() as database:
            return _keeps_photos(database, self._key())

    def agree(self, number: int | None = None, photo: KeptPhoto | None = None) -> None:
        """Keep photos from now on, and this one of this reading."""
        with self._file.change() as database:
            settings.put(database, self._key(), {KEEP_PHOTOS: True})
            if number is not None and photo is not None:
                _keep(database, self._key(), number, photo)

    def decline(self) -> None:
        """Keep no photos, and delete those that are kept; the readings stay."""
        with self._file.change() as database:
            settings.put(database, self._key(), {KEEP_PHOTOS: False})
            deleted = database.execute(*self._delete_photos()).rowcount
        if deleted:
            self._file.scrub(shrink=True)

    def load(self, number: int) -> Entry | None:
        """A reading; None where the person may see none of this number.

        Raises:
            DamagedRowError: its row is damaged.
        """
        visible, values = self._visible()
        with self._file.look() as database:
            row = database.execute(
                f"SELECT {_COLUMNS} WHERE reading.id = ? AND {visible}", (number, *values)
            ).fetchone()
        return None if row is None else _entry(row)

    def photo(self, number: int) -> KeptPhoto | None:
        """The photo of a reading; None where it is not kept."""
        visible, values = self._visible()
        with self._file.look() as database:
            row = database.execute(
                "SELECT jpeg, shown, thumbnail FROM photo JOIN reading ON reading.id = photo.id"  # noqa: S608 - our own words
                f" WHERE photo.id = ? AND {visible}",
                (number, *values),
            ).fetchone()
        return None if row is None else KeptPhoto(*row)

    def thumbnails(self, numbers: Iterable[int]) -> dict[int, bytes]:
        """The thumbnails of those of some readings whose photos are kept, by number."""
        ids = tuple(numbers)
        marks = ",".join("?" * len(ids))
        with self._file.look() as database:
            return dict(database.execute(f"SELECT id, thumbnail FROM photo WHERE id IN ({marks})", ids))  # noqa: S608 - question marks

    def count(self, query: Query | None = None) -> int:
        """The number of readings, or of those that match a query."""
        condition, values = _condition(query, *self._visible())
        with self._file.look() as database:
            (count,) = database.execute(f"SELECT count(*) FROM reading WHERE {condition}", values).fetchone()  # noqa: S608 - our own words
        return int(count)

    def numbers(self, query: Query | None = None, skip: int = 0, limit: int = -1) -> list[int]:
        """The readings that match, newest first, from the ``skip``-th on, ``limit`` of them (-1: all)."""
        condition, values = _condition(query, *self._visible())
        statement = f"SELECT id FROM reading WHERE {condition} ORDER BY id DESC LIMIT ? OFFSET ?"  # noqa: S608 - our own words
        with self._file.look() as database:
            return [number for (number,) in database.execute(statement, (*values, limit, skip))]

    def all(self, on_damage: Callable[[int, Exception], None] | None = None) -> Iterator[Entry]:
        """Every reading of the person, newest first, loaded one at a time.

        Args:
            on_damage: called with the number of each reading whose row is damaged, and the error; without it
                the first damaged row raises its error.
        """
        own, values = self._own()
        with self._file.look() as database:
            rows = database.execute(f"SELECT id FROM reading WHERE {own} ORDER BY id DESC", values).fetchall()  # noqa: S608 - our own words
        for (number,) in rows:
            try:
                entry = self.load(number)
            except sqlite3.DatabaseError as error:
                if on_damage is None:
                    raise
                on_damage(number, error)
                continue
            if entry is not None:
                yield entry

    def photos(self) -> tuple[int, int]:
        """The number of photos that are kept, and their bytes."""
        own, values = self._own()
        with self._file.look() as database:
            count, size = database.execute(
                "SELECT count(*), sum(length(jpeg) + length(shown) + length(thumbnail))"  # noqa: S608 - our own words
                f" FROM photo JOIN reading ON reading.id = photo.id WHERE {own}",
                values,
            ).fetchone()
        return int(count), int(size or 0)

    def delete(self, number: int) -> None:
        """Delete a reading of the person and its photo."""
        own, values = self._own()
        with self._file.change(deletes=True) as database:
            database.execute(f"DELETE FROM reading WHERE id = ? AND {own}", (number, *values))  # noqa: S608 - our own words
        self._file.scrub()

    def share(self, number: int, *, shared: bool) -> None:
        """Show a reading of the person to everybody who opens the page, or to the person alone."""
        own, values = self._own()
        with self._file.change() as database:
            database.execute(
                f"UPDATE reading SET shared = ? WHERE id = ? AND {own}",  # noqa: S608 - our own words
                (shared, number, *values),
            )

    def delete_all(self) -> None:
        """Delete every reading and every photo of the person."""
        own, values = self._own()
        with self._file.change(deletes=True) as database:
            database.execute(*self._delete_photos())
            database.execute(f"DELETE FROM reading WHERE {own}", values)  # noqa: S608 - our own words
        self._file.scrub(shrink=True)

    def _delete_photos(self) -> tuple[str, tuple[str, ...]]:
        own, values = self._own()
        return f"DELETE FROM photo WHERE id IN (SELECT id FROM reading WHERE {own})", values  # noqa: S608 - our own words


def _keeps_photos(database: sqlite3.Connection, owner: str) -> bool | None:
    answer = settings.get(database, owner, KEEP_PHOTOS)
    return answer if isinstance(answer, bool) else None


def _keep(database: sqlite3.Connection, owner: str, number: int, photo: KeptPhoto) -> None:
    """Keep a photo, unless its reading has been deleted or photos have been declined meanwhile."""
    row = database.execute("SELECT 1 FROM reading WHERE id = ? AND owner = ?", (number, owner)).fetchone()
    if not row or _keeps_photos(database, owner) is False:
        return
    database.execute(
        "INSERT OR REPLACE INTO photo (id, thumbnail, shown, jpeg) VALUES (?, ?, ?, ?)",
        (number, photo.thumbnail, photo.display, photo.jpeg),
    )


def _values(hand: HandRecord) -> tuple[object, ...]:
    score = None if hand.score is None else to_json(hand.score)
    place = None if hand.place is None else to_json(hand.place)
    columns = (to_json(hand.desk), to_json(hand.situation), score, hand.faces, hand.reds, hand.words, place)
    return (hand.rules, hand.corrected, *columns)


def _entry(row: tuple[Any, ...]) -> Entry:
    number, read_at, rules, corrected, reading, desk, situation, score, has_photo, *others = row
    version, owner, shared, place = others
    return Entry(
        number,
        read_at,
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


def _condition(
    query: Query | None, visible: str, visible_values: tuple[str, ...]
) -> tuple[str, list[object]]:
    """The SQL condition of a query among the visible readings, and its values."""
    parts, values = [visible], list[object](visible_values)
    query = query or Query()
    for column, faces in (("faces", query.faces), ("reds", query.reds)):
        if faces:
            # Both are in one order: a hand holds the tiles where their text is a subsequence of its own.
            parts.append(f"{column} LIKE ?")
            values.append(f"%{'%'.join(faces)}%")
    for word in query.words:
        parts.append("words LIKE ? ESCAPE '\\'")
        values.append(f"%{_escaped(word)}%")
    for begin, end in query.spans:
        parts.append("read >= ? AND read < ?")
        values += [begin, end]
    if query.corrected:
        parts.append("corrected")
    return " AND ".join(parts), values


def _escaped(word: str) -> str:
    """A word whose wildcards LIKE takes literally."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
