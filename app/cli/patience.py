"""A limit of time on work that nobody else can end, such as a person's regular expression."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Do something, but no longer.

    The system's alarm ends it, which Python's regular expressions heed in the middle of a match. Where there
    is none (on Windows, and beside the main thread) there is no limit.

    Raises:
        TimeoutError: it took longer.

    >>> import re
    >>> with within(0.2):
    ...     re.search("(a+)+$", "a" * 99 + "b")
    Traceback (most recent call last):
    TimeoutError
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _end(*_: object) -> NoReturn:
    raise TimeoutError
