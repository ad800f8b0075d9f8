"""`yakulens history`: the page's history as files."""

import argparse
import sqlite3
from pathlib import Path

from yakulens.app import store as stores
from yakulens.app.cli.frame import Parser, emit, note, refuse
from yakulens.app.exports import history as export
from yakulens.app.store import Store, StoreError
from yakulens.app.store.history import History
from yakulens.scorer.whole_file import has_room, left_of, whole_folder

PARTLY = 1
"""The exit code if damaged readings were left out of the export."""
EXAMPLE = """
yakulens history export my-hands
yakulens evaluate my-hands
"""


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "Export the readings that the page keeps to a folder: history.json with everything, history.csv with "
        "one line per hand, and the kept photos with their corrected labels, for `yakulens evaluate` and for "
        "training YOLO models."
    )
    parser.add_argument("action", choices=("export",))
    parser.add_argument("folder", metavar="DIR", help="a new or empty folder")


def run(args: argparse.Namespace) -> int:
    """Export everything."""
    folder = Path(args.folder)
    _refuse_full(folder)
    place = stores.place()
    damaged: list[str] = []
    try:
        history = Store(place).history
        photos = _write(history, folder, damaged)
        count = history.count()
    except StoreError as error:
        refuse(str(error))
    except sqlite3.Error as error:
        refuse(f"{place}: the history cannot be read ({error})")
    except OSError as error:
        refuse(f"{error.filename or folder}: cannot be written ({error.strerror or error})")
    emit(f"{folder}: {count - len(damaged)} readings, {photos} labelled photos")
    for line in damaged:
        note(f"{line}: not exported")
    return PARTLY if damaged else 0


def _refuse_full(folder: Path) -> None:
    """Refuse a folder that is not empty."""
    try:
        if not has_room(folder):
            refuse(f"{folder}: is not empty; choose a new folder")
    except OSError as error:
        refuse(f"{folder}: cannot be used ({error.strerror or error})")


def _write(history: History, folder: Path, damaged: list[str]) -> int:
    """Write every file and return the number of photos."""
    if (left := left_of(folder)).exists():
        note(f"{left}: an export that was interrupted left this; it is removed")
    photos = 0
    with whole_folder(folder) as part:
        with (part / "history.json").open("w", encoding="utf-8") as out:
            export.write_json(export.sound(history, damaged), out)
        # Spreadsheet programs read a file as UTF-8 only if it begins with a byte order mark.
        with (part / "history.csv").open("w", encoding="utf-8-sig", newline="") as out:
            export.write_csv(export.sound(history, damaged), out)
        for path, data in export.labelled_files(history):
            target = part / path
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(data)
            photos += path.endswith(".jpg")
    return photos
