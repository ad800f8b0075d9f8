"""`yakulens restore`: restore a backup."""

import argparse
from pathlib import Path

from yakulens.app import store
from yakulens.app.cli.frame import Parser, emit, mend_data, refuse
from yakulens.app.store import restore

EXAMPLE = "yakulens restore club-2026-11-22.zip"


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "Replace the data folder by the content of a backup. The old data folder is kept beside it. "
        "Stop the server first: data entered during the exchange would go to the old folder."
    )
    parser.add_argument("file", metavar="FILE", help="a file that `yakulens backup` wrote")


def run(args: argparse.Namespace) -> int:
    """Restore the backup."""
    mend_data()
    place = store.place()
    try:
        before = restore.put_back(Path(args.file), place)
    except OSError as error:
        refuse(f"{args.file}: cannot be restored ({error.strerror or error}); nothing has changed")
    emit(f"{place.parent}: restored from {args.file}")
    if before is not None:
        emit(f"{before}: the old data; delete it once everything works")
    return 0
