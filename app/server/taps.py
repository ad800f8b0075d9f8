"""Taps that are being answered: the reading of photos pauses for them, instead of always running behind.

A photo that somebody waits for gets its fair share of the processor beside other programs. What a tap needs
is the processor for a few milliseconds at once: while one is answered, no photo takes its next step.
"""

import time
from dataclasses import dataclass, field
from threading import Condition
from typing import Final

PAUSE_S: Final = 0.15
"""Seconds that photos wait for one tap at most: most take less, and some wait for a photo themselves."""


@dataclass(slots=True)
class Taps:
    """The taps that are being answered; any thread may call.

    Attributes:
        pause_s: seconds that one tap, and one step of a photo, may make photos wait.
    """

    pause_s: float = PAUSE_S
    _changed: Condition = field(default_factory=Condition)
    _began: dict[object, float] = field(default_factory=dict)

    def begin(self, tap: object) -> None:
        """A tap, named by whatever answers it, is being answered."""
        with self._changed:
            self._began[tap] = time.monotonic()

    def end(self, tap: object) -> None:
        """It has been answered; one that never began may be ended too."""
        with self._changed:
            self._began.pop(tap, None)
            self._changed.notify_all()

    def wait(self) -> None:
        """Wait until no tap that has just begun is being answered, ``pause_s`` at most."""
        end = time.monotonic() + self.pause_s
        with self._changed:
            while (now := time.monotonic()) < end:
                last = max(self._began.values(), default=-self.pause_s)
                if (left := min(last + self.pause_s, end) - now) <= 0:
                    return
                self._changed.wait(left)


taps: Final = Taps()
"""The taps on all visitors' pages."""
