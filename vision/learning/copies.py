"""Copies of tiles as another photo might show them: what is measured on where each face was shown once.

A copy is in another light, smaller and less sharp, with noise, and its tiles are found as the finder errs.
What was learnt of a tile knows its copy better than it will know another tile of that face; so copies say how
far a set needs to be learnt, and whether learning spoils what was read right, and no more.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.learning.examples import LabelledTiles
from yakulens.vision.learning.feature_extractor import CORNERS, PLACE, SIZE
from yakulens.vision.picture.pyramid import Pyramid

COPIES: Final = 3
"""How many copies of each photo are made."""
_LIGHT: Final = (0.7, 1.2)
"""Between these shares of its photo's light a copy is darker or lighter."""
_CAST: Final = 0.04
"""By how much, as a standard deviation, each colour of a copy is lighter or darker than the whole."""
_SMALLEST: Final = 0.55
"""A copy's tiles are so much smaller at most: it was taken from farther away."""
_NOISE: Final = 4.0


def altered(part: LabelledTiles, number: int) -> LabelledTiles:
    """A copy of a photo and its tiles; the same number gives the same copy.

    >>> quads = np.array([[[9, 9], [39, 9], [39, 49], [9, 49]]], np.float32)
    >>> none, one = np.zeros(0, np.float32), np.zeros(1, np.intp)
    >>> photo = Pyramid(np.full((60, 80, 3), 200, np.uint8))
    >>> copy = altered(LabelledTiles("a", photo, quads, one, one, none, none), 0)
    >>> copy.photo.size == photo.size, bool(np.abs(copy.quads - quads).max() < 8)
    (False, True)
    """
    rng = np.random.default_rng([number, len(part.faces)])
    share = float(rng.uniform(_SMALLEST, 1.0))
    small = cv2.resize(part.photo.pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    light = rng.uniform(*_LIGHT) * rng.normal(1, _CAST, 3)
    shown = small * light + rng.normal(0, _NOISE, small.shape)
    pixels = np.asarray(np.clip(np.rint(shown), 0, 255), np.uint8)
    high, wide = part.photo.size
    scale = np.array([small.shape[1] / wide, small.shape[0] / high])
    quads = np.asarray(_as_found(part.quads, rng) * scale, np.float32)
    return part._replace(photo=Pyramid(pixels), quads=quads)


def _as_found(quads: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float64]:
    """``(N, 4, 2)``: the corners as a finder might give them."""
    middle = quads.mean(axis=1, keepdims=True)
    side = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)[:, None, None]
    count = len(quads)
    sized = middle + (quads - middle) * rng.normal(1, SIZE, (count, 1, 1))
    moved = rng.normal(0, PLACE, (count, 1, 2)) + rng.normal(0, CORNERS, (count, 4, 2))
    return np.asarray(sized + moved * side, np.float64)
