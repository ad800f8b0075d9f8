"""A Dask cluster does what local workers do; skipped where Dask is not installed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tests.app.archive.jobs import Double, Unfit
from yakulens.app.archive.cluster import Cluster
from yakulens.app.archive.job import CrewError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Of a scheduler with two workers, which are threads of this process: nothing is killed here."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as own:
        yield own.scheduler_address


def results(address: str, job: Double, tasks: int) -> list[Any]:
    return list(Cluster(address).results(job, range(tasks)))


def test_results_come_in_the_order_of_the_tasks(address: str) -> None:
    assert results(address, Double(), 40) == [2 * n for n in range(40)]


@pytest.mark.parametrize("deaths", [1, 2])
def test_a_task_whose_workers_died_is_tried_once_more_alone(
    address: str, deaths: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tmp_path / "seen"  # functions travel as copies, so that only a file knows what was before

    def do(job: Double, task: int) -> int:
        before = seen.stat().st_size if seen.exists() else 0
        if task == 5 and before < deaths:
            seen.write_text("x" * (before + 1), encoding="ascii")
            raise distributed.KilledWorker(
                task, SimpleNamespace(address="gone"), 0
            )  # as the scheduler says it of a worker that died
        return job.load()(task)

    monkeypatch.setattr("yakulens.app.archive.cluster._do", do)
    expected: list[Any] = [2 * n for n in range(8)]
    if deaths > 1:
        expected[5] = "5 lost: its workers died of it"
    assert results(address, Double(), 8) == expected


def test_a_cluster_that_loses_its_workers_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yakulens.app.archive.cluster._PATIENCE", 1)
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as own:
        running = Cluster(own.scheduler_address).results(Double(), range(10_000))
        assert next(running) == 0
        own.scale(0)
        with pytest.raises(CrewError, match="all workers are gone"):
            list(running)


def test_a_job_that_cannot_be_loaded_says_why(address: str) -> None:
    with pytest.raises(CrewError, match="there is no such model"):
        results(address, Unfit(deadly=False), 2)


def test_where_no_scheduler_answers_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yakulens.app.archive.cluster._PATIENCE", 1)
    with pytest.raises(CrewError, match="no Dask scheduler answers there"):
        results("tcp://127.0.0.1:9", Double(), 1)
