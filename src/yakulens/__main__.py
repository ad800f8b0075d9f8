"""The program's entrance: `yakulens`, or `python -m yakulens`."""

from __future__ import annotations

import sys

from yakulens.app.cli import main

if __name__ == "__main__":
    sys.exit(main())
