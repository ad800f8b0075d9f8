"""The tile sets that were learnt on this machine: a file each in the platform's data folder.

No tap loses a learnt set: one that is removed or replaced moves to the folder ``removed`` beside the others,
which holds one file of each name, and can be restored.

A `TileSetError` says, in one line, that no set has a name, that a name is not allowed, or that a file cannot
be used, written or moved.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from yakulens.app import store as stores
from yakulens.models.teach.file import SUFFIX, TileSetError, checked_name, load_set, to_bytes
from yakulens.scorer.whole_file import beside, left_beside, remove_parts, write_whole
from yakulens.vision.model_card import ModelError
from yakulens.vision.models import choose
from yakulens.vision.naming.tile_set import OtherReaderError, TileSet

FOLDER: Final = "sets"
_EXCHANGED: Final = ".exchanged"
_RENAMED: Final = ".renamed"
_REMOVED: Final = "removed"
"""The folder, beside the sets, of the removed and replaced ones."""


def folder() -> Path:
    """The folder of the files; it need not exist yet."""
    return stores.place().parent / FOLDER


def path_of(name: str) -> Path:
    """The file of the set of that name, which need not exist."""
    return folder() / f"{checked_name(name)}{SUFFIX}"


def names() -> tuple[str, ...]:
    """Every set's name, in order."""
    return _names_in(folder())


def removed() -> tuple[str, ...]:
    """The names, in order, of the sets that can be restored; some may be in use again."""
    return _names_in(folder() / _REMOVED)


def _names_in(place: Path) -> tuple[str, ...]:
    return tuple(
        sorted(path.stem for path in place.glob(f"*{SUFFIX}") if path.is_file() and _is_name(path.stem))
    )


def _is_name(name: str) -> bool:
    with suppress(TileSetError):
        return checked_name(name) == name
    return False


def from_settings(settings: Mapping[str, Any]) -> tuple[str | None, tuple[str, ...]]:
    """What a browser's settings, by name, say about sets that still exist.

    These are the set that photos are read with (None for any), and the sets that photos do not show.
    """
    existing, used, not_shown = names(), settings.get("tile_set"), settings.get("not_shown")
    not_shown = not_shown if isinstance(not_shown, list) else []
    return used if used in existing else None, tuple(name for name in existing if name in not_shown)


def find(name: str) -> TileSet:
    """A set by its name, or by the path of its file."""
    return load_set(file_of(name))


def file_of(name: str) -> Path:
    """The file of a set by its name; a path stays as it is."""
    return Path(name) if Path(name).suffix == SUFFIX else _own_file(name)


def _own_file(name: str) -> Path:
    """The file of a set by its name alone; it is always in our folder."""
    path = path_of(name)
    if not path.is_file():
        existing = ", ".join(names()) or "none yet"
        message = f"no tile set is called {name!r}; there are: {existing} (yakulens learn makes one)"
        raise TileSetError(message)
    return path


def every() -> list[TileSet]:
    """Every usable set."""
    usable = []
    for name in names():
        with suppress(TileSetError):  # `find` reports what is wrong with it
            usable.append(find(name))
    return usable


def other_reader(tile_set: TileSet) -> str:
    """Why the model in use cannot read with a set that was learnt with another; empty if it was not."""
    try:
        tile_set.refuse_other_reader(choose().reader)
    except OtherReaderError as error:
        return str(error)
    except ModelError:
        pass  # without a model no photo is read, with or without a set
    return ""


def keep(tile_set: TileSet) -> Path:
    """Write a set to its file, wholly or not at all; an earlier one that it replaces can be restored."""
    path = path_of(tile_set.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        data = to_bytes(tile_set)
        if path.exists():
            _aside(path).parent.mkdir(exist_ok=True)
            write_whole(_aside(path), path.read_bytes())
        write_whole(path, data)
    except OSError as error:
        raise TileSetError(path, f"cannot be written ({error.strerror})") from error
    return path


def remove(name: str) -> None:
    """Take a set off the list; `restore` brings it back."""
    path = _own_file(name)
    try:
        _set_aside(path)
    except OSError as error:
        raise TileSetError(path, f"cannot be moved ({error.strerror})") from error


def restore(name: str) -> None:
    """Restore the set of this name that was removed or replaced last, in exchange for the present one."""
    path = path_of(name)
    aside = path.parent / _REMOVED / path.name
    if not aside.is_file():
        existing = ", ".join(removed()) or "none"
        message = f"no removed tile set is called {name!r}; to be brought back there are: {existing}"
        raise TileSetError(message)
    try:
        if path.exists():
            _exchange(path, aside)
        else:
            aside.replace(path)
    except OSError as error:
        raise TileSetError(path, f"cannot be moved ({error.strerror})") from error


def rename(name: str, new_name: str) -> None:
    """Give a set a new name, which no set has yet; `mend` completes it after a kill.

    At every moment it is listed once: its file is renamed, then exchanged for one that says the new name.
    """
    path, target = _own_file(name), path_of(new_name)
    if target.exists():
        message = f"a tile set is called {checked_name(new_name)!r} already"
        raise TileSetError(message)
    data, renamed = to_bytes(replace(load_set(path), name=checked_name(new_name))), beside(target, _RENAMED)
    try:
        write_whole(renamed, data)
        path.rename(target)
        renamed.replace(target)
    except OSError as error:
        if path.exists():  # else `mend` goes on
            with suppress(OSError):
                renamed.unlink(missing_ok=True)
        raise TileSetError(path, f"cannot be renamed ({error.strerror})") from error


def _says_another_name(path: Path) -> bool:
    """Whether a set's file was renamed and does not say so yet."""
    try:
        return load_set(path).name != path.stem
    except TileSetError:
        return False


def _set_aside(path: Path) -> None:
    """Move a set's file to those that can be restored."""
    _aside(path).parent.mkdir(exist_ok=True)
    path.replace(_aside(path))


def _aside(path: Path) -> Path:
    """Where a set's file is kept once it is removed or replaced."""
    return path.parent / _REMOVED / path.name


def _exchange(path: Path, aside: Path) -> None:
    """Exchange a set's file for the one that was removed; `mend` completes it after a kill."""
    present = beside(aside, _EXCHANGED)
    write_whole(present, path.read_bytes())
    write_whole(path, aside.read_bytes())
    present.replace(aside)


def mend() -> list[str]:
    """Complete what a killed program left half done; the names of the sets that it concerns.

    Call it before anything else of these is used. Nothing is lost at any moment: of two exchanged sets the
    one that is not in use lies in a third file until both are at their places.
    """
    mended = []
    for present, aside in left_beside(folder() / _REMOVED, _EXCHANGED):
        path = folder() / aside.name
        with suppress(OSError):
            if path.exists() and aside.exists() and path.read_bytes() == aside.read_bytes():
                present.replace(aside)
            else:
                present.unlink()  # a copy of the set that is still in use
            mended.append(aside.stem)
    for renamed, path in left_beside(folder(), _RENAMED):
        with suppress(OSError):
            if _says_another_name(path):
                renamed.replace(path)
            else:
                renamed.unlink()  # the set has its old name still
            mended.append(path.stem)
    for place in (folder(), folder() / _REMOVED):
        remove_parts(place)
    return mended
