"""Crops for the reader: a face's quad, straightened, with a margin.

The face fills the middle 1 / MARGIN of the crop in both directions. Crop coordinates are normalised:
(0, 0) is the crop's top left, (1, 1) its bottom right.
"""

from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.quads import mean_sides
from yakulens.vision.naming.crop_answers import FACE_IN_CROP, HEIGHT, MARGIN, WIDTH
from yakulens.vision.picture.pyramid import Pyramid


def to_crop(quad: NDArray[np.float32]) -> NDArray[np.float64]:
    """The ``(3, 3)`` float64 projective map from photo pixels to crop pixels for one ``(4, 2)`` quad.

    >>> quad = np.array([[0, 0], [80, 0], [80, 96], [0, 96]], np.float32) * np.float32(1 / MARGIN)
    >>> np.abs(to_crop(quad)).round(3).tolist()
    [[1.0, 0.0, 9.231], [0.0, 1.0, 11.077], [0.0, 0.0, 1.0]]
    """
    target = FACE_IN_CROP * np.array([WIDTH, HEIGHT], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), target), np.float64)


def crop(photo: Pyramid, quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The ``(96, 80, 3)`` uint8 crop of one ``(4, 2)`` quad, as ``crops`` makes it."""
    return np.asarray(crops(photo, quad[None])[0], np.uint8)


def crops(photo: Pyramid, quads: NDArray[np.float32]) -> NDArray[np.uint8]:
    """``(N, 96, 80, 3)`` uint8 crops of ``(N, 4, 2)`` quads, with corner 0 at the top left.

    Beyond the photo's edge, its last pixels repeat. A tile far larger than the crop comes from a smaller copy
    of the photo: sampling every fourth pixel would alias.
    """
    out = np.empty((len(quads), HEIGHT, WIDTH, 3), np.uint8)
    # Photo pixels per crop pixel, along the tighter side.
    shrinks = photo.limit_shrinks((mean_sides(quads) * MARGIN / (WIDTH, HEIGHT)).min(axis=1))
    for k, (quad, shrink) in enumerate(zip(quads, shrinks.tolist(), strict=True)):
        out[k] = photo.cut(shrink, partial(_warp, quad))
    return out


def _warp(quad: NDArray[np.float32], pixels: NDArray[np.uint8], factor: int) -> NDArray[np.uint8]:
    """The crop of a quad from pixels that are each ``factor`` photo pixels wide."""
    transform = to_crop(quad / np.float32(factor))
    border = cv2.BORDER_REPLICATE
    crop = cv2.warpPerspective(pixels, transform, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=border)
    return np.asarray(crop, np.uint8)
