"""Training by the clock: a run is given minutes, not epochs, and ends with its learning rate at rest."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class Clock:
    """How far a run is, from 0 to 1, over several sittings.

    Attributes:
        minutes: length of the whole run.
        spent: seconds spent in earlier sittings.

    >>> Clock(minutes=1, spent=90).progress()
    1.0
    """

    minutes: float
    spent: float = 0.0
    _since: float = field(default_factory=time.monotonic)

    def seconds(self) -> float:
        """Seconds spent so far, earlier sittings included."""
        return self.spent + time.monotonic() - self._since

    def left(self) -> float:
        """Seconds until the run is over.

        >>> Clock(minutes=1, spent=90).left()
        0.0
        """
        return max(0.0, 60 * self.minutes - self.seconds())

    def progress(self) -> float:
        """Share of the run that is over, 0..1."""
        return min(1.0, self.seconds() / (60 * self.minutes))


def learning_rate(top: float, progress: float, step: int, warmup: int = 200) -> float:
    """A short warm-up by steps, then a cosine by the clock down to a hundredth of ``top``.

    >>> learning_rate(1.0, 0.0, 99), learning_rate(1.0, 0.5, 1000), learning_rate(1.0, 1.0, 1000)
    (0.5, 0.505, 0.01)
    """
    rise = min(1.0, (step + 1) / warmup)
    return rise * top * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * progress)))
