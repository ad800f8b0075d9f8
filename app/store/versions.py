"""Optimistic locking: a change to a row that has changed meanwhile is refused.

Each row that a page shows and changes counts its changes. A change names the count that its page has read:
where the count has grown since, somebody else was first, and their change is not overwritten.
"""

from __future__ import annotations

import sqlite3
from typing import Literal

Outcome = Literal["saved", "changed", "deleted"]
"""Whether a change was saved, or refused because the row has been changed or deleted since it was read."""


def claim(
    database: sqlite3.Connection, table: Literal["game", "reading"], number: int, version: int
) -> Outcome:
    """Count a change of a row, in the transaction that makes the change.

    Args:
        database: in a transaction (see ``app.store.file.File.change``).
        table: of the row.
        number: the row's ``id``.
        version: the row's ``version`` when it was read.

    Returns:
        "saved" where the change may be made; otherwise the row stays as it is.
    """
    cursor = database.execute(
        f"UPDATE {table} SET version = version + 1 WHERE id = ? AND version = ?",  # noqa: S608 - our own words
        (number, version),
    )
    if cursor.rowcount:
        return "saved"
    exists = database.execute(f"SELECT 1 FROM {table} WHERE id = ?", (number,)).fetchone()  # noqa: S608 - our own words
    return "changed" if exists else "deleted"
