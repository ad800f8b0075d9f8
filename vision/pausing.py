"""Work that may be stopped: it pauses at each ``yield``, and whoever drives it may leave it there."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Pausing: TypeAlias = Generator[None, None, T]
"""Work with pauses that returns a ``T``; ``yield from`` takes it into other such work."""


def finished(work: Pausing[T]) -> T:
    """Do the work to its end without a pause, and give what it returns.

    >>> def work():
    ...     yield
    ...     return 5
    >>> finished(work())
    5
    """
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
