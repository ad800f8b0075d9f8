"""Whether a frame shows its tiles well enough to be read: large, whole, lit, without glare, sharp. Pure.

Measured on the tiles and in absolute terms: whether the last frames were better says nothing.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.geometry.quads import short_sides

LEAST_SIDE: Final = 11 / 480
"""Least short side of a tile, in shares of the frame's long side: of smaller ones much is misread."""
LEAST_SHARPNESS: Final = 0.27
"""Least median sharpness (`sharpness`) of the tiles.

On samples and photos of hands as they are it is 0.32 to 0.53, also at 30 pixels a tile and by bad light; a
disc of blur of a tenth of a tile leaves 0.11 to 0.17, and a smear of a quarter of one 0.16 to 0.26.
"""
LEAST_CONTRAST: Final = 40.0
"""Least contrast of a printed tile, in steps of 255: below it a sensor's noise is as strong as the print."""
_WHITE: Final = 250
"""Of 255, in every colour: no lit tile or table in our photos is this bright."""
_MUCH_WHITE: Final = 0.012
"""Share of such pixels about the tiles from which there is glare: half a tile of a hand's fourteen."""
_MARGIN: Final = (10, 8)
"""Pixels of a crop, down and across, that lie beyond the tile's face."""
_STEEP: Final = 97
_RANGE: Final = (2, 98)
"""Percentiles: of the steps within a crop, and of its brightness; single pixels say nothing."""
_CROP_SHOWS: Final = 1.3
"""Of a quad, a crop shows so many times its width and height."""
_LUMA: Final = np.array([0.299, 0.587, 0.114], np.float32)
STILL: Final = 0.3
"""Most movement between two frames, in tile widths."""
_AT_EDGE: Final = 0.5
"""Nearer to the frame's edge than this, in short sides, a tile may have half a one beside it, undetected."""
_NAMED: Final = 0.5
"""Least probability of a face by which a tile is found again."""


def sharpness(crops: NDArray[np.uint8]) -> float:
    """How sharp printed tiles are: the steepest step between pixels of a crop, in shares of its contrast.

    ``crops`` are ``(N, 96, 80, 3)`` RGB. A crop is as large for every tile, so that tiles of few pixels are
    less sharp as well. The median over those with any print, 0 to 1; 0 without one.

    >>> stripes = np.zeros((1, 96, 80, 3), np.uint8)
    >>> stripes[:, :, ::9] = 255
    >>> sharpness(stripes), sharpness(np.zeros((1, 96, 80, 3), np.uint8))
    (1.0, 0.0)
    """
    grey = _faces(crops)
    down, across = np.abs(np.diff(grey, axis=1))[:, :, :-1], np.abs(np.diff(grey, axis=2))[:, :-1]
    steps = np.hypot(down, across).reshape(len(grey), -1)
    contrasts = _contrasts(grey)
    printed = contrasts >= LEAST_CONTRAST
    if not printed.any():
        return 0.0
    steepest = np.percentile(steps[printed], _STEEP, axis=1)
    return float(np.median(steepest / contrasts[printed]))


def contrast(crops: NDArray[np.uint8]) -> float:
    """The upper quartile of the tiles' contrast, steps of 255; blank tiles and backs have none."""
    return float(np.percentile(_contrasts(_faces(crops)), 75)) if len(crops) else 0.0


def _faces(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    down, across = _MARGIN
    inner = crops[:, down:-down, across:-across].astype(np.float32)
    return np.asarray(inner @ _LUMA, np.float32)


def _contrasts(grey: NDArray[np.float32]) -> NDArray[np.float64]:
    low, high = np.percentile(grey.reshape(len(grey), -1), _RANGE, axis=1)
    return np.asarray(high - low, np.float64)


def glares(crops: NDArray[np.uint8]) -> bool:
    """Whether a crop of everything about the tiles (`about`) shows glare; ``(1, 96, 80, 3)`` RGB."""
    return bool((crops.min(axis=3) >= _WHITE).mean() > _MUCH_WHITE)


def about(quads: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """``(1, 4, 2)`` the quad whose crop shows all tiles, at least one; ``size`` is the frame's."""
    side = float(np.median(short_sides(quads)))
    height, width = size
    low = np.maximum(quads.min(axis=(0, 1)) - side / 2, 0)
    high = np.minimum(quads.max(axis=(0, 1)) + side / 2, (width - 1, height - 1))
    middle, half = (low + high) / 2, (high - low) / 2 / _CROP_SHOWS
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.asarray([middle + signs * half], np.float32)


def at_edge(quads: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.bool_]:
    """``(N,)`` whether quads ``(N, 4, 2)`` lie so near the edge that their row may go on beyond it.

    ``size`` is the ``(height, width)`` of the frame. Half a tile is not detected as one.

    >>> tile = np.array([[[0, 9], [9, 9], [9, 19], [0, 19]]], np.float32)
    >>> at_edge(np.concatenate([tile, tile + 20]), (60, 60)).tolist()
    [True, False]
    """
    height, width = size
    margin = _AT_EDGE * short_sides(quads)[:, None, None]
    inside = (quads > margin) & (quads < np.array([width - 1, height - 1]) - margin)
    return np.asarray(~inside.all(axis=(1, 2)))


def is_far(quads: NDArray[np.float32], size: tuple[int, int]) -> bool:
    """Whether the tiles, at least one, are too small on a frame of this ``(height, width)`` to be read."""
    return float(np.median(short_sides(quads))) < LEAST_SIDE * max(size)


def movement(quads: NDArray[np.float32], before: NDArray[np.float32]) -> float:
    """How far tiles moved between two frames, as far as places alone say: at most half a row's step.

    The median over them, in their short sides.

    >>> quads = np.array([[[0, 0], [10, 0], [10, 14], [0, 14]]], np.float32)
    >>> round(movement(quads + 3, quads), 2), movement(quads, quads[:0])
    (0.42, inf)
    """
    if not len(quads) or not len(before):
        return float("inf")
    steps = np.linalg.norm(quads.mean(axis=1)[:, None] - before.mean(axis=1), axis=2).min(axis=1)
    return float(np.median(steps / np.maximum(short_sides(quads), 1)))


def moved(tiles: Detections, before: Detections) -> bool:
    """Whether tiles that are named moved between two frames: of most, the same face lies elsewhere.

    >>> from dataclasses import replace
    >>> from yakulens.vision.example import detected
    >>> row = detected("1m 2m 3m 4m")
    >>> moved(row, row), moved(row, replace(row, quads=row.quads + 100)), moved(row, row[:0])
    (False, True, False)
    """
    named, known = tiles[tiles.faces.max(axis=1, initial=0.0) >= _NAMED], before
    if not len(named) or not len(known):
        return False
    steps = np.linalg.norm(named.quads.mean(axis=1)[:, None] - known.quads.mean(axis=1), axis=2)
    steps[named.faces.argmax(axis=1)[:, None] != known.faces.argmax(axis=1)] = np.inf
    return float(np.median(steps.min(axis=1) / np.maximum(short_sides(named.quads), 1))) > STILL
