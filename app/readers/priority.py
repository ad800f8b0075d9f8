"""Whoever reads photos gives way to taps."""

import os
from contextlib import suppress
from typing import Final

NICE: Final = 2
"""How much lower the priority of what reads photos is: little, since somebody waits for each photo.

At 10 a photo beside four busy programs took nine times as long as at 0. Taps stay quick because photos pause
for them (`app.server.taps`).
"""


def give_way(pid: int) -> None:
    """Lower the priority of a process, or on Linux of a thread, by its number; not on Windows.

    Whatever it starts later inherits the priority. A process that has ended is left alone.
    """
    if hasattr(os, "setpriority"):
        with suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, os.getpid()) + NICE)
