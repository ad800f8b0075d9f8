"""`yakulens backup`: the data folder as one file."""

import argparse
import sqlite3
from pathlib import Path

from yakulens.app import store
from yakulens.app.cli.frame import Parser, emit, refuse
from yakulens.app.store import backup as archive

EXAMPLE = "yakulens backup club-2026-11-22.zip"


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "Write everything that Yakulens stores on this machine (games, settings, history with photos, learnt "
        "tile sets) to one file. A server may keep running: the file is a snapshot of one moment."
    )
    parser.add_argument("file", metavar="FILE", help="a new file, which only you can read")


def run(args: argparse.Namespace) -> int:
    """Write the data folder to the file."""
    target, place = Path(args.file), store.place()
    try:
        count = archive.make(place, target)
    except (OSError, sqlite3.Error) as error:
        refuse(f"{target}: cannot be written ({getattr(error, 'strerror', None) or error})")
    emit(f"{target}: files from {place.parent}: {count}; bytes: {target.stat().st_size:,}")
    return 0
