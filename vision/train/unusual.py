"""Real photos shown as if their tiles were of an unusual set: light on dark, dyed, in greys or other hues.

Never mirrored: a mirrored face is none that exists.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.picture.color_transform import NEGATIVE
from yakulens.vision.picture.show import show
from yakulens.vision.synth.inks import random_hues

_NEGATIVE: Final = 0.14
_DYED: Final = 0.2
_HUES: Final = 0.12
_NEGATIVE_HUES: Final = 0.06
"""How many are shown in the negative, dyed, in other hues, and both the first and the last."""
_LEAST_CONTRAST: Final = 70
"""How much lighter, of 255, a dyed set's light parts are than its dark ones."""
_COLOURED: Final = 90
"""A pixel has a colour of its own from this saturation on, of 255."""
_REDDISH: Final = (12, 165)
"""Hues of OpenCV, 0..179, up to the first and from the second on are red."""
_MORE_RED: Final = 0.02
"""A plain five of which so much more, as a share of its crop, becomes red might as well be a red one."""


def shown_unusually(
    pixels: NDArray[np.uint8], rng: np.random.Generator, *, five: bool = False
) -> NDArray[np.uint8]:
    """A picture, ``(h, w, 3)`` uint8 RGB, as it is, in the negative, dyed, or with other hues.

    One that shows a five is left as it is where it becomes redder, or loses what tells a red one from a plain
    one.
    """
    kind = rng.random()
    if kind < _NEGATIVE:
        return show(NEGATIVE, pixels)
    kind -= _NEGATIVE
    if kind < _DYED:
        return dyed(pixels, rng, least_kept=0.7 if five else 0.0)
    kind -= _DYED
    if kind >= _HUES + _NEGATIVE_HUES:
        return pixels
    shown = random_hues(rng).show(pixels)
    if five and _redness(shown) > _redness(pixels) + _MORE_RED:
        return pixels
    return shown if kind < _HUES else show(NEGATIVE, shown)


def dyed(pixels: NDArray[np.uint8], rng: np.random.Generator, least_kept: float = 0.0) -> NDArray[np.uint8]:
    """A picture whose lightness runs between two random colours, as jade, amber, sepia or slate does.

    The tiles come out light on dark as often as dark on light; so much of the picture's own hues is kept at
    least, 0..1.
    """
    pair = rng.uniform(0, 255, (2, 3))
    while abs(float(np.diff(pair.mean(axis=1))[0])) < _LEAST_CONTRAST:
        pair = rng.uniform(0, 255, (2, 3))
    image = pixels.astype(np.float32)
    grey = image.mean(axis=2, keepdims=True)
    light = (grey / 255) ** rng.uniform(0.7, 1.5)
    own = rng.uniform(least_kept, 1.0) if rng.random() < max(least_kept, 0.6) else 0.0
    out = pair[0] + (pair[1] - pair[0]) * light + own * (image - grey)
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def _redness(pixels: NDArray[np.uint8]) -> float:
    """The share of a picture that is red."""
    hsv = cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2HSV)
    red = (hsv[..., 0] <= _REDDISH[0]) | (hsv[..., 0] >= _REDDISH[1])
    return float((red & (hsv[..., 1] >= _COLOURED)).mean())
