"""Which photos of an export are, or show the same scene as, photos that models are measured on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yakulens.vision.imports.foreign import ExportError
from yakulens.vision.imports.pictures import PICTURES
from yakulens.vision.imports.scenes import NEAR, fingerprint
from yakulens.vision.picture.photo import PhotoError, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray


def overlap(
    prints: Sequence[NDArray[np.bool_]], paths: Sequence[Path], folders: Iterable[Path]
) -> list[list[str]]:
    """The export's photo and the other one, for each of its photos that is much like another.

    Args:
        prints: fingerprints of the export's photos.
        paths: their files.
        folders: of the photos that are measured on, with the folders below them.

    Raises:
        ExportError: there is no such folder.
    """
    told: list[list[str]] = []
    for folder in folders:
        if not folder.is_dir():
            message = f"{folder}: no such folder of photos"
            raise ExportError(message)
        for file in sorted(each for each in folder.rglob("*") if each.suffix.lower() in PICTURES):
            try:
                mine = fingerprint(load(file).pixels)
            except PhotoError:
                continue
            alike = (np.count_nonzero(each != mine) <= NEAR and each.any() for each in prints)
            told += [[path.name, str(file)] for path, same in zip(paths, alike, strict=True) if same]
    return told
