"""`yakulens app` whose photos are read no further while a file is there: no test waits for a fast one.

The file says how far they are read: ``FINDING``, before their first tile is found, or ``READ`` once.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from yakulens.app.cli import main
from yakulens.app.looking import Look

VARIABLE = "YAKULENS_HELD_BACK"
"""The environment variable that names the file."""
FINDING, READ = "finding", "read"

_PAUSE_S = 0.02
_step = Look.step


def _patiently(look: Look) -> bool:
    file = Path(os.environ[VARIABLE])
    asked = file.read_text() if file.exists() else ""
    held = asked == READ if look.news.reading is not None else asked == look.news.stage == FINDING
    if not held:
        return _step(look)
    time.sleep(_PAUSE_S)
    return not look.over


if __name__ == "__main__":
    Look.step = _patiently  # type: ignore[method-assign]
    sys.exit(main())
