"""Why the file on disk cannot be used, in a word that the page has a sentence for."""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import Final, Literal, ParamSpec, TypeVar

from yakulens.app.store.file import StoreError

Given = ParamSpec("Given")
Done = TypeVar("Done")
Other = TypeVar("Other")

FAILURES: Final = (StoreError, OSError, sqlite3.Error)
"""Everything that using the store can raise."""

MISSHAPEN: Final = (ValueError, TypeError, LookupError, AttributeError)
"""What making a hand or a game of a row raises that is JSON and yet not what was written there."""

Trouble = Literal["full", "read_only", "busy", "damaged", "later", "unusable"]
"""What stands in the way: the disk is full; the file or its folder cannot be written; another program keeps
it busy; it is damaged; a later Yakulens wrote it; anything else."""

_BY_CODE: Final[dict[int, Trouble]] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
_BY_NUMBER: Final[dict[int, Trouble]] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read_only",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
}
_PRIMARY: Final = 0xFF
"""SQLite's extended codes hold the plain one in their low byte."""


def trouble(error: BaseException) -> Trouble | None:
    """What stands in the way; None where the error is about something else.

    >>> trouble(OSError(errno.ENOSPC, "No space left on device")), trouble(KeyError("east"))
    ('full', None)
    """
    if isinstance(error, StoreError):
        return "later"
    if isinstance(error, sqlite3.Error):
        return _BY_CODE.get(getattr(error, "sqlite_errorcode", 0) & _PRIMARY, "unusable")
    if isinstance(error, OSError):
        return _BY_NUMBER.get(error.errno or 0, "unusable")
    return None


def or_else(
    otherwise: Callable[[Exception], Other], what: str, failures: tuple[type[Exception], ...] = FAILURES
) -> Callable[[Callable[Given, Done]], Callable[Given, Done | Other]]:
    """Have a function give ``otherwise`` of the error where the file on disk cannot be used; it is logged."""

    def guarded(act: Callable[Given, Done]) -> Callable[Given, Done | Other]:
        @wraps(act)
        def tried(*args: Given.args, **kwargs: Given.kwargs) -> Done | Other:
            try:
                return act(*args, **kwargs)
            except failures as error:
                logging.getLogger(act.__module__).exception(what)
                return otherwise(error)

        return tried

    return guarded
