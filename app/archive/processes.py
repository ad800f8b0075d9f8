"""Workers as processes of this machine.

Not a ``ProcessPoolExecutor``: where one of its processes is killed, it gives up all of its tasks and cannot
say which one did it. Here each process holds one task at a time, so that a death costs that task's repeat and
no more.
"""

from __future__ import annotations

import os
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, Generic

from yakulens.app.archive.job import CrewError, Job, Result, Task

PATIENCE: Final = 600.0
"""Seconds after which a task that is still not done counts as one that killed its worker."""

_AHEAD: Final = 64
"""How many tasks for each worker may be done before the oldest one is."""

_TRIES: Final = 2
_STARTS: Final = 3
"""How many workers may die one after the other before they are ready."""

_ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Variables by which numerical libraries, as they are loaded, are told how many threads to have: a worker has
one, for there are as many workers as cores."""


@dataclass(frozen=True, slots=True)
class Processes:
    """A number of processes of this machine, which do one task at a time each.

    Attributes:
        count: how many.
        patience: seconds that a task may take.
    """

    count: int
    patience: float = PATIENCE

    def results(self, job: Job[Task, Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Every task's result, in the order of the tasks, as ``app.archive.job.Crew`` promises it."""
        with _Team(job, self.count, self.patience) as team:
            yield from team.results(tasks)


@dataclass(slots=True, eq=False)
class _Worker:
    """One process as its foreman sees it.

    Attributes:
        process: itself.
        wire: tasks go out, results come in.
        ready: whether it has loaded the job.
        number: of the task in its hands, None where it is idle.
        since: when it was started or given that task, in seconds of the monotonic clock.
    """

    process: SpawnProcess
    wire: Connection
    since: float
    ready: bool = False
    number: int | None = None


class _Team(Generic[Task, Result]):
    """The processes of one run and what they have in their hands."""

    def __init__(self, job: Job[Task, Result], count: int, patience: float) -> None:
        self._job = job
        self._count = count
        self._patience = patience
        self._workers: list[_Worker] = []
        self._open: dict[int, Task] = {}
        self._again: deque[int] = deque()
        self._deaths: Counter[int] = Counter()
        self._done: dict[int, Result] = {}
        self._false_starts = 0

    def __enter__(self) -> _Team[Task, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.process.kill()
            worker.wire.close()
        for worker in self._workers:
            worker.process.join()

    def results(self, tasks: Iterable[Task]) -> Iterator[Result]:
        coming = enumerate(tasks)
        taken = due = 0
        all_taken = False
        while True:
            while not all_taken and taken < due + _AHEAD * self._count and self._wants_more():
                numbered = next(coming, None)
                if numbered is None:
                    all_taken = True
                    break
                number, self._open[number] = numbered
                self._again.append(number)
                taken = number + 1
            if not self._open and not self._done:
                return
            self._hand_out()
            self._collect()
            while due in self._done:
                yield self._done.pop(due)
                due += 1

    def _wants_more(self) -> bool:
        """Whether a task more would find a free worker, or one that may still be started."""
        busy = sum(worker.number is not None for worker in self._workers)
        return len(self._again) < self._count - busy

    def _hand_out(self) -> None:
        while len(self._workers) < min(self._count, len(self._open)):
            self._workers.append(_start(self._job))
        for worker in self._workers:
            if self._again and worker.ready and worker.number is None:
                worker.number = self._again.popleft()
                worker.since = time.monotonic()
                try:
                    worker.wire.send(self._open[worker.number])
                except OSError:
                    self._died(worker)
                    return

    def _collect(self) -> None:
        """Wait until a worker has something to say, or has died, or has been waited for long enough."""
        begun = [each.since for each in self._workers if each.number is not None or not each.ready]
        if not begun:
            return
        left = max(0.0, min(begun) + self._patience - time.monotonic())
        heard: list[Any] = connection.wait([worker.wire for worker in self._workers], left)
        for worker in [each for each in self._workers if each.wire in heard]:
            self._hear(worker)
        now = time.monotonic()
        for worker in [each for each in self._workers if each.number is not None or not each.ready]:
            if now >= worker.since + self._patience and not worker.wire.poll():
                self._died(worker, f"it took longer than {self._patience:.0f} seconds")

    def _hear(self, worker: _Worker) -> None:
        try:
            said = worker.wire.recv()
        except (EOFError, OSError):
            self._died(worker)
            return
        if worker.number is not None:
            self._done[worker.number] = said
            del self._open[worker.number]
            worker.number = None
        elif said is None:
            worker.ready = True
            self._false_starts = 0
        else:
            raise CrewError(said)

    def _died(self, worker: _Worker, why: str = "") -> None:
        worker.process.kill()
        worker.process.join()
        worker.wire.close()
        self._workers.remove(worker)
        why = why or _last_words(worker.process.exitcode)
        number = worker.number
        if number is None:
            self._false_starts += not worker.ready
            if self._false_starts >= _STARTS:
                message = f"workers die while they start: {why}; try fewer --workers"
                raise CrewError(message)
            return
        self._deaths[number] += 1
        if self._deaths[number] < _TRIES:
            self._again.appendleft(number)
            return
        self._done[number] = self._job.lost(self._open.pop(number), f"{why}, {_TRIES} times")


def _last_words(code: int | None) -> str:
    if code is not None and code < 0:
        return f"its worker was killed ({signal.Signals(-code).name})"
    return f"its worker ended with exit code {code}"


def _start(job: Job[Any, Any]) -> _Worker:
    context = get_context("spawn")  # a forked process would share locks of threads that it does not have
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(job, theirs), daemon=True)
    with _single_threaded():
        process.start()
    theirs.close()
    return _Worker(process, ours, time.monotonic())


@contextmanager
def _single_threaded() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in _ONE_THREAD}
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _work(job: Job[Any, Any], wire: Connection) -> None:
    """A worker's life: says None once it is ready or why it never will be, then answers every task."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to the foreman, who ends his workers himself
    try:
        do = job.load()
    except ValueError as error:
        wire.send(str(error))
        return
    try:
        wire.send(None)
        while True:
            wire.send(carefully(job, do, wire.recv()))
    except (EOFError, OSError):
        return  # the foreman is gone


def carefully(job: Job[Task, Result], do: Callable[[Task], Result], task: Task) -> Result:
    """A task's result; where doing it raises anything, that is said in its place."""
    try:
        return do(task)
    except Exception as error:  # noqa: BLE001 - the run goes on, whatever one task does
        return job.lost(task, f"a defect of yakulens: {type(error).__name__}: {error}")
