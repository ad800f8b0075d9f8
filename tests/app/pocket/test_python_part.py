"""What the browser's Python gets is enough: the page's entry is imported from it alone, beside numpy."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING, Final

from yakulens.app.pocket.python_part import our_part

if TYPE_CHECKING:
    from pathlib import Path

ENTRY: Final = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"PIL", "cv2", "msgspec", "onnxruntime", "scipy", "streamlit"}:
            raise ModuleNotFoundError(name)

sys.meta_path = [Absent(), *(each for each in sys.meta_path if "editable" not in str(each).lower())]
sys.path.insert(0, sys.argv[1])
import yakulens.app.pocket.phone as entry
from yakulens.app.pocket.table import PhoneTable
assert entry.__file__.startswith(sys.argv[1]), entry.__file__
phone = entry.Phone()
phone.begin()
print(len(phone.shown()), len(PhoneTable(phone).shown(0.0)))
"""


def test_the_pages_entry_needs_no_other_module(tmp_path: Path) -> None:
    with zipfile.ZipFile(BytesIO(our_part())) as archive:
        archive.extractall(tmp_path)
    run = [sys.executable, "-I", "-c", ENTRY, str(tmp_path)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
