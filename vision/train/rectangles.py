"""Rectangles about tiles, as the finder learns them and as the reader meets them."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray


def rectangle(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The least rectangle about a tile's corners, as the finder learns it.

    Args:
        quad: ``(4, 2)`` float32 pixels.

    Returns:
        ``(5,)`` float32: centre x and y, long side, short side, and the long side's angle in radians,
        clockwise on the picture, from -pi/4 up to 3 pi/4.

    >>> rectangle(np.array([[10, 10], [40, 10], [40, 50], [10, 50]], np.float32)).round().tolist()
    [25.0, 30.0, 40.0, 30.0, 2.0]
    """
    (cx, cy), (w, h), angle = cv2.minAreaRect(quad.astype(np.float32))
    theta = math.radians(angle)
    if w < h:
        w, h, theta = h, w, theta + math.pi / 2
    while theta >= 3 * math.pi / 4:
        theta -= math.pi
    while theta < -math.pi / 4:
        theta += math.pi
    return np.array([cx, cy, w, h, theta], np.float32)


def start_quad(rect: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """A rectangle's corners in an order in which the reader may meet them.

    Args:
        rect: ``(5,)`` as of `rectangle`.
        rng: random generator: either end may be up, and seldom the long side lies across.

    Returns:
        ``(4, 2)`` float32 pixels, clockwise, beginning with the corner that is taken for the top left.

    >>> rect = np.array([25, 30, 40, 30, np.pi / 2], np.float32)
    >>> start_quad(rect, np.random.default_rng(0)).round().tolist()
    [[40.0, 50.0], [10.0, 50.0], [10.0, 10.0], [40.0, 10.0]]
    """
    points = cv2.boxPoints(
        ((float(rect[0]), float(rect[1])), (float(rect[3]), float(rect[2])), math.degrees(rect[4]) - 90)
    )
    # boxPoints begins at the lower left: bl, tl, tr, br.
    quad = np.roll(points, -1, axis=0)
    turn = 2 * int(rng.integers(2)) + int(rng.random() < 0.08)
    return np.asarray(np.roll(quad, turn, axis=0), np.float32)
