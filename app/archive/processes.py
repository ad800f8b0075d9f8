"""Workers as processes of this machine.

A ``ProcessPoolExecutor`` gives up all its tasks when one of its processes is killed, and cannot say which
task was to blame. Here each process has one task at a time, and only a dead process's task is repeated.
"""

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, Generic

from yakulens.app.archive.job import CrewError, Job, Result, Task

TIMEOUT: Final = 600.0
"""Seconds after which a task counts as having killed its worker."""

_AHEAD: Final = 64
"""Tasks per worker that may be done before the oldest unfinished one."""

_MAX_TRIES: Final = 2
_MAX_FALSE_STARTS: Final = 3
"""Workers in a row that may die before they are ready."""

_THREAD_VARIABLES: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Environment variables for the number of threads of numerical libraries: one per worker, as there are as
many workers as cores."""


@dataclass(slots=True, eq=False)
class _Turn:
    """A numbered task, and how many workers have died of it."""

    number: int
    task: Any
    deaths: int = 0


@dataclass(slots=True, eq=False)
class _Worker:
    """One worker process, as the process that started it sees it."""

    process: SpawnProcess
    pipe: Connection  # sends tasks and receives results
    since: float  # when it started or got its task, in seconds of the monotonic clock
    ready: bool = False  # whether it has loaded the job
    turn: _Turn | None = None  # its task; None where it is idle


class Processes(Generic[Task, Result]):
    """Processes of this machine, each of which does one task at a time within a time limit."""

    def __init__(self, job: Job[Task, Result], count: int, timeout: float = TIMEOUT) -> None:
        """Prepare a job for that many processes; a task may take ``timeout`` seconds."""
        self._job = job
        self._count = count
        self._timeout = timeout
        self._workers: list[_Worker] = []
        self._queue: deque[_Turn] = deque()
        self._done: dict[int, Result] = {}
        self._false_starts = 0

    def results(self, tasks: Iterable[Task]) -> Iterator[Result]:
        """Every task's result, as ``app.archive.job.Crew`` promises it; then the processes end."""
        turns = (_Turn(number, task) for number, task in enumerate(tasks))
        next_result = 0
        try:
            while True:
                unfinished = self._unfinished()
                # For each further task there is a free worker, or one may still be started.
                room = min(self._count - unfinished, _AHEAD * self._count - unfinished - len(self._done))
                self._queue.extend(islice(turns, max(0, room)))
                if not self._unfinished() and not self._done:
                    return
                self._assign()
                self._collect()
                while next_result in self._done:
                    yield self._done.pop(next_result)
                    next_result += 1
        finally:
            for worker in self._workers:
                worker.process.kill()
                worker.pipe.close()
            for worker in self._workers:
                worker.process.join()

    def _unfinished(self) -> int:
        return len(self._queue) + sum(worker.turn is not None for worker in self._workers)

    def _assign(self) -> None:
        while len(self._workers) < min(self._count, self._unfinished()):
            self._workers.append(_start(self._job))
        for worker in self._workers:
            if self._queue and worker.ready and worker.turn is None:
                worker.turn = self._queue.popleft()
                worker.since = time.monotonic()
                try:
                    worker.pipe.send(worker.turn.task)
                except OSError:
                    self._bury(worker)
                    return

    def _collect(self) -> None:
        """Wait until a worker sends something, dies, or takes too long."""
        busy = self._busy()
        if not busy:
            return
        remaining = max(0.0, min(worker.since for worker in busy) + self._timeout - time.monotonic())
        readable: list[Any] = connection.wait([worker.pipe for worker in self._workers], remaining)
        for worker in [worker for worker in self._workers if worker.pipe in readable]:
            self._receive(worker)
        now = time.monotonic()
        for worker in self._busy():
            if now >= worker.since + self._timeout and not worker.pipe.poll():
                self._bury(worker, f"it took longer than {self._timeout:.0f} seconds")

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.turn is not None or not worker.ready]

    def _receive(self, worker: _Worker) -> None:
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return
        if worker.turn is not None:
            self._done[worker.turn.number] = answer
            worker.turn = None
        elif answer is None:
            worker.ready = True
            self._false_starts = 0
        else:
            raise CrewError(answer)

    def _bury(self, worker: _Worker, reason: str = "") -> None:
        """Remove a worker that died or took too long, and repeat its task or give it up."""
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        self._workers.remove(worker)
        code, turn = worker.process.exitcode, worker.turn
        if not reason and code is not None and code < 0:
            reason = f"its worker was killed ({signal.Signals(-code).name})"
        reason = reason or f"its worker ended with exit code {code}"
        if turn is None:
            self._false_starts += not worker.ready
            if self._false_starts >= _MAX_FALSE_STARTS:
                message = f"workers die while they start: {reason}; try fewer --workers"
                raise CrewError(message)
            return
        turn.deaths += 1
        if turn.deaths < _MAX_TRIES:
            self._queue.appendleft(turn)
        else:
            self._done[turn.number] = self._job.lost(turn.task, f"{reason}, {_MAX_TRIES} times")


def _start(job: Job[Any, Any]) -> _Worker:
    context = get_context("spawn")  # a forked process would inherit locks of threads that it lacks
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(job, there), daemon=True)
    before = {name: os.environ[name] for name in _THREAD_VARIABLES if name in os.environ}
    os.environ.update(dict.fromkeys(_THREAD_VARIABLES, "1"))
    try:
        process.start()
    finally:
        for name in _THREAD_VARIABLES:
            del os.environ[name]
        os.environ.update(before)
    there.close()
    return _Worker(process, here, time.monotonic())


def _work(job: Job[Any, Any], pipe: Connection) -> None:
    """A worker's program: sends None once it is ready, or its error, then a result for each task."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the main process, which ends its workers
    try:
        do = job.load()
    except ValueError as error:
        pipe.send(str(error))
        return
    try:
        pipe.send(None)
        while True:
            pipe.send(carefully(job, do, pipe.recv()))
    except (EOFError, OSError):
        return  # the main process is gone


def carefully(job: Job[Task, Result], do: Callable[[Task], Result], task: Task) -> Result:
    """A task's result, or the job's answer if the task raises an error."""
    try:
        return do(task)
    except Exception as error:  # noqa: BLE001 - the run goes on, whatever one task does
        return job.lost(task, f"a bug in yakulens: {type(error).__name__}: {error}")
