"""`yakulens restore`: a backup put back."""

import argparse
from pathlib import Path

from yakulens.app import store
from yakulens.app.backup import restore
from yakulens.app.cli.frame import Parser, emit, refuse

EXAMPLE = "yakulens restore club-2026-11-22.zip"


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "Make the data folder what a backup holds. What is there now is kept beside it. End "
        "the server first: what is entered while the two change places would go to the old one."
    )
    parser.add_argument("file", metavar="FILE", help="what `yakulens backup` made")


def run(args: argparse.Namespace) -> int:
    """Put the backup back."""
    place = store.place()
    try:
        before = restore.put_back(Path(args.file), place)
    except OSError as error:
        refuse(f"{args.file}: cannot be put back ({error.strerror or error}); nothing has changed")
    emit(f"{place.parent}: is now what {args.file} holds")
    if before is not None:
        emit(f"{before}: what was there before; delete it once all is well")
    return 0
