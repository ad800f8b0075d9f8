"""Local workers: results in order, and a death costs one task's repeat."""

from __future__ import annotations

import multiprocessing
from itertools import count, islice
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tests.app.archive.jobs import Double, Hangs, Mishap, Unfit
from yakulens.app.archive import processes
from yakulens.app.archive.job import CrewError
from yakulens.app.archive.processes import Processes

if TYPE_CHECKING:
    from pathlib import Path


def results(job: Double, tasks: int, workers: int = 2, timeout: float = 600) -> list[Any]:
    return list(Processes(job, workers, timeout).results(range(tasks)))


def test_results_come_in_the_order_of_the_tasks() -> None:
    assert results(Double(), 20, workers=3) == [2 * n for n in range(20)]


def test_no_tasks_need_no_workers() -> None:
    assert results(Unfit(deadly=True), 0) == []


def test_a_killed_worker_costs_only_the_repeat(tmp_path: Path) -> None:
    assert results(Mishap("kill", str(tmp_path / "once")), 12) == [2 * n for n in range(12)]


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("kill", "its worker was killed (SIGKILL), 2 times"),
        ("exit", "its worker ended with exit code 3, 2 times"),
        ("raise", "a bug in yakulens: RuntimeError: raise"),
    ],
)
def test_a_poisonous_task_is_answered_in_its_place_and_the_others_are_done(what: str, why: str) -> None:
    expected: list[Any] = [2 * n for n in range(9)]
    expected[5] = f"5 lost: {why}"
    assert results(Mishap(what), 9) == expected


def test_a_task_that_takes_too_long_is_answered_in_its_place_and_the_others_are_done(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """However long a busy machine takes to start a worker: here time passes while the task hangs alone."""
    clock = SimpleNamespace(monotonic=lambda: 10.0 * len(list(tmp_path.iterdir())))
    monkeypatch.setattr(processes, "time", clock)
    expected: list[Any] = [2 * n for n in range(9)]
    expected[5] = "5 lost: it took longer than 1 seconds, 2 times"
    assert results(Hangs(str(tmp_path)), 9, workers=1, timeout=1) == expected


def test_a_job_that_cannot_be_loaded_says_why() -> None:
    with pytest.raises(CrewError, match="there is no such model"):
        results(Unfit(deadly=False), 3)


def test_workers_that_die_while_they_start_end_the_run() -> None:
    with pytest.raises(CrewError, match="die while they start"):
        results(Unfit(deadly=True), 3)


def test_tasks_are_taken_only_so_far_ahead() -> None:
    taken = count()
    running = Processes(Double(), 1).results(taken)
    assert list(islice(running, 5)) == [0, 2, 4, 6, 8]
    assert next(taken) < 80
    running.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()
