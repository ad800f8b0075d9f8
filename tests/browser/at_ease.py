"""`yakulens app` whose reading of photos gives way to nobody: beside a busy suite it would never come."""

from __future__ import annotations

import sys

from yakulens.app.cli import main
from yakulens.app.readers import priority

if __name__ == "__main__":
    priority.NICE = 0  # type: ignore[misc]
    sys.exit(main())
