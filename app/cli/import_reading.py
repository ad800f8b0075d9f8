"""What a model sees on the photos of an export that `yakulens data import` takes."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.app.cli.frame import note
from yakulens.datasets.imports.by_reading import is_mirrored
from yakulens.datasets.imports.fingerprints import fingerprint
from yakulens.datasets.imports.foreign import ExportError
from yakulens.datasets.imports.labelled import LabelledPhoto
from yakulens.vision.labels import LABELS
from yakulens.vision.picture.photo import PhotoError, load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser

recogniser_of: Final = cache(Recogniser.load)
"""The model of a name, loaded on first use."""


def faces(model: str | None, path: Path, quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a model reads in boxes of a photo; zeros if the photo is damaged. It is loaded on first use."""
    try:
        pyramid = load(path).pyramid
    except PhotoError:  # the report lists it as missing
        return np.zeros((len(quads), len(LABELS)), np.float32)
    return recogniser_of(model).reader.read_once(pyramid, quads).faces


def shows_tiles(model: str | None, path: Path) -> bool:
    """Whether a model sees tiles on a photo."""
    return bool(len(recogniser_of(model).survey(load(path)).detections))


def examined(
    photos: Sequence[LabelledPhoto], model: str | None, *, mirrored: bool
) -> tuple[list[LabelledPhoto], list[NDArray[np.bool_]]]:
    """The undamaged photos with their fingerprints; if ``mirrored``, a model looks for mirrored ones.

    Raises:
        ExportError: all photos are damaged.
    """
    recogniser = recogniser_of(model) if mirrored else None
    sound, prints = [], []
    for number, photo in enumerate(photos, start=1):
        try:
            pixels = load(photo.photo.path).pixels
        except PhotoError:
            continue
        # Of too few tiles none shows it, and cut-out faces are one each.
        is_shown_mirrored = (
            recogniser is not None
            and bool(photo.photo.boxes)
            and not photo.is_face
            and is_mirrored(
                pixels,
                photo.boxes,
                photo.labels,
                lambda shown, quads: recogniser.reader.read_once(Pyramid(shown), quads).faces,
            )
        )
        sound.append(replace(photo, mirrored=is_shown_mirrored))
        prints.append(fingerprint(pixels))
        if number % 100 == 0:
            note(f"checked {number} of {len(photos)} photos")
    if not sound:
        raise ExportError(photos[0].photo.path, "truncated or damaged, as is every picture of the export")
    return sound, prints
