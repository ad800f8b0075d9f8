"""What runs in a browser holds no rule of the game in JavaScript, and Python's part asks for nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import numpy as np

from yakulens.app.pocket.npm import WEB
from yakulens.app.pocket.python_part import python_part
from yakulens.scorer.vocabulary import SEATS
from yakulens.scorer.yaku import YAKU_IDS
from yakulens.vision.labels import LABELS

SCRIPTS = sorted(WEB.glob("*.js"))


def test_no_face_and_no_yaku_stands_in_a_script() -> None:
    words = {word for path in SCRIPTS for word in re.findall(r"[\w]+", path.read_text(encoding="utf-8"))}
    known = {*LABELS, *SEATS, *YAKU_IDS} - {"back", "other"}  # which are English too
    assert words & known == set()


def test_pythons_part_asks_for_nothing_but_numpy(tmp_path: Path) -> None:
    with ZipFile(BytesIO(python_part())) as archive:
        archive.extractall(tmp_path)
    (tmp_path / "numpy").symlink_to(Path(np.__file__).parent)
    program = (
        "from yakulens.app.pocket.phone import Phone\n"
        "phone = Phone()\n"
        "phone.begin()\n"
        "assert 'tiles' in phone.shown()\n"
    )
    words = [sys.executable, "-S", "-c", program]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""
