"""Putting a backup back: nothing of a stranger's file is believed, and nothing that is there is destroyed.

The file is unpacked beside the data folder and checked there as a whole. Only then do the two change places,
and what was there before stays beside it under another name.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import re
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from yakulens.app.backup.archive import LIST, BackupError
from yakulens.app.store import Store, StoreError
from yakulens.app.store.connection import connect
from yakulens.app.store.file import OWNER_FILE
from yakulens.app.store.shape import strange

_MOST_FILES: Final = 100_000
_MOST_LIST: Final = 32_000_000
"""The most bytes of the list of what a backup holds."""

_MOST_TIMES: Final = 100
_ANY_SIZE: Final = 100_000_000
"""What unpacks to more than this and to more than a hundred times its own size is a bomb and no backup."""

_SAFE: Final = re.compile(r"[^/\\:\0]{1,255}(/[^/\\:\0]{1,255}){0,8}")
_BLOCK: Final = 1 << 20
_LINK: Final = 0o120000
_KIND: Final = 0o170000


def put_back(source: Path, folder: Path, database: str) -> Path | None:
    """Make the data folder what the file holds; where what was there before now lies, None if nothing was.

    Args:
        source: a file that ``app.backup.archive.make`` made.
        folder: the data folder.
        database: name of the SQLite file in it.

    Raises:
        BackupError: the file is no such backup, or is damaged; nothing has changed then.
        OSError: the disk is full, or the like; nothing has changed then.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    mounted = os.path.ismount(folder)  # it cannot be renamed, and what is beside it may lie on another disk
    within = folder if mounted else folder.parent
    fresh = Path(tempfile.mkdtemp(dir=within, prefix=f".{folder.name}-"))
    try:
        _unpack(source, fresh)
        _check_database(fresh / database, source)
        before = _swap_within(fresh, folder) if mounted else _swap(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return before


def _unpack(source: Path, fresh: Path) -> None:
    if source.exists() and not source.is_file():
        raise BackupError(source, "is no ordinary file")
    try:
        with zipfile.ZipFile(source) as archive:
            sums = _listed(archive, source)
            _check_members(archive, sums, source, shutil.disk_usage(fresh).free)
            for name, expected in sums.items():
                if _extract(archive, name, fresh / name) != expected:
                    raise BackupError(source, f"{name!r} in it is damaged; use another backup")
    except FileNotFoundError as error:
        raise BackupError(source, "no such file") from error
    except (
        zipfile.BadZipFile,
        EOFError,
        NotImplementedError,
        RuntimeError,
        zlib.error,
        lzma.LZMAError,
    ) as error:
        raise BackupError(source, f"is no backup, or a damaged one ({error})") from error


def _listed(archive: zipfile.ZipFile, source: Path) -> Mapping[str, str]:
    """The files of the backup with their SHA-256, as its list says."""
    no_backup = f"{source}: is no backup of yakulens"
    try:
        if archive.getinfo(LIST).file_size > _MOST_LIST:
            raise BackupError(no_backup)
        listed = json.loads(archive.read(LIST))
        sums = listed["files"]
    except (KeyError, ValueError, TypeError, RecursionError) as error:
        raise BackupError(no_backup) from error
    if not isinstance(sums, dict) or not all(isinstance(total, str) for total in sums.values()):
        raise BackupError(no_backup)
    return sums


def _check_members(archive: zipfile.ZipFile, sums: Mapping[str, str], source: Path, free: int) -> None:
    """Refuse an archive that would write anything else or anywhere else than a backup does."""
    members = [each for each in archive.infolist() if each.filename != LIST]
    if len(members) > _MOST_FILES or sorted(each.filename for each in members) != sorted(sums):
        raise BackupError(source, "holds other files than its list says; that is no backup of yakulens")
    for each in members:
        parts = each.filename.split("/")
        link = each.external_attr >> 16 & _KIND == _LINK
        if (
            not _SAFE.fullmatch(each.filename)
            or {"", ".", ".."} & set(parts)
            or link
            or parts[0].startswith(".")
        ):
            raise BackupError(source, f"{each.filename!r} in it would lie where a backup puts nothing")
    size = sum(each.file_size for each in members)
    if size > max(_ANY_SIZE, _MOST_TIMES * source.stat().st_size):
        raise BackupError(source, f"would unpack to {size:,} bytes, which no backup does")
    if size > free:
        raise BackupError(source, f"needs {size:,} bytes of disk, and {free:,} are free")


def _extract(archive: zipfile.ZipFile, name: str, target: Path) -> str:
    """Write one member; its SHA-256. The zip module itself ends it at the size that was checked."""
    target.parent.mkdir(parents=True, exist_ok=True)
    total = hashlib.sha256()
    with archive.open(name) as file, target.open("xb") as out:
        target.chmod(OWNER_FILE)
        while block := file.read(_BLOCK):
            total.update(block)
            out.write(block)
    return total.hexdigest()


def _check_database(path: Path, source: Path) -> None:
    """Refuse a database that is damaged, of another program, or holds anything else than our tables."""
    if not path.exists():
        return
    try:
        with closing(connect(path)) as database:
            if (other := strange(database)) is not None:
                raise BackupError(source, f"the database in it is none of yakulens ({other})")
            (said,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise BackupError(source, f"the database in it is damaged ({said})")
        Store(path)
    except StoreError as error:
        raise BackupError(source, "another Yakulens made it; use that one") from error
    except sqlite3.Error as error:
        raise BackupError(source, f"the database in it is damaged ({error})") from error


def _swap_within(fresh: Path, folder: Path) -> Path | None:
    """Exchange two folders' contents, where one must stay; what was there lies hidden within it."""
    own = f".{folder.name}-"
    old = [each for each in folder.iterdir() if not each.name.startswith(own)]
    before = folder / f".{folder.name}-before-{_stamp()}"
    moved: list[tuple[Path, Path]] = []
    try:
        before.mkdir(mode=0o700)
        ways = [(each, before / each.name) for each in old]
        ways += [(each, folder / each.name) for each in fresh.iterdir()]
        for was, to in ways:
            was.rename(to)
            moved.append((was, to))
    except OSError:
        for was, now in reversed(moved):
            now.rename(was)
        before.rmdir()
        raise
    if not old:
        before.rmdir()
        return None
    return before


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")


def _swap(fresh: Path, folder: Path) -> Path | None:
    before = None
    if folder.exists():
        before = folder.rename(folder.with_name(f"{folder.name}-before-{_stamp()}"))
    try:
        fresh.rename(folder)
    except OSError:
        if before is not None:
            before.rename(folder)
        raise
    return before
