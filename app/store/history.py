"""Readings of photos, newest first, and the photos that their owner agreed to keep."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Self

from yakulens.app import Json
from yakulens.app.store import settings
from yakulens.app.store.file import File
from yakulens.app.store.rows import OnDamage, Outcome, claim, each_loaded, parsed, to_json

KEEP_PHOTOS: Final = "keep_photos"
"""The setting that allows keeping photos; absent until the owner has answered."""

_PHOTOS: Final = "FROM photo JOIN reading ON reading.id = photo.id"


@dataclass(frozen=True, slots=True)
class _Hand:
    """A reading's current hand, corrected, and how it was won."""

    rules: str  # the rule set's name
    corrected: bool  # whether a person corrected the reading
    desk: Json  # the corrected hand
    situation: Json  # how it was won
    score: Json | None  # the contract's Score; None where something is missing for one
    # Which hand of a game it is (``app.hand.place.Place``); None where unknown.
    place: Sequence[Any] | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class HandRecord(_Hand):
    """The columns of a reading that may change: the hand, and the texts by which a search finds it."""

    faces: str  # its faces (``app.store.search.tiles_text``), red fives as plain ones
    reds: str  # its red fives, in the same form
    words: str


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """A photo that is kept."""

    jpeg: bytes  # the whole photo
    display: bytes  # as the page shows it, upright
    thumbnail: bytes  # very small, upright


@dataclass(frozen=True, slots=True)
class Entry(_Hand):
    """One reading of the history."""

    number: int  # its number; never used twice
    read_at: str  # when the photo was read, UTC, ISO 8601
    reading: Json  # the model's first reading, the contract's Reading
    has_photo: bool  # whether the photo is kept
    version: int  # counts its changes
    owner: str  # the key of its owner
    shared: bool  # whether everybody who opens the page may see it


_COLUMNS: Final = {each.name: each.name for each in fields(Entry)} | {
    "number": "reading.id",
    "read_at": "read",
    "has_photo": "photo.id IS NOT NULL",
    "version": "reading.version",
}
"""By field of an `Entry`, the SQL expression of its value."""
_ENTRIES: Final = f"{', '.join(_COLUMNS.values())} FROM reading LEFT JOIN photo ON photo.id = reading.id"


@dataclass(frozen=True, slots=True)
class Query:
    """The conditions of a search; all of them must hold."""

    # Plain faces that the hand holds, repeated as often as it must hold them, in the order of
    # ``app.store.search.tiles_text``.
    faces: tuple[str, ...] = ()
    reds: tuple[str, ...] = ()  # red fives that the hand holds
    words: tuple[str, ...] = ()  # casefolded texts that the words of the reading contain
    spans: tuple[tuple[str, str], ...] = ()  # from the first, before the second moment (UTC, ISO 8601)
    corrected: bool = False  # whether only corrected readings are searched


_OWN: Final = "(:owner IS NULL OR reading.owner = :owner)"
"""The SQL condition of a person's own readings; without a person, all readings."""
_VISIBLE: Final = f"({_OWN} OR reading.shared)"
"""The SQL condition of the readings that a person may see."""


_DELETE_PHOTOS: Final = f"DELETE FROM photo WHERE id IN (SELECT id FROM reading WHERE {_OWN})"  # noqa: S608 - our own words


@dataclass(frozen=True, slots=True)
class History:
    """The readings in the file."""

    _file: File
    _owner: str | None = None  # the key of the person who uses them; None sees all readings

    @property
    def _key(self) -> str:
        return self._owner or ""

    def of(self, owner: str) -> Self:
        """The readings that this person may see: their own, and those that others share with everybody.

        Only their own are changed, deleted, exported or counted as photos.
        """
        return replace(self, _owner=owner)

    def _values(self, **values: object) -> dict[str, object]:
        """The values for a statement that contains `_OWN` or `_VISIBLE`, and these names."""
        return {"owner": self._owner, **values}

    def add(self, read_at: str, reading: Json, hand: HandRecord, photo: KeptPhoto | None = None) -> int:
        """Keep a reading and, unless photos have been declined meanwhile, its photo; returns its number."""
        values = {"owner": self._key, "read": read_at, "reading": to_json(reading), **_columns(hand)}
        names = ", ".join(values)
        marks = ", ".join(f":{name}" for name in values)
        with self._file.change() as database:
            cursor = database.execute(f"INSERT INTO reading ({names}) VALUES ({marks})", values)  # noqa: S608 - our own words
            number = int(cursor.lastrowid or 0)
            if photo is not None:
                _keep(database, self._key, number, photo)
            return number

    def change(self, number: int, version: int, hand: HandRecord, reading: Json | None = None) -> Outcome:
        """Change a reading, unless it has been changed or deleted since this version of it was read.

        ``reading`` is the model's better reading, if it has one since.
        """
        values = _columns(hand) | ({} if reading is None else {"reading": to_json(reading)})
        changes = ", ".join(f"{name} = :{name}" for name in values)
        owned = f"SELECT 1 FROM reading WHERE id = :number AND {_OWN}"  # noqa: S608 - our own words
        with self._file.change() as database:
            is_owned = database.execute(owned, self._values(number=number)).fetchone()
            outcome = claim(database, "reading", number, version) if is_owned else "deleted"
            if outcome == "saved":
                values["number"] = number
                database.execute(f"UPDATE reading SET {changes} WHERE id = :number", values)  # noqa: S608 - our own words
            return outcome

    def keeps_photos(self) -> bool | None:
        """Whether the owner agreed that photos are kept; None before they answered."""
        with self._file.look() as database:
            return _keeps_photos(database, self._key)

    def agree(self, number: int | None = None, photo: KeptPhoto | None = None) -> None:
        """Keep photos from now on, and this one of this reading."""
        with self._file.change() as database:
            settings.put(database, self._key, {KEEP_PHOTOS: True})
            if number is not None and photo is not None:
                _keep(database, self._key, number, photo)

    def decline(self) -> None:
        """Keep no photos, and delete those that are kept; the readings stay."""
        with self._file.change() as database:
            settings.put(database, self._key, {KEEP_PHOTOS: False})
            deleted = database.execute(_DELETE_PHOTOS, self._values()).rowcount
        if deleted:
            self._file.scrub(shrink=True)

    def load(self, number: int) -> Entry | None:
        """A reading; None where the person may not see it.

        Raises:
            DamagedRowError: its row is damaged.
        """
        statement = f"SELECT {_ENTRIES} WHERE reading.id = :number AND {_VISIBLE}"
        with self._file.look() as database:
            row = database.execute(statement, self._values(number=number)).fetchone()
        return None if row is None else _entry(row)

    def photo(self, number: int) -> KeptPhoto | None:
        """The photo of a reading; None where it is not kept."""
        statement = f"SELECT jpeg, shown, thumbnail {_PHOTOS} WHERE photo.id = :number AND {_VISIBLE}"
        with self._file.look() as database:
            row = database.execute(statement, self._values(number=number)).fetchone()
        return None if row is None else KeptPhoto(*row)

    def thumbnails(self, numbers: Iterable[int]) -> dict[int, bytes]:
        """By number, the thumbnails of the readings whose photos are kept."""
        ids = tuple(numbers)
        marks = ",".join("?" * len(ids))
        with self._file.look() as database:
            return dict(database.execute(f"SELECT id, thumbnail FROM photo WHERE id IN ({marks})", ids))  # noqa: S608 - question marks

    def count(self, query: Query | None = None) -> int:
        """The number of all readings, or of a query's matches."""
        condition, values = _condition(query or Query())
        statement = f"SELECT count(*) FROM reading WHERE {condition}"  # noqa: S608 - our own words
        with self._file.look() as database:
            (count,) = database.execute(statement, self._values(**values)).fetchone()
        return int(count)

    def numbers(self, query: Query | None = None, skip: int = 0, limit: int = -1) -> list[int]:
        """The readings that match, ``limit`` of them (-1: all) from the ``skip``-th on.

        The newest comes first; those without a score, which nobody has finished, come last.
        """
        condition, values = _condition(query or Query())
        order = "score IS NULL, id DESC"
        statement = f"SELECT id FROM reading WHERE {condition} ORDER BY {order} LIMIT :limit OFFSET :skip"  # noqa: S608 - our own words
        with self._file.look() as database:
            rows = database.execute(statement, self._values(**values, limit=limit, skip=skip))
            return [number for (number,) in rows]

    def all(self, on_damage: OnDamage | None = None) -> Iterator[Entry]:
        """Every reading of the person, newest first, loaded one at a time (see `each_loaded`)."""
        statement = f"SELECT id FROM reading WHERE {_OWN} ORDER BY id DESC"  # noqa: S608 - our own words
        with self._file.look() as database:
            rows = database.execute(statement, self._values()).fetchall()
        yield from each_loaded(rows, self.load, on_damage, sqlite3.DatabaseError)

    def photos(self) -> tuple[int, int]:
        """The number of photos that are kept, and their bytes."""
        size = "sum(length(jpeg) + length(shown) + length(thumbnail))"
        statement = f"SELECT count(*), {size} {_PHOTOS} WHERE {_OWN}"
        with self._file.look() as database:
            count, size_bytes = database.execute(statement, self._values()).fetchone()
        return int(count), int(size_bytes or 0)

    def delete(self, number: int) -> None:
        """Delete a reading of the person and its photo."""
        statement = f"DELETE FROM reading WHERE id = :number AND {_OWN}"  # noqa: S608 - our own words
        with self._file.change(deletes=True) as database:
            database.execute(statement, self._values(number=number))
        self._file.scrub()

    def share(self, number: int, *, shared: bool) -> None:
        """Show a reading of the person to everybody who opens the page, or to the person alone."""
        statement = f"UPDATE reading SET shared = :shared WHERE id = :number AND {_OWN}"  # noqa: S608 - our own words
        with self._file.change() as database:
            database.execute(statement, self._values(shared=shared, number=number))

    def delete_all(self) -> None:
        """Delete every reading and every photo of the person."""
        with self._file.change(deletes=True) as database:
            database.execute(_DELETE_PHOTOS, self._values())
            database.execute(f"DELETE FROM reading WHERE {_OWN}", self._values())  # noqa: S608 - our own words
        self._file.scrub(shrink=True)


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


def _columns(hand: HandRecord) -> dict[str, object]:
    """The columns of a reading by their names."""
    columns: dict[str, Any] = {each.name: getattr(hand, each.name) for each in fields(hand)}
    for name in ("desk", "situation", "score", "place"):
        columns[name] = None if columns[name] is None else to_json(columns[name])
    return columns


def _entry(row: tuple[Any, ...]) -> Entry:
    values = dict(zip(_COLUMNS, row, strict=True))
    values |= {name: bool(values[name]) for name in ("corrected", "has_photo", "shared")}
    values |= {name: parsed(values[name], dict) for name in ("reading", "desk", "situation")}
    for name, kind in (("score", dict), ("place", list)):
        values[name] = None if values[name] is None else parsed(values[name], kind)
    return Entry(**values)


def _condition(query: Query) -> tuple[str, dict[str, object]]:
    """The SQL condition of a query among the visible readings, and its values."""
    parts, values = [_VISIBLE], dict[str, object]()
    for column, faces in (("faces", query.faces), ("reds", query.reds)):
        if faces:
            # Both have the same order: a hand holds the tiles if their text is a subsequence of its own.
            parts.append(f"{column} LIKE :{column}")
            values[column] = f"%{'%'.join(faces)}%"
    for place, word in enumerate(query.words):
        parts.append(f"words LIKE :word{place} ESCAPE '\\'")
        values[f"word{place}"] = f"%{_escaped(word)}%"
    for place, (begin, end) in enumerate(query.spans):
        parts.append(f"read >= :begin{place} AND read < :end{place}")
        values |= {f"begin{place}": begin, f"end{place}": end}
    if query.corrected:
        parts.append("corrected")
    return " AND ".join(parts), values


def _escaped(word: str) -> str:
    """A word whose wildcards LIKE takes literally."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
