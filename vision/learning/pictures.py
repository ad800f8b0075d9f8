"""The picture of one tile: of what is still read wrong, and of what is doubtful on a layout photo."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.naming.rectify import crop
from yakulens.vision.picture.pyramid import Pyramid

WIDE: Final = 160
"""Of the picture of a tile, pixels."""
_HIGH: Final = 192


def tile_picture(photo: Pyramid, quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """``(192, 160, 3)`` uint8 RGB: one tile, straight, with a little of what lies round it."""
    return np.asarray(cv2.resize(crop(photo, quad), (WIDE, _HIGH), interpolation=cv2.INTER_CUBIC), np.uint8)
