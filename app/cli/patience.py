"""A time limit on code that cannot be interrupted otherwise, such as a user's regular expression."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Limit the time of a block.

    The system's alarm ends it, even in the middle of a match of a regular expression. On Windows, and in
    threads other than the main one, there is no limit.

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
