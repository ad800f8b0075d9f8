"""Why the store cannot be used, as a word with a sentence on the page."""

import errno
import logging
import os
import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import Final, Literal, ParamSpec, TypeVar

from yakulens.app.store.file import StoreError

P = ParamSpec("P")
Result = TypeVar("Result")
Fallback = TypeVar("Fallback")

FAILURES: Final = (StoreError, OSError, sqlite3.Error)
"""The errors that using the store can raise."""

MISSHAPEN: Final = (ValueError, TypeError, LookupError, AttributeError)
"""The errors of reading a hand or game from a row whose JSON has another shape."""

Trouble = Literal["full", "read_only", "busy", "damaged", "later", "crowded", "unusable"]
"""The disk is full; the file or its folder cannot be written; another program keeps it locked; it is damaged;
a later Yakulens wrote it; no further file can be opened, since too much is open; anything else."""

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
    errno.EMFILE: "crowded",
    errno.ENFILE: "crowded",
}
_PRIMARY: Final = 0xFF
"""Mask of the primary code in SQLite's extended codes."""


def trouble(error: BaseException) -> Trouble | None:
    """The trouble that an error means; None if it is not about the store."""
    if isinstance(error, StoreError):
        return "later"
    if isinstance(error, sqlite3.Error):
        if _nothing_opens():
            return "crowded"
        return _BY_CODE.get(getattr(error, "sqlite_errorcode", 0) & _PRIMARY, "unusable")
    if isinstance(error, OSError):
        return _BY_NUMBER.get(error.errno or 0, "unusable")
    return None


def _nothing_opens() -> bool:
    """Whether this process can open no further file; SQLite says only that it cannot open its own."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return error.errno in {errno.EMFILE, errno.ENFILE}
    return False


def or_else(
    fallback: Callable[[Exception], Fallback], message: str, failures: tuple[type[Exception], ...] = FAILURES
) -> Callable[[Callable[P, Result]], Callable[P, Result | Fallback]]:
    """Let a function log the error and return its ``fallback`` where the store cannot be used."""

    def decorate(act: Callable[P, Result]) -> Callable[P, Result | Fallback]:
        @wraps(act)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> Result | Fallback:
            try:
                return act(*args, **kwargs)
            except failures as error:
                logging.getLogger(act.__module__).exception(message)
                return fallback(error)

        return guarded

    return decorate
