"""How much of the work of teaching a set is done, told while it runs."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Progress: TypeAlias = Callable[[float], object]
"""Told the share of the work that is done, from 0 to 1, whenever it has grown."""
CHOSEN, EXTRACTED, FITTED = 0.1, 0.6, 0.9
"""The share of the work that is done after each step: the last one measures altered copies."""


def unwatched(done: float) -> None:
    """Tell nobody."""


def told(parts: Sequence[T], progress: Progress, begin: float = 0.0, end: float = 1.0) -> Iterator[T]:
    """The parts one by one; once each is done, the share between ``begin`` and ``end`` is told.

    >>> shares = []
    >>> list(told("ab", shares.append, 0.5)), shares
    (['a', 'b'], [0.75, 1.0])
    """
    for number, part in enumerate(parts, 1):
        yield part
        progress(begin + (end - begin) * number / len(parts))
