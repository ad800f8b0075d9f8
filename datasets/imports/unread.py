"""Forms of exports that are not read: how they are recognised, and what to export instead."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from yakulens.datasets.imports.documents import text_of

_INSTEAD: Final = "export the boxes as YOLO, COCO or Pascal VOC, with the pictures"


def _ends(*endings: str) -> Callable[[Path], bool]:
    return lambda file: file.name.lower().endswith(endings)


def _in_folder(*names: str) -> Callable[[Path], bool]:
    return lambda file: any(part.lower() in names for part in file.parts[:-1])


_FORMS: Final[tuple[tuple[str, Callable[[Path], bool], str], ...]] = (
    ("a TFRecord file", _ends(".tfrecord", ".tfrecords", ".record"), _INSTEAD),
    (
        "an archive",
        _ends(".zip", ".tar", ".gz", ".tgz", ".7z", ".rar"),
        "unpack it, and name the folder that it becomes",
    ),
    ("masks of segments", _in_folder("segmentationclass", "segmentationobject"), _INSTEAD),
    ("a mask of segments", _ends("_mask.png", ".rle"), _INSTEAD),
    (
        "tracks (MOT)",
        lambda file: file.parts[-2:] == ("gt", "gt.txt"),
        "choose 'CVAT for images 1.1' or COCO",
    ),
    ("a Parquet file", _ends(".parquet", ".arrow"), _INSTEAD),
    ("an array of NumPy", _ends(".npy", ".npz"), _INSTEAD),
    ("Labelbox's NDJSON", _ends(".ndjson"), _INSTEAD),
    ("a manifest of SageMaker", _ends(".manifest"), _INSTEAD),
)
_LABELS: Final = (".json", ".jsonl", ".xml")
_ROWS: Final = re.compile(r"^\s*(?:[^\n]*?[\s,;])?(?:-?\d+(?:\.\d+)?[\s,;]+){3}-?\d", re.MULTILINE)
"""A line with four numbers, as rows of boxes have."""
_LOOKED_AT: Final = 4_000
"""Number of characters of a text that are looked at."""


def advice_by_name(files: Sequence[Path]) -> str:
    """What a file is that its name tells, and what to do instead; empty if no name tells anything.

    >>> advice_by_name([Path("tiles/train.tfrecord")])[:47]
    'tiles/train.tfrecord: a TFRecord file, not read'
    """
    for form, is_of_form, instead in _FORMS:
        file = next((file for file in files if is_of_form(file)), None)
        if file is not None:
            return f"{file.as_posix()}: {form}, not read here; {instead}"
    return ""


def advice_by_suffix(files: Sequence[Path]) -> str:
    """Names a file that may hold labels, but of no known form; empty without one."""
    texts = (file for file in files if file.suffix.lower() == ".txt")
    file = next((file for file in files if file.suffix.lower() in _LABELS), None) or next(
        (file for file in texts if _ROWS.search(text_of(file)[:_LOOKED_AT])), None
    )
    return "" if file is None else f"{file}: labels of a form that is not known here; {_INSTEAD}"
