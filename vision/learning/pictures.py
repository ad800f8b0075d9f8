"""Pictures of tiles with a line below each: what is still read wrong, what a layout photo is taken for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from yakulens.vision.naming.rectify import crop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.picture.pyramid import Pyramid

_WIDE: Final = 160
_HIGH: Final = 192
_LINE: Final = 22
_COLUMNS: Final = 8
_INK: Final = (30, 30, 30)


def tile_picture(photo: Pyramid, quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """``(192, 160, 3)`` uint8 RGB: one tile, straight, with a little of what lies round it.

    >>> from yakulens.vision.picture.pyramid import Pyramid
    >>> square = np.array([[2, 2], [30, 2], [30, 40], [2, 40]], np.float32)
    >>> tile_picture(Pyramid(np.zeros((50, 40, 3), np.uint8)), square).shape
    (192, 160, 3)
    """
    return np.asarray(cv2.resize(crop(photo, quad), (_WIDE, _HIGH), interpolation=cv2.INTER_CUBIC), np.uint8)


def captioned(tiles: Sequence[tuple[NDArray[np.uint8], str]]) -> NDArray[np.uint8]:
    """``(H, 1280, 3)`` uint8 RGB: eight tiles a row, each with its line; white where there is none.

    >>> captioned([(np.zeros((192, 160, 3), np.uint8), "7s as 8s")]).shape
    (214, 1280, 3)
    """
    rows = max(1, -(-len(tiles) // _COLUMNS))
    sheet = np.full((rows * (_HIGH + _LINE), _COLUMNS * _WIDE, 3), 255, np.uint8)
    for number, (picture, line) in enumerate(tiles):
        top, left = number // _COLUMNS * (_HIGH + _LINE), number % _COLUMNS * _WIDE
        sheet[top : top + _HIGH, left : left + _WIDE] = picture
        # OpenCV's own letters are ASCII.
        text = line.encode("ascii", "replace").decode()
        place = (left + 3, top + _HIGH + 15)
        cv2.putText(sheet, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.42, _INK, 1, cv2.LINE_AA)
    return sheet
