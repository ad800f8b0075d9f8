"""What there is to do: the photos of folders, and what of it is not done yet."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator

from yakulens.vision.picture.photo import SUFFIXES


def photos(paths: Iterable[str]) -> Iterator[str]:
    """The photos that are named, and those in the folders that are named, in a fixed order.

    In a folder those files are photos whose names end like a photo's; hidden ones are left out. Its photos
    and folders come in the order of their names. A folder that cannot be listed is given itself: reading it
    says why.

    Args:
        paths: of photos and folders; what is no folder is given as it is.
    """
    for path in paths:
        if os.path.isdir(path):  # noqa: PTH112 - ten million paths: plain text is several times faster
            yield from _within(path)
        else:
            yield path


def _within(folder: str) -> Iterator[str]:
    try:
        with os.scandir(folder) as found:
            entries = sorted((each.name, each.is_dir(follow_symlinks=False)) for each in found)
    except OSError:
        yield folder
        return
    for name, is_folder in entries:
        if name.startswith("."):
            continue
        path = os.path.join(folder, name)  # noqa: PTH118 - plain text is several times faster
        if is_folder:
            yield from _within(path)
        elif name.lower().endswith(SUFFIXES):
            yield path


def outstanding(names: Iterable[str], done: Iterable[str]) -> Iterator[str]:
    """The names that are not done yet, in their order.

    Where ``done`` is a beginning of ``names``, as a run that was cut off leaves it, nothing is kept in
    memory.

    >>> list(outstanding(["a", "b", "c"], ["a"])), list(outstanding(["a", "b", "c", "c"], ["c", "a"]))
    (['b', 'c'], ['b', 'c'])
    """
    coming = iter(done)
    passed: Counter[str] = Counter()
    for name in names:
        if passed[name] if passed else 0:
            passed[name] -= 1
            continue
        for other in coming:
            if other == name:
                break
            passed[other] += 1
        else:
            yield name
