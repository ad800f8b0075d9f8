"""The colour of the ground that a set's faces are printed on, whatever it is: white, black, jade, wood.

Of a set that is hardly known few tiles are found as they are, but most of what is found anywhere lies on one:
a circle, half a character. The colour that most of these finds have most of is that of the tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from yakulens.vision.labels import BLANK
from yakulens.vision.naming.rectify import crops

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections
    from yakulens.vision.picture.color_transform import Rgb
    from yakulens.vision.picture.pyramid import Pyramid

_SAY_LITTLE: Final = 0.1
"""Weight of backs and Whites, and of bare table taken for one: their colour may be any."""
_ASKED: Final = 64
"""How many finds are asked, those that are believed most; they say as much as all."""
_RIM: Final = 8
"""A crop is cut by one part in so many at each side, where it shows what lies beyond the tile."""
_STEP: Final = 12
"""Width in Lab of the steps in which the colours of one find are counted."""
_ALIKE: Final = 14.0
"""Finds whose grounds differ by less than this, in weighted units of Lab, belong to one set."""
_WEIGHTS: Final = np.array([0.6, 1.0, 1.0])
"""Weights of the three channels of Lab. Lightness counts less than hue, for light and shade change it."""
_LIGHT: Final = 140
"""Lightness of Lab, 0..255, above which a ground with hardly any hue is white or ivory in any light."""
_HARDLY_COLOURED: Final = (10, 35)
"""How far a white or ivory ground may be from grey, from green to red and from blue to yellow, in Lab."""
_GREY: Final = 128
"""Value of the last two channels of Lab where a colour has no hue."""


def ground_colour(photo: Pyramid, seen: Detections) -> Rgb | None:
    """RGB of the ground of most tiles, 0..255; None where nothing was found.

    Args:
        photo: the photo as it is.
        seen: what was detected on it under any colour transforms, false positives among it.

    >>> from yakulens.vision.example import detected, painted
    >>> row = detected("1m 2m 3m back")
    >>> picture = painted(row, [(40, 110, 70)] * 3 + [(230, 225, 210)], table=(90, 40, 40))
    >>> ground_colour(picture, row)
    (40, 110, 70)
    """
    blank = np.isin(seen.faces.argmax(axis=1), BLANK)
    weights = seen.objectness * seen.faces.max(axis=1, initial=0.0) * np.where(blank, _SAY_LITTLE, 1.0)
    asked = np.argsort(-weights, kind="stable")[:_ASKED]
    if not len(asked):
        return None
    weights = weights[asked]
    colours = np.stack([_most_of(picture) for picture in crops(photo, seen.quads[asked])])
    near = np.linalg.norm((colours[:, None] - colours) * _WEIGHTS, axis=2) < _ALIKE
    of_set = near[(near @ weights).argmax()]
    colour = np.average(colours[of_set], axis=0, weights=np.maximum(weights[of_set], 1e-6))
    red, green, blue = cv2.cvtColor(colour.round().astype(np.uint8)[None, None], cv2.COLOR_LAB2RGB)[0, 0]
    return int(red), int(green), int(blue)


def is_usual(ground: Rgb) -> bool:
    """Whether a ground is white to ivory, as the networks know it, or would be in another light.

    >>> [is_usual(of) for of in ((235, 230, 215), (183, 168, 133), (124, 171, 155), (30, 30, 32))]
    [True, True, False, False]
    """
    lightness, *hue = cv2.cvtColor(np.array([[ground]], np.uint8), cv2.COLOR_RGB2LAB)[0, 0].astype(int)
    return bool(lightness >= _LIGHT and (np.abs(np.array(hue) - _GREY) <= _HARDLY_COLOURED).all())


def lighter_ink(photo: Pyramid, quads: NDArray[np.float32]) -> float:
    """How many tiles have ink lighter than the ground: -1 none .. 1 all. Most of a face is its ground.

    Args:
        photo: the photo as it is.
        quads: ``(N, 4, 2)`` float32, the corners of its tiles, photo pixels; 0 where N is.

    >>> from yakulens.vision.picture.pyramid import Pyramid
    >>> page = np.full((60, 60, 3), 30, np.uint8)
    >>> page[24:36, 24:36] = 220
    >>> whole = np.array([[[10, 10], [50, 10], [50, 50], [10, 50]]], np.float32)
    >>> lighter_ink(Pyramid(page), whole), lighter_ink(Pyramid(255 - page), whole)
    (1.0, -1.0)
    """
    if not len(quads):
        return 0.0
    greys = [_inner(picture).mean(axis=2) for picture in crops(photo, quads)]
    return float(np.mean([np.sign(grey.mean() - np.median(grey)) for grey in greys]))


def _inner(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A crop without what lies beyond the tile."""
    height, width = (side // _RIM for side in picture.shape[:2])
    return np.ascontiguousarray(picture[height:-height, width:-width])


def _most_of(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    """``(3,)`` Lab of the colour that a crop has most of."""
    lab = cv2.cvtColor(_inner(picture), cv2.COLOR_RGB2LAB).reshape(-1, 3)
    steps = (lab // _STEP).astype(np.intp) @ np.array([1024, 32, 1])
    most = np.bincount(steps).argmax()
    return np.asarray(np.median(lab[steps == most], axis=0), np.float64)
