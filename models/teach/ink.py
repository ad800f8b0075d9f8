"""Whether faces are printed dark on light or light on dark."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.naming.crop_answers import HEIGHT, WIDTH
from yakulens.vision.naming.rectify import crops
from yakulens.vision.picture.pyramid import Pyramid

_RIM: Final = 8
"""One part in this many is cut off each side of a crop: it shows the tile's surroundings."""


def lighter_ink(photo: Pyramid, quads: NDArray[np.float32]) -> float:
    """Whether tiles at quads ``(N, 4, 2)`` have ink lighter than the ground: -1 none to 1 all, 0 for no tile.

    Most of a face is its ground.

    >>> page = np.full((60, 60, 3), 30, np.uint8)
    >>> page[24:36, 24:36] = 220
    >>> whole = np.array([[[10, 10], [50, 10], [50, 50], [10, 50]]], np.float32)
    >>> lighter_ink(Pyramid(page), whole), lighter_ink(Pyramid(255 - page), whole)
    (1.0, -1.0)
    """
    if not len(quads):
        return 0.0
    height, width = HEIGHT // _RIM, WIDTH // _RIM
    inner = np.ascontiguousarray(crops(photo, quads)[:, height:-height, width:-width])
    greys = [picture.mean(axis=2) for picture in inner]
    return float(np.mean([np.sign(grey.mean() - np.median(grey)) for grey in greys]))
