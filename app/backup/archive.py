"""Making the file: a zip of everything in the data folder, with a list of what it holds.

The database is copied by SQLite itself, page by page within one transaction, so that the copy is of one
moment however many tables are played meanwhile. Everything else is copied as it is.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import IO, Final

from yakulens.app.store.connection import connect
from yakulens.app.store.file import OWNER_FILE, PATIENCE
from yakulens.scorer.errors import InputError

LIST: Final = "backup.json"
"""The member that lists the others: ``{"yakulens": version, "files": {name: sha256}}``."""

BESIDE: Final = ("-wal", "-shm", "-journal")
"""How the names of SQLite's working files end; the copied database needs none."""

_APART: Final = ".backup-"
"""How the folder begins in which the database is copied."""
_KILLED_AFTER: Final = 3600.0
"""Seconds after which such a folder was left by a backup that was killed: nobody writes into it any more."""
_ZIP: Final = b"PK\x03\x04"


class BackupError(InputError):
    """The file cannot be made or used; the message is one line."""


def make(folder: Path, database: str, target: Path) -> int:
    """Write the data folder into a new file that only its owner can read; how many files it holds.

    Args:
        folder: the data folder.
        database: name of the SQLite file in it.
        target: the file to make.

    Raises:
        BackupError: the target is there already, something else lies at its temporary name, or there is
            nothing to keep.
        OSError, sqlite3.Error: something cannot be read or written; no half-made file is left.
    """
    if target.exists():
        raise BackupError(target, "is there already; name a new file")
    names = sorted(_kept(folder))
    if not names:
        raise BackupError(folder, "nothing is kept there yet")
    part = target.with_name(f"{target.name}.part")
    _clear(part)
    for killed in folder.glob(f"{_APART}*"):
        if time.time() - killed.lstat().st_mtime > _KILLED_AFTER and not killed.is_symlink():
            shutil.rmtree(killed, ignore_errors=True)
    # A new file, and no link to one: what is written is written into nothing else.
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), OWNER_FILE)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            _write(file, folder, database, names)
            file.flush()
            os.fsync(file.fileno())
        part.rename(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return len(names)


def _clear(part: Path) -> None:
    """Take away what a killed backup has left at its temporary name.

    Raises:
        BackupError: what lies there is a link, or nothing that a backup leaves.
    """
    if part.is_symlink() or (part.exists() and not part.is_file()):
        left = False
    elif part.exists():
        with part.open("rb") as file:
            left = file.read(len(_ZIP)) in {b"", _ZIP}
    else:
        return
    if not left:
        raise BackupError(part, "is in the way and no backup left it there; move it")
    part.unlink()


def _kept(folder: Path) -> Iterator[str]:
    """The ordinary files of the folder, by their names within it; links are not followed."""
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = Path(parent, name)
            if (
                not name.startswith(".")
                and not name.endswith(BESIDE)
                and path.is_file()
                and not path.is_symlink()
            ):
                yield path.relative_to(folder).as_posix()


def _write(file: IO[bytes], folder: Path, database: str, names: list[str]) -> None:
    sums = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            if name == database:
                with tempfile.TemporaryDirectory(dir=folder, prefix=_APART) as apart:
                    copy = Path(apart, database)
                    _copy(folder / database, copy)
                    sums[name] = _add(archive, copy, name)
            else:
                sums[name] = _add(archive, folder / name, name)
        listed = {"yakulens": version("yakulens"), "files": sums}
        archive.writestr(LIST, json.dumps(listed, indent=2))


def _copy(source: Path, target: Path) -> None:
    with closing(connect(source, patience=PATIENCE)) as theirs, closing(connect(target)) as ours:
        theirs.backup(ours)


def _add(archive: zipfile.ZipFile, path: Path, name: str) -> str:
    with path.open("rb") as file:
        total = hashlib.file_digest(file, "sha256").hexdigest()
    archive.write(path, name)
    return total
