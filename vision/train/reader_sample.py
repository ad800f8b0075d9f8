"""One training sample of the reader: a crop cut out of a photo, and what it shows."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.naming import rectify
from yakulens.vision.naming.crop_answers import FACE_IN_CROP, HEIGHT, WIDTH
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.train.rectangles import start_quad


class ReaderSample(NamedTuple):
    """A crop and its truth.

    Attributes:
        crop: ``(96, 80, 3)`` uint8 RGB.
        face: index of the label, or -1 for a crop that shows no tile.
        up: which edge is the face's top, 0..3, or -1 where unknown.
        corners: ``(4, 2)`` float32 normalised crop points, NaN where unknown.
    """

    crop: NDArray[np.uint8]
    face: int
    up: int
    corners: NDArray[np.float32]


def tile_at(
    photo: Pyramid, quad: NDArray[np.float32], start: NDArray[np.float32], face: int, *, up: bool
) -> ReaderSample:
    """The sample of a tile: its crop, its face, its top and where in the crop its corners are.

    Args:
        photo: the picture.
        quad: ``(4, 2)`` float32 pixels, the tile's exact corners, where ``up`` from the face's top left on.
        start: ``(4, 2)`` float32 pixels, the rough corners from which the crop is cut.
        face: index of the label.
        up: whether the first edge of ``quad`` is the face's top.
    """
    crop = rectify.crop(photo, start)
    matrix = rectify.to_crop(start)
    points = cv2.perspectiveTransform(quad.reshape(-1, 1, 2).astype(np.float64), matrix).reshape(-1, 2)
    corners = (points / [WIDTH, HEIGHT]).astype(np.float32)
    # The first corner is the one nearest to the crop's top left: the turn that moves the corners least.
    shifts = [float(np.abs(np.roll(corners, -k, axis=0) - FACE_IN_CROP).sum()) for k in range(4)]
    k = int(np.argmin(shifts))
    return ReaderSample(crop, face, (-k) % 4 if up else -1, np.roll(corners, -k, axis=0))


def no_tile_at(photo: Pyramid, rect: NDArray[np.float32], rng: np.random.Generator) -> ReaderSample:
    """The sample of a place that is no tile: its crop without a face, a top or corners."""
    crop = rectify.crop(photo, start_quad(rect, rng))
    return ReaderSample(crop, -1, -1, np.full((4, 2), np.nan, np.float32))
