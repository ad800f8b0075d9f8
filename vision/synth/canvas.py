"""Drawing on a picture: convex polygons, and flat things in the measure of a table's tiles."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.synth.colours import Pixels, Rgb, rgb

_SHIFT: Final = 4
"""Corners are rounded to parts of a pixel: 2 to the power of this many."""


def fill_polygon(image: Pixels, points: NDArray[np.floating], colour: Rgb) -> None:
    """Fill a convex polygon of ``(N, 2)`` pixels, in order, its edges smooth, on ``(H, W, 3)`` uint8 RGB.

    >>> image = np.zeros((8, 8, 3), np.uint8)
    >>> fill_polygon(image, np.array([[1.0, 1.0], [6.0, 1.0], [6.0, 6.0], [1.0, 6.0]]), (200, 0, 0))
    >>> image[3, 3].tolist(), image[7, 7].tolist()
    ([200, 0, 0], [0, 0, 0])
    """
    corners = np.round(points * (1 << _SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(image, corners, colour, cv2.LINE_AA, _SHIFT)


def convex_hull(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners, ``(M, 2)`` float64, of the convex hull of ``(N, 2)`` points of a picture."""
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


class ClutterCanvas:
    """The picture drawn on, the random generator, and the width of a tile in pixels: the unit of lengths."""

    def __init__(self, image: Pixels, rng: np.random.Generator, size: float) -> None:
        """Begin with a table top, whose tiles are ``size`` pixels wide."""
        self.image, self.rng, self.size = image, rng, size

    def colour(self, low: int, high: int) -> Rgb:
        """Any colour whose channels lie between two bounds."""
        return rgb(self.rng.integers(low, high, 3))

    def box(self, at: tuple[float, float], wide: float, tall: float, angle: float, colour: Rgb) -> None:
        """A box about a point, lengths in tile widths, turned by degrees."""
        points = cv2.boxPoints((at, (wide * self.size, tall * self.size), angle))
        fill_polygon(self.image, points, colour)

    def dot(self, x: float, y: float, radius: float, colour: Rgb) -> None:
        """A dot about a point, its radius in tile widths."""
        cv2.circle(self.image, (int(x), int(y)), max(1, int(radius * self.size)), colour, -1, cv2.LINE_AA)

    def along(self, at: tuple[float, float], angle: float, u: float, v: float = 0.0) -> tuple[float, float]:
        """The pixel ``u`` tile widths along and ``v`` across a line from ``at``, at ``angle`` degrees."""
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        return at[0] + (u * c - v * s) * self.size, at[1] + (u * s + v * c) * self.size

    def paste(self, picture: Pixels, at: tuple[float, float], wide: float, angle: float) -> None:
        """A picture ``(h, w, 3)`` about a point, ``wide`` tile widths wide, turned by degrees."""
        h, w = picture.shape[:2]
        size = (wide * self.size, wide * self.size * h / w)
        corners = cv2.boxPoints((at, size, angle)).astype(np.float32)
        source = np.array([[0, h], [0, 0], [w, 0], [w, h]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, corners)
        to = (self.image.shape[1], self.image.shape[0])
        if size[0] < w / 2:  # smaller than half: average first, else thin lines break up
            small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            matrix = matrix @ np.diag([w / small.shape[1], h / small.shape[0], 1.0])
            picture = np.asarray(small, np.uint8)
        cv2.warpPerspective(picture, matrix, to, self.image, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
