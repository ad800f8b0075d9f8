"""How a change is refused that was made to something which has changed meanwhile.

Each row that a page shows and changes counts its changes. Whoever changes it names the count that they saw:
where it has grown since, somebody else was first, and their change is not written over.
"""

from __future__ import annotations

import sqlite3
from typing import Literal

Outcome = Literal["saved", "changed", "deleted"]
"""Whether a change was saved, or refused because the row has been changed or deleted since it was seen."""


def claim(database: sqlite3.Connection, table: Literal["game", "reading"], number: int, seen: int) -> Outcome:
    """Count one more change of a row, in the transaction that makes the change.

    Args:
        database: in a transaction (see ``app.store.file.File.change``).
        table: where the row is.
        number: the row's ``id``.
        seen: its ``version`` when it was read.

    Returns:
        "saved" where the change may be made; otherwise nothing was written and nothing may be.
    """
    cursor = database.execute(
        f"UPDATE {table} SET version = version + 1 WHERE id = ? AND version = ?",  # noqa: S608 - our own words
        (number, seen),
    )
    if cursor.rowcount:
        return "saved"
    still = database.execute(f"SELECT 1 FROM {table} WHERE id = ?", (number,)).fetchone()  # noqa: S608 - our own words
    return "changed" if still else "deleted"
