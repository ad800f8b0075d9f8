"""Loose boxes turned into exact quads by a model of an earlier round.

Training photos have axis-aligned boxes. Around a straight tile such a box is its outline; around a turned one
it holds table and neighbours too. Where a model detects a tile with the labelled bounding box and the
labelled face, its quad is used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.geometry.overlap import box_overlaps
from yakulens.vision.labels import INDEX, TILE
from yakulens.vision.train.real_photos import RealPhoto

_MIN_OVERLAP: Final = 0.75
"""Intersection over union from which a quad's bounding box is the labelled one; boxes are drawn by hand."""
_MIN_PROBABILITY: Final = 0.5
"""Least probability of the label by the reader."""


def exact_quads(photo: RealPhoto, detections: Detections) -> NDArray[np.float32]:
    """The corners of N labelled tiles, ``(N, 4, 2)`` float32 pixels, clockwise.

    They are those of the detection with the labelled bounding box and face; NaN where there is none.
    """
    quads = np.full((len(photo.boxes), 4, 2), np.nan, np.float32)
    if not len(detections):
        return quads
    for i, (overlaps, label) in enumerate(
        zip(box_overlaps(detections.quads, photo.boxes), photo.labels, strict=True)
    ):
        probabilities = detections.faces.max(axis=1) if label == TILE else detections.faces[:, INDEX[label]]
        best = int(np.argmax(np.where(probabilities >= _MIN_PROBABILITY, overlaps, 0.0)))
        if overlaps[best] >= _MIN_OVERLAP:
            quads[i] = detections.quads[best]
    return quads


def tightened(
    photos: Sequence[RealPhoto], detect: Callable[[RealPhoto], Detections], cache: Path
) -> list[RealPhoto]:
    """The photos with their exact quads.

    Args:
        photos: with boxes.
        detect: gives the model's detections on a photo.
        cache: ``.npz`` file of the quads by this model, for a run that is resumed.
    """
    quads_of: dict[str, Any] = {}
    if cache.is_file():
        with np.load(cache) as file:
            quads_of = dict(file)
    missing = [photo for photo in photos if _key(photo) not in quads_of]
    if missing:
        quads_of |= {_key(photo): exact_quads(photo, detect(photo)) for photo in missing}
        partial = cache.with_suffix(".part.npz")
        np.savez_compressed(partial, **quads_of)
        partial.replace(cache)
    return [replace(photo, quads=quads_of[_key(photo)]) for photo in photos]


def _key(photo: RealPhoto) -> str:
    """A hash of the whole path, since photos in two folders may have the same name."""
    return hashlib.sha256(str(photo.path.resolve()).encode()).hexdigest()
