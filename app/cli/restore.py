"""`yakulens restore`: restore a backup."""

import argparse
from pathlib import Path

from yakulens.app import store
from yakulens.app.cli.frame import Parser, emit, refuse
from yakulens.app.store import from_pocket, restore

EXAMPLE = "yakulens restore club-2026-11-22.zip"


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "Replace the data folder by the content of a backup. The old data folder is kept beside it. "
        "Stop the server first: data entered during the exchange would go to the old folder. "
        "Of a file that the page without a server saved, the games are added to those that are there."
    )
    parser.add_argument("file", metavar="FILE", help="a file that `yakulens backup` wrote")


def run(args: argparse.Namespace) -> int:
    """Restore the backup."""
    if from_pocket.is_pockets(Path(args.file)):
        count = from_pocket.add(Path(args.file), store.Store(store.place()).games)
        emit(
            f"{args.file}: {count} game{'' if count == 1 else 's'} of the page without a server, now at Table"
        )
        return 0
    place = store.place()
    try:
        before = restore.put_back(Path(args.file), place)
    except OSError as error:
        refuse(f"{args.file}: cannot be restored ({error.strerror or error}); nothing has changed")
    emit(f"{place.parent}: restored from {args.file}")
    if before is not None:
        emit(f"{before}: the old data; delete it once everything works")
    return 0
