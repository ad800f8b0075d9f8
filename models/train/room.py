"""Room on the disk: what a run will write is asked for before it begins."""

import shutil
from pathlib import Path

from yakulens.scorer.errors import InputError


class RoomError(InputError):
    """A disk has too little room; the message is one line."""


def check_room(folder: Path, needed: int, what: str) -> None:
    """Refuse to begin where a disk has too little room.

    Args:
        folder: where it will be written; it exists.
        needed: bytes.
        what: will be written, for the message.

    Raises:
        RoomError: fewer bytes are free.

    >>> check_room(Path(), 0, "nothing")
    """
    free = shutil.disk_usage(folder).free
    if free < needed:
        have, need = (f"{round(size / 1e6):,} MB" for size in (free, needed))
        raise RoomError(folder, f"{what} need {need}, and {have} are free; make room, or name another --out")
