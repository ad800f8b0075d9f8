"""The pictures of an export: where they lie, how large they are, which of them a label file means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from PIL import Image, UnidentifiedImageError

from yakulens.vision.picture.orientation import read_orientation

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""Endings of the files that are taken for photos."""
_SPLITS: Final = {"train": "train", "valid": "val", "val": "val", "validation": "val", "test": "test"}
_SIDEWAYS: Final = 5  # EXIF orientations from here on exchange width and height


def size_of(path: Path) -> tuple[int, int] | None:
    """Width and height of the upright picture; None where there is none that can be read."""
    try:
        with Image.open(path) as image:
            size = image.size
            turned = read_orientation(image) >= _SIDEWAYS
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, ValueError, SyntaxError):
        return None
    return (size[1], size[0]) if turned else size


def split_of(path: Path) -> str:
    """Which split the folders that a file lies in name, the nearest first; empty where none does.

    >>> split_of(Path("a/valid/images/b.jpg"))
    'val'
    """
    folders = (part.lower() for part in reversed(path.parts[:-1]))
    return next((_SPLITS[part] for part in folders if part in _SPLITS), "")


def by_name(files: Iterable[Path]) -> dict[str, list[Path]]:
    """Every picture among files, by its file name in lower case."""
    found: dict[str, list[Path]] = {}
    for path in files:
        if path.suffix.lower() in PICTURES:
            found.setdefault(path.name.lower(), []).append(path)
    return found


def picture(named: Sequence[str], beside: Path, known: Mapping[str, Sequence[Path]]) -> Path | None:
    r"""The picture that a label file names, which may lie elsewhere than where it was labelled.

    Args:
        named: what it may be called, the likeliest first; often a path of another machine.
        beside: folder of the label file.
        known: all pictures of the export (`by_name`): no other file is ever taken.

    Returns:
        Of those of that name the one whose folders are named too, else the one beside, else the one of the
        same split; None where there is none.

    >>> known = by_name([Path("x/train/a.jpg"), Path("x/val/a.jpg")])
    >>> picture(["C:\\shots\\val\\a.jpg"], Path("x"), known).as_posix()
    'x/val/a.jpg'
    >>> picture(["../../a.jpg"], Path("x/train"), known).as_posix(), picture(["b.jpg"], Path("x"), known)
    ('x/train/a.jpg', None)
    """
    for name in named:
        parts = name.replace("\\", "/").lower().split("/")
        same = known.get(parts[-1], ())
        if same:
            return max(
                same,
                key=lambda path: (
                    _common(parts, path),
                    path.parent == beside,
                    path.parent.parent == beside.parent,
                ),
            )
    return None


def _common(parts: Sequence[str], path: Path) -> int:
    """How many of the last folders of a name are those of a path."""
    pairs = zip(reversed(parts), reversed(path.parts), strict=False)
    return next((k for k, (one, other) in enumerate(pairs) if one != other.lower()), len(parts))
