"""The code with which others join a game: short enough to read out, too long to guess.

A code is six of 32 letters and digits: about a thousand million codes. The server limits wrong tries for all
visitors together: at twenty a minute, half of all codes take fifty years.
"""

import secrets
import time
from collections import deque
from threading import Lock
from typing import Final

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters and digits of codes, without I, O, 0 and 1, which people confuse."""

LENGTH: Final = 6
MOST_WRONG: Final = 20
WITHIN: Final = 60.0
"""Seconds within which only so many wrong tries are allowed."""


def new_code() -> str:
    """A code."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def plain(code: str) -> str:
    """A code in its original form, from typed text."""
    return "".join(each for each in code.upper() if each in LETTERS)


class Tries:
    """Counts wrong tries; any thread may call."""

    def __init__(self) -> None:
        """Begin with no try."""
        self._wrong: deque[float] = deque()
        self._lock = Lock()

    def may_try(self, now: float | None = None) -> bool:
        """Whether one more try is allowed; ``now`` in seconds of any monotonic clock."""
        now = time.monotonic() if now is None else now
        with self._lock:
            while self._wrong and self._wrong[0] < now - WITHIN:
                self._wrong.popleft()
            return len(self._wrong) < MOST_WRONG

    def wrong(self, now: float | None = None) -> None:
        """Count a wrong try."""
        with self._lock:
            self._wrong.append(time.monotonic() if now is None else now)
