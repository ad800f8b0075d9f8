"""Shares with 95 % intervals, and the calibration error."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

_Z: Final = 1.959963984540054
_BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Rate:
    """``hits`` of ``total``."""

    hits: int
    total: int

    @property
    def value(self) -> float | None:
        """The share; None if the total is 0."""
        return self.hits / self.total if self.total else None

    def __add__(self, other: Self) -> Self:
        """The rate over both counts."""
        return replace(self, hits=self.hits + other.hits, total=self.total + other.total)

    def interval(self) -> tuple[float, float] | None:
        """The 95 % score interval of Wilson (1927); None if the total is 0."""
        if not self.total:
            return None
        n, p = self.total, self.hits / self.total
        middle = (p + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
        half_width = _Z / (1 + _Z**2 / n) * math.sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2))
        return max(0.0, middle - half_width), min(1.0, middle + half_width)


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a count over ``total`` photos, with a 95 % interval by the normal distribution."""

    value: float | None
    total: int
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, counts: Sequence[int]) -> Self:
        """The mean of one count per photo."""
        n = len(counts)
        if not n:
            return cls(None, 0)
        mean = sum(counts) / n
        spread = math.sqrt(sum((c - mean) ** 2 for c in counts) / (n - 1)) if n > 1 else 0.0
        half_width = _Z * spread / math.sqrt(n)
        return cls(mean, n, max(0.0, mean - half_width), mean + half_width)


def calibration_error(answers: Iterable[tuple[float, bool]]) -> float | None:
    """Expected calibration error: weighted mean of |mean score - share right| over ten equal score bins.

    ``answers`` are the tiles' scores, 0..1, and whether each was right.
    """
    bins: dict[int, list[tuple[float, bool]]] = {}
    for score, right in answers:
        bins.setdefault(min(_BINS - 1, int(score * _BINS)), []).append((score, right))
    total = sum(len(members) for members in bins.values())
    if not total:
        return None
    gap = sum(abs(sum(score - right for score, right in members)) for members in bins.values())
    return round(gap / total, 12)
