"""Real photos recoloured as of unusual tile sets: light on dark, dyed, in greys or other hues.

They are never mirrored: no set has mirrored faces.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.picture.color_transform import NEGATIVE
from yakulens.vision.picture.show import show
from yakulens.vision.synth.bodies import random_hues

_NEGATIVE: Final = 0.14
_DYED: Final = 0.2
_HUES: Final = 0.12
_NEGATIVE_HUES: Final = 0.06
"""Shares shown in the negative, dyed, in other hues, and in the negative with other hues."""
_MIN_CONTRAST: Final = 70
"""Least difference of lightness, of 255, between a dyed set's light parts and its dark ones."""
_COLOURED: Final = 90
"""Saturation, of 255, from which a pixel has a hue."""
_REDDISH: Final = (12, 165)
"""Hues of OpenCV, 0..179, up to the first and from the second on are red."""
_MORE_RED: Final = 0.02
"""A plain five of which a larger share of the crop becomes red might as well be a red one."""


def shown_unusually(
    pixels: NDArray[np.uint8], rng: np.random.Generator, *, five: bool = False
) -> NDArray[np.uint8]:
    """A picture, ``(h, w, 3)`` uint8 RGB, as it is, in the negative, dyed, or with other hues.

    That of a ``five`` keeps most of its hues where it is dyed, and is left as it is where it would become
    redder.
    """
    kind = rng.random()
    if kind < _NEGATIVE:
        return show(NEGATIVE, pixels)
    kind -= _NEGATIVE
    if kind < _DYED:
        return dyed(pixels, rng, min_hue_share=0.7 if five else 0.0)
    kind -= _DYED
    if kind >= _HUES + _NEGATIVE_HUES:
        return pixels
    shown = random_hues(rng).show(pixels)
    if five and _redness(shown) > _redness(pixels) + _MORE_RED:
        return pixels
    return shown if kind < _HUES else show(NEGATIVE, shown)


def dyed(
    pixels: NDArray[np.uint8], rng: np.random.Generator, min_hue_share: float = 0.0
) -> NDArray[np.uint8]:
    """A picture whose lightness is mapped to two random colours, as of jade, amber, sepia or slate.

    The tiles come out light on dark as often as dark on light. At least ``min_hue_share`` of the original
    hues, 0..1, is kept.
    """
    colours = rng.uniform(0, 255, (2, 3))
    while abs(float(np.diff(colours.mean(axis=1))[0])) < _MIN_CONTRAST:
        colours = rng.uniform(0, 255, (2, 3))
    image = pixels.astype(np.float32)
    grey = image.mean(axis=2, keepdims=True)
    light = (grey / 255) ** rng.uniform(0.7, 1.5)
    hue_share = rng.uniform(min_hue_share, 1.0) if rng.random() < max(min_hue_share, 0.6) else 0.0
    out = colours[0] + (colours[1] - colours[0]) * light + hue_share * (image - grey)
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def _redness(pixels: NDArray[np.uint8]) -> float:
    """The share of a picture that is red."""
    hsv = cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2HSV)
    red = (hsv[..., 0] <= _REDDISH[0]) | (hsv[..., 0] >= _REDDISH[1])
    return float((red & (hsv[..., 1] >= _COLOURED)).mean())
