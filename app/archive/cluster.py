"""Workers on other machines: a Dask cluster (``pip install 'yakulens[cluster]'``).

Dask rather than Ray: it is 10 MB of plain Python that runs wherever we run. Its scheduler already does what
an archive needs: it gives a dead worker's tasks to others, and names and gives up a task that keeps killing
workers. Clusters of every kind (Kubernetes, Slurm, SSH) start it. Ray brings 80 MB of binaries, for few
Pythons.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from itertools import islice
from typing import Any, Final, Generic, NoReturn

import distributed

from yakulens.app.archive.job import CrewError, Job, Result, Task
from yakulens.app.archive.processes import carefully

_AHEAD: Final = 8
"""Tasks submitted at once per worker thread, so that no thread waits for the network."""
_TIMEOUT: Final = 30
"""Seconds that the scheduler may take to answer, and that a first worker may take to appear."""
_LOST_SCHEDULER: Final = (
    distributed.comm.CommClosedError,
    distributed.client.ClosedClientError,
    CancelledError,
)


@dataclass(frozen=True, slots=True)
class Cluster(Generic[Task, Result]):
    """The workers of a Dask scheduler, for one job.

    They need this version of Yakulens, and the photos under the same paths.
    """

    job: Job[Task, Result]
    address: str  # of the scheduler, such as ``tcp://10.0.0.5:8786``

    def results(self, tasks: Iterable[Task]) -> Iterator[Result]:
        """Every task's result, in the order of the tasks, as ``app.archive.job.Crew`` promises it."""
        # Everything important in Dask's log also arrives as an exception. Its modules set their own levels.
        logging.disable()
        try:
            with self._client() as client:
                self._check(client)
                yield from self._results(client, iter(tasks))
        except _LOST_SCHEDULER:
            reason = "the scheduler is gone; once it runs again, the same command goes on where it stopped"
            self._refuse(reason)
        finally:
            logging.disable(logging.NOTSET)

    def _refuse(self, reason: str) -> NoReturn:
        option = f"--cluster {self.address}"
        raise CrewError(option, reason)

    def _results(self, client: distributed.Client, tasks: Iterator[Task]) -> Iterator[Result]:
        submitted: deque[tuple[Task, distributed.Future]] = deque()
        while True:
            room = _AHEAD * max(1, _threads(client)) - len(submitted)
            for task in islice(tasks, max(0, room)):
                # not pure: two tasks may be equal, and no old result may stand in for a new one
                submitted.append((task, client.submit(_do, self.job, task, pure=False)))
            if not submitted:
                return
            task, future = submitted.popleft()
            try:
                yield self._awaited(client, future)
            except distributed.KilledWorker:
                # The scheduler blames every task of a dead worker, so this one is repeated alone.
                distributed.wait([other for _, other in submitted])
                try:
                    yield self._awaited(client, client.submit(_do, self.job, task, pure=False))
                except distributed.KilledWorker:
                    yield self.job.lost(task, "its workers died of it")
            except ValueError as error:
                raise CrewError(str(error)) from error

    def _awaited(self, client: distributed.Client, future: distributed.Future) -> Any:  # noqa: ANN401 - any result
        """The result of a future, as long as there are any workers."""
        while True:
            try:
                return future.result(timeout=_TIMEOUT)
            except TimeoutError:
                if not _threads(client):
                    self._refuse("all workers are gone; the same command goes on later")

    def _client(self) -> distributed.Client:
        try:
            return distributed.Client(self.address, timeout=_TIMEOUT)
        except (OSError, ValueError, TypeError) as error:
            reason = f"no Dask scheduler answers there ({error})"
            self._refuse(" ".join(reason.split()))

    def _check(self, client: distributed.Client) -> None:
        """Refuse a cluster that has no workers, or another version of Yakulens."""
        try:
            client.wait_for_workers(1, timeout=_TIMEOUT)
            versions = client.run(version, "yakulens")
        except TimeoutError:
            self._refuse(f"it has no workers; start some with dask worker {self.address}")
        except ImportError:
            self._refuse("a worker has no yakulens; install it there")
        here = version("yakulens")
        for worker, there in versions.items():
            if there != here:
                self._refuse(f"worker {worker} has yakulens {there}, here is {here}")


def _threads(client: distributed.Client) -> int:
    """Number of threads of all workers.

    Raises:
        CancelledError: the client has lost the scheduler.
    """
    try:
        return sum(client.nthreads().values())
    except (AttributeError, OSError) as error:
        # OSError: new connections were refused until Dask's own timeout
        raise CancelledError from error


@lru_cache(maxsize=2)
def _loaded(job: Job[Any, Any]) -> Callable[[Any], Any]:
    """Load what a job needs, once in each worker's process."""
    return job.load()


def _do(job: Job[Task, Result], task: Task) -> Result:
    """Do one task, on a worker."""
    return carefully(job, _loaded(job), task)
