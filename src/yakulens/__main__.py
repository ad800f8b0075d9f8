"""The entry point of the program: `yakulens`, or `python -m yakulens`."""

import sys

from yakulens.app.cli import main

if __name__ == "__main__":
    sys.exit(main())
