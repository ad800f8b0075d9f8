"""The tile sets that were learnt on this machine: a file each in the platform's data folder."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from yakulens.app import store as stores
from yakulens.vision.learning.file import SUFFIX, TileSetError, checked_name, load_set, to_bytes
from yakulens.vision.naming.tile_set import TileSet

FOLDER: Final = "sets"
_EARLIER: Final = ".earlier"
"""Ending of the file that keeps what a set was before it was learnt anew."""


def folder() -> Path:
    """Where the files lie; it need not be there yet."""
    return stores.place().parent / FOLDER


def path_of(name: str) -> Path:
    """Where the set of that name lies, or would.

    Raises:
        TileSetError: no set can be called so.
    """
    return folder() / f"{checked_name(name)}{SUFFIX}"


def names() -> tuple[str, ...]:
    """Every set's name, in order."""
    return tuple(sorted(path.stem for path in folder().glob(f"*{SUFFIX}") if not path.name.startswith(".")))


def recalled(kept: Mapping[str, object]) -> tuple[str | None, tuple[str, ...]]:
    """What a browser's settings say of sets that are still there.

    Args:
        kept: the settings by name.

    Returns:
        The set that photos are read with, None for any; and those that its visitor said photos do not show.
    """
    there, used, unlike = names(), kept.get("tile_set"), kept.get("not_shown")
    no = unlike if isinstance(unlike, list) else []
    return used if isinstance(used, str) and used in there else None, tuple(n for n in there if n in no)


def find(name: str) -> TileSet:
    """A set by its name, or by the path of its file.

    Raises:
        TileSetError: there is none, or it cannot be used.
    """
    return load_set(file_of(name))


def file_of(name: str) -> Path:
    """The file of a set by its name; a path of one stays as it is.

    Raises:
        TileSetError: there is no set of that name.
    """
    if Path(name).suffix == SUFFIX:
        return Path(name)
    path = path_of(name)
    if not path.is_file():
        known = ", ".join(names()) or "none yet"
        message = f"no tile set is called {name!r}; there are: {known} (yakulens learn makes one)"
        raise TileSetError(message)
    return path


def every() -> list[TileSet]:
    """Every set that can be used."""
    found = []
    for name in names():
        with suppress(TileSetError):  # whoever asks for that one is told what is wrong with it
            found.append(find(name))
    return found


def keep(tile_set: TileSet) -> Path:
    """Keep a set. One of the same name is replaced, as a whole or not at all, and stays beside it as a copy.

    Raises:
        TileSetError: it cannot be written.
    """
    path = path_of(tile_set.name)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(to_bytes(tile_set))
        if path.exists():
            path.replace(path.with_name(f"{path.name}{_EARLIER}"))
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise TileSetError(path, f"cannot be written ({error.strerror})") from error
    return path


def remove(name: str) -> None:
    """Forget a set.

    Raises:
        TileSetError: there is none.
    """
    path = path_of(name)
    if not path.is_file():
        find(name)
    path.unlink(missing_ok=True)
