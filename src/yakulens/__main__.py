"""The entry point of the program: `yakulens`, or `python -m yakulens`."""

import os
import sys

from yakulens.app import cli


def main() -> int:
    """Run the command that was typed.

    The processes that it starts take no module from the folder in which it was typed: it may be anybody's.
    """
    os.environ.setdefault("PYTHONSAFEPATH", "1")
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
