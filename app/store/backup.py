"""Makes the file: a zip of everything in the data folder, with a list of its content.

SQLite copies the database page by page in one transaction, so that the copy is of one moment however many
tables are played meanwhile. All else is copied unchanged.
"""

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

from yakulens.app.store.file import OWNER_FILE, TIMEOUT, connect
from yakulens.scorer.errors import InputError
from yakulens.scorer.whole_file import runs

LIST: Final = "backup.json"
"""The member that lists the others: ``{"yakulens": version, "files": {name: sha256}}``."""

WORKING_SUFFIXES: Final = ("-wal", "-shm", "-journal")
"""Suffixes of SQLite's working files, which the copied database does not need."""

_COPY_PREFIX: Final = ".backup-"
"""Prefix of the temporary folder for the copy of the database."""
_ABANDONED_AFTER: Final = 3600.0
"""Seconds after which such a folder must be from a killed backup, whoever has its process's number now."""
_ZIP: Final = b"PK\x03\x04"


class BackupError(InputError):
    """The file cannot be made or used; the message is one line."""


def make(database: Path, target: Path) -> int:
    """Write the database's folder into a new file that only its owner can read.

    Returns:
        The number of files in it.

    Raises:
        BackupError: the target exists, another file has its temporary name, or the folder is empty or has a
            link.
        OSError, sqlite3.Error: a file cannot be read or written; no partial backup is left.
    """
    if target.exists():
        raise BackupError(target, "is there already; name a new file")
    folder = database.parent
    if target.resolve().is_relative_to(folder.resolve()):
        raise BackupError(target, f"is inside {folder}, which it is to save; name a file elsewhere")
    names = sorted(_data_files(folder))
    if not names:
        raise BackupError(folder, "nothing is kept there yet")
    part = target.with_name(f"{target.name}.part")
    _remove_partial(part)
    mend(database)
    # A new file and not a link, so that nothing else can be overwritten.
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), OWNER_FILE)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            _write(file, database, names)
            file.flush()
            os.fsync(file.fileno())
        part.rename(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return len(names)


def mend(database: Path) -> str:
    """Remove the private copies of killed backups; a sentence about it, or nothing where there were none."""
    abandoned = [copy for copy in database.parent.glob(f"{_COPY_PREFIX}*") if _is_abandoned(copy)]
    for copy in abandoned:
        shutil.rmtree(copy, ignore_errors=True)
    return f"{database.parent}: the copy of an interrupted backup is removed" if abandoned else ""


def _is_abandoned(copy: Path) -> bool:
    """Whether the process is gone that made a copy."""
    if copy.is_symlink() or not copy.is_dir():
        return False
    number = copy.name.removeprefix(_COPY_PREFIX).partition("-")[0]
    if time.time() - copy.lstat().st_mtime > _ABANDONED_AFTER:
        return True
    return number.isdecimal() and os.name == "posix" and not runs(int(number))


def _remove_partial(part: Path) -> None:
    """Remove the partial file of a killed backup; refuse a link or another file in its place."""
    if not part.exists() and not part.is_symlink():
        return
    is_partial = part.is_file() and not part.is_symlink()
    if is_partial:
        with part.open("rb") as file:
            is_partial = file.read(len(_ZIP)) in {b"", _ZIP}
    if not is_partial:
        raise BackupError(part, "is in the way and no backup left it there; move it")
    part.unlink()


def _data_files(folder: Path) -> Iterator[str]:
    """The regular files of the folder, by their paths within it.

    Raises:
        BackupError: there is a link, which may lead anywhere: what it leads to would be missing in silence.
    """
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        links = [Path(parent, name) for name in (*folders, *files) if Path(parent, name).is_symlink()]
        if shown := [path for path in links if not path.name.startswith(".")]:
            message = "is a link, which no backup follows; put there what it leads to, or link the folder"
            raise BackupError(shown[0], message)
        for name in files:
            path = Path(parent, name)
            is_ours = not name.startswith(".") and not name.endswith(WORKING_SUFFIXES)
            if is_ours and path.is_file():
                yield path.relative_to(folder).as_posix()


def _write(file: IO[bytes], database: Path, names: list[str]) -> None:
    folder, sums = database.parent, {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(path: Path, name: str) -> None:
            with path.open("rb") as content:
                sums[name] = hashlib.file_digest(content, "sha256").hexdigest()
            archive.write(path, name)

        for name in names:
            path = folder / name
            if path != database:
                add(path, name)
                continue
            with tempfile.TemporaryDirectory(dir=folder, prefix=f"{_COPY_PREFIX}{os.getpid()}-") as copies:
                copied = Path(copies, name)
                with closing(connect(path, timeout=TIMEOUT)) as original, closing(connect(copied)) as copy:
                    original.backup(copy)
                add(copied, name)
        contents = {"yakulens": version("yakulens"), "files": sums}
        archive.writestr(LIST, json.dumps(contents, indent=2))
