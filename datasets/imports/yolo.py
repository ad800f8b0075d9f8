"""The YOLO format: a ``data.yaml`` (or ``classes.txt``) and a text file of rows per picture.

A row is ``class x y w h`` (centre and size) or ``class x1 y1 x2 y2 x3 y3 x4 y4`` (an oriented box; more
points are a polygon), all as shares of the picture's width and height. ultralytics and Roboflow write
``data.yaml``, labelImg ``classes.txt``, CVAT ``obj.names``, Roboflow's Darknet ``_darknet.labels``.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from yakulens.datasets.imports.documents import text_of
from yakulens.datasets.imports.export_format import ExportFormat, PictureRows
from yakulens.datasets.imports.foreign import ExportError, RowError, upright_box
from yakulens.vision.picture.formats import is_picture

_LIST_NAMES: Final = ("classes.txt", "obj.names", "_darknet.labels")
_DEFAULT_NAMES: Final = "predefined_classes.txt"
"""The list that labelImg offers before anything is labelled; it counts only where there is no other."""
_DARKNET: Final = ".names"
"""How Darknet's lists end, whatever the set is called."""
_DATA_YAML: Final = "data.yaml"
_YAML: Final = frozenset({".yaml", ".yml"})
_MAX_BYTES: Final = 1 << 20
"""Size limit of a list of class names: YAML parsing is slow."""
_BOX_NUMBERS: Final = 4
_MIN_POLYGON: Final = 8
"""Number of coordinates of the smallest polygon round a tile.

Six are no triangle: a model's predictions have a score and a number after the four of the box.
"""


class _ClassList(NamedTuple):
    """The class names by number, the file that gives them, and whether rows have key points after the box."""

    file: Path
    names: Mapping[int, str]
    is_pose: bool = False


def yolo_format(folder: Path, files: Sequence[Path]) -> ExportFormat | None:
    """The format of the export in a folder, with its class names; None if no file names the classes.

    Raises:
        ExportError: a list of names is unusable.
    """
    lists = _class_lists(folder, files)
    if not lists:
        return None
    pictures_of = _pictures_by_label_file(files)
    unlabelled = pictures_of.pop(None, [])
    # A list in a folder without pictures and rows, also in subfolders, applies to all of them.
    folders = {
        parent
        for file, pictures in pictures_of.items()
        if file
        for path in (file, *pictures)
        for parent in path.parents
    }
    general = [class_list for place, class_list in lists.items() if place not in folders]

    def matches(lines: list[str], file: Path) -> bool:
        is_list = file.name in {*_LIST_NAMES, _DEFAULT_NAMES}
        return file in pictures_of or (not is_list and _has_rows(lines))

    def pictures(lines: list[str], file: Path) -> Iterator[PictureRows]:
        paths = pictures_of.get(file, [])
        places = {parent for path in (file, *paths) for parent in path.parents if parent in lists}
        classes = _agreed_list([lists[place] for place in sorted(places)] or general, file)
        rows = [
            (f"line {number}", " ".join(line.split()[: 1 + _BOX_NUMBERS]) if classes.is_pose else line)
            for number, line in enumerate(lines, start=1)
            if line.strip()
        ]
        yield from (PictureRows(path, rows, classes=classes.names) for path in paths)
        if not paths:
            yield PictureRows([f"{file} (no picture of its name)"], rows)

    declared = tuple(dict.fromkeys(name for each in lists.values() for name in each.names.values()))
    return ExportFormat(
        "YOLO", ".txt", matches, pictures, _class_of, _corners, str, unlabelled=unlabelled, declared=declared
    )


def missing_names(files: Sequence[Path]) -> str:
    """Advice on rows whose classes no list names; empty if there are none."""
    labelled = (file for file in _pictures_by_label_file(files) if file)
    file = next((file for file in labelled if _has_rows(text_of(file).splitlines())), None)
    return _unnamed(file, files) if file else ""


def _unnamed(file: Path, files: Sequence[Path]) -> str:
    for other in files:
        if other.suffix.lower() in _YAML:
            return f"{other}: does not name the classes: add a line names: [1m, 2m, ...], by their numbers"
    return (
        f"{file}: rows of YOLO, and no list of their classes: put a classes.txt with a name a line, "
        "or the export's data.yaml, into the folder"
    )


def _pictures_by_label_file(files: Sequence[Path]) -> dict[Path | None, list[Path]]:
    """The pictures of each label file; under None those without one.

    Folders may have any names: a picture without a label file in its place
    has the one of its name that lies nearest, unless that lies where pictures of another folder have theirs.
    """
    existing = frozenset(files)
    places = {path: _places(path) for path in files if is_picture(path)}
    used = {place for candidates in places.values() for place in candidates if place in existing}
    homes = {place.parent for candidates in places.values() for place in candidates}
    left: dict[str, list[Path]] = {}
    for file in files:
        if file.suffix.lower() == ".txt" and file not in used and file.parent not in homes:
            left.setdefault(file.stem, []).append(file)
    pictures: dict[Path | None, list[Path]] = {}
    for path, candidates in places.items():
        placed = next((place for place in candidates if place in existing), None)
        pictures.setdefault(placed or _nearest(path, left.get(path.stem, ())), []).append(path)
    return pictures


def _nearest(path: Path, files: Sequence[Path]) -> Path | None:
    """The file whose path shares most with a picture's; None if there is none, or several share as much."""
    shared = [len(os.path.commonpath([path, file])) for file in files]
    return files[shared.index(max(shared))] if shared and shared.count(max(shared)) == 1 else None


def _places(path: Path) -> list[Path]:
    """Where a picture's label file is: with ``labels`` for the last ``images`` in its path, or beside it."""
    parts = list(path.parts)
    candidates = [path.with_suffix(".txt")]
    if "images" in parts[:-1]:
        last = len(parts) - 2 - parts[-2::-1].index("images")
        moved = path.__class__(*parts[:last], "labels", *parts[last + 1 :])
        candidates.insert(0, moved.with_suffix(".txt"))
    return candidates


def _has_rows(lines: Sequence[str]) -> bool:
    for line in lines:
        with suppress(RowError):
            if len(_numbers(line)) > _BOX_NUMBERS:
                return True
    return False


def _agreed_list(lists: Sequence[_ClassList], file: Path) -> _ClassList:
    """The class list of a label file, with whose names all lists for it agree.

    Raises:
        ExportError: there is no list, or two differ.
    """
    if not lists:
        raise ExportError(_unnamed(file, ()))
    first = lists[0]
    second = next((other for other in lists if other.names != first.names), None)
    if second:
        message = (
            f"{first.file} and {second.file} name the classes of {file.name} differently: "
            "take one of them out, or import each export by itself"
        )
        raise ExportError(message)
    return first


def _class_lists(folder: Path, files: Sequence[Path]) -> dict[Path, _ClassList]:
    """The class list of each folder that has one.

    Raises:
        ExportError: a list is unusable, or two in one folder differ, so that nobody can tell which one holds.
    """
    lists: dict[Path, list[_ClassList]] = {}
    for file in files:
        # In deeper folders, a YAML file with another name may have any content.
        is_at_top = file.parent == folder and file.suffix.lower() in _YAML
        listed = None
        if is_at_top or file.name == _DATA_YAML:
            listed = _list_in_yaml(file)
        elif file.name in _LIST_NAMES or file.suffix == _DARKNET:
            listed = _list_in_text(file)
        if listed:
            lists.setdefault(file.parent, []).append(listed)
    for file in files:
        if file.name == _DEFAULT_NAMES and file.parent not in lists and (listed := _list_in_text(file)):
            lists[file.parent] = [listed]
    return {place: _agreed_list(of_place, place) for place, of_place in lists.items()}


def _list_in_text(file: Path) -> _ClassList | None:
    """The class list in a file with a name a line; None if it names none."""
    lines = enumerate(line.strip() for line in text_of(file).splitlines())
    # A blank line is a class without a name; the other numbers stay.
    names = {number: line for number, line in lines if line}
    return _ClassList(file, names) if names else None


def _list_in_yaml(file: Path) -> _ClassList | None:
    """The class list in a YAML file; None if it names no classes."""
    import yaml  # noqa: PLC0415 - only training has it

    try:
        # The base loader keeps every word as text: a class may be called No or 1e3.
        document = yaml.load(text_of(file, _MAX_BYTES), Loader=yaml.BaseLoader)  # noqa: S506 - it makes words alone
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        if isinstance(error, ExportError):
            raise
        raise ExportError(file, f"no YAML ({' '.join(str(error).split())[:80]})") from error
    names = document.get("names") if isinstance(document, dict) else None
    if not isinstance(names, list | dict) or not names:
        return None
    count = document.get("nc")
    if isinstance(count, str) and count.strip().isdecimal() and int(count) != len(names):
        raise ExportError(
            file, f"nc says {int(count)} classes, and names has {len(names)}: correct the wrong one"
        )
    return _ClassList(file, _numbered(names, file), is_pose="kpt_shape" in document)


def _numbered(names: list[object] | dict[object, object], file: Path) -> dict[int, str]:
    listed = dict(enumerate(names)) if isinstance(names, list) else names
    try:
        numbered = {int(str(number)): name for number, name in listed.items()}
    except ValueError as error:
        raise ExportError(file, "names: every class has its number, as in 0: 1m") from error
    if not all(isinstance(name, str) and name.strip() for name in numbered.values()):
        raise ExportError(file, "every class needs a name")
    return {number: " ".join(str(name).split()) for number, name in numbered.items()}


def _numbers(line: str) -> list[float]:
    try:
        return [float(word) for word in line.split()]
    except ValueError as error:
        message = "no row of numbers"
        raise RowError(message) from error


def _class_of(line: str) -> int:
    number = _numbers(line)[0]
    if not number.is_integer():
        message = "a class that is no whole number"
        raise RowError(message)
    return int(number)


def _corners(line: str, size: tuple[int, int]) -> ArrayLike:
    row = np.array(_numbers(line)[1:])
    if len(row) == _BOX_NUMBERS:
        x, y, w, h = row
        return upright_box(x - w / 2, y - h / 2, x + w / 2, y + h / 2) * size
    if len(row) < _MIN_POLYGON or len(row) % 2:
        message = "neither 4 numbers after the class nor the pairs of an oriented box or a polygon"
        raise RowError(message)
    return row.reshape(-1, 2) * size
