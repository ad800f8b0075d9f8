"""Where to look: which parts of a photo are shown to the finder, and how large. Geometry only, no pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.models import Finding

_FEW_WINDOWS: Final = 2


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the photo, shown ``scale`` times as large.

    Attributes:
        x: left edge, photo pixels.
        y: top edge.
        width: photo pixels.
        height: photo pixels.
        scale: pixels shown for one photo pixel.
    """

    x: int
    y: int
    width: int
    height: int
    scale: float


@dataclass(frozen=True, slots=True)
class Way:
    """How a window is shown: so many times larger than the window says, perhaps as in a mirror."""

    larger: float = 1.0
    mirrored: bool = False


ONCE: Final = (Way(),)
"""Every window as it is."""
CLOSELY: Final = (Way(), Way(1.25), Way(1.5), Way(mirrored=True))
"""Every window in several ways, between which the finder's chance errors differ."""


def first(size: tuple[int, int], settings: Finding) -> tuple[Window, ...]:
    """The whole photo with its long side at ``settings.long_side``, and at each of ``settings.also``.

    Args:
        size: ``(height, width)`` of the photo.
        settings: of the finder.
    """
    scales = dict.fromkeys(_scale(size, side, settings) for side in (settings.long_side, *settings.also))
    return tuple(Window(0, 0, size[1], size[0], scale) for scale in scales)


def _scale(size: tuple[int, int], long_side: int, settings: Finding) -> float:
    return min(long_side / max(size), settings.most_enlarged)


def further(
    size: tuple[int, int],
    centres: NDArray[np.floating[Any]],
    sides: NDArray[np.floating[Any]],
    settings: Finding,
) -> tuple[Window, ...]:
    """The windows of a second look, none where the first one saw well.

    Args:
        size: ``(height, width)`` of the photo.
        centres: ``(N, 2)`` of the tiles that the first look found and that could be read, photo pixels.
        sides: ``(N,)`` their short sides, photo pixels.
        settings: of the finder.
    """
    seen = _scale(size, settings.long_side, settings)
    if len(sides) < settings.few_tiles:
        return _anywhere(size, seen, settings)
    small = sides * seen < settings.small_side
    if not small.any():
        return ()
    tile = float(np.median(sides[small]))
    scale = max(seen, min(settings.good_side / tile, settings.most_enlarged))
    # A few small tiles, mostly discards far away, are worth less time than a hand of them.
    most = settings.most_windows if 2 * int(small.sum()) > len(sides) else _FEW_WINDOWS
    return _cover(_around(centres[small], tile, size), tile, scale, settings, most)


def _anywhere(size: tuple[int, int], seen: float, settings: Finding) -> tuple[Window, ...]:
    """Less than a hand was read: tiles may fill the frame, or be too small to be seen in the whole photo."""
    far = Window(0, 0, size[1], size[0], seen / 3)
    closer = min(seen * 2, settings.most_enlarged)
    if closer <= seen:
        return (far,)
    tile = settings.good_side / closer
    return (far, *_cover((0, 0, size[1], size[0]), tile, closer, settings, settings.most_windows))


def _around(
    centres: NDArray[np.floating[Any]], tile: float, size: tuple[int, int]
) -> tuple[int, int, int, int]:
    """``(x0, y0, x1, y1)`` around the tiles; what was missed lies within a few tiles of them."""
    reach = 4 * tile
    height, width = size
    x0, y0 = np.floor(centres.min(axis=0) - reach).astype(int)
    x1, y1 = np.ceil(centres.max(axis=0) + reach).astype(int)
    return max(0, int(x0)), max(0, int(y0)), min(width, int(x1)), min(height, int(y1))


def _cover(
    area: tuple[int, int, int, int], tile: float, scale: float, settings: Finding, most: int
) -> tuple[Window, ...]:
    """Windows of at most ``long_side`` shown pixels that cover the area and overlap by three tile widths.

    Where more than ``most`` windows would be needed, the scale is lowered until they are enough.
    """
    x0, y0, x1, y1 = area
    while True:
        side = settings.long_side / scale
        columns = _spans(x0, x1, side, 3 * tile)
        rows = _spans(y0, y1, side, 3 * tile)
        if len(columns) * len(rows) <= most:
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
