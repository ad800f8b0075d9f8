from __future__ import annotations

import os
import subprocess
import sys

import pytest

from yakulens.app.readers import priority

pytestmark = pytest.mark.skipif(not hasattr(os, "getpriority"), reason="processes have no priority here")


def test_a_process_that_reads_photos_gives_way_to_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(priority, "NICE", 3)
    ours = os.getpriority(os.PRIO_PROCESS, os.getpid())
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        priority.give_way(process.pid)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(ours + 3, 19)
        process.communicate(b"\n")


def test_a_process_that_has_ended_is_left_alone() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    priority.give_way(process.pid)
