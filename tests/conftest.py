"""Fixtures that every test may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# How long one example takes says more about the machine's load than about the code.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

MOST_WORKERS = 8
"""Each holds a model, and where it tests the page a server and a browser as well."""

if "PYTEST_XDIST_WORKER" in os.environ:
    # The workers share the cores: none starts threads for all of them. Read where these libraries are loaded.
    for threads in ("OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
        os.environ.setdefault(threads, "1")

ROOT = Path(__file__).resolve().parents[1]


def pytest_xdist_auto_num_workers() -> int:
    """A worker for each core that this process may use, and one more: tests of the page mostly wait."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores + 1, MOST_WORKERS)


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
