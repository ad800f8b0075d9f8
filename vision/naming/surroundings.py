"""Crops of a tile with what lies about it, as the photo shows it: nothing is warped straight.

The side of a tile, its shadow and its neighbours show how high it lies, and a side is seen below its tile,
towards the camera, whichever way the rows run. So these crops keep the photo's own upright.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from yakulens.vision.geometry.quads import edge_lengths

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.picture.pyramid import Pyramid

SIDE: Final = 72
"""Side of a crop, pixels."""
REACH: Final = 1.3
"""From the tile's middle to the crop's edge, in lengths of the tile's longest edge."""


def surroundings(photo: Pyramid, quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The ``(72, 72, 3)`` uint8 crop about one tile; beyond the photo's edge its last pixels are repeated.

    Args:
        photo: the photo.
        quad: ``(4, 2)`` float32, pixels of the photo.

    >>> from yakulens.vision.picture.pyramid import Pyramid
    >>> grey = Pyramid(np.full((400, 300, 3), 128, np.uint8))
    >>> surroundings(grey, np.array([[10, 10], [130, 10], [130, 160], [10, 160]], np.float32)).shape
    (72, 72, 3)
    """
    longest = max(float(edge_lengths(quad[None]).max()), 1.0)
    shrink = 2 * REACH * longest / SIDE
    pixels, factor = photo.level(shrink)
    scale = factor / shrink
    x, y = quad.mean(axis=0) / factor
    matrix = np.array([[scale, 0, SIDE / 2 - scale * x], [0, scale, SIDE / 2 - scale * y]])
    warped = cv2.warpAffine(
        pixels, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(warped, np.uint8)
