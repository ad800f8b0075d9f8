"""`yakulens history`: the page's history as files."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from app import store as stores
from app.cli.frame import UsageError, add_command, emit
from app.history import export
from app.store import Store, StoreError

if TYPE_CHECKING:
    import argparse

    from app.cli.frame import Subparsers
    from app.store.history import History

EXAMPLE = """
yakulens history export my-hands
yakulens evaluate my-hands
"""


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(subparsers, "history", EXAMPLE, run)
    parser.description = (
        "Write the readings that the page keeps into a folder: history.json with everything, history.csv "
        "with a line a hand, and the kept photos labelled as they were corrected, for `yakulens evaluate` "
        "and to train YOLO models."
    )
    parser.add_argument("action", choices=("export",))
    parser.add_argument("folder", metavar="DIR", help="a new or empty folder")


def run(args: argparse.Namespace) -> int:
    """Export everything."""
    folder = Path(args.folder)
    try:
        history = Store(stores.place()).history
        if folder.exists() and any(folder.iterdir()):
            message = f"{folder}: is not empty; name a new folder"
            raise UsageError(message)
        photos = _write(history, folder)
    except (sqlite3.Error, StoreError, OSError) as error:
        message = (
            str(error) if isinstance(error, StoreError) else f"{folder}: cannot be exported to ({error})"
        )
        raise UsageError(message) from error
    emit(f"{folder}: {history.count()} readings, {photos} labelled photos")
    return 0


def _write(history: History, folder: Path) -> int:
    """Write every file; how many photos there are."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "history.json").open("w", encoding="utf-8") as out:
        export.write_json(history.all(), out)
    # Table programs take a file for UTF-8 only when it begins with a mark.
    with (folder / "history.csv").open("w", encoding="utf-8-sig", newline="") as out:
        export.write_csv(history.all(), out)
    photos = 0
    for path, data in export.labelled_files(history):
        target = folder / path
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)
        photos += path.endswith(".jpg")
    return photos
