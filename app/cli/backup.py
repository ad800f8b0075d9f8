"""`yakulens backup`: the data folder as one file."""

import argparse
import sqlite3
from pathlib import Path

from yakulens.app import store
from yakulens.app.backup import archive
from yakulens.app.cli.frame import Parser, emit, refuse

EXAMPLE = "yakulens backup club-2026-11-22.zip"


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "Write everything that is kept on this machine (games, settings, the history with its photos, learnt "
        "tile sets) into one file. A server may run meanwhile: the file holds what was there at one moment."
    )
    parser.add_argument("file", metavar="FILE", help="a new file; only you can read it")


def run(args: argparse.Namespace) -> int:
    """Make the file of the data folder."""
    target, place = Path(args.file), store.place()
    try:
        count = archive.make(place, target)
    except (OSError, sqlite3.Error) as error:
        refuse(f"{target}: cannot be made ({getattr(error, 'strerror', None) or error})")
    emit(f"{target}: files: {count}, of {place.parent}; bytes: {target.stat().st_size:,}")
    return 0
