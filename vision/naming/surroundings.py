"""Crops of a tile with what lies about it, as the photo shows it: nothing is warped straight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from yakulens.vision.naming.levels import SIDE, squares

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.picture.pyramid import Pyramid


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
    (low, _, high, _) = squares(quad[None])[0].astype(np.float64)
    shrink = float(high[0] - low[0]) / SIDE
    pixels, factor = photo.level(shrink)
    scale = factor / shrink
    matrix = np.array([[scale, 0, -low[0] / shrink], [0, scale, -low[1] / shrink]])
    warped = cv2.warpAffine(
        pixels, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(warped, np.uint8)
