"""The tile sets that were learnt on this machine: a file each in the platform's data folder."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from yakulens.app import store as stores
from yakulens.vision.learning.file import SUFFIX, TileSetError, checked_name, load_set, to_bytes
from yakulens.vision.naming.tile_set import TileSet

FOLDER: Final = "sets"
_EARLIER: Final = ".earlier"
"""Ending of the file that holds a set as it was before it was learnt anew."""


def folder() -> Path:
    """The folder of the files; it need not exist yet."""
    return stores.place().parent / FOLDER


def path_of(name: str) -> Path:
    """The file of the set of that name, which need not exist.

    Raises:
        TileSetError: no set can be called so.
    """
    return folder() / f"{checked_name(name)}{SUFFIX}"


def names() -> tuple[str, ...]:
    """Every set's name, in order."""
    return tuple(sorted(path.stem for path in folder().glob(f"*{SUFFIX}") if not path.name.startswith(".")))


def from_settings(settings: Mapping[str, Any]) -> tuple[str | None, tuple[str, ...]]:
    """What a browser's settings, by name, say of sets that still exist.

    It is the set that photos are read with, None for any; and those that its visitor said photos do not show.
    """
    existing, used, not_shown = names(), settings.get("tile_set"), settings.get("not_shown")
    not_shown = not_shown if isinstance(not_shown, list) else []
    return used if used in existing else None, tuple(name for name in existing if name in not_shown)


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
        existing = ", ".join(names()) or "none yet"
        message = f"no tile set is called {name!r}; there are: {existing} (yakulens learn makes one)"
        raise TileSetError(message)
    return path


def every() -> list[TileSet]:
    """Every set that can be used."""
    usable = []
    for name in names():
        with suppress(TileSetError):  # whoever asks for that one is told what is wrong with it
            usable.append(find(name))
    return usable


def keep(tile_set: TileSet) -> Path:
    """Write a set to its file. An earlier one is replaced, completely or not at all, and stays as a copy.

    Raises:
        TileSetError: it cannot be written.
    """
    path = path_of(tile_set.name)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(to_bytes(tile_set))
        if path.exists():
            path.replace(path.with_name(f"{path.name}{_EARLIER}"))
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise TileSetError(path, f"cannot be written ({error.strerror})") from error
    return path


def remove(name: str) -> None:
    """Delete a set.

    Raises:
        TileSetError: there is none.
    """
    path = path_of(name)
    if not path.is_file():
        find(name)
    path.unlink(missing_ok=True)
