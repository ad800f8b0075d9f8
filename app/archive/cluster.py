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
from itertools import islice
from typing import Any, Final

from yakulens.app.archive.job import CrewError, Job, Result, Task
from yakulens.app.archive.processes import carefully

_AHEAD: Final = 8
"""Tasks submitted at once for each thread of a worker, so that no thread waits for the network."""
_TIMEOUT: Final = 30
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
        lost_scheduler = (
            distributed.comm.CommClosedError,
            distributed.client.ClosedClientError,
            CancelledError,
        )
        with _quiet():
            try:
                with self._client(distributed) as client:
                    self._check(client)
                    yield from self._results(distributed, client, job, iter(tasks))
            except lost_scheduler as error:
                reason = (
                    "the scheduler is gone; once it runs again, the same command goes on where it stopped"
                )
                raise CrewError(self._option, reason) from error

    @property
    def _option(self) -> str:
        return f"--cluster {self.address}"

    def _results(
        self,
        distributed: Any,  # noqa: ANN401 - an optional package, untyped
        client: Any,  # noqa: ANN401 - an optional package, untyped
        job: Job[Task, Result],
        tasks: Iterator[Task],
    ) -> Iterator[Result]:
        """Every task's result, in the order of the tasks."""
        submitted: deque[tuple[Task, Any]] = deque()
        while True:
            room = _AHEAD * max(1, _threads(client)) - len(submitted)
            for task in islice(tasks, max(0, room)):
                # not pure: two tasks may be the same, and an old result is never taken for a new one
                submitted.append((task, client.submit(_do, job, task, pure=False)))
            if not submitted:
                return
            task, future = submitted.popleft()
            try:
                yield self._awaited(client, future)
            except distributed.KilledWorker:
                distributed.wait([other for _, other in submitted])
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
        """Do a task again by itself: the scheduler blames every task that a dead worker held."""
        try:
            result: Result = self._awaited(client, client.submit(_do, job, task, pure=False))
        except killed:
            return job.lost(task, "its workers died of it")
        return result

    def _awaited(self, client: Any, future: Any) -> Any:  # noqa: ANN401 - an optional package, untyped
        """The result of a future, as long as there are any workers."""
        while True:
            try:
                return future.result(timeout=_TIMEOUT)
            except TimeoutError as error:
                if not _threads(client):
                    raise CrewError(
                        self._option, "all workers are gone; the same command goes on later"
                    ) from error

    def _client(self, distributed: Any) -> Any:  # noqa: ANN401 - an optional package, untyped
        try:
            return distributed.Client(self.address, timeout=_TIMEOUT)
        except (OSError, ValueError, TypeError) as error:
            reason = f"no Dask scheduler answers there ({error})"
            raise CrewError(self._option, " ".join(reason.split())) from error

    def _check(self, client: Any) -> None:  # noqa: ANN401 - an optional package, untyped
        """Refuse a cluster without workers, or with another version of Yakulens."""
        try:
            client.wait_for_workers(1, timeout=_TIMEOUT)
            versions = client.run(version, "yakulens")
        except TimeoutError as error:
            raise CrewError(
                self._option, f"it has no workers; start some with dask worker {self.address}"
            ) from error
        except ImportError as error:
            raise CrewError(self._option, "a worker has no yakulens; install it there") from error
        here = version("yakulens")
        for worker, there in versions.items():
            if there != here:
                raise CrewError(self._option, f"worker {worker} has yakulens {there}, here is {here}")


def _threads(client: Any) -> int:  # noqa: ANN401 - an optional package, untyped
    """Number of threads of all workers.

    Raises:
        CancelledError: the client has lost the scheduler.
    """
    try:
        return sum(client.nthreads().values())
    except AttributeError as error:
        raise CancelledError from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's log off standard error: what matters in it comes as an exception as well.

    Its modules set their own levels, so all logging is disabled meanwhile.
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
    """Do one task, on a worker."""
    return carefully(job, _loaded(job), task)
