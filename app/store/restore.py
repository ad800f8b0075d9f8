"""Restores a backup: it does not trust the file, and destroys nothing that exists.

The file is unpacked beside the data folder and checked there as a whole. Only then do the two change places;
the former content stays beside the folder under another name.
"""

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
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from yakulens.app.store import Store, StoreError
from yakulens.app.store.backup import LIST, BackupError
from yakulens.app.store.file import OWNER_FILE, connect
from yakulens.app.store.schema import foreign_part
from yakulens.scorer.whole_file import runs

_MAX_FILES: Final = 100_000
_MAX_LIST_BYTES: Final = 32_000_000
"""Of the list of a backup's files."""

_MAX_RATIO: Final = 100
_HARMLESS_BYTES: Final = 100_000_000
"""An archive that unpacks to more than this and to more than `_MAX_RATIO` times its size is a zip bomb."""

_SAFE_PATH: Final = re.compile(r"[^/\\:\0]{1,255}(/[^/\\:\0]{1,255}){0,8}")
_DAMAGED: Final = (zipfile.BadZipFile, EOFError, RuntimeError, zlib.error, lzma.LZMAError)
"""The zip module's errors for a damaged archive, or one of an unknown form."""
_NEW: Final = "-new-"
_READY: Final = "-ready-"
"""In the name of the folder in which a backup is unpacked, and in its name once it is whole and checked."""
_BLOCK: Final = 1 << 20
_LINK: Final = 0o120000
_FILE_TYPE: Final = 0o170000


def put_back(source: Path, database: Path) -> Path | None:
    """Replace the folder of the database by a backup (``app.store.backup.make``).

    Returns:
        The folder of the former content; None where there was none.

    Raises:
        BackupError: the file is no such backup, or is damaged; nothing has changed.
        OSError: the disk is full, for example; nothing has changed.
    """
    mend(database)
    folder = database.parent
    folder.parent.mkdir(parents=True, exist_ok=True)
    is_mount = os.path.ismount(folder)  # it cannot be renamed, and its parent may be on another disk
    within = folder if is_mount else folder.parent
    fresh = Path(tempfile.mkdtemp(dir=within, prefix=f".{folder.name}{_NEW}{os.getpid()}-"))
    try:
        _unpack(source, fresh)
        _check_database(fresh / database.name, source)
        count = len(list(fresh.iterdir()))
        fresh = fresh.rename(fresh.with_name(f".{folder.name}{_READY}{os.getpid()}-{count}"))
        before = _swap_content(fresh, folder) if is_mount else _swap(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return before


def mend(database: Path) -> str:
    """Complete or undo what a killed restore left half done; what was done in a sentence, or nothing.

    A restored folder takes its place if the former one was on its way out already. Else nothing had changed,
    and the private copy is removed.
    """
    folder = database.parent
    is_mount = folder.exists() and os.path.ismount(folder)
    within, said = folder if is_mount else folder.parent, ""
    for left in [*within.glob(f".{folder.name}{_READY}*"), *within.glob(f".{folder.name}{_NEW}*")]:
        process, _, count = left.name.removeprefix(f".{folder.name}").split("-", 2)[-1].partition("-")
        if process.isdecimal() and runs(int(process)):
            continue
        is_ready = left.name.startswith(f".{folder.name}{_READY}")
        if is_ready and not is_mount and not folder.exists():
            left.rename(folder)
            said = f"{folder}: a restore that was interrupted is completed"
        elif is_ready and is_mount and _is_begun(folder, left, count):
            _complete(folder, left, count)
            said = f"{folder}: a restore that was interrupted is completed"
        else:
            shutil.rmtree(left, ignore_errors=True)
            said = said or f"{left}: a restore that was interrupted left this copy; it is removed"
    return said


def _is_begun(folder: Path, ready: Path, count: str) -> bool:
    """Whether a folder that cannot be renamed holds another content already, in part."""
    moved_out = any(any(before.iterdir()) for before in folder.glob(f".{folder.name}-before-*"))
    return len(list(ready.iterdir())) < int(count) or moved_out


def _complete(folder: Path, ready: Path, count: str) -> None:
    """Go on where the exchange of the content was interrupted: first all goes out, then all comes in."""
    prefix = f".{folder.name}-"
    moves = []
    if len(list(ready.iterdir())) == int(count):
        before = max(folder.glob(f"{prefix}before-*"))
        old = [path for path in folder.iterdir() if not path.name.startswith(prefix)]
        moves = [(path, before / path.name) for path in old]
    _rename_all([*moves, *((path, folder / path.name) for path in ready.iterdir())])
    ready.rmdir()


def _unpack(source: Path, fresh: Path) -> None:
    if source.exists() and not source.is_file():
        raise BackupError(source, "is not a regular file")
    try:
        with zipfile.ZipFile(source) as archive:
            sums = _checksums(archive, source)
            _check_members(archive, sums, source, shutil.disk_usage(fresh).free)
            for name, expected in sums.items():
                if _extract(archive, name, fresh / name) != expected:
                    raise BackupError(source, f"{name!r} in it is damaged; use another backup")
    except FileNotFoundError as error:
        raise BackupError(source, "no such file") from error
    except _DAMAGED as error:
        raise BackupError(source, "is no backup, or a damaged one") from error


def _checksums(archive: zipfile.ZipFile, source: Path) -> Mapping[str, str]:
    """The SHA-256 of each file, from the backup's list."""
    no_backup = f"{source}: is no backup of yakulens"
    try:
        if archive.getinfo(LIST).file_size > _MAX_LIST_BYTES:
            raise BackupError(no_backup)
        sums = json.loads(archive.read(LIST))["files"]
    except (KeyError, ValueError, TypeError, RecursionError) as error:
        raise BackupError(no_backup) from error
    if not isinstance(sums, dict) or not all(isinstance(total, str) for total in sums.values()):
        raise BackupError(no_backup)
    return sums


def _check_members(archive: zipfile.ZipFile, sums: Mapping[str, str], source: Path, free: int) -> None:
    """Refuse an archive with other files than a backup, or with other paths or sizes."""
    members = [member for member in archive.infolist() if member.filename != LIST]
    if len(members) > _MAX_FILES or sorted(member.filename for member in members) != sorted(sums):
        raise BackupError(source, "holds other files than its list says; that is no backup of yakulens")
    for member in members:
        parts = member.filename.split("/")
        is_link = member.external_attr >> 16 & _FILE_TYPE == _LINK
        is_safe = _SAFE_PATH.fullmatch(member.filename) and not {"", ".", ".."} & set(parts)
        if not is_safe or is_link or parts[0].startswith("."):
            raise BackupError(source, f"{member.filename!r} in it would lie where a backup puts nothing")
    size = sum(member.file_size for member in members)
    if size > max(_HARMLESS_BYTES, _MAX_RATIO * source.stat().st_size):
        raise BackupError(source, f"would unpack to {size:,} bytes, which no backup does")
    if size > free:
        raise BackupError(source, f"needs {size:,} bytes of disk, and {free:,} are free")


def _extract(archive: zipfile.ZipFile, name: str, target: Path) -> str:
    """Write one member; returns its SHA-256. The zip module stops at the size that was checked."""
    target.parent.mkdir(parents=True, exist_ok=True)
    total = hashlib.sha256()
    with archive.open(name) as file, target.open("xb") as out:
        target.chmod(OWNER_FILE)
        while block := file.read(_BLOCK):
            total.update(block)
            out.write(block)
    return total.hexdigest()


def _check_database(path: Path, source: Path) -> None:
    """Refuse a database that is damaged, or holds anything but our tables."""
    if not path.exists():
        return
    try:
        with closing(connect(path)) as database:
            if (part := foreign_part(database)) is not None:
                raise BackupError(source, f"the database in it is none of yakulens ({part})")
            (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise BackupError(source, f"the database in it is damaged ({verdict})")
        Store(path)
    except StoreError as error:
        raise BackupError(source, "another Yakulens made it; use that one") from error
    except sqlite3.Error as error:
        raise BackupError(source, "the database in it is damaged") from error


def _swap_content(fresh: Path, folder: Path) -> Path | None:
    """Move the files of ``fresh`` into a folder that cannot be renamed; its own go to a hidden subfolder."""
    prefix = f".{folder.name}-"
    old = [path for path in folder.iterdir() if not path.name.startswith(prefix)]
    before = folder / f"{prefix}before-{_stamp()}"
    before.mkdir(mode=0o700)
    moves = [(path, before / path.name) for path in old]
    moves += [(path, folder / path.name) for path in fresh.iterdir()]
    try:
        _rename_all(moves)
    finally:
        with suppress(OSError):  # it is not empty: the former files are in it
            before.rmdir()
    return before if old else None


def _swap(fresh: Path, folder: Path) -> Path | None:
    before = folder.with_name(f"{folder.name}-before-{_stamp()}") if folder.exists() else None
    _rename_all([*([(folder, before)] if before else []), (fresh, folder)])
    return before


def _rename_all(moves: list[tuple[Path, Path]]) -> None:
    """Rename each path; if one fails, those before it get their names back."""
    for done, (origin, target) in enumerate(moves):
        try:
            origin.rename(target)
        except OSError:
            for earlier, renamed in reversed(moves[:done]):
                renamed.rename(earlier)
            raise


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
