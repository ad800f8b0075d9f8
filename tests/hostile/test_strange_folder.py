"""A command typed in a stranger's folder, such as an unpacked export, runs nothing that lies there."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

if TYPE_CHECKING:
    from pathlib import Path

TAKEN = ("numpy", "cv2", "onnxruntime", "PIL", "yakulens", "signal", "selectors", "multiprocessing", "pickle")
"""Modules that the program or a process of its own imports."""
MARK = "from pathlib import Path\nPath(__file__).with_suffix('.ran').touch()\nraise SystemExit(7)\n"


@pytest.mark.parametrize("workers", [[], ["--workers", "2", "--out", "read.jsonl"]], ids=["one", "several"])
def test_no_module_of_the_folder_is_imported(workers: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "export"
    folder.mkdir()
    for name in TAKEN:
        (folder / f"{name}.py").write_text(MARK)
    # Of so many pixels a PNG is decoded in a process of its own.
    for k in range(2):
        pixels = np.random.default_rng(k).integers(0, 256, (2100, 2100, 3), np.uint8)
        cv2.imwrite(str(folder / f"{k}.png"), pixels)
    command = [f"{sysconfig.get_path('scripts')}/yakulens", "read", "0.png", "1.png", *workers]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    done = subprocess.run(
        command,
        cwd=folder,
        env=env | {"XDG_DATA_HOME": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert [path.name for path in folder.glob("*.ran")] == []
    assert done.returncode == 0, done.stderr


def test_every_process_that_the_program_starts_is_safe_in_any_folder(root: Path) -> None:
    rooms = ("scorer", "vision", "datasets", "models", "app")
    sources = [path for room in rooms for path in (root / room).rglob("*.py")]
    commands = [
        (path.name, found)
        for path in sources
        for found in re.findall(r"\[sys\.executable, [^\]]+\]", path.read_text(encoding="utf-8"))
    ]
    assert len(commands) >= 5
    assert [(name, command) for name, command in commands if '"-P"' not in command] == []
