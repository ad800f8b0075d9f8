"""How many cores there are to use."""

from __future__ import annotations

import os


def cores() -> int:
    """The cores that this process may use, which in a container are fewer than the machine's.

    >>> cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
