"""What any export says, whatever its form: photos with named boxes, and what of it cannot be used."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from PIL import Image, UnidentifiedImageError

from vision.picture.orientation import orientation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""Endings of the files that are taken for photos."""
_SPLITS: Final = {"train": "train", "valid": "val", "val": "val", "validation": "val", "test": "test"}
_SIDEWAYS: Final = 5  # EXIF orientations from here on exchange width and height


class ExportError(ValueError):
    """The folder holds nothing that can be imported; the message is one line."""


@dataclass(frozen=True, slots=True, eq=False)
class ForeignBox:
    """A box as another tool drew it.

    Attributes:
        name: of its class, in the words of whoever labelled.
        corners: ``(N, 2)`` float64 pixels of the upright photo: four of a box, more of a polygon.
    """

    name: str
    corners: NDArray[np.float64]

    def turned(self) -> bool:
        """Whether its sides do not run along the photo's: an upright box round it holds more than the tile.

        >>> straight = [[0, 0], [30, 0], [30, 40], [0, 40]]
        >>> ForeignBox("1m", np.array(straight, float)).turned()
        False
        >>> ForeignBox("1m", np.array([[15, 0], [30, 20], [15, 40], [0, 20]], float)).turned()
        True
        """
        size = self.corners.max(axis=0) - self.corners.min(axis=0)
        x, y = self.corners.T
        covered = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
        return covered < _STRAIGHT * float(size.prod())


_STRAIGHT: Final = 0.8
"""Share of the upright box round it that a straight tile covers at least, however loosely it was drawn."""


@dataclass(frozen=True, slots=True)
class ForeignPhoto:
    """A photo of an export.

    Attributes:
        path: of the picture.
        split: ``train``, ``val``, ``test`` as the export parts them, or empty.
        boxes: in the export's order.
        where: the file that says so, for messages.
    """

    path: Path
    split: str
    boxes: tuple[ForeignBox, ...]
    where: str


@dataclass(frozen=True, slots=True)
class Export:
    """All that a folder says.

    Attributes:
        form: what kind of export it is.
        photos: in the order of their paths.
        names: every class that the export declares or uses, in its order.
        missing: pictures that labels name and that are not there, or are none.
    """

    form: str
    photos: tuple[ForeignPhoto, ...]
    names: tuple[str, ...]
    missing: tuple[str, ...]


def upright_box(x1: float, y1: float, x2: float, y2: float) -> NDArray[np.float64]:
    """The ``(4, 2)`` corners of a box that is not turned.

    >>> upright_box(0, 1, 2, 3).tolist()
    [[0.0, 1.0], [2.0, 1.0], [2.0, 3.0], [0.0, 3.0]]
    """
    return np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], np.float64)


def turned_box(
    corners: NDArray[np.float64], about: tuple[float, float], degrees: float
) -> NDArray[np.float64]:
    """Corners turned clockwise about a point, as drawing tools turn a box.

    >>> turned_box(upright_box(0, 0, 2, 4), (0, 0), 90).round().tolist()
    [[0.0, 0.0], [0.0, 2.0], [-4.0, 2.0], [-4.0, 0.0]]
    """
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return np.asarray((corners - about) @ np.array([[c, s], [-s, c]]) + about)


def size_of(path: Path) -> tuple[int, int] | None:
    """Width and height of the upright picture; None where there is none that can be read."""
    try:
        with Image.open(path) as image:
            size = image.size
            turned = orientation(image) >= _SIDEWAYS
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, ValueError):
        return None
    return (size[1], size[0]) if turned else size


def split_of(path: Path) -> str:
    """Which split the folders that a file lies in name, the nearest first; empty where none does.

    >>> from pathlib import Path
    >>> split_of(Path("a/valid/images/b.jpg"))
    'val'
    """
    folders = (part.lower() for part in reversed(path.parts[:-1]))
    return next((_SPLITS[part] for part in folders if part in _SPLITS), "")


def pictures(folder: Path) -> dict[str, list[Path]]:
    """Every picture in a folder and those below it, by its file name in lower case."""
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in PICTURES and path.is_file():
            found.setdefault(path.name.lower(), []).append(path)
    return found


def picture(named: str, beside: Path, known: dict[str, list[Path]]) -> Path | None:
    """The picture that a label file names, which may lie elsewhere than where it was labelled.

    Args:
        named: as the label file says; often a path of another machine.
        beside: folder of the label file.
        known: all pictures of the export.

    Returns:
        The one beside, else the one of that name, rather of the same split; None where there is none.
    """
    plain = named.replace("\\", "/").rpartition("/")[2]
    if plain and (beside / plain).is_file():
        return beside / plain
    same = known.get(plain.lower(), [])
    near = [path for path in same if path.parent.parent == beside.parent]
    return (near or same)[0] if same else None


def json_of(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    """What a JSON file holds; None where it is none."""
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None


def export_of(
    form: str,
    photos: Iterable[ForeignPhoto],
    missing: Iterable[str],
    declared: Sequence[str] = (),
) -> Export:
    """An export of photos, with its names in order."""
    listed = tuple(sorted(photos, key=lambda photo: str(photo.path)))
    used = dict.fromkeys([*declared, *(box.name for photo in listed for box in photo.boxes)])
    return Export(form, listed, tuple(used), tuple(missing))
