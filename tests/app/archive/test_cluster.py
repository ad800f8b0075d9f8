"""A Dask cluster does what local workers do; skipped where Dask is not installed."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from itertools import count
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tests.app.archive.jobs import Double, Unfit
from tests.conftest import ROOT
from yakulens.app.archive.job import CrewError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

distributed = pytest.importorskip("distributed")
Cluster = pytest.importorskip("yakulens.app.archive.cluster").Cluster


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Of a scheduler with two workers, which are threads of this process: nothing is killed here."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as own:
        yield own.scheduler_address


def results(address: str, job: Double, tasks: int) -> list[Any]:
    return list(Cluster(job, address).results(range(tasks)))


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
    monkeypatch.setattr("yakulens.app.archive.cluster._TIMEOUT", 1)
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as own:
        running = Cluster(Double(), own.scheduler_address).results(range(10_000))
        assert next(running) == 0
        own.scale(0)
        with pytest.raises(CrewError, match="all workers are gone"):
            list(running)


@pytest.fixture
def own_scheduler() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A scheduler and a worker in processes of their own: its address, and the process to be killed."""
    module = [sys.executable, "-m"]
    quiet = ["--no-dashboard", "--host", "127.0.0.1"]
    started = [*module, "distributed.cli.dask_scheduler", "--port", "0", *quiet]
    with subprocess.Popen(started, stderr=subprocess.PIPE, text=True) as scheduler:
        assert scheduler.stderr is not None
        found = (re.search(r"tcp://127\.0\.0\.1:\d+", line) for line in scheduler.stderr)
        address = next(match[0] for match in found if match)
        joined = [*module, "distributed.cli.dask_worker", address, "--no-nanny", *quiet]
        with subprocess.Popen(joined, stderr=subprocess.DEVNULL, cwd=ROOT) as worker:
            try:
                yield address, scheduler
            finally:
                worker.kill()
                scheduler.kill()


@pytest.mark.long
@pytest.mark.parametrize("seconds_later", [0, 0.3, 4])
def test_a_scheduler_that_is_lost_ends_the_run_in_one_line(
    seconds_later: float,
    own_scheduler: tuple[str, subprocess.Popen[str]],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    address, scheduler = own_scheduler

    def client(_: Cluster[Any, Any]) -> distributed.Client:
        found = distributed.Client(address, timeout=60)
        found._timeout = 2  # so long it looks for a scheduler that is lost, but not for one that begins
        return found

    monkeypatch.setattr(Cluster, "_client", client)
    running = Cluster(Double(), address).results(count())
    assert [next(running) for _ in range(3)] == [0, 2, 4]
    capfd.readouterr()
    scheduler.kill()
    # At once the connection breaks; then Dask tries to find it again, and at last gives it up.
    time.sleep(seconds_later)
    with pytest.raises(CrewError, match=r"the scheduler is gone; .* the same command goes on") as told:
        list(running)
    assert "\n" not in str(told.value)
    assert capfd.readouterr().err == ""


def test_a_scheduler_that_takes_no_new_connection_is_gone(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Cluster(Double(), address).results(count())
    assert next(running) == 0

    def refused(_: distributed.Client) -> None:
        raise TimeoutError

    monkeypatch.setattr(distributed.Client, "nthreads", refused)
    with pytest.raises(CrewError, match="the scheduler is gone"):
        list(running)


def test_a_job_that_cannot_be_loaded_says_why(address: str) -> None:
    with pytest.raises(CrewError, match="there is no such model"):
        results(address, Unfit(deadly=False), 2)


def test_where_no_scheduler_answers_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yakulens.app.archive.cluster._TIMEOUT", 1)
    with pytest.raises(CrewError, match="no Dask scheduler answers there"):
        results("tcp://127.0.0.1:9", Double(), 1)
