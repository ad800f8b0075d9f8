"""What the browser's Python gets is enough: the page's entry is imported from it alone, beside numpy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import numpy as np

from yakulens.app.pocket.python_part import our_files

ENTRY: Final = """
import sys

sys.path.insert(0, sys.argv[1])
import yakulens.app.pocket.phone as entry
from yakulens.app.pocket.table import PhoneTable
assert entry.__file__.startswith(sys.argv[1]), entry.__file__
phone = entry.Phone()
phone.begin()
assert "tiles" in phone.shown()
assert "view" in PhoneTable(phone).shown(0.0)
"""


def test_the_pages_entry_needs_no_other_module(tmp_path: Path) -> None:
    for name, data in our_files().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    (tmp_path / "numpy").symlink_to(Path(np.__file__).parent)
    run = [sys.executable, "-I", "-S", "-c", ENTRY, str(tmp_path)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
