"""JSON in a row of the file: what a damaged one holds is told as damage, not as somebody's mistake."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

Kind = TypeVar("Kind")


class DamagedRowError(sqlite3.DatabaseError):
    """A row holds what was never written there."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def written(value: Mapping[str, Any] | Sequence[Any]) -> str:
    """A JSON object, or a list, as a column holds it.

    >>> written({"east": "Ann"})
    '{"east":"Ann"}'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def parsed(column: Any, kind: type[Kind]) -> Kind:  # noqa: ANN401 - SQLite gives what it finds
    """The JSON of a column, a list or an object.

    Raises:
        DamagedRowError: it is no JSON, or of another kind.

    >>> parsed('["Ann"]', list)
    ['Ann']
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
