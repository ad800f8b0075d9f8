"""The code with which others join a game: short enough to read out, too long to guess.

A code is six of 32 letters and digits: about a thousand million codes. The server limits the wrong tries of a
visitor, and of an address, at which one may be many visitors: at forty a minute, half of all codes take 25
years.
"""

import secrets
import time
from collections import deque
from threading import Lock
from typing import Final

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters and digits of codes, without I, O, 0 and 1, which people confuse."""

LENGTH: Final = 6
MOST_WRONG: Final = 5
"""Wrong tries of one visitor: a code is short enough to be read twice."""
MOST_OF_ADDRESS: Final = 40
WITHIN: Final = 60.0
"""Seconds within which only so many wrong tries are allowed."""


def new_code() -> str:
    """A code."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def plain(code: str) -> str:
    """A code in its original form, from typed text."""
    return "".join(each for each in code.upper() if each in LETTERS)


class Tries:
    """Counts tries by who guesses, each before its code is looked up; any thread may call."""

    def __init__(self) -> None:
        """Begin with no try."""
        self._tries: dict[str, deque[float]] = {}  # when each was, by visitor and by address
        self._lock = Lock()

    def begin(self, visitor: str, address: str, now: float | None = None) -> bool:
        """Count a try as a wrong one; False where no more is allowed.

        ``now`` is a time of any monotonic clock, in seconds.
        """
        now = time.monotonic() if now is None else now
        with self._lock:
            self._forget(now - WITHIN)
            limits = {f"visitor {visitor}": MOST_WRONG, f"address {address}": MOST_OF_ADDRESS}
            if any(len(self._tries.get(who, ())) >= most for who, most in limits.items()):
                return False
            for who in limits:
                self._tries.setdefault(who, deque()).append(now)
            return True

    def was_right(self, visitor: str, address: str) -> None:
        """The visitor's last try was right, and no longer counts."""
        with self._lock:
            for who in (f"visitor {visitor}", f"address {address}"):
                if self._tries.get(who):
                    self._tries[who].pop()

    def _forget(self, before: float) -> None:
        for who, moments in list(self._tries.items()):
            while moments and moments[0] < before:
                moments.popleft()
            if not moments:
                del self._tries[who]
