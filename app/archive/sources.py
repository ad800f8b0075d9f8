"""The tasks of a run: the photos in folders, and which of them are outstanding."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from yakulens.vision.picture.formats import has_extension, is_picture


def photos(paths: Iterable[str]) -> Iterator[str]:
    """The paths of photos, and those of all photos in the folders among them, in a fixed order.

    In a folder and its subfolders, a file is a photo by the ending of its name or, where that does not tell,
    by its content; hidden files are left out. Entries are in the order of their names. A folder that cannot
    be listed is yielded itself: reading it then fails with the reason.
    """
    for path in paths:
        if os.path.isdir(path):  # noqa: PTH112 - ten million paths: plain text is several times faster
            yield from _photos_in(path)
        else:
            yield path


def _photos_in(folder: str) -> Iterator[str]:
    try:
        with os.scandir(folder) as scan:
            entries = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in scan)
    except OSError:
        yield folder
        return
    for name, is_folder in entries:
        if name.startswith("."):
            continue
        path = os.path.join(folder, name)  # noqa: PTH118 - plain text is several times faster
        if is_folder:
            yield from _photos_in(path)
        elif has_extension(name) or is_picture(Path(path)):
            yield path


def outstanding(names: Iterable[str], done: Iterable[str]) -> Iterator[str]:
    """The names that are not done yet, in their order.

    If ``done`` holds the first of ``names`` in order, as after an interrupted run, memory holds no names.

    >>> list(outstanding(["a", "b", "c"], ["a"])), list(outstanding(["a", "b", "c", "c"], ["c", "a"]))
    (['b', 'c'], ['b', 'c'])
    """
    remaining = iter(done)
    skipped: Counter[str] = Counter()
    for name in names:
        if skipped[name] if skipped else 0:
            skipped[name] -= 1
            continue
        for done_name in remaining:
            if done_name == name:
                break
            skipped[done_name] += 1
        else:
            yield name
