"""A Dask cluster does what local workers do; skipped where Dask is not installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.archive.cluster import Cluster
from app.archive.job import CrewError
from tests.app.archive.jobs import Double, Mishap, Unfit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Of a scheduler with two workers, which gives a task up at the second worker that it kills."""
    import dask  # noqa: PLC0415 - an extra

    with (
        dask.config.set(
            {"distributed.scheduler.allowed-failures": 1, "distributed.worker.profile.enabled": False}
        ),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
    ):
        yield cluster.scheduler_address


def results(address: str, job: Double, tasks: int) -> list[Any]:
    return list(Cluster(address).results(job, range(tasks)))


def test_results_come_in_order_and_a_dead_worker_costs_only_the_repeat(address: str, tmp_path: Path) -> None:
    assert results(address, Mishap("kill", str(tmp_path / "once")), 40) == [2 * n for n in range(40)]


def test_a_poisonous_task_is_answered_in_its_place(address: str) -> None:
    found = results(address, Mishap("exit"), 8)
    assert found[5].startswith("5 lost: its workers died")
    assert [*found[:5], *found[6:]] == [0, 2, 4, 6, 8, 12, 14]


def test_a_job_that_cannot_be_loaded_says_why(address: str) -> None:
    with pytest.raises(CrewError, match="there is no such model"):
        results(address, Unfit(deadly=False), 2)


def test_where_no_scheduler_answers_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.archive.cluster._PATIENCE", 1)
    with pytest.raises(CrewError, match="no Dask scheduler answers there"):
        results("tcp://127.0.0.1:9", Double(), 1)
