"""The picture of one tile: one still misread, or one in doubt on a layout photo."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.naming.rectify import crop
from yakulens.vision.picture.pyramid import Pyramid

WIDE: Final = 160
"""Width of a tile's picture, pixels."""
_HIGH: Final = 192


def tile_picture(photo: Pyramid, quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """``(192, 160, 3)`` uint8 RGB: one tile, straightened, with a margin."""
    return np.asarray(cv2.resize(crop(photo, quad), (WIDE, _HIGH), interpolation=cv2.INTER_CUBIC), np.uint8)
