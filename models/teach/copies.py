"""Altered copies of photos, to evaluate an adapted reader if each face was shown only once.

A copy has another light, is smaller and less sharp, and has noise and a finder's corner errors. A tile's copy
is easier to read than another tile of the same face: copies only show whether a set needs adaptation at all,
and whether adaptation spoils tiles that were read right.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.examples import LabelledTiles
from yakulens.models.teach.feature_extractor import CORNERS, PLACE, SIZE
from yakulens.vision.picture.pyramid import Pyramid

COPIES: Final = 3
"""How many copies of each photo are made."""
_LIGHT: Final = (0.7, 1.2)
"""Least and greatest factor of brightness."""
_CAST: Final = 0.04
"""Standard deviation of each channel's factor of brightness."""
_MIN_SCALE: Final = 0.55
"""Least scale of a copy, as if taken from farther away."""
_NOISE: Final = 4.0


def altered(part: LabelledTiles, number: int) -> LabelledTiles:
    """An altered copy of a photo and its tiles; the same number gives the same copy.

    >>> quads = np.array([[[9, 9], [39, 9], [39, 49], [9, 49]]], np.float32)
    >>> none, one = np.zeros(0, np.float32), np.zeros(1, np.intp)
    >>> photo = Pyramid(np.full((60, 80, 3), 200, np.uint8))
    >>> copy = altered(LabelledTiles("a", photo, quads, one, one, none, none), 0)
    >>> copy.photo.size == photo.size, bool(np.abs(copy.quads - quads).max() < 8)
    (False, True)
    """
    rng = np.random.default_rng([number, len(part.faces)])
    factor = float(rng.uniform(_MIN_SCALE, 1.0))
    smaller = cv2.resize(part.photo.pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    light = rng.uniform(*_LIGHT) * rng.normal(1, _CAST, 3)
    lit = smaller * light + rng.normal(0, _NOISE, smaller.shape)
    pixels = np.asarray(np.clip(np.rint(lit), 0, 255), np.uint8)
    height, width = part.photo.size
    scale = np.array([smaller.shape[1] / width, smaller.shape[0] / height])
    quads = np.asarray(_with_corner_errors(part.quads, rng) * scale, np.float32)
    return part._replace(photo=Pyramid(pixels), quads=quads)


def _with_corner_errors(quads: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float64]:
    """The quads ``(N, 4, 2)`` with a finder's errors."""
    middle = quads.mean(axis=1, keepdims=True)
    side = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)[:, None, None]
    count = len(quads)
    sized = middle + (quads - middle) * rng.normal(1, SIZE, (count, 1, 1))
    moved = rng.normal(0, PLACE, (count, 1, 2)) + rng.normal(0, CORNERS, (count, 4, 2))
    return np.asarray(sized + moved * side, np.float64)
