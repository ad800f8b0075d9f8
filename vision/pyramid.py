"""A photo at half, quarter, eighth ... of its size, made when first asked for.

Whole halves are averaged several times faster than any other ratio, and finder and reader share them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Pyramid:
    """A photo and its halves."""

    def __init__(self, pixels: NDArray[np.uint8]) -> None:
        """Of a photo's ``(H, W, 3)`` uint8 pixels."""
        self._levels = [pixels]

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """The photo itself."""
        return self._levels[0]

    @property
    def size(self) -> tuple[int, int]:
        """``(height, width)`` of the photo."""
        return self.pixels.shape[0], self.pixels.shape[1]

    def level(self, shrink: float) -> tuple[NDArray[np.uint8], int]:
        """The smallest level that is at most ``shrink`` times smaller than the photo.

        Returns:
            Its ``(h, w, 3)`` uint8 pixels, and how many photo pixels one of them is: a power of two.
        """
        depth = 0
        while 2 ** (depth + 1) <= shrink and min(self._levels[depth].shape[:2]) > 1:
            depth += 1
            if depth == len(self._levels):
                self._levels.append(_half(self._levels[-1]))
        return self._levels[depth], 2**depth


def _half(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Each 2 x 2 pixels averaged; an odd last row or column is left out."""
    height, width = pixels.shape[0] // 2, pixels.shape[1] // 2
    even = pixels[: height * 2, : width * 2]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
