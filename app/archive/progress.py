"""Reports a long run's progress and remaining time on standard error."""

import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from yakulens.scorer.contract.text import counted

_TERMINAL_INTERVAL: Final = 0.5
"""Seconds between two updates of the line on a terminal."""
_LOG_INTERVAL: Final = 60.0
"""Seconds between two lines that are written to a log."""
_FAST: Final = 100
"""Rate from which rates are shown without decimals."""
_MINUTE: Final = 60
_HOUR: Final = 3600
_DAY: Final = 86400


@dataclass(slots=True)
class ArchiveProgress:
    """Counts finished tasks and reports them at intervals.

    >>> progress = ArchiveProgress("photo", lambda: 1000, before=100)
    >>> progress.step(300, 2)
    >>> progress.state(60.0)
    '400 of 1,000 photos, 2 bad, 5.0 a second, 2 min left'
    >>> ArchiveProgress("hand", lambda: None, done=90_000).state(1.0)
    '90,000 hands, 90,000 a second'
    >>> ArchiveProgress("hand", lambda: None, done=1).state(0.0)
    '1 hand'
    """

    unit: str  # what is counted, a singular
    total: Callable[[], int | None]  # how many there will be; None while that is unknown
    before: int = 0  # how many were done before this run
    done: int = 0  # how many in it
    bad: int = 0  # how many of those with an invalid answer
    _start: float = field(default_factory=time.monotonic, init=False)
    _reported: float = field(default_factory=time.monotonic, init=False)

    def step(self, done: int, bad: int) -> None:
        """Count more finished tasks, some with invalid answers."""
        self.done += done
        self.bad += bad
        now = time.monotonic()
        if now - self._reported >= (_TERMINAL_INTERVAL if sys.stderr.isatty() else _LOG_INTERVAL):
            self._reported = now
            self._write(self.state(now - self._start), "")

    def end(self, file: str) -> None:
        """Report the work done and its file in one line."""
        bad = f", {self.bad:,} bad" if self.bad else ""
        before = f" after {self.before:,} of before" if self.before else ""
        elapsed = duration(time.monotonic() - self._start)
        self._write(f"{file}: {counted(self.done, self.unit)}{before} in {elapsed}{bad}", "\n")

    def _write(self, line: str, end: str) -> None:
        with suppress(OSError):  # a log on a full disk must not end the run
            sys.stderr.write(f"\r{line}\x1b[K{end}" if sys.stderr.isatty() else f"{line}\n")
            sys.stderr.flush()

    def state(self, seconds: float) -> str:
        """The progress of the run after some seconds, in words."""
        so_far, total = self.before + self.done, self.total()
        of_all = "" if total is None else f"{so_far:,} of "
        parts = [f"{of_all}{counted(max(total or 0, so_far), self.unit)}"]
        if self.bad:
            parts.append(f"{self.bad:,} bad")
        rate = self.done / seconds if seconds else 0.0
        if rate:
            parts.append(f"{rate:.1f} a second" if rate < _FAST else f"{rate:,.0f} a second")
            if total is not None:
                parts.append(f"{duration(max(0, total - so_far) / rate)} left")
        return ", ".join(parts)


def counting(tasks: Callable[[], Iterable[object]]) -> Callable[[], int | None]:
    """Begin to count tasks in a separate thread; returns a function that knows their number, or None yet."""
    numbers: list[int] = []

    def count() -> None:
        with suppress(OSError):  # the run itself reports the error; the remaining time stays unknown
            numbers.append(sum(1 for _ in tasks()))

    threading.Thread(target=count, daemon=True).start()
    return lambda: numbers[0] if numbers else None


def duration(seconds: float) -> str:
    """A length of time in words.

    >>> [duration(s) for s in (9.4, 130, 7500, 900_000)]
    ['9 s', '2 min', '2 h 5 min', '10 days 10 h']
    """
    if seconds < _MINUTE * 2:
        return f"{seconds:.0f} s"
    if seconds < _HOUR:
        return f"{seconds / _MINUTE:.0f} min"
    if seconds < _DAY * 2:
        return f"{seconds // _HOUR:.0f} h {seconds % _HOUR // _MINUTE:.0f} min"
    return f"{seconds // _DAY:.0f} days {seconds % _DAY // _HOUR:.0f} h"
