"""Fixtures that every test may use."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# How long one example takes says more about the machine's load than about the code.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

ROOT = Path(__file__).resolve().parents[1]


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
