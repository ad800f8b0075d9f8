"""Writes a file wholly or not at all: beside its place first, then with one rename."""

import os
from contextlib import suppress
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
    part = path.with_name(f".{path.name}.{os.getpid()}{_PART}")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def remove_parts(folder: Path, name: str = "*") -> list[Path]:
    """Remove what killed programs left in a folder of a file of this name; returns what was removed."""
    removed = []
    for part in folder.glob(f".{name if name == '*' else _plain(name)}.*{_PART}"):
        number = part.name.removesuffix(_PART).rpartition(".")[2]
        if number.isdecimal() and not runs(int(number)):
            with suppress(OSError):
                part.unlink()
                removed.append(part)
    return removed


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
