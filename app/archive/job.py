"""What workers do: one job, done to many tasks, each on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from yakulens.scorer.errors import InputError

Task = TypeVar("Task")
Result = TypeVar("Result")
_Task_contra = TypeVar("_Task_contra", contravariant=True)
_Result_co = TypeVar("_Result_co", covariant=True)


class Job(Protocol[_Task_contra, _Result_co]):
    """Something to be done to every task.

    It travels to the workers, so it holds names and settings; what is large is loaded there, once a worker.
    The same task must give the same result wherever and beside whatever it is done. A job can be hashed.
    """

    def load(self) -> Callable[[_Task_contra], _Result_co]:
        """Load what is needed, and give what does one task.

        Raises:
            ValueError: that cannot be loaded; the message is one line.
        """

    def __hash__(self) -> int:
        """Hash equal jobs alike: a worker loads each once."""

    def lost(self, task: _Task_contra, why: str) -> _Result_co:
        """The result of a task that cannot be done; ``why`` goes on from "it could not be done: "."""


class Crew(Protocol):
    """Workers, wherever they are."""

    def results(self, job: Job[Task, Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Every task's result, in the order of the tasks.

        Tasks are taken from ``tasks`` as workers come free and only so far ahead of the results that memory
        stays bounded. A task whose worker dies is done again; if that one dies too, its result is
        ``job.lost``.

        Raises:
            CrewError: there are no workers that could do the job.
        """


class CrewError(InputError):
    """There are no workers that could do the job; the message is one line."""
