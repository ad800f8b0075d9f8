"""Fixtures that every test may use."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Playwright

# How long one example takes says more about the machine's load than about the code.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

# What was compiled is kept, whatever this machine is told: else every worker compiles all tests anew, and
# every program that a test starts all that it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

MOST_WORKERS = 8
"""Each holds a model, and where it tests the page a server and a browser as well."""

LONG = ("browser", "pocket", "served", "test_site.py", "test_wheel.py")
"""What starts browsers, servers and other programs: seconds a test, where nearly all others take none."""

JOURNEYS = {
    "test_a_clear_photo_to_the_score_with_all_facts_said[small]": "Score",
    "test_a_typed_hand_stays_within_the_window_and_a_quad_after_riichi_is_judged_with_its_section": "Compare",
    "test_what_a_hand_changes_is_told_by_the_tap_that_enters_it_and_is_in_view_after_it": "Table",
    "test_a_photo_is_read_corrected_found_again_exported_evaluated_and_deleted": "History",
    "test_from_a_first_visit_in_the_browsers_language_and_a_photo_to_the_ruling_card_and_in_airplane_mode": (
        "the page without a server"
    ),
}
"""Of all that is done in a real browser, what `make test` does too: one journey for each of these pages."""

ROOT = Path(__file__).resolve().parents[1]
PATIENCE_S = 600.0
"""So long a worker waits for what another one makes."""


def pytest_xdist_setupnodes() -> None:
    """The workers share the cores: neither they nor what they start has threads for all of them.

    Said before there are any: a plugin loads NumPy in a worker before this file is read, and by then the
    threads are started. ``vision.cores`` reads the first as well.
    """
    for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
        os.environ.setdefault(threads, "1")


def pytest_xdist_auto_num_workers() -> int:
    """A worker for each core that this process may use, and one more: tests of the page mostly wait."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores + 1, MOST_WORKERS)


def pytest_itemcollected(item: pytest.Item) -> None:
    """What needs a real browser is long, but for the journeys."""
    in_browser = {"driver", "built"} & set(getattr(item, "fixturenames", ()))
    if in_browser and item.name not in JOURNEYS:
        item.add_marker(pytest.mark.long)


@pytest.hookimpl(trylast=True)  # after the order is drawn by chance
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long comes first in every worker's share: at the end short tests are left to share out."""
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    long = [item for item in items if item.path.relative_to(ROOT / "tests").parts[0] in LONG]
    short = [item for item in items if item.path.relative_to(ROOT / "tests").parts[0] not in LONG]
    ends = [(len(long) * at // workers, len(items) * at // workers) for at in range(workers + 1)]
    items[:] = [
        item
        for (first, begin), (last, end) in pairwise(ends)
        for item in (*long[first:last], *short[begin - first : end - last])
    ]


class LeftOut:
    """The long tests of a run that does not choose them; workers find them, and the first process is told."""

    def __init__(self) -> None:
        """Begin before any was found."""
        self.names: set[str] = set()

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        """Note those among what a run leaves out."""
        self.names |= {item.nodeid for item in items if item.get_closest_marker("long")}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Send them from a worker."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["left_out"] = sorted(self.names)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:  # noqa: ANN401 - xdist's own
        """Receive them from a worker: each collects every test."""
        self.names |= set(getattr(node, "workeroutput", {}).get("left_out", ()))

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say how many there are: a run without them must not look like a whole one."""
        if self.names:
            count = len(self.names)
            told = f"{count} long test{'s' * (count > 1)} left out: make test-all runs everything"
            terminalreporter.write_line(told, yellow=True, bold=True)


def pytest_configure(config: pytest.Config) -> None:
    """Watch for what is left out."""
    config.pluginmanager.register(LeftOut(), "left-out")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was not looked at, and why: a run without a browser must not look like a whole one."""
    skipped = Counter(
        ("files" if isinstance(report, pytest.CollectReport) else "tests", report.longrepr[-1])
        for report in terminalreporter.stats.get("skipped", ())
    )
    if skipped:
        terminalreporter.section("NOT TESTED HERE", sep="!", yellow=True, bold=True)
        for (what, why), count in skipped.most_common():
            terminalreporter.write_line(f"{count:5} {what} {why[:1].lower()}{why[1:]}")


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Path], None]], Path]:
    """Make a folder that takes its time once for all workers; who uses it changes nothing in it."""
    base = tmp_path_factory.getbasetemp()
    common = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def made(name: str, make: Callable[[Path], None]) -> Path:
        folder = common / name
        with closing(sqlite3.connect(common / f"{name}.lock", PATIENCE_S, isolation_level=None)) as lock:
            lock.execute("BEGIN EXCLUSIVE")  # an open file is locked alike on every system
            if not folder.exists():
                begun = tmp_path_factory.mktemp(name)
                make(begun)
                begun.rename(folder)
        return folder

    return made


@pytest.fixture(scope="session", autouse=True)
def _shipped_models_alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whoever runs the tests may have adopted a model: none of it is read here."""
    from yakulens.vision import models  # noqa: PLC0415 - as below

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(models, "own_folder", lambda: tmp_path_factory.getbasetemp() / "no models")
        yield


@pytest.fixture(scope="session", autouse=True)
def _networks_loaded_once() -> Iterator[None]:
    """Hundreds of readings would load their networks anew, and show them half of all they see twice."""
    from tests.networks import Engine  # noqa: PLC0415 - only where tests run
    from yakulens.vision import inference  # noqa: PLC0415

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inference, "onnxruntime", Engine())
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder `../shared` beside the repository; the test is skipped where there is none."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("../shared is not here")
    return folder


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """What drives browsers: one for all tests of a process, for a second one does not start beside it."""
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        yield running
