"""Convex polygons on a picture."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.synth.colours import Rgb

_SHIFT: Final = 4
"""Corners are rounded to parts of a pixel: 2 to the power of this many."""


def fill_polygon(image: NDArray[np.uint8], points: NDArray[np.floating], colour: Rgb) -> None:
    """Fill a convex polygon of ``(N, 2)`` pixels, in order, its edges smooth, on ``(H, W, 3)`` uint8 RGB.

    >>> image = np.zeros((8, 8, 3), np.uint8)
    >>> fill_polygon(image, np.array([[1.0, 1.0], [6.0, 1.0], [6.0, 6.0], [1.0, 6.0]]), (200, 0, 0))
    >>> image[3, 3].tolist(), image[7, 7].tolist()
    ([200, 0, 0], [0, 0, 0])
    """
    corners = np.round(points * (1 << _SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(image, corners, colour, cv2.LINE_AA, _SHIFT)


def convex_hull(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners, ``(M, 2)`` float64, of the smallest convex polygon about ``(N, 2)`` points of a picture.

    >>> convex_hull(np.array([[0.0, 0], [4, 0], [2, 1], [4, 4], [0, 4]])).shape
    (4, 2)
    """
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)
