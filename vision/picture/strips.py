"""A Pillow image as upright RGB pixels, strip by strip: no more than the picture itself is held at a time."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from yakulens.vision.picture.orientation import as_stored, is_transposed

ROWS: Final = 256
"""Rows of a strip."""
_BYTE: Final = 255
_TRANSPARENT: Final = frozenset({"RGBA", "LA", "PA", "RGBa", "La"})


def rgb(image: Image.Image, orientation: int = 1) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 of a decoded image of any mode; what is transparent becomes white.

    It is turned upright by its EXIF orientation, 1 to 8.

    >>> rgb(Image.new("L", (3, 2), 7), orientation=6).shape
    (3, 2, 3)
    """
    width, height = image.size
    upright = np.empty((width, height, 3) if is_transposed(orientation) else (height, width, 3), np.uint8)
    stored = as_stored(upright, orientation)
    is_deep = image.mode.startswith("I") or image.mode == "F"
    scale = _scale(image) if is_deep else 1.0
    for top, strip in _strips(image):
        pixels = _grey(np.asarray(strip), scale) if is_deep else np.asarray(_plain(strip, image))
        stored[top : top + strip.height] = pixels
    return upright


def _strips(image: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    width, height = image.size
    for top in range(0, height, ROWS):
        yield top, image.crop((0, top, width, min(height, top + ROWS)))


def _plain(strip: Image.Image, whole: Image.Image) -> Image.Image:
    if strip.mode in _TRANSPARENT or "transparency" in whole.info:
        strip.info = whole.info
        rgba = strip.convert("RGBA")
        white = Image.new("RGBA", strip.size, (_BYTE, _BYTE, _BYTE, _BYTE))
        return Image.alpha_composite(white, rgba).convert("RGB")
    return strip.convert("RGB")


def _scale(image: Image.Image) -> float:
    """The factor from deep grey values to bytes: 16 bit keep their upper byte, floats fill the range."""
    maxima = [float(np.nan_to_num(np.asarray(strip).max())) for _, strip in _strips(image)]
    top = max(1.0, *maxima)
    if image.mode == "F":
        return _BYTE / top if top > _BYTE or top <= 1.0 else 1.0
    return 1 / (_BYTE + 2) if top > _BYTE else 1.0


def _grey(values: NDArray[np.generic], scale: float) -> NDArray[np.uint8]:
    stretched = np.nan_to_num(values.astype(np.float32) * np.float32(scale))
    return np.asarray(np.clip(stretched, 0, _BYTE), np.uint8)[..., None]
