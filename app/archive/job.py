"""The work of workers: one job for many independent tasks."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, Protocol, TypeVar

from yakulens.scorer.errors import InputError

_BATCH: Final = 500
"""Hands of a task: sending one takes longer than scoring it."""

Each = TypeVar("Each")
Task = TypeVar("Task")
Result = TypeVar("Result")
_Task_contra = TypeVar("_Task_contra", contravariant=True)
_Result_co = TypeVar("_Result_co", covariant=True)


class Job(Protocol[_Task_contra, _Result_co]):
    """A function of a task, with its data loaded on each worker.

    A job is sent to the workers, so it holds only names and settings; each worker loads large data once. A
    task must give the same result on every worker, whatever other tasks are done.
    """

    def load(self) -> Callable[[_Task_contra], _Result_co]:
        """Load the needed data; returns the function for one task.

        Raises:
            ValueError: something cannot be loaded; the message is one line.
        """

    def __hash__(self) -> int:
        """Equal jobs have equal hashes: a worker loads each once."""

    def lost(self, task: _Task_contra, reason: str) -> _Result_co:
        """The result of a task that cannot be done; ``reason`` continues "it could not be done: "."""


class Crew(Protocol[_Task_contra, _Result_co]):
    """Workers that do one job, on this machine or on others."""

    def results(self, tasks: Iterable[_Task_contra]) -> Iterator[_Result_co]:
        """Every task's result, in the order of the tasks.

        Tasks are taken from ``tasks`` as workers become free, at most so far ahead of the results that memory
        stays bounded. A task whose worker dies is repeated; if that worker dies too, its result is
        ``job.lost``.

        Raises:
            CrewError: no workers can do the job.
        """


class CrewError(InputError):
    """No workers can do the job; the message is one line."""


def batches(hands: Iterable[Each]) -> Iterator[tuple[Each, ...]]:
    """Hands or their lines in batches of fixed size, each the task of a job."""
    remaining = iter(hands)
    while batch := tuple(islice(remaining, _BATCH)):
        yield batch
