"""The code by which others join a game at the table: short enough to be read out, and not to be guessed.

A code is six of 32 letters and digits, about a thousand million. Wrong tries are counted for the whole
server, so that nobody finds a code by trying: at twenty a minute half of all codes take fifty years.
"""

import secrets
import time
from collections import deque
from threading import Lock
from typing import Final

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters and digits of codes; I, O, 0 and 1 are left out, for they are taken for one another."""

LENGTH: Final = 6
MOST_WRONG: Final = 20
WITHIN: Final = 60.0
"""Seconds within which only a limited number of wrong tries is heard."""


def new_code() -> str:
    """A code."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def plain(code: str) -> str:
    """A code as it was made, from what a person typed."""
    return "".join(each for each in code.upper() if each in LETTERS)


class Tries:
    """Counts wrong tries; any thread may call."""

    def __init__(self) -> None:
        """Begin with no try."""
        self._wrong: deque[float] = deque()
        self._lock = Lock()

    def may_try(self, now: float | None = None) -> bool:
        """Whether one more try is heard; ``now`` in seconds of any clock that goes forward."""
        now = time.monotonic() if now is None else now
        with self._lock:
            while self._wrong and self._wrong[0] < now - WITHIN:
                self._wrong.popleft()
            return len(self._wrong) < MOST_WRONG

    def wrong(self, now: float | None = None) -> None:
        """Count a wrong try."""
        with self._lock:
            self._wrong.append(time.monotonic() if now is None else now)
