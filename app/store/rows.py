"""Rows of the file: JSON in their columns, and the count of their changes.

Invalid JSON is reported as damage of the file. Each row that a page shows and changes counts its changes
(optimistic locking). A change names the count that its page has read. If the count has grown since, somebody
else was first, and their change is not overwritten.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from yakulens.app.store.file import DamagedError

Kind = TypeVar("Kind")
OnDamage: TypeAlias = Callable[[int, Exception], None]
"""Receives the number of a damaged row, and the error."""


class DamagedRowError(DamagedError):
    """A row holds what this program does not write."""


def to_json(value: Mapping[str, Any] | Sequence[Any]) -> str:
    """A JSON object or list as the text of a column."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def parsed(column: Any, kind: type[Kind]) -> Kind:  # noqa: ANN401 - a damaged file may hold any value
    """The JSON value of a column.

    Raises:
        DamagedRowError: it is no JSON, or its value has another type.
    """
    try:
        value = json.loads(column)
    except (ValueError, TypeError, RecursionError) as error:
        message = f"no JSON: {error}"
        raise DamagedRowError(message) from error
    if not isinstance(value, kind):
        message = f"{type(value).__name__} in the place of {kind.__name__}"
        raise DamagedRowError(message)
    return value


def each_loaded(
    numbers: Iterable[tuple[int]],
    load: Callable[[int], Kind | None],
    on_damage: OnDamage | None,
    damage: type[Exception],
) -> Iterator[Kind]:
    """The results of ``load`` for each number, without None.

    ``on_damage`` is called with each number for which ``load`` raises ``damage``, and with the error. Without
    ``on_damage`` the first error is raised.
    """
    for (number,) in numbers:
        try:
            kept = load(number)
        except damage as error:
            if on_damage is None:
                raise
            on_damage(number, error)
        else:
            if kept is not None:
                yield kept


Outcome = Literal["saved", "changed", "deleted"]
"""Whether a change was saved, or refused because the row has been changed or deleted since it was read."""


def claim(
    database: sqlite3.Connection, table: Literal["game", "reading"], number: int, version: int
) -> Outcome:
    """Count a change of the row ``number``, read at ``version``, in the transaction that makes the change.

    Make the change only if this returns "saved"; otherwise leave the row alone.
    """
    cursor = database.execute(
        f"UPDATE {table} SET version = version + 1 WHERE id = ? AND version = ?",  # noqa: S608 - our own words
        (number, version),
    )
    if cursor.rowcount:
        return "saved"
    exists = database.execute(f"SELECT 1 FROM {table} WHERE id = ?", (number,)).fetchone()  # noqa: S608 - our own words
    return "changed" if exists else "deleted"
