"""The table's plane, fitted to the tiles themselves: they all have one size.

On the image of a plane, the area of equal tiles is proportional to the cube of a linear function of the
position (the vanishing line), so a linear fit to the cube roots of the areas removes the perspective. The
metric of the remaining affine map follows from edges of length 1 and ``aspect`` at a right angle, again by a
linear fit.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.metric import ASPECT, fit_metric
from yakulens.vision.geometry.quads import areas, cross
from yakulens.vision.geometry.robust import TUKEY_CUTOFF, median, tukey, weighted_fit
from yakulens.vision.geometry.scale import cube_roots, homogeneous

_ROUNDS: Final = 6
_LEVEL_GROUND: Final = 0.02
"""Strength of the prior that a scene is seen from above."""
_SLOPE_WEIGHT: Final = 0.07
"""Weight of a slope relative to a cube root: corner noise changes a triangle's area that much more."""
_BACK: Final = 0.8
"""Reduction of the weight of backs."""
_MIN_GRADIENT: Final = 0.01
"""How much larger things must look, one tile width nearer, to show the direction."""
_MIN_DEPTH: Final = 0.15
"""No tile counts as farther away than the median one by a factor above 1 divided by this."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The map from the photo to the table, in tile widths.

    Attributes:
        matrix: ``(3, 3)`` float64 homography, photo pixels with y up → table.
        aspect: length of a tile divided by its width.
    """

    matrix: NDArray[np.float64]
    aspect: float

    def to_table(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Table coordinates ``(..., 2)``, tile widths, of photo points ``(..., 2)``, pixels with y up.

        >>> Plane(np.diag([0.5, 0.5, 1.0]), 1.35).to_table(np.array([[40.0, 60.0]])).tolist()
        [[20.0, 30.0]]
        """
        return _map_points(points, self.matrix)

    def to_photo(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Photo points ``(..., 2)``, pixels with y up, of table coordinates ``(..., 2)``."""
        return _map_points(points, np.linalg.inv(self.matrix))

    def ahead(self, places: NDArray[np.float64], scale: NDArray[np.float64]) -> NDArray[np.float64]:
        """The camera's direction as ``(N, 2)`` unit vectors on the photo: away from what looks larger.

        Seen from straight above nothing looks larger, and the photo's upper edge counts as ahead. ``places``
        are ``(N, 2)``, ``scale`` ``(N,)`` pixels per tile width.

        >>> from_above = Plane(np.eye(3), 1.35)
        >>> from_above.ahead(np.array([[5.0, 5.0]]), np.array([1.0])).tolist()
        [[0.0, 1.0]]
        """
        depth = homogeneous(places) @ self.matrix[2]
        away = -self.matrix[2, :2] * (scale / depth)[:, None] + np.array([0.0, _MIN_GRADIENT])
        return np.asarray(away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9))


def _map_points(points: NDArray[np.float64], homography: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Map ``(..., 2)`` points by a ``(3, 3)`` homography; a point at infinity becomes 0, 0."""
    mapped = points.reshape(-1, 2) @ homography[:, :2].T + homography[:, 2]
    depth = mapped[:, 2:]
    return np.asarray((mapped[:, :2] / np.where(depth == 0, np.inf, depth)).reshape(points.shape))


def fit_plane(
    quads: NDArray[np.float64],
    top_edge_probs: NDArray[np.float64],
    objectness: NDArray[np.float64],
    back: NDArray[np.float64],
) -> Plane:
    """Fit the plane in which the tiles have the same size.

    The fit tolerates some tiles on another plane (standing, stacked) and rectangles a few percent off.
    ``quads`` are ``(N, 4, 2)`` photo pixels with y up, of at least one tile; ``top_edge_probs`` are ``(N,
    4)``; ``objectness`` and ``back`` are ``(N,)`` probabilities that each is a tile and lies face-down.
    """
    centre = median(quads.mean(axis=1).T)
    unit = float(np.sqrt(median(np.maximum(np.abs(areas(quads)), 1e-6)) / ASPECT))
    local = (quads - centre) / unit
    # Walls are two high and hands stand: a visible back is often not on the table's plane.
    line = _vanishing_line(local, objectness * (1 - _BACK * back))
    flat = local / (homogeneous(local) @ line)[:, :, None]
    stretch, aspect = fit_metric(flat, top_edge_probs, objectness)
    to_local = np.array([[1 / unit, 0, -centre[0] / unit], [0, 1 / unit, -centre[1] / unit], [0, 0, 1]])
    perspective = np.array([[1.0, 0, 0], [0, 1.0, 0], line])
    affine = np.eye(3)
    affine[:2, :2] = stretch
    return Plane(affine @ perspective @ to_local, aspect)


def _vanishing_line(quads: NDArray[np.float64], objectness: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(3,)`` line l, 1 at the median tile, with l·(x, y, 1) inversely proportional to the depth.

    Two kinds of evidence are exact for triangles of equal area on the table, whose image areas are
    proportional to the product of l at their corners. The cube root of a tile's area follows l; the two
    triangles on either side of a tile's diagonal give the slope of l along the other diagonal. The first is
    sharper; a stacked tile does not mislead the second.
    """
    roots = cube_roots(np.abs(areas(quads)))
    roots = roots / median(roots)
    places, ratios = homogeneous(quads.mean(axis=1)), _slopes(quads)
    diagonals = np.concatenate([quads[:, 1] - quads[:, 3], quads[:, 2] - quads[:, 0]])
    design = np.concatenate([places, np.column_stack([diagonals, np.zeros(len(diagonals))])])
    weight = np.maximum(objectness, 0.05)
    ridge = np.diag([_LEVEL_GROUND, _LEVEL_GROUND, 0.0])
    line = np.array([0.0, 0.0, 1.0])
    scale = 1.0
    for round_ in range(_ROUNDS * 2):
        trust = weight * tukey(roots - places @ line, scale) if round_ else weight
        target = np.concatenate([roots, ratios * np.tile(places @ line, 2)])
        weights = np.concatenate([trust, np.tile(trust, 2) * _SLOPE_WEIGHT])
        line, _ = weighted_fit(design, target, weights, ridge)
        scale = max(TUKEY_CUTOFF * float(median(np.abs(roots - places @ line))), 0.02)
    # The line must stay in front of every tile, corners included; otherwise bend it towards level ground.
    for _ in range(20):
        if (homogeneous(quads) @ line).min() > _MIN_DEPTH:
            break
        line = line * np.array([0.8, 0.8, 1.0])
    return np.asarray(line)


def _slopes(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(2N,)`` change of l along the diagonals, relative to l."""

    def area(a: int, b: int, c: int) -> NDArray[np.float64]:
        spanned = cross(quads[:, b] - quads[:, a], quads[:, c] - quads[:, a])
        return np.asarray(np.maximum(np.abs(spanned), 1e-6))

    ratios = np.concatenate([area(0, 1, 2) / area(0, 2, 3), area(1, 2, 3) / area(3, 0, 1)])
    return np.asarray(np.clip(np.log(ratios), -0.5, 0.5))
