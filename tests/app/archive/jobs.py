"""Jobs that do well, badly or not at all, which workers import from here; and a crew of none."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from yakulens.app.archive.processes import carefully

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator

    from yakulens.app.archive.job import Job


class Here:
    """No worker but this process: what is not about workers need not start any."""

    def __init__(self, _: argparse.Namespace, job: Job[Any, Any]) -> None:
        self.job = job

    def results(self, tasks: Iterable[Any]) -> Iterator[Any]:
        do = self.job.load()
        yield from (carefully(self.job, do, task) for task in tasks)


@dataclass(frozen=True)
class Double:
    """Doubles numbers; later tasks are done sooner."""

    def load(self) -> Callable[[int], int]:
        def double(task: int) -> int:
            time.sleep(0.02 if task % 2 == 0 else 0)
            return 2 * task

        return double

    def lost(self, task: int, why: str) -> str:
        return f"{task} lost: {why}"


@dataclass(frozen=True)
class Mishap(Double):
    """Doubles numbers, but what happens at 5 ends the worker: always, or only the first time."""

    what: str
    once: str = ""

    def load(self) -> Callable[[int], int]:
        double = super().load()

        def do(task: int) -> int:
            if task == 5 and not (self.once and Path(self.once).exists()):
                if self.once:
                    Path(self.once).touch()
                if self.what == "kill":
                    os.kill(os.getpid(), signal.SIGKILL)
                if self.what == "exit":
                    os._exit(3)
                raise RuntimeError(self.what)
            return double(task)

        return do


@dataclass(frozen=True)
class Hangs(Double):
    """Doubles numbers, but never comes back from 5; each time it leaves a file in a folder that says so."""

    folder: str

    def load(self) -> Callable[[int], int]:
        double = super().load()

        def do(task: int) -> int:
            if task == 5:
                Path(tempfile.mkstemp(dir=self.folder)[1]).touch()
                Event().wait()
            return double(task)

        return do


@dataclass(frozen=True)
class Unfit(Double):
    """Cannot be loaded, or dies of it."""

    deadly: bool

    def load(self) -> Callable[[int], int]:
        if self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        message = "there is no such model"
        raise ValueError(message)
