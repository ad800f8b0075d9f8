"""Writes a file or a folder wholly or not at all: beside its place first, then with one rename."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_PART: Final = ".part"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file; whoever is killed meanwhile leaves the earlier one, or none.

    What an earlier kill left beside it is removed.

    Raises:
        OSError: it cannot be written; the earlier file is unchanged.
    """
    remove_parts(path.parent, path.name)
    part = beside(path, _PART)
    try:
        with part.open("xb") as file:  # a new file: who put a link there gets nothing written through it
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


@contextmanager
def whole_folder(out: Path) -> Iterator[Path]:
    """A folder to write into, which takes the place of ``out``, a new or empty one, once the block is done.

    It lies beside ``out``, and in it where that cannot be exchanged: a mount point, the working folder, or
    one in a folder that is not ours. Whoever is killed meanwhile leaves it there (`left_of`), and the next
    one removes it.

    Raises:
        OSError: it cannot be created or moved.
    """
    part = left_of(out)
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        yield part
        if part.parent == out.resolve():
            for path in sorted(part.iterdir()):
                path.rename(out / path.name)
            part.rmdir()
            return
        if out.exists():
            out.rmdir()  # it is empty
        part.replace(out)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def has_room(out: Path) -> bool:
    """Whether nothing of this name exists, or an empty folder; what a kill left in it does not count."""
    left = left_of(out).name
    return not out.exists() or (out.is_dir() and all(path.name == left for path in out.iterdir()))


def left_of(out: Path) -> Path:
    """Where what is to become a folder is written, and lies after a kill."""
    out = out.resolve()
    stays = os.path.ismount(out) or out == Path.cwd() or (out.exists() and not os.access(out.parent, os.W_OK))
    return (out if stays else out.parent) / f".{out.name}{_PART}"


def remove_parts(folder: Path, name: str = "*") -> list[Path]:
    """Remove what killed programs left in a folder of a file of this name; returns what was removed."""
    removed = []
    for part, _ in left_beside(folder, _PART, name):
        with suppress(OSError):
            part.unlink()
            removed.append(part)
    return removed


def beside(path: Path, what: str) -> Path:
    """A hidden file of this process beside another one, for ``what`` it does with it, such as ``.part``."""
    return path.with_name(f".{path.name}.{os.getpid()}{what}")


def left_beside(folder: Path, what: str, name: str = "*") -> list[tuple[Path, Path]]:
    """Such files (`beside`) of processes that are gone, each with the path that it lies beside."""
    left = []
    for file in folder.glob(f".{name if name == '*' else _plain(name)}.*{what}"):
        of, _, number = file.name.removeprefix(".").removesuffix(what).rpartition(".")
        if number.isdecimal() and not runs(int(number)):
            left.append((file, folder / of))
    return left


def _plain(name: str) -> str:
    """A name as a pattern that fits it alone."""
    return "".join(f"[{char}]" if char in "*?[" else char for char in name)


def runs(process: int) -> bool:
    """Whether another process of this number runs."""
    if process == os.getpid() or os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
