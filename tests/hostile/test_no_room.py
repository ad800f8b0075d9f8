"""What finds no room on a disk is told in a line, and nothing half of it is left."""

from __future__ import annotations

import json
import re
import resource
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.datasets.imports.exports import yolo

if TYPE_CHECKING:
    from pathlib import Path

ROOM = 20_000
"""Bytes that a file may have: labels find room, pictures do not."""
SAMPLE = "seven-pairs.jpg"


@pytest.fixture
def folder(root: Path, tmp_path: Path) -> Path:
    """An export and a labelled photo."""
    yolo(tmp_path / "export")
    samples = root / "datasets" / "samples"
    (tmp_path / "photos").mkdir()
    shutil.copy(samples / SAMPLE, tmp_path / "photos")
    rows = (samples / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    row = next(row for row in rows if f'"{SAMPLE}"' in row)
    said = json.loads(row)
    said["boxes"][0][4] = "9s" if said["boxes"][0][4] != "9s" else "1s"  # so that there is a failure to show
    (tmp_path / "photos" / "labels.jsonl").write_text(json.dumps(said), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ["synth", "scenes", "--count", "1"],
        ["data", "import", "export", "--preview", "look.png"],
        ["read", f"photos/{SAMPLE}", "--overlay", "drawn"],
        ["evaluate", "photos", "--sheet", "worst.png"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_picture_that_finds_no_room_is_told_and_not_left_half(words: list[str], folder: Path) -> None:
    before = {path for path in folder.rglob("*") if path.is_file()}
    done = subprocess.run(
        [sys.executable, "-m", "yakulens", *words],
        cwd=folder,
        env={
            "HOME": str(folder / "home"),
            "XDG_DATA_HOME": str(folder / "home"),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert re.search(r"File too large", done.stderr.splitlines()[-1]), done.stderr
    left = {path for path in folder.rglob("*") if path.is_file() and "home" not in path.parts}
    assert left - before == set()


def test_no_picture_is_written_by_opencv_which_says_nothing_of_a_full_disk(root: Path) -> None:
    rooms = ("scorer", "vision", "datasets", "models", "app")
    sources = [path for room in rooms for path in (root / room).rglob("*.py")]
    assert [path for path in sources if "imwrite(" in path.read_text(encoding="utf-8")] == []
