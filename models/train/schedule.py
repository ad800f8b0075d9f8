"""The length of a run (by the clock, by steps or until Ctrl-C), its learning rate and its batches."""

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, MappingProxyType
from typing import Final

_MOST_WARMUP: Final = 0.1
_SPARE: Final = 1.1
"""Smaller batches are chosen for so many times the needed steps: a step of half the examples takes more than
half the time."""
_SIGNALS: Final = MappingProxyType({signal.SIGINT: "Ctrl-C", signal.SIGTERM: "the system"})


@dataclass(slots=True)
class Course:
    """The progress of a run, from 0 to 1, over all its starts.

    A run by the clock takes the same time on any machine; a run by steps ends with the same weights.

    Attributes:
        minutes: length of the whole run by the clock.
        steps: length of the whole run in steps; overrides the clock.
        spent: seconds spent before this start.
    """

    minutes: float = 60.0
    steps: int | None = None
    spent: float = 0.0
    _since: float = field(default_factory=time.monotonic)

    def seconds(self) -> float:
        """Seconds spent so far, including those before this start."""
        return self.spent + time.monotonic() - self._since

    def progress(self, step: int) -> float:
        """Share of the run that is over after ``step`` steps, 0..1."""
        done = step / self.steps if self.steps else self.seconds() / (60 * self.minutes)
        return min(1.0, done)

    def left(self, step: int, rate: float) -> float:
        """Seconds until the run is over, after ``step`` steps at ``rate`` steps per second.

        >>> Course(minutes=1, spent=90).left(5, 2.0), Course(steps=20).left(5, 2.0)
        (0.0, 7.5)
        """
        if self.steps:
            return max(0, self.steps - step) / rate if rate else math.inf
        return max(0.0, 60 * self.minutes - self.seconds())


def learning_rate(top: float, progress: float, step: int, warmup: int = 200) -> float:
    """The learning rate: a warm-up by steps, then a cosine by the run's progress to 1/100 of ``top``.

    A warm-up takes no more than a tenth of the run: on a slow machine an hour has little more than 200 steps.
    """
    rise = min(1.0, max((step + 1) / warmup, progress / _MOST_WARMUP))
    return rise * top * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * progress)))


def fitting_batch(batch: int, least: int, *, done: int, steps: float, needed: int) -> int:
    """The size of a batch with which a run makes the ``needed`` steps, if fewer examples a step allow it.

    Args:
        batch: size at which the run will make ``steps`` steps, of which ``done`` are made.
        least: smallest size.
        done: number of steps made so far.
        steps: number of steps to come with those made.
        needed: number of steps that are enough.

    >>> fitting_batch(96, 24, done=5, steps=250, needed=500)
    43
    >>> [fitting_batch(96, 24, done=5, steps=steps, needed=500) for steps in (60, 400, 900)]
    [24, 69, 96]
    """
    if steps >= needed:
        return batch
    fitting = int(batch * (steps - done) / (_SPARE * needed - done))
    return min(batch, max(least, fitting))


@contextmanager
def listening(stop: Path | None = None) -> Iterator[Callable[[], bool]]:
    """Catch termination signals, and yield a function that says whether one came, or the file ``stop``.

    A run then ends after the current step, so that its checkpoint is consistent. A second signal ends the
    program at once. Outside the main thread no signal can be caught.
    """
    requested = False

    def handle(number: int, _: FrameType | None) -> None:
        nonlocal requested
        if requested:
            raise KeyboardInterrupt
        requested = True
        sender = _SIGNALS[signal.Signals(number)]
        print(f"\n{sender} ends the run after this step; once more ends it at once", flush=True)

    main = threading.current_thread() is threading.main_thread()
    before = {number: signal.signal(number, handle) for number in _SIGNALS} if main else {}
    try:
        yield lambda: requested or (stop is not None and stop.exists())
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
