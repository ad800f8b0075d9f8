"""Workers on other machines: a Dask cluster (``pip install 'yakulens[cluster]'``).

Dask rather than Ray: it is plain Python of 10 MB that runs wherever we run, its scheduler already does what
an archive needs (a dead worker's tasks go to others, a task that keeps killing workers is given up by name),
and clusters of every kind (Kubernetes, Slurm, SSH) start it. Ray brings 80 MB of binaries for the few Pythons
that it is built for.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from typing import Any, Final

from yakulens.app.archive.job import CrewError, Job, Result, Task
from yakulens.app.archive.processes import carefully

_AHEAD: Final = 8
"""How many tasks are under way at once for each thread of a worker, so that no thread waits for the way to
it."""

_PATIENCE: Final = 30
"""Seconds that the scheduler may take to answer, and that a first worker may take to appear."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers of a Dask scheduler.

    They must have this version of Yakulens, and see the photos under the same paths.

    Attributes:
        address: of the scheduler, such as ``tcp://10.0.0.5:8786``.
    """

    address: str

    def results(self, job: Job[Task, Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Every task's result, in the order of the tasks, as ``app.archive.job.Crew`` promises it."""
        distributed = _dask()
        gone = (distributed.comm.CommClosedError, distributed.client.ClosedClientError, CancelledError)
        with _quiet():
            try:
                with self._client(distributed) as client:
                    self._check(client)
                    yield from self._each(distributed, client, job, iter(tasks))
            except gone as error:
                what = "the scheduler is gone; once it runs again, the same command goes on where it stopped"
                raise CrewError(self._option, what) from error

    @property
    def _option(self) -> str:
        return f"--cluster {self.address}"

    def _each(
        self,
        distributed: Any,  # noqa: ANN401 - an optional package, untyped
        client: Any,  # noqa: ANN401 - an optional package, untyped
        job: Job[Task, Result],
        coming: Iterator[Task],
    ) -> Iterator[Result]:
        """Every task's result, as long as there is a scheduler."""
        under_way: deque[tuple[Task, Any]] = deque()
        while True:
            most = _AHEAD * max(1, _threads(client))
            while len(under_way) < most:
                try:
                    task = next(coming)
                except StopIteration:
                    break
                # not pure: two tasks may be the same, and an old result is never taken for a new one
                under_way.append((task, client.submit(_do, job, task, pure=False)))
            if not under_way:
                return
            task, future = under_way.popleft()
            try:
                yield self._awaited(client, future)
            except distributed.KilledWorker:
                distributed.wait([each for _, each in under_way])
                yield self._alone(client, job, task, distributed.KilledWorker)
            except ValueError as error:
                raise CrewError(str(error)) from error

    def _alone(
        self,
        client: Any,  # noqa: ANN401 - an optional package, untyped
        job: Job[Task, Result],
        task: Task,
        killed: type[Exception],
    ) -> Result:
        """Do a task with nothing beside it: the scheduler blames all that a dead worker had in its hands."""
        try:
            result: Result = self._awaited(client, client.submit(_do, job, task, pure=False))
        except killed:
            return job.lost(task, "its workers died of it")
        return result

    def _awaited(self, client: Any, future: Any) -> Any:  # noqa: ANN401 - an optional package, untyped
        """The results of the workers, as long as there are any workers."""
        while True:
            try:
                return future.result(timeout=_PATIENCE)
            except TimeoutError as error:
                if not _threads(client):
                    raise CrewError(
                        self._option, "all workers are gone; the same command goes on later"
                    ) from error

    def _client(self, distributed: Any) -> Any:  # noqa: ANN401 - an optional package, untyped
        try:
            return distributed.Client(self.address, timeout=_PATIENCE)
        except (OSError, ValueError, TypeError) as error:
            what = f"no Dask scheduler answers there ({error})"
            raise CrewError(self._option, " ".join(what.split())) from error

    def _check(self, client: Any) -> None:  # noqa: ANN401 - an optional package, untyped
        """Refuse a cluster without workers, or of another Yakulens."""
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
            theirs = client.run(version, "yakulens")
        except TimeoutError as error:
            raise CrewError(
                self._option, f"it has no workers; start some with dask worker {self.address}"
            ) from error
        except ImportError as error:
            raise CrewError(self._option, "a worker has no yakulens; install it there") from error
        ours = version("yakulens")
        for worker, other in theirs.items():
            if other != ours:
                raise CrewError(self._option, f"worker {worker} has yakulens {other}, here is {ours}")


def _threads(client: Any) -> int:  # noqa: ANN401 - an optional package, untyped
    """Number of threads of all workers.

    Raises:
        CancelledError: the client has given the scheduler up; it has none any more.
    """
    try:
        return sum(client.nthreads().values())
    except AttributeError as error:
        raise CancelledError from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's own log off standard error: what matters of it comes as an exception, said in one line.

    Its modules have levels of their own, so that all logging is kept off meanwhile.
    """
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def _dask() -> Any:  # noqa: ANN401 - an optional package, untyped
    try:
        import distributed  # noqa: PLC0415 - an extra
    except ImportError as error:
        message = "--cluster needs Dask: pip install 'yakulens[cluster]'"
        raise CrewError(message) from error
    return distributed


@lru_cache(maxsize=2)
def _loaded(job: Job[Any, Any]) -> Callable[[Any], Any]:
    """Load what a job needs, once in each worker's process."""
    return job.load()


def _do(job: Job[Task, Result], task: Task) -> Result:
    """Do one task; this runs on a worker."""
    return carefully(job, _loaded(job), task)
