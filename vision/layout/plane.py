"""The table's plane, told by the tiles themselves: they are all of one size.

A plane seen by a camera: image area of equal tiles is proportional to the cube of a linear function of the
image position (the vanishing line), so a linear fit to the cube roots of the areas takes the perspective
away. What is left is an affine map, whose metric follows from edges that are 1 wide, ``aspect`` long and
square to each other, again a linear fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.layout.observe import Observed

ASPECT: Final = 1.35
"""Length of a tile divided by its width where the photo does not tell: 26 mm by 19 mm are common."""

_ROUNDS: Final = 6
_TOLD: Final = 0.5  # log odds from which the reader is taken to know which sides are the short ones
_LEVEL_GROUND: Final = 0.02  # how strongly a scene without evidence is taken to be seen from above
_SLOPE_WEIGHT: Final = 0.07  # noise of a corner moves a triangle's area so much more than a tile's cube root
_NEAREST: Final = 0.15  # no tile is taken to be more than this many times farther than the median one


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The map from the photo to the table, unit: one tile width.

    Attributes:
        matrix: ``(3, 3)`` float64 homography, photo pixels with y up → table.
        aspect: length of a tile divided by its width.
    """

    matrix: NDArray[np.float64]
    aspect: float

    def to_table(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Table coordinates of ``(..., 2)`` photo points (y up)."""
        flat = points.reshape(-1, 2)
        mapped = np.column_stack([flat, np.ones(len(flat))]) @ self.matrix.T
        return np.asarray((mapped[:, :2] / mapped[:, 2:]).reshape(points.shape))


def fit_plane(tiles: Observed) -> Plane:
    """The plane in which the tiles have the same size; at least one tile.

    Robust against some tiles on another plane (standing, stacked) and against rectangles a few percent off.
    """
    quads = tiles.quads
    middle = np.median(quads.mean(axis=1), axis=0)
    unit = float(np.sqrt(np.median(_areas(quads)) / ASPECT))
    local = (quads - middle) / unit
    line = _vanishing_line(local, tiles.objectness)
    weights = _homogeneous(local) @ line
    flat = local / weights[:, :, None]
    stretch, aspect = _metric(flat, tiles)
    to_local = np.array([[1 / unit, 0, -middle[0] / unit], [0, 1 / unit, -middle[1] / unit], [0, 0, 1]])
    perspective = np.array([[1.0, 0, 0], [0, 1.0, 0], line])
    affine = np.eye(3)
    affine[:2, :2] = stretch
    return Plane(affine @ perspective @ to_local, aspect)


def _areas(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N,)`` areas of the quads."""
    a, b = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.maximum(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2, 1e-6)


def _homogeneous(points: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1)


def _vanishing_line(quads: NDArray[np.float64], objectness: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(3,)`` line l, 1 at the median tile, with l·(x, y, 1) inversely proportional to the depth.

    Two kinds of evidence, both exact for triangles of equal area on the table, whose image areas go with the
    product of l at their corners: the cube root of a tile's area follows l, and the two triangles on
    either side of a tile's diagonal tell the slope of l along the other diagonal. The first is sharper, the
    second is not misled by a tile that lies higher.
    """
    centres = quads.mean(axis=1)
    roots = np.cbrt(_areas(quads))
    roots = roots / np.median(roots)
    design, slopes = _homogeneous(centres), _slope_design(quads)
    ratios = _slopes(quads)
    weight = np.maximum(objectness, 0.05)
    ridge = np.diag([_LEVEL_GROUND, _LEVEL_GROUND, 0.0])
    line = np.array([0.0, 0.0, 1.0])
    scale = 1.0
    for round_ in range(_ROUNDS * 2):
        w = weight * _tukey(roots - design @ line, scale) if round_ else weight
        along = np.tile(w, 2) * _SLOPE_WEIGHT
        target = ratios * np.tile(design @ line, 2)
        normal = design.T @ (design * w[:, None]) + slopes.T @ (slopes * along[:, None]) + ridge
        line = np.linalg.solve(normal, design.T @ (roots * w) + slopes.T @ (target * along))
        residual = np.abs(roots - design @ line)
        scale = max(4.5 * 1.4826 * float(np.median(residual)), 0.02)
    # The line must stay in front of every tile, corners included; else bend it back to level ground.
    for _ in range(20):
        if (_homogeneous(quads) @ line).min() > _NEAREST:
            break
        line = line * np.array([0.8, 0.8, 1.0])
    return np.asarray(line)


def _slope_design(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(2N, 3)`` the diagonals, along which the slopes are told."""
    diagonals = np.concatenate([quads[:, 1] - quads[:, 3], quads[:, 2] - quads[:, 0]])
    return np.column_stack([diagonals, np.zeros(len(diagonals))])


def _slopes(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(2N,)`` change of l along the diagonals, relative to l."""

    def area(a: int, b: int, c: int) -> NDArray[np.float64]:
        u, v = quads[:, b] - quads[:, a], quads[:, c] - quads[:, a]
        return np.asarray(np.maximum(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]), 1e-6))

    ratios = np.concatenate([area(0, 1, 2) / area(0, 2, 3), area(1, 2, 3) / area(3, 0, 1)])
    return np.asarray(np.clip(np.log(ratios), -0.5, 0.5))


def _tukey(residual: NDArray[np.float64], scale: float) -> NDArray[np.float64]:
    """Tukey's biweight, never quite zero, so that the sums stay solvable."""
    return np.asarray(np.maximum((1 - np.minimum(np.abs(residual) / scale, 1.0) ** 2) ** 2, 1e-3))


def _metric(flat: NDArray[np.float64], tiles: Observed) -> tuple[NDArray[np.float64], float]:
    """The ``(2, 2)`` map that makes tiles 1 wide, ``aspect`` long and right-angled, and that aspect."""
    first = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
    second = (flat[:, 2] - flat[:, 1] + flat[:, 3] - flat[:, 0]) / 2
    # Each tile at the same size: one lying on top of another looks larger but has the same shape.
    size = np.sqrt(np.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]))
    size = size / np.median(size)
    first, second = first / size[:, None], second / size[:, None]
    upright = np.log(tiles.ups[:, 0] + tiles.ups[:, 2]) - np.log(tiles.ups[:, 1] + tiles.ups[:, 3])
    upright = np.clip(upright, -3.0, 3.0)
    looks = 3.0 * np.log(np.linalg.norm(second, axis=1) / np.linalg.norm(first, axis=1))
    start = np.where(np.abs(upright) > _TOLD, upright, looks)
    best: tuple[float, NDArray[np.float64], float] | None = None
    for beginning in (start, looks):
        odds = beginning
        told = np.where(np.abs(upright) > _TOLD, 1.0, 0.03 if beginning is start else 1.0)
        weight = (tiles.objectness + 0.05) * told  # those that tell their direction come first
        symmetric, aspect = np.eye(2), ASPECT
        residual = np.zeros(len(flat))
        for _ in range(_ROUNDS):
            short = np.where(odds[:, None] > 0, first, second)
            long = np.where(odds[:, None] > 0, second, first)
            symmetric, aspect = _solve_metric(short, long, weight)
            one = _misfit(first, second, symmetric, aspect)
            two = _misfit(second, first, symmetric, aspect)
            odds = upright + (two - one) / (2 * 0.1**2)
            residual = np.sqrt(np.minimum(one, two))
            weight = (tiles.objectness + 0.05) * _tukey(residual, max(4.5 * float(np.median(residual)), 0.15))
        cost = float(np.minimum(residual, 0.5).sum() - 0.2 * np.minimum(0.0, np.sign(odds) * upright).sum())
        if best is None or cost < best[0]:
            best = (cost, symmetric, aspect)
    assert best is not None  # noqa: S101 - the loop ran twice
    values, vectors = np.linalg.eigh(best[1])
    return vectors @ np.diag(np.sqrt(values)) @ vectors.T, best[2]


def _solve_metric(
    short: NDArray[np.float64], long: NDArray[np.float64], weight: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """Least squares for the symmetric matrix S and the squared aspect from the edges of all tiles."""
    zero, one = np.zeros(len(short)), np.ones(len(short))

    def row(a: NDArray[np.float64], b: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        return [a[:, 0] * b[:, 0], a[:, 0] * b[:, 1] + a[:, 1] * b[:, 0], a[:, 1] * b[:, 1]]

    sq = ASPECT**2
    blocks = [
        (np.column_stack([*row(short, short), zero]), one),
        (np.column_stack([*row(long, long), -one]) / sq, zero),
        (np.column_stack([*row(short, long), zero]) / ASPECT, zero),
    ]
    w = np.sqrt(weight)
    design = np.concatenate([block * w[:, None] for block, _ in blocks])
    target = np.concatenate([aim * w for _, aim in blocks])
    prior = np.sqrt(0.3)
    design = np.vstack([design, [0, 0, 0, prior / sq]])
    target = np.append(target, prior)
    a, b, c, squared = np.linalg.lstsq(design, target, rcond=None)[0]
    symmetric = np.array([[a, b], [b, c]])
    values, vectors = np.linalg.eigh(symmetric)
    values = np.maximum(values, 1e-3 * max(float(values.max()), 1e-3))
    aspect = float(np.sqrt(np.clip(squared, 1.1**2, 1.7**2)))
    return vectors @ np.diag(values) @ vectors.T, aspect


def _misfit(
    short: NDArray[np.float64], long: NDArray[np.float64], symmetric: NDArray[np.float64], aspect: float
) -> NDArray[np.float64]:
    """``(N,)`` squared relative deviation of the edges from 1 by ``aspect`` at a right angle."""
    width = np.einsum("ni,ij,nj->n", short, symmetric, short)
    length = np.einsum("ni,ij,nj->n", long, symmetric, long) / aspect**2
    skew = np.einsum("ni,ij,nj->n", short, symmetric, long) / aspect
    return np.asarray(((width - 1) / 2) ** 2 + ((length - 1) / 2) ** 2 + skew**2)
