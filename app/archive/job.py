"""The work of workers: one job for many independent tasks."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol, TypeVar

from yakulens.scorer.errors import InputError

_BATCH: Final = 500
"""Hands of a task: sending one takes longer than scoring it."""
_MOST_TEXT: Final = 1 << 20
"""Characters of lines after which a task takes no further one: a hand's line has some hundreds."""

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
    """Hands or their lines in batches, each the task of a job; those of long lines are smaller.

    >>> [len(batch) for batch in batches(["a" * 300_000] * 5 + ["b"] * 501)]
    [4, 500, 2]
    """
    batch: list[Each] = []
    text = 0
    for hand in hands:
        batch.append(hand)
        text += len(hand) if isinstance(hand, str) else 0
        if len(batch) == _BATCH or text > _MOST_TEXT:
            yield tuple(batch)
            batch, text = [], 0
    if batch:
        yield tuple(batch)
