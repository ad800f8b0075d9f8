"""The ink of a five on its crop: how red it is, and where; whether the crop shows that at all."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from yakulens.vision.naming.crop_answers import MARGIN

_BORDER: Final = 0.06
"""Share of a face's sides that is left out all around: the table may show at its edge."""
_BACKGROUND: Final = 0.7
"""Quantile of lightness from which a face's pixels are its background."""
_FAINT_RED: Final = 0.03
_FAINT_INK: Final = 0.1
"""Shares of the background by which red (``_FAINT_RED``) and ink must differ from it to count."""
_NO_RED: Final = 0.12
"""A face that is nowhere redder has no red ink of its own."""
_RED_REACH: Final = 3
"""Search radius for red, pixels: two crops of one design never align exactly."""
_MIN_PIXELS: Final = 40
"""The least number of pixels to compare."""
_MIN_REDNESS: Final = 0.01
"""Added to both sides of a ratio of redness."""
_MIN_INK: Final = 0.15
"""Pixels darker than the background by this share are ink."""
_PLAIN_PARTS: Final = {"m": 0.44, "p": 0.14, "s": 0.24}
"""Where plain fives are not red, as shares of the face: of characters above this, of circles farther than
this from the middle up and down, of bamboo farther than this from it aside."""
_BLEACHED: Final = 20.0
"""Plain parts with less ink, in pixels of full darkness, are bleached: they do not show if they are red."""
_GRAIN: Final = 1
"""How far a sensor's noise is averaged out, pixels of a crop."""
_COLOURLESS: Final = 3
"""A crop whose pixels' channels differ by no more than this is of a black-and-white photo."""


@dataclass(frozen=True, slots=True, eq=False)
class FiveInk:
    """The ink of a five, or of another number; redness is a share of the background.

    Attributes:
        redness: ``(h, w)`` float32, where it is more than faintly red.
        comparable: ``(h, w)`` bool, where it shows ink without red around it.
        tinge: the redness of the parts that are not red on plain fives, averaged over their ink; negative for
            green or blue.
        reddest: the same of these or of the other parts, whichever are redder.
        bleached: whether the parts that are plain on plain fives show too little ink to say.
        colourless: whether the photo has no colours, so that red cannot be seen.
    """

    redness: NDArray[np.float32]
    comparable: NDArray[np.bool_]
    tinge: float
    reddest: float
    bleached: bool
    colourless: bool


def ink_of(crop: NDArray[np.uint8], suit: str) -> FiveInk:
    """The ink of a face on its ``(96, 80, 3)`` uint8 RGB crop, upright."""
    height, width = crop.shape[:2]
    border = (1 - 1 / MARGIN) / 2 + _BORDER
    top, left = round(height * border), round(width * border)
    inner = _smooth(crop.astype(np.float32))[top:-top, left:-left]
    light = inner.sum(axis=2)
    background = np.median(inner[light >= np.quantile(light, _BACKGROUND)], axis=0)
    share = inner / np.maximum(background, 1.0)
    redness, darkness = share[..., 0] - share[..., 1], 1 - share.mean(axis=2)
    plain_parts, ink = _plain_parts(suit, *darkness.shape), np.where(darkness > _MIN_INK, darkness, 0.0)
    tinge, other_tinge = (
        float((redness * ink)[part].sum() / max(float(ink[part].sum()), 1.0))
        for part in (plain_parts, ~plain_parts)
    )
    bleached = bool(ink[plain_parts].sum() < _BLEACHED)
    red, dark = np.clip(redness - _FAINT_RED, 0, None), np.clip(darkness - _FAINT_INK, 0, None)
    comparable = (_greatest(red, _RED_REACH) < _NO_RED) & (_greatest(dark, 1) > 0)
    colourless = bool(np.ptp(crop, axis=2).max() <= _COLOURLESS)
    return FiveInk(red, comparable, tinge, max(tinge, other_tinge), bleached, colourless)


def _smooth(crop: NDArray[np.float32]) -> NDArray[np.float32]:
    """The crop, each pixel averaged with those around it: a sensor's noise in little light is no ink."""
    padded = np.pad(crop, ((_GRAIN, _GRAIN), (_GRAIN, _GRAIN), (0, 0)), mode="edge")
    rows = sliding_window_view(padded, 2 * _GRAIN + 1, 0).mean(axis=-1)
    return np.asarray(sliding_window_view(rows, 2 * _GRAIN + 1, 1).mean(axis=-1), np.float32)


def _plain_parts(suit: str, height: int, width: int) -> NDArray[np.bool_]:
    """``(h, w)`` where a plain five is not red: its upper character, all but the middle circle or bamboo."""
    down, across = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    share = _PLAIN_PARTS[suit]
    if suit == "m":
        return np.asarray(down < share)
    return np.asarray(np.abs((down if suit == "p" else across) - 0.5) > share)


def log_redder(face: FiveInk, other: FiveInk) -> float | None:
    """Log ratio of redness where the other face has ink that is not red; None if there is none.

    Both ways up are tried: a face that looks the same upside down does not show its top.
    """
    measured = []
    for turn in (0, 2):
        redness, comparable = np.rot90(other.redness, turn), np.rot90(other.comparable, turn)
        if comparable.sum() >= _MIN_PIXELS:
            mean, other_mean = float(face.redness[comparable].mean()), float(redness[comparable].mean())
            measured.append((mean, math.log((mean + _MIN_REDNESS) / (other_mean + _MIN_REDNESS))))
    return min(measured)[1] if measured else None


def _greatest(values: NDArray[np.float32], reach: int) -> NDArray[np.float32]:
    """The maximum of ``(h, w)`` non-negative float32 numbers in the square around each place.

    >>> _greatest(np.array([[5, 0, 0, 1]], np.float32), 1).tolist()
    [[5.0, 5.0, 1.0, 1.0]]
    """
    for axis in (0, 1):
        around = [(reach, reach) if axis == k else (0, 0) for k in (0, 1)]
        values = sliding_window_view(np.pad(values, around), 2 * reach + 1, axis).max(axis=-1)
    return values
