"""A photo's pixels under a colour transform."""

from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.picture.color_transform import ColorTransform
from yakulens.vision.picture.pyramid import Pyramid


def show(color_transform: ColorTransform, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 RGB pixels under a colour transform; ``grey`` does not change them.

    >>> from yakulens.vision.picture.color_transform import NEGATIVE
    >>> light_red = np.full((8, 8, 3), (255, 200, 200), np.uint8)
    >>> red, green, blue = show(NEGATIVE, light_red)[0, 0].tolist()
    >>> red > 1.5 * green, red < 130
    (True, True)
    """
    shown = pixels
    if color_transform.negative:
        lab = cv2.cvtColor(shown, cv2.COLOR_RGB2LAB)
        lab[..., 0] = 255 - lab[..., 0]
        shown = np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB), np.uint8)
    return np.asarray(cv2.flip(shown, 1), np.uint8) if color_transform.mirrored else shown


def show_photo(color_transform: ColorTransform, photo: Pyramid) -> Pyramid:
    """A photo under a colour transform; each of its sizes is made on demand."""
    shown = photo
    if color_transform.negative or color_transform.mirrored:
        shown = photo.transformed(partial(show, color_transform), pixelwise=not color_transform.mirrored)
    return shown.in_greys() if color_transform.grey else shown
