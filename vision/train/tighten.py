"""Loose boxes turned into exact quads by a model of an earlier round.

The photos that may be trained on carry axis-aligned boxes. About a straight tile such a box is its outline;
about a turned one it holds table and neighbours too. Where a model detects a tile whose bounding box is the
labelled one, and reads what the label says, its quad is taken; where it does not, nothing is.
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

FITS: Final = 0.75
"""Intersection over union from which a quad's bounding box is the labelled one; boxes are drawn by hand."""
AGREED: Final = 0.5
"""Probability that the reader must give the label."""


def exact_quads(photo: RealPhoto, found: Detections) -> NDArray[np.float32]:
    """The corners of N labelled tiles that a model agrees with, ``(N, 4, 2)`` float32 pixels, clockwise.

    They are the quad of the detection whose bounding box is the labelled one and whose face is read as
    labelled; NaN where there is none.
    """
    quads = np.full((len(photo.boxes), 4, 2), np.nan, np.float32)
    if not len(found):
        return quads
    for i, (fit, label) in enumerate(zip(box_overlaps(found.quads, photo.boxes), photo.labels, strict=True)):
        sure = found.faces.max(axis=1) if label == TILE else found.faces[:, INDEX[label]]
        best = int(np.argmax(np.where(sure >= AGREED, fit, 0.0)))
        if fit[best] >= FITS:
            quads[i] = found.quads[best]
    return quads


def tightened(
    photos: Sequence[RealPhoto], detect: Callable[[RealPhoto], Detections], cache: Path
) -> list[RealPhoto]:
    """The photos with their exact quads.

    Args:
        photos: with boxes.
        detect: gives the model's detections on a photo.
        cache: ``.npz`` file where the quads by this model are kept for a run that goes on.
    """
    kept: dict[str, Any] = {}
    if cache.is_file():
        with np.load(cache) as file:
            kept = dict(file)
    missing = [photo for photo in photos if _key(photo) not in kept]
    if missing:
        kept |= {_key(photo): exact_quads(photo, detect(photo)) for photo in missing}
        partial = cache.with_suffix(".part.npz")
        np.savez_compressed(partial, **kept)
        partial.replace(cache)
    return [replace(photo, quads=kept[_key(photo)]) for photo in photos]


def _key(photo: RealPhoto) -> str:
    """Two photos of one name may lie in two folders."""
    return hashlib.sha256(str(photo.path.resolve()).encode()).hexdigest()
