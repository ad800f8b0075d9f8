"""Whoever reads photos gives way to taps."""

import os
from contextlib import suppress
from typing import Final

NICE: Final = 10
"""How much lower the priority of what reads photos is: taps need the processor first."""


def give_way(pid: int) -> None:
    """Lower the priority of a process, or on Linux of a thread, by its number; not on Windows.

    Whatever it starts later inherits the priority. A process that has ended is left alone.
    """
    if hasattr(os, "setpriority"):
        with suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, os.getpid()) + NICE)
