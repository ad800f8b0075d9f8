"""Windows: the parts of a photo shown to the finder, and their scale. Geometry only, no pixels.

The photo's ``size`` is ``(height, width)``, ``settings`` are the finder's; lengths are photo pixels.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.model_card import FinderSettings

FEW_WINDOWS: Final = 2
"""The most closer windows for a hand, or for a few small tiles among large ones."""
ENLARGEMENT: Final = 1.5
"""How many times larger the whole photo is shown before closer windows cover it."""
_REACH: Final = 4
"""How far from a detection a missed tile may lie, tile widths."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the photo with its top left corner at ``(x, y)``, shown ``scale`` times as large."""

    x: int
    y: int
    width: int
    height: int
    scale: float


def first_windows(size: tuple[int, int], settings: FinderSettings) -> tuple[Window, ...]:
    """The whole photo with its long side at ``settings.long_side``, and at each of ``settings.also``."""
    long_sides = (settings.long_side, *settings.also)
    scales = dict.fromkeys(_scale(size, long_side, settings) for long_side in long_sides)
    return tuple(_whole_photo(size, scale) for scale in scales)


def _scale(size: tuple[int, int], long_side: float, settings: FinderSettings) -> float:
    return min(long_side / max(size), settings.most_enlarged)


def larger_windows(size: tuple[int, int], tile_count: int, settings: FinderSettings) -> tuple[Window, ...]:
    """The whole photo ``ENLARGEMENT`` times as large as at first; also small if few tiles were read.

    If fewer tiles than a hand's were read, they may fill the frame or be too small to see.
    """
    first = _scale(size, settings.long_side, settings)
    smaller = (_whole_photo(size, first / 3),) if tile_count < settings.few_tiles else ()
    larger = min(first * ENLARGEMENT, settings.most_enlarged)
    return (*smaller, _whole_photo(size, larger)) if larger > first else smaller


def closer_windows(
    size: tuple[int, int],
    centres: NDArray[np.floating[Any]],
    sides: NDArray[np.floating[Any]],
    settings: FinderSettings,
    enlargement: float = 1.0,
) -> tuple[Window, ...]:
    """The closer windows in which to search the photo again; none if it was shown large enough.

    Tiles far from each other get separate windows if that shows less of the photo. They are given as ``(N,
    2)`` centres and ``(N,)`` short sides; the whole photo was shown ``enlargement`` times larger.
    """
    first = _scale(size, enlargement * settings.long_side, settings)
    small = sides * first < settings.small_side
    if not small.any():
        return ()
    side = float(np.median(sides[small]))
    scale = max(first, min(settings.good_side / side, settings.most_enlarged))
    # A few small tiles, mostly distant discards, are worth less time than a hand.
    max_windows = settings.most_windows if 2 * int(small.sum()) > len(sides) else FEW_WINDOWS
    all_together = _cover(_around(centres[small], side, size), side, scale, settings, max_windows)
    group_by_group = tuple(
        window
        for group in _groups(centres[small], side)
        for window in _cover(_around(group, side, size), side, scale, settings, max_windows)
    )
    if len(group_by_group) <= max_windows and _pixels(group_by_group) < _pixels(all_together):
        return group_by_group
    return all_together


def anywhere(size: tuple[int, int], settings: FinderSettings) -> tuple[Window, ...]:
    """Windows that cover a photo on which few tiles were read: its tiles may be tiny."""
    first = _scale(size, settings.long_side, settings)
    closer = min(first * 2, settings.most_enlarged)
    if closer <= first:
        return ()
    side = settings.good_side / closer
    return _cover((0, 0, size[1], size[0]), side, closer, settings, settings.most_windows)


def _whole_photo(size: tuple[int, int], scale: float) -> Window:
    return Window(0, 0, size[1], size[0], scale)


def _pixels(windows: Iterable[Window]) -> float:
    """The number of pixels shown to the finder."""
    return sum(window.width * window.height * window.scale**2 for window in windows)


def _groups(centres: NDArray[np.floating[Any]], tile: float) -> list[NDArray[np.floating[Any]]]:
    """Split the tiles into groups whose surroundings do not overlap, each as ``(K, 2)`` centres."""
    distances = np.abs(centres[:, None] - centres).max(axis=2)
    near = distances <= 2 * _REACH * tile
    groups, remaining = [], np.ones(len(centres), bool)
    while remaining.any():
        group = np.arange(len(centres)) == remaining.argmax()
        while (grown := near[group].any(axis=0)).sum() > group.sum():
            group = grown
        groups.append(centres[group])
        remaining &= ~group
    return groups


def _around(
    centres: NDArray[np.floating[Any]], tile: float, size: tuple[int, int]
) -> tuple[int, int, int, int]:
    """``(x0, y0, x1, y1)`` around the tiles."""
    reach = _REACH * tile
    height, width = size
    x0, y0 = np.floor(centres.min(axis=0) - reach).astype(int)
    x1, y1 = np.ceil(centres.max(axis=0) + reach).astype(int)
    return max(0, int(x0)), max(0, int(y0)), min(width, int(x1)), min(height, int(y1))


def _cover(
    area: tuple[int, int, int, int], tile: float, scale: float, settings: FinderSettings, max_windows: int
) -> tuple[Window, ...]:
    """Windows of at most ``long_side`` shown pixels that cover the area and overlap by three tile widths.

    If that needs more than ``max_windows`` windows, a lower scale is used.
    """
    x0, y0, x1, y1 = area
    while True:
        side = settings.long_side / scale
        columns = _spans(x0, x1, side, 3 * tile)
        rows = _spans(y0, y1, side, 3 * tile)
        if len(columns) * len(rows) <= max_windows:
            return tuple(
                Window(left, top, right - left, bottom - top, scale)
                for top, bottom in rows
                for left, right in columns
            )
        scale *= 0.9


def _spans(start: int, stop: int, side: float, overlap: float) -> list[tuple[int, int]]:
    """Equal spans of at most ``side`` from start to stop, each overlapping the next."""
    length = stop - start
    if length <= side:
        return [(start, stop)]
    overlap = min(overlap, side / 2)
    count = math.ceil((length - overlap) / (side - overlap))
    step = (length - side) / (count - 1)
    starts = [round(start + i * step) for i in range(count)]
    return [(left, min(stop, left + math.ceil(side))) for left in starts]
