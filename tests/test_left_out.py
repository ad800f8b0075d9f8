"""A run that leaves long tests out says so, and how many there are."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.conftest import JOURNEYS

if TYPE_CHECKING:
    from pathlib import Path

TESTS = """\
import pytest

def test_short():
    assert True

@pytest.mark.long
@pytest.mark.parametrize("one", [1, 2])
def test_long(one):
    assert one
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_how_many_long_tests_a_run_left_out_is_said_at_its_end(
    root: Path, tmp_path: Path, workers: str
) -> None:
    lines = run(root, tmp_path, "-n", workers)
    assert "1 passed" in lines[-1]
    assert "2 long tests left out: make test-all runs everything" in lines


def test_a_run_of_everything_leaves_out_nothing(root: Path, tmp_path: Path) -> None:
    lines = run(root, tmp_path, "-n", "2", "-m", "")
    assert "3 passed" in lines[-1]
    assert [line for line in lines if "left out" in line] == []


def test_every_journey_that_is_no_long_test_is_there(root: Path) -> None:
    sources = "\n".join(path.read_text("utf-8") for path in (root / "tests").glob("*/test_*.py"))
    assert [name for name in JOURNEYS if f"def {name.partition('[')[0]}(" not in sources] == []


def run(root: Path, folder: Path, *options: str) -> list[str]:
    """What a run of these tests in a folder, under our settings, prints."""
    (folder / "test_it.py").write_text(TESTS, encoding="utf-8")
    (folder / "conftest.py").write_text("from tests.conftest import pytest_configure\n", encoding="utf-8")
    words = ["-m", "pytest", "-c", str(root / "pyproject.toml"), "--rootdir", str(folder)]
    done = subprocess.run(
        [sys.executable, *words, *options, str(folder)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()
