"""The pictures of an export: their files and sizes, and which of them a label file names."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from PIL import Image

from yakulens.vision.picture.formats import EXTENSIONS, has_extension, is_picture
from yakulens.vision.picture.opening import PhotoError, upright_size

_PARAMETER: Final = re.compile(r"\?d=")
"""Label Studio's way to name a file of the machine that serves it."""
_UPLOADED: Final = re.compile(r"^[0-9a-f]{8}-")
"""Label Studio's prefix of the name of an uploaded picture."""
_SPLITS: Final = {"train": "train", "valid": "val", "val": "val", "validation": "val", "test": "test"}


def picture_names(name: str) -> list[str]:
    """The names that a picture may have, likeliest first.

    Tables of Kaggle and Open Images, frames of CVAT and label files leave the extension out.

    >>> picture_names("a.jpg"), picture_names("frame_000001")[:2], picture_names("")
    (['a.jpg'], ['frame_000001', 'frame_000001.jpg'], [])
    """
    if not name or has_extension(name):
        return [name] if name else []
    return [name, *(f"{name}{end}" for end in EXTENSIONS)]


def original_name(name: str) -> str:
    """What a picture was called before Label Studio took it.

    >>> original_name("data/upload/1/0a1b2c3d-a.jpg")
    'a.jpg'
    """
    return _UPLOADED.sub("", re.split(r"/|\\", name)[-1])


def size_of(path: Path) -> tuple[int, int] | None:
    """Width and height of the upright picture; None if unreadable."""
    if not path.is_file():  # a named pipe would be waited for
        return None
    try:
        return upright_size(path)
    except (OSError, PhotoError, Image.DecompressionBombError, ValueError, SyntaxError):
        return None


def split_of(path: Path) -> str:
    """The split named by the nearest folder above a file; empty if there is none.

    >>> split_of(Path("a/valid/images/b.jpg"))
    'val'
    """
    folders = (part.lower() for part in reversed(path.parts[:-1]))
    return next((_SPLITS[part] for part in folders if part in _SPLITS), "")


def is_split(name: str) -> bool:
    """Whether a folder of this name holds a split.

    >>> is_split("Valid"), is_split("1m")
    (True, False)
    """
    return name.lower() in _SPLITS


def by_name(files: Iterable[Path]) -> dict[str, list[Path]]:
    """The pictures among the files, by lower-case file name."""
    pictures: dict[str, list[Path]] = {}
    for path in files:
        if is_picture(path):
            pictures.setdefault(path.name.lower(), []).append(path)
    return pictures


def picture(names: Sequence[str], folder: Path, pictures: Mapping[str, Sequence[Path]]) -> Path | None:
    r"""The picture that a label file names, which may have moved since it was labelled.

    Args:
        names: the names that it may have, likeliest first; often paths on another machine.
        folder: of the label file.
        pictures: all pictures of the export (`by_name`); no other file is ever used.

    Returns:
        Among pictures of that name, the one that shares most folders with it, else the one in ``folder``,
        else one beside ``folder``; None if there is none.

    >>> pictures = by_name([Path("x/train/a.jpg"), Path("x/val/a.jpg")])
    >>> picture(["C:\\shots\\val\\a.jpg"], Path("x"), pictures).as_posix()
    'x/val/a.jpg'
    >>> picture(["../../a.jpg"], Path("x/train"), pictures).as_posix()
    'x/train/a.jpg'
    >>> picture(["/data/local-files/?d=shots/a.jpg"], Path("x/val"), pictures).as_posix()
    'x/val/a.jpg'
    """
    for name in names:
        parts = _PARAMETER.sub("/", name.replace("\\", "/")).lower().split("/")
        if candidates := pictures.get(parts[-1]):
            return max(
                candidates,
                key=lambda path: (
                    _common_parts(parts, path),
                    path.parent == folder,
                    path.parent.parent == folder.parent,
                ),
            )
    return None


def _common_parts(parts: Sequence[str], path: Path) -> int:
    """Number of equal parts at the end of a name and a path."""
    pairs = zip(reversed(parts), reversed(path.parts), strict=False)
    return next((k for k, (a, b) in enumerate(pairs) if a != b.lower()), len(parts))
