"""Tiles on the table: place, direction and size of each in tile widths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.plane import fit_plane

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry.plane import Plane
    from vision.layout.observe import Observed

_PARALLEL: Final = 1e-9  # diagonals that do not cross: no quad
_ASIDE: Final = 0.3  # a crossing farther than this part of a diagonal from its middle: a bad quad


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
        scale: ``(N,)`` float64, pixels per tile width at the tile.
    """

    tiles: Observed
    plane: Plane
    centre: NDArray[np.float64]
    axis: NDArray[np.float64]
    ahead: NDArray[np.float64]
    width: NDArray[np.float64]
    length: NDArray[np.float64]
    scale: NDArray[np.float64]

    def __len__(self) -> int:
        """How many tiles."""
        return len(self.centre)


def lay_out(tiles: Observed) -> Table:
    """Put the observed tiles (at least one) on the table's plane."""
    plane = fit_plane(tiles)
    quads = plane.to_table(tiles.quads)
    centre = plane.to_table(_crossing(tiles.quads))
    first = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    second = (quads[:, 2] - quads[:, 1] + quads[:, 3] - quads[:, 0]) / 2
    a, b = np.linalg.norm(first, axis=1), np.linalg.norm(second, axis=1)
    # Clockwise corners: edge 0 is the top where ``second`` points down the face.
    even, odd = tiles.ups[:, 0] + tiles.ups[:, 2], tiles.ups[:, 1] + tiles.ups[:, 3]
    shape = (np.log(b) - np.log(a)) * np.log(plane.aspect) / 0.08**2
    upright = np.clip(np.log(even) - np.log(odd), -3.0, 3.0) + np.clip(shape, -6.0, 6.0) > 0
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
    d = tiles.quads[:, 2] - tiles.quads[:, 0], tiles.quads[:, 3] - tiles.quads[:, 1]
    area = np.abs(d[0][:, 0] * d[1][:, 1] - d[0][:, 1] * d[1][:, 0]) / 2
    return Table(tiles, plane, centre, axis, ahead, width, length, np.sqrt(area / plane.aspect))


def _crossing(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N, 2)`` where the diagonals cross, the image of a rectangle's centre under any perspective."""
    p, q = quads[:, 0], quads[:, 1]
    r, s = quads[:, 2] - p, quads[:, 3] - q
    cross = r[:, 0] * s[:, 1] - r[:, 1] * s[:, 0]
    gap = q - p
    crossing = np.abs(cross) > _PARALLEL
    t = (gap[:, 0] * s[:, 1] - gap[:, 1] * s[:, 0]) / np.where(crossing, cross, 1.0)
    inside = crossing & (np.abs(t - 0.5) < _ASIDE)
    return np.where(inside[:, None], p + t[:, None] * r, quads.mean(axis=1))
