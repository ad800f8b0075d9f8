"""Which way up a photo is stored, by EXIF, and how it is turned upright."""

import warnings
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

# Pillow warns of each odd tag, and between its two size limits, which are above ours: users could not act on
# either.
warnings.filterwarnings("ignore", module="PIL")

TAG: Final = 0x0112
_UPRIGHT: Final[dict[int, tuple[bool, int | None]]] = {
    2: (False, 1),
    3: (False, -1),
    4: (False, 0),
    5: (True, None),
    6: (True, 1),
    7: (True, -1),
    8: (True, 0),
}
"""EXIF orientation -> whether to transpose, then the axis to flip by OpenCV's numbers (-1: both)."""


def read_orientation(image: Image.Image) -> int:
    """The EXIF orientation 1..8; 1 if there is none or the block is damaged."""
    try:
        value = image.getexif().get(TAG, 1)
        return int(value) if 1 <= int(value) <= 8 else 1  # noqa: PLR2004 - the standard's eight values
    except Exception:  # noqa: BLE001 - a damaged EXIF block raises anything; the picture is still good
        return 1


def is_transposed(orientation: int) -> bool:
    """Whether EXIF orientation 1..8 exchanges width and height.

    >>> is_transposed(6), is_transposed(3)
    (True, False)
    """
    return _UPRIGHT.get(orientation, (False, None))[0]


def upright(pixels: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """Undo the rotation and mirroring that EXIF orientation 1..8 describes."""
    transpose, flip = _UPRIGHT.get(orientation, (False, None))
    turned = cv2.transpose(pixels) if transpose else pixels
    return np.ascontiguousarray(turned if flip is None else cv2.flip(turned, flip), np.uint8)


def as_stored(pixels: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """A view of upright pixels in the order in which a file of this orientation stores them.

    >>> photo = np.zeros((3, 2, 3), np.uint8)
    >>> as_stored(photo, 6)[0, 0] = 255  # the first stored pixel is the upper right one
    >>> photo[0, 1].tolist()
    [255, 255, 255]
    """
    transpose, flip = _UPRIGHT.get(orientation, (False, None))
    rows = slice(None, None, -1 if flip in {0, -1} else 1)
    columns = slice(None, None, -1 if flip in {1, -1} else 1)
    unflipped = pixels[rows, columns]
    return unflipped.swapaxes(0, 1) if transpose else unflipped
