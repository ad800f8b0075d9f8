"""How many cores and threads this process may use."""

import os


def cores() -> int:
    """The number of cores that this process may use: fewer than the machine's in a container."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads() -> int:
    """How many threads one computation may use: ``OMP_NUM_THREADS``, else one for each core."""
    limit = os.environ.get("OMP_NUM_THREADS", "")
    return int(limit) if limit.isdecimal() and int(limit) else cores()
