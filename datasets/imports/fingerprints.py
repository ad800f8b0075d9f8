"""Compares photos by fingerprints: which show the same scene, and which a model is known to be measured on.

Copies, repeated shots and augmented variants of one photo show the same scene. Known photos are not needed: a
file holds their fingerprints, 256 bits each, and no picture.
"""

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.imports.documents import json_of
from yakulens.datasets.imports.export_format import FAULTS
from yakulens.datasets.imports.foreign import ExportError
from yakulens.vision.picture.formats import is_picture
from yakulens.vision.picture.photo import PhotoError, load

Use = Literal["measured", "trained"]
USES: Final[tuple[Use, ...]] = ("measured", "trained")
"""Whether models are measured on a photo or were trained on it."""
_SIDE: Final = 16
_BITS: Final = _SIDE * _SIDE
NEAR: Final = 24
"""Maximum number of different bits between fingerprints of photos of one scene."""
_FLAT: Final = 3.0
"""Standard deviation of grey values below which a picture has no usable fingerprint."""


class KnownPhoto(NamedTuple):
    """A photo that models are measured on or were trained on: its file or set, use and fingerprint."""

    source: str
    use: Use
    print: NDArray[np.bool_]


def fingerprint(pixels: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """``(256,)``: whether each of the picture's 16 x 16 cells is brighter than its left neighbour."""
    grey = cv2.resize(
        cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), (_SIDE + 1, _SIDE), interpolation=cv2.INTER_AREA
    )
    if float(grey.std()) < _FLAT:
        return np.zeros(_BITS, np.bool_)
    return np.asarray(grey[:, 1:] > grey[:, :-1]).reshape(-1)


def scenes(prints: Sequence[NDArray[np.bool_]], paths: Sequence[Path]) -> list[int]:
    """The scene number of each photo, from 0 on in order, by fingerprints and file names.

    Roboflow names the variants of one photo ``NAME.rf.HASH.jpg``.
    """
    parents = list(range(len(prints)))

    def root(k: int) -> int:
        while parents[k] != k:
            k = parents[k]
        return k

    stacked = np.array(prints, np.bool_).reshape(len(prints), -1)
    origins = [path.name.partition(".rf.")[0] if ".rf." in path.name else "" for path in paths]
    for k in range(1, len(prints)):
        is_near = (
            (stacked[:k] != stacked[k]).sum(axis=1) <= NEAR if stacked[k].any() else np.zeros(k, np.bool_)
        )
        for j in range(k):
            if is_near[j] or (origins[k] and origins[j] == origins[k]):
                parents[root(k)] = root(j)
    numbers: dict[int, int] = {}
    return [numbers.setdefault(root(k), len(numbers)) for k in range(len(prints))]


def of_folder(folder: Path, use: Use = "measured") -> list[KnownPhoto]:
    """The readable photos in a folder and its subfolders.

    Raises:
        ExportError: the folder does not exist.
    """
    if not folder.is_dir():
        raise ExportError(folder, "no such folder of photos")
    photos = []
    for file in sorted(path for path in folder.rglob("*") if is_picture(path)):
        with suppress(PhotoError):
            photos.append(KnownPhoto(str(file), use, fingerprint(load(file).pixels)))
    return photos


def of_file(file: Path) -> list[KnownPhoto]:
    """The photos whose fingerprints a file holds (`to_json`).

    Raises:
        ExportError: the file cannot be read, or has other content.
    """
    document = json_of(file)
    try:
        return [
            KnownPhoto(name, use, row)
            for use in USES
            for name, packed in document[use].items()
            for row in np.unpackbits(np.frombuffer(base64.b64decode(packed), np.uint8))
            .reshape(-1, _BITS)
            .astype(np.bool_)
        ]
    except FAULTS as error:
        message = "no fingerprints that can be used; make them anew with yakulens data fingerprints"
        raise ExportError(file, message) from error


def to_json(folders: Mapping[Path, Use]) -> str:
    """The content of a file with the fingerprints of photos in some folders, by the folders' names."""
    sets: dict[str, dict[str, str]] = {use: {} for use in USES}
    for folder, use in folders.items():
        rows = np.array([photo.print for photo in of_folder(folder, use)], np.bool_).reshape(-1, _BITS)
        packed = base64.b64encode(np.packbits(rows).tobytes()).decode()
        sets[use]["/".join(folder.resolve().parts[-2:])] = packed
    return json.dumps(sets, indent=1) + "\n"


def overlap(
    prints: Sequence[NDArray[np.bool_]], paths: Sequence[Path], known: Iterable[KnownPhoto]
) -> dict[str, list[list[str]]]:
    """For each use, pairs of an export's photo and the source of a known photo of the same scene.

    >>> mine = np.arange(256) % 2 == 0
    >>> known = [KnownPhoto("hands", "measured", mine), KnownPhoto("b", "trained", ~mine)]
    >>> overlap([mine], [Path("a.jpg")], known)
    {'measured': [['a.jpg', 'hands']], 'trained': []}
    """
    stacked = np.array(prints, np.bool_).reshape(-1, _BITS)
    pairs: dict[str, dict[tuple[str, str], None]] = {use: {} for use in USES}
    for photo in known:
        is_near = ((stacked != photo.print).sum(axis=1) <= NEAR) & stacked.any(axis=1)
        pairs[photo.use] |= dict.fromkeys(
            (paths[k].name, photo.source) for k in np.flatnonzero(is_near).tolist()
        )
    return {use: [list(pair) for pair in of_use] for use, of_use in pairs.items()}
