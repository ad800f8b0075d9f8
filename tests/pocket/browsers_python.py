"""Runs a program in the browser's Python, as the page has it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

RUNS: Final = Path(__file__).with_name("in_pyodide.mjs")


def run(page: Path, program: str, folder: Path) -> None:
    """Run a program beside the folder's files; what it calls ``out-...`` is written there."""
    if (node := shutil.which("node")) is None:
        pytest.skip("node, which runs the browser's Python here, is not installed")
    file = folder.with_suffix(".py")
    file.write_text(program, encoding="utf-8")
    words = [node, str(RUNS), str(page), str(file), str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
