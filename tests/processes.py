"""What the operating system reports of processes that a test or a command has started; on Linux only."""

from __future__ import annotations

import os
from pathlib import Path


def children(pid: int) -> list[int]:
    """The processes that a process has started and that are still there."""
    return [
        int(child)
        for listed in Path(f"/proc/{pid}/task").glob("*/children")
        for child in listed.read_text(encoding="ascii").split()
    ]


def megabytes(pid: int) -> int:
    """What a process and its children hold in memory."""
    return sum(_kilobytes(each, "VmRSS") for each in (pid, *children(pid))) // 1000


def peak_megabytes(pid: int) -> int:
    """The most that a process has held in memory; 0 where it is gone."""
    return _kilobytes(pid, "VmHWM") // 1000


def processor_seconds(pid: int) -> float:
    """What a process and its children have had of processors; 0 where the system does not say."""
    return sum(map(_ticks, (pid, *children(pid)))) / os.sysconf("SC_CLK_TCK")


def withheld_seconds() -> float:
    """What the machine's host has kept of its processors for others, since it started."""
    first, *_ = Path("/proc/stat").read_text(encoding="ascii").splitlines()
    return int(first.split()[8]) / os.sysconf("SC_CLK_TCK")


def _kilobytes(pid: int, what: str) -> int:
    try:
        said = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in said.splitlines() if line.startswith(what)), 0)


def _ticks(pid: int) -> int:
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0
    user, system = stat.read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return int(user) + int(system)
