"""A photo's pixels under a colour transform."""

from collections.abc import Callable
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
    """A photo under a colour transform; each of its sizes is made on demand.

    >>> red = show_photo(ColorTransform(grey=True), Pyramid(np.full((2, 2, 3), (200, 0, 0), np.uint8)))
    >>> red.pixels[0, 0].tolist(), red.inks.pixels[0, 0].tolist()
    ([200, 0, 0], [60, 60, 60])
    """
    shown = photo
    if color_transform.negative or color_transform.mirrored:
        shown = _Transformed(photo, partial(show, color_transform), pixelwise=not color_transform.mirrored)
    if color_transform.grey:
        shown = _Transformed(shown, lambda pixels: pixels, _Transformed(shown, without_colours))
    return shown


class _Transformed(Pyramid):
    """A photo with its pixels transformed, each level and part on demand.

    A ``pixelwise`` transform is applied to a part alone.
    """

    def __init__(
        self,
        photo: Pyramid,
        transform: Callable[[NDArray[np.uint8]], NDArray[np.uint8]],
        inks: Pyramid | None = None,
        *,
        pixelwise: bool = True,
    ) -> None:
        self._photo, self._transform, self._inks, self.size = photo, transform, inks, photo.size
        self.finest = photo.finest
        self._levels, self._pixelwise = [], pixelwise

    @property
    def is_halved(self) -> bool:
        return self._photo.is_halved

    @property
    def inks(self) -> Pyramid:
        return self._inks or self

    def cut(
        self, shrink: float, cut_part: Callable[[NDArray[np.uint8], int], NDArray[np.uint8]]
    ) -> NDArray[np.uint8]:
        if self._pixelwise:
            return self._transform(self._photo.cut(shrink, cut_part))
        return super().cut(shrink, cut_part)

    def _make(self, depth: int) -> NDArray[np.uint8]:
        return self._transform(self._photo.at(depth))


def without_colours(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 with a picture's lightness in all three channels, from ``(H, W, 3)`` uint8 RGB.

    >>> without_colours(np.full((1, 1, 3), (200, 0, 0), np.uint8))[0, 0].tolist()
    [60, 60, 60]
    """
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8)
