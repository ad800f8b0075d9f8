"""JSON in a row of the file; what is no such JSON is reported as damage of the file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

Kind = TypeVar("Kind")


class DamagedRowError(sqlite3.DatabaseError):
    """A row holds other than what this program writes."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def to_json(value: Mapping[str, Any] | Sequence[Any]) -> str:
    """A JSON object or list as the text of a column.

    >>> to_json({"east": "Ann"})
    '{"east":"Ann"}'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def parsed(column: Any, kind: type[Kind]) -> Kind:  # noqa: ANN401 - a damaged file may hold any value
    """The JSON value of a column.

    Raises:
        DamagedRowError: it is no JSON, or its value has another type.

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
