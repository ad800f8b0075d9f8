"""Reports a long run's progress and remaining time on standard error."""

import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, NamedTuple

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


class Progress:
    """Counts finished tasks and reports them at intervals."""

    def __init__(self, unit: str, total: Callable[[], int | None], before: int = 0) -> None:
        """Begin to count ``unit`` (a singular), of which ``before`` were done before this run.

        ``total`` returns how many there will be; None while that is unknown.
        """
        self._unit = unit
        self._total = total
        self._counts = Counts(before)
        self._start = time.monotonic()
        self._reported = self._start
        self._terminal = sys.stderr.isatty()

    def step(self, done: int, bad: int) -> None:
        """Count more finished tasks, some with invalid answers."""
        counts = self._counts
        self._counts = Counts(counts.before, counts.done + done, counts.bad + bad, self._total())
        now = time.monotonic()
        if now - self._reported >= (_TERMINAL_INTERVAL if self._terminal else _LOG_INTERVAL):
            self._reported = now
            self._write(state(self._unit, self._counts, now - self._start), "")

    def end(self, file: str) -> None:
        """Report the work done and its file in one line."""
        counts = self._counts
        bad = f", {counts.bad:,} bad" if counts.bad else ""
        before = f" after {counts.before:,} of before" if counts.before else ""
        elapsed = duration(time.monotonic() - self._start)
        self._write(f"{file}: {counted(counts.done, self._unit)}{before} in {elapsed}{bad}", "\n")

    def _write(self, line: str, end: str) -> None:
        with suppress(OSError):  # a log on a full disk must not end the run
            sys.stderr.write(f"\r{line}\x1b[K{end}" if self._terminal else f"{line}\n")
            sys.stderr.flush()


class Count:
    """Counts a run's tasks in a separate thread."""

    def __init__(self, tasks: Callable[[], Iterable[object]]) -> None:
        """Begin to count the tasks that this function returns."""
        self.total: int | None = None  # their number; None until all are counted
        self._tasks = tasks
        threading.Thread(target=self._count, daemon=True).start()

    def _count(self) -> None:
        try:
            self.total = sum(1 for _ in self._tasks())
        except OSError:
            return  # the run itself reports the error; the remaining time stays unknown


class Counts(NamedTuple):
    """The number of tasks done before this run, in it, with an invalid answer in it, and in all."""

    before: int = 0
    done: int = 0
    bad: int = 0
    total: int | None = None


def state(unit: str, counts: Counts, seconds: float) -> str:
    """The progress of a run after some seconds, in words.

    >>> state("photo", Counts(100, 300, 2, 1000), 60.0)
    '400 of 1,000 photos, 2 bad, 5.0 a second, 2 min left'
    >>> state("hand", Counts(done=90_000), 1.0)
    '90,000 hands, 90,000 a second'
    >>> state("hand", Counts(done=1), 0.0)
    '1 hand'
    """
    so_far = counts.before + counts.done
    of_all = "" if counts.total is None else f"{so_far:,} of "
    parts = [f"{of_all}{counted(max(counts.total or 0, so_far), unit)}"]
    if counts.bad:
        parts.append(f"{counts.bad:,} bad")
    rate = counts.done / seconds if seconds else 0.0
    if rate:
        parts.append(f"{rate:.1f} a second" if rate < _FAST else f"{rate:,.0f} a second")
        if counts.total is not None:
            parts.append(f"{duration(max(0, counts.total - so_far) / rate)} left")
    return ", ".join(parts)


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
