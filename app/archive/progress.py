"""How far a long run is, and how long it will still take, on standard error."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, NamedTuple

_SHOWN_EVERY: Final = 0.5
"""Seconds between two updates of the line that a terminal shows."""
_LOGGED_EVERY: Final = 60.0
"""Seconds between two lines that are written to a log."""
_WHOLE: Final = 100
"""Rate from which on rates are told without decimals."""
_MINUTE: Final = 60
_HOUR: Final = 3600
_DAY: Final = 86400


class Progress:
    """Counts what is done and says so now and then."""

    def __init__(self, what: str, total: Callable[[], int | None], before: int = 0) -> None:
        """Begin.

        Args:
            what: is counted, a plural.
            total: how many there will be, None as long as nobody knows.
            before: how many were done before this run.
        """
        self._what = what
        self._total = total
        self._counts = Counts(before)
        self._begun = time.monotonic()
        self._said = self._begun
        self._terminal = sys.stderr.isatty()

    def step(self, done: int, bad: int) -> None:
        """Count some more tasks as done, and some of them as done badly."""
        counts = self._counts
        self._counts = Counts(counts.before, counts.done + done, counts.bad + bad, self._total())
        now = time.monotonic()
        if now - self._said >= (_SHOWN_EVERY if self._terminal else _LOGGED_EVERY):
            self._said = now
            self._write(state(self._what, self._counts, now - self._begun), "")

    def end(self, where: str) -> None:
        """Say in one line what was done, and where it is."""
        counts = self._counts
        bad = f", {counts.bad:,} bad" if counts.bad else ""
        before = f" after {counts.before:,} of before" if counts.before else ""
        took = duration(time.monotonic() - self._begun)
        self._write(f"{where}: {counts.done:,} {self._what}{before} in {took}{bad}", "\n")

    def _write(self, line: str, end: str) -> None:
        with suppress(OSError):  # a log that is full ends no run
            sys.stderr.write(f"\r{line}\x1b[K{end}" if self._terminal else f"{line}\n")
            sys.stderr.flush()


class Count:
    """How many tasks there are, counted beside the work.

    Attributes:
        total: how many; None until all are counted.
    """

    def __init__(self, counted: Callable[[], Iterable[object]]) -> None:
        """Begin to count what this function gives."""
        self.total: int | None = None
        self._counted = counted
        threading.Thread(target=self._count, daemon=True).start()

    def _count(self) -> None:
        try:
            self.total = sum(1 for _ in self._counted())
        except OSError:
            return  # whoever works through them says what is wrong; the time left is not known


class Counts(NamedTuple):
    """How many were done before this run and in it, how many of these badly, and how many there are."""

    before: int = 0
    done: int = 0
    bad: int = 0
    total: int | None = None


def state(what: str, counts: Counts, seconds: float) -> str:
    """How far a run is that has taken so many seconds.

    >>> state("photos", Counts(100, 300, 2, 1000), 60.0)
    '400 of 1,000 photos, 2 bad, 5.0 a second, 2 min left'
    >>> state("hands", Counts(done=90_000), 1.0)
    '90,000 hands, 90,000 a second'
    """
    so_far = counts.before + counts.done
    of = "" if counts.total is None else f" of {max(counts.total, so_far):,}"
    parts = [f"{so_far:,}{of} {what}"]
    if counts.bad:
        parts.append(f"{counts.bad:,} bad")
    rate = counts.done / seconds if seconds else 0.0
    if rate:
        parts.append(f"{rate:.1f} a second" if rate < _WHOLE else f"{rate:,.0f} a second")
        if counts.total is not None:
            parts.append(f"{duration(max(0, counts.total - so_far) / rate)} left")
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """A length of time as a person says it.

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
