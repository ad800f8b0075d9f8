"""Tiles on the table: place, direction and size of each in tile widths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.plane import Plane, fit_plane
from yakulens.vision.geometry.quads import areas, diagonal_crossings, mean_edges
from yakulens.vision.geometry.robust import NORMAL, middle
from yakulens.vision.layout.tiles.observed import Observed

_LARGEST: Final = 95
"""Per cent of the tiles that look smaller than the largest ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """N tiles in table coordinates (tile widths, counter-clockwise angles), seen from above.

    Attributes:
        tiles: what was observed, in the same order.
        plane: the map from the photo.
        centre: ``(N, 2)`` float64.
        axis: ``(N,)`` float64, direction of the long side in radians, modulo pi.
        ahead: ``(N,)`` float64, probability that the face's top points along ``axis`` rather than against
            it, given that it is one of the two.
        width, length: ``(N,)`` float64, sides across and along ``axis``.
        lengthwise: ``(N,)`` float64, log odds, above zero, of ``axis`` following the long side; small where a
            tile was found nearly square, and its face does not tell.
        size: ``(N,)`` float64, logarithm of the side of a square as large, tile widths.
        spread: how far these differ: a robust standard deviation.
        scale: ``(N,)`` float64, pixels per tile width at the tile.
        largest: that of the largest tiles, but for one in twenty.
    """

    tiles: Observed
    plane: Plane
    centre: NDArray[np.float64]
    axis: NDArray[np.float64]
    ahead: NDArray[np.float64]
    width: NDArray[np.float64]
    length: NDArray[np.float64]
    size: NDArray[np.float64]
    spread: float
    scale: NDArray[np.float64]
    lengthwise: NDArray[np.float64]
    largest: float

    def __len__(self) -> int:
        """How many tiles."""
        return len(self.centre)


def lay_out(tiles: Observed, astray: frozenset[int] = frozenset()) -> Table:
    """Put the observed tiles (at least one) on the table's plane.

    Args:
        tiles: what was observed.
        astray: indices of those that do not lie on that plane.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> table = lay_out(observe(detected("1m 2m 3m 4m (5m)")))
    >>> (table.centre[1:] - table.centre[:-1]).round(2)[:2].tolist()
    [[1.05, 0.0], [1.05, 0.0]]
    >>> table.width.round(2).tolist(), np.degrees(table.axis).round().tolist()
    ([1.0, 1.0, 1.0, 1.0, 1.0], [90.0, 90.0, 90.0, 90.0, 0.0])
    """
    counts = tiles.objectness.copy()
    counts[list(astray)] = 0.0
    return laid_on(fit_plane(tiles.quads, tiles.ups, counts, tiles.back), tiles)


def laid_on(plane: Plane, tiles: Observed) -> Table:
    """The observed tiles on a plane that is known.

    Args:
        plane: the map from the photo, as of another ``Table`` of the same photo.
        tiles: what was observed.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.tiles.observed import observe
    >>> seen = observe(detected("1m 2m 3m 4m"))
    >>> table = lay_out(seen)
    >>> bool((laid_on(table.plane, seen).centre == table.centre).all())
    True
    """
    quads = plane.to_table(tiles.quads)
    centre = plane.to_table(diagonal_crossings(tiles.quads))
    first, second = mean_edges(quads)
    a, b = np.linalg.norm(first, axis=1), np.linalg.norm(second, axis=1)
    # Clockwise corners: edge 0 is the top where ``second`` points down the face.
    even, odd = tiles.ups[:, 0] + tiles.ups[:, 2], tiles.ups[:, 1] + tiles.ups[:, 3]
    shape = (np.log(b) - np.log(a)) * np.log(plane.aspect) / 0.08**2
    odds = np.clip(np.log(even) - np.log(odd), -3.0, 3.0) + np.clip(shape, -6.0, 6.0)
    upright = odds > 0
    down = np.where(upright[:, None], second, first)
    axis = np.arctan2(-down[:, 1], -down[:, 0])
    # Edge 0 is opposite to ``second``; edge 3 (left) is opposite to ``first``, edge 1 lies along it.
    top = np.where(upright, tiles.ups[:, 0], tiles.ups[:, 3])
    bottom = np.where(upright, tiles.ups[:, 2], tiles.ups[:, 1])
    ahead = top / (top + bottom)
    turned = (axis < 0) | (axis >= np.pi)
    axis = np.mod(axis, np.pi)
    ahead = np.where(turned, 1 - ahead, ahead)
    width, length = np.where(upright, a, b), np.where(upright, b, a)
    size = np.log(np.maximum(width * length, 1e-6)) / 2
    spread = NORMAL * float(middle(np.abs(size - middle(size)))) if len(size) else 0.0
    scale = np.sqrt(np.abs(areas(tiles.quads)) / plane.aspect)
    largest = float(np.percentile(scale, _LARGEST)) if len(scale) else 0.0
    return Table(tiles, plane, centre, axis, ahead, width, length, size, spread, scale, np.abs(odds), largest)
