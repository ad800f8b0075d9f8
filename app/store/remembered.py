"""What a returning visitor is not asked again: language, rule set, names, the running game.

Kept in the settings of the file on disk. Where that cannot be used, the page works on and remembers nothing.
"""

from __future__ import annotations

import logging
import sqlite3
from typing import Any, Final

from app.store import StoreError
from app.store.shared import store

FAILURES: Final = (StoreError, OSError, sqlite3.Error)
_LOG = logging.getLogger(__name__)


def recall() -> dict[str, Any]:
    """Every setting by its name; none where the file cannot be read."""
    try:
        return store().settings.all()
    except FAILURES:
        _LOG.exception("the settings cannot be read")
        return {}


def remember(**values: Any) -> None:  # noqa: ANN401 - any JSON value
    """Keep some settings; where the file cannot be written, only the log says so."""
    try:
        store().settings.update(values)
    except FAILURES:
        _LOG.exception("the settings cannot be kept")
