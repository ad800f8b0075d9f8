"""Colours, including those of a tile set's body, and drawing with them on a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.choice import one_of

Pixels: TypeAlias = NDArray[np.uint8]
"""Pictures, masks and textures."""

Rgb: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each 0..255."""

_SHIFT: Final = 4
"""Corners of filled shapes are rounded to 2 ** -_SHIFT of a pixel."""


def rgb(channels: NDArray[Any]) -> Rgb:
    """Three channels as integers from 0 to 255.

    >>> rgb(np.array([-3.0, 12.7, 300.0]))
    (0, 12, 255)
    """
    r, g, b = (int(c) for c in np.clip(channels, 0, 255))
    return r, g, b


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours of one tile set.

    Attributes:
        front: of the side with the face, apart from the engraving.
        side: of the tile's body next to the front.
        back: of the layer on the other side.
        clear: transparency of the body, 0 = opaque .. 1.
    """

    front: Rgb
    side: Rgb
    back: Rgb
    clear: float = 0.0


def random_paint(rng: np.random.Generator) -> Paint:
    """Random colours of a tile set: white to cream, rarely anything else, and a back of any usual colour."""
    warm = rng.uniform(0, 34)
    level = rng.uniform(222, 254)
    front = (int(level), int(level - warm * 0.25), int(level - warm))
    if rng.random() < 0.05:
        front = rgb(rng.integers(120, 255, 3))
    side = rgb(np.array(front) * rng.uniform(0.88, 1.0))
    hues = (
        (35, 110, 60), (240, 150, 40), (40, 90, 180), (190, 60, 60), (230, 190, 60), (120, 180, 220),
        (240, 170, 190), (40, 40, 46), (120, 190, 70), (235, 235, 232), (90, 60, 140),
    )  # fmt: skip
    base = np.array(one_of(rng, hues)) + rng.normal(0, 14, 3)
    return Paint(front, side, rgb(base))


def fill_polygon(image: Pixels, points: NDArray[np.floating], colour: Rgb) -> None:
    """Fill a convex polygon of ``(N, 2)`` ordered pixels with smooth edges on ``(H, W, 3)`` uint8 RGB.

    >>> image = np.zeros((8, 8, 3), np.uint8)
    >>> fill_polygon(image, np.array([[1.0, 1.0], [6.0, 1.0], [6.0, 6.0], [1.0, 6.0]]), (200, 0, 0))
    >>> image[3, 3].tolist(), image[7, 7].tolist()
    ([200, 0, 0], [0, 0, 0])
    """
    corners = np.round(points * (1 << _SHIFT)).astype(np.int32)
    cv2.fillConvexPoly(image, corners, colour, cv2.LINE_AA, _SHIFT)


def convex_hull(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners ``(M, 2)`` float64 of the convex hull of ``(N, 2)`` picture points."""
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


class ClutterCanvas:
    """The picture to draw on, the random generator, and the tile width in pixels, the unit of lengths."""

    def __init__(self, image: Pixels, rng: np.random.Generator, size: float) -> None:
        """Start with a table top with tiles of ``size`` pixels width."""
        self.image, self.rng, self.size = image, rng, size

    def colour(self, low: int, high: int) -> Rgb:
        """A random colour with channels between two bounds."""
        return rgb(self.rng.integers(low, high, 3))

    def box(self, at: tuple[float, float], wide: float, tall: float, angle: float, colour: Rgb) -> None:
        """Draw a box around a point, lengths in tile widths, turned by ``angle`` degrees."""
        points = cv2.boxPoints((at, (wide * self.size, tall * self.size), angle))
        fill_polygon(self.image, points, colour)

    def dot(self, x: float, y: float, radius: float, colour: Rgb) -> None:
        """Draw a dot around a point, its radius in tile widths."""
        cv2.circle(self.image, (int(x), int(y)), max(1, int(radius * self.size)), colour, -1, cv2.LINE_AA)

    def along(self, at: tuple[float, float], angle: float, u: float, v: float = 0.0) -> tuple[float, float]:
        """The pixel ``u`` tile widths along and ``v`` across a line from ``at`` at ``angle`` degrees."""
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        return at[0] + (u * c - v * s) * self.size, at[1] + (u * s + v * c) * self.size

    def paste(self, picture: Pixels, at: tuple[float, float], wide: float, angle: float) -> None:
        """Paste a picture ``(h, w, 3)`` around a point, ``wide`` tile widths wide, turned by degrees."""
        h, w = picture.shape[:2]
        size = (wide * self.size, wide * self.size * h / w)
        corners = cv2.boxPoints((at, size, angle)).astype(np.float32)
        source = np.array([[0, h], [0, 0], [w, 0], [w, h]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, corners)
        to = (self.image.shape[1], self.image.shape[0])
        if size[0] < w / 2:  # below half size, average first, or thin lines break up
            small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            matrix = matrix @ np.diag([w / small.shape[1], h / small.shape[0], 1.0])
            picture = np.asarray(small, np.uint8)
        cv2.warpPerspective(picture, matrix, to, self.image, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
