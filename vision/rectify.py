"""Crops for the reader: a face's quad, warped straight, with a little of its surroundings.

The face fills the middle 1 / MARGIN of the crop in both directions. Crop coordinates are normalised:
(0, 0) is the crop's top left, (1, 1) its bottom right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

HEIGHT: Final = 96
WIDTH: Final = 80
MARGIN: Final = 1.3

_LOW: Final = (1 - 1 / MARGIN) / 2
_HIGH: Final = 1 - _LOW

FACE_IN_CROP: Final = np.array([[_LOW, _LOW], [_HIGH, _LOW], [_HIGH, _HIGH], [_LOW, _HIGH]], np.float32)
"""Where the quad's corners 0..3 come to lie in the crop: top left, top right, bottom right, bottom left."""


def to_crop(quad: NDArray[np.float32]) -> NDArray[np.float64]:
    """The ``(3, 3)`` projective map from photo pixels to crop pixels for one ``(4, 2)`` quad."""
    target = FACE_IN_CROP * np.array([WIDTH, HEIGHT], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), target), np.float64)


def crop(pixels: NDArray[np.uint8], quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The ``(96, 80, 3)`` uint8 crop of one quad; beyond the photo's edge its last pixels are repeated.

    Args:
        pixels: ``(H, W, 3)`` uint8.
        quad: ``(4, 2)`` float32, pixels, clockwise; corner 0 comes to the top left.
    """
    # A tile far larger than the crop is first averaged down: sampling every fourth pixel would alias.
    # The surroundings of a quad are at most its own size on each side, so that is what is cut out.
    low, high = quad.min(axis=0), quad.max(axis=0)
    reach = (high - low).max() * 0.5
    height, width = pixels.shape[:2]
    x0, y0 = np.clip(np.floor(low - reach), 0, [width - 1, height - 1]).astype(int)
    x1, y1 = np.clip(np.ceil(high + reach), [x0 + 1, y0 + 1], [width, height]).astype(int)
    part = pixels[y0:y1, x0:x1]
    shrink = _shrink(quad)
    if shrink > 1:
        size = (max(1, round((x1 - x0) / shrink)), max(1, round((y1 - y0) / shrink)))
        small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    else:
        small = part
    scale = np.array([small.shape[1] / (x1 - x0), small.shape[0] / (y1 - y0)], np.float32)
    moved = (quad - np.array([x0, y0], np.float32)) * scale
    warped = cv2.warpPerspective(
        small, to_crop(moved), (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(warped, np.uint8)


def _shrink(quad: NDArray[np.float32]) -> float:
    """How many photo pixels come to lie on one crop pixel, along the tighter side."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    across, along = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    return float(min(across * MARGIN / WIDTH, along * MARGIN / HEIGHT))


def from_crop(points: NDArray[np.float32], quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(K, 2)`` normalised crop points of one quad's crop, back in photo pixels."""
    inverse = np.linalg.inv(to_crop(quad))
    scaled = (points * np.array([WIDTH, HEIGHT])).reshape(-1, 1, 2).astype(np.float64)
    return np.asarray(cv2.perspectiveTransform(scaled, inverse).reshape(-1, 2), np.float32)
