"""What is left after the perspective: the shape of the tiles, which gives the table's metric.

In the affine picture of the table every tile has two edges; one is 1 wide, the other ``aspect`` long, and
they stand at a right angle: linear equations for a symmetric matrix and the squared aspect.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.quads import mean_edges
from vision.geometry.robust import tukey
from vision.geometry.vectors import cross

if TYPE_CHECKING:
    from numpy.typing import NDArray

ASPECT: Final = 1.35
"""Length of a tile divided by its width where the photo does not show it: 26 mm by 19 mm are common."""
_NARROWEST, _LONGEST = 1.2, 1.55
_ROUNDS: Final = 5
_SQUASHES: Final = np.array(
    [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35]
)  # how far the view may squash the table
_DIRECTIONS: Final = 12  # in how many directions it is tried
_STARTS: Final = 3  # how many local minima are refined
_WORST: Final = 4.0  # a tile that fits worse counts no more
_UNUSUAL: Final = 15.0  # cost of a squared deviation from the usual aspect, against summed misfits
_MISFIT: Final = 0.1  # standard deviation of an edge's misfit
_LOOSEST: Final = 0.15  # tiles that fit worse than this count less
_USUAL: Final = 0.03  # misfit of tiles at which the usual aspect counts as much as one tile that shows it
_PRIOR: Final = (0.02, 1.5)  # and within which limits it counts
_FIRST: Final = 8.0  # ... at first, so that a tile whose direction was read wrong stands out

_Edges = tuple["NDArray[np.float64]", "NDArray[np.float64]"]


def _tries() -> NDArray[np.float64]:
    """``(3, K)`` entries of the metrics that undo each squash in each direction, area kept."""
    directions = np.arange(_DIRECTIONS) * np.pi / _DIRECTIONS
    squash, angle = (v.ravel() for v in np.meshgrid(_SQUASHES, directions, indexing="ij"))
    c, s = np.cos(angle), np.sin(angle)
    along, across = 1 / squash, squash
    return np.stack([along * c**2 + across * s**2, (along - across) * c * s, along * s**2 + across * c**2])


_TRIES: Final = _tries()


def fit_metric(
    flat: NDArray[np.float64], ups: NDArray[np.float64], objectness: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """The map that makes tiles 1 wide, ``aspect`` long and right-angled.

    Args:
        flat: ``(N, 4, 2)``, the tiles' corners with the perspective taken away.
        ups: ``(N, 4)``, probability that edge k is the top of the face: which edges are the short ones.
        objectness: ``(N,)``, how sure each of them is a tile, 0..1.

    Returns:
        ``(2, 2)`` float64, to be applied to points as column vectors, and the aspect.

    >>> tile = np.array([[0.0, 1.35], [1.0, 1.35], [1.0, 0.0], [0.0, 0.0]])
    >>> squashed = np.stack([tile, tile + [3, 0]]) * [1.0, 0.5]
    >>> first_edge_is_the_top = np.array([[0.97, 0.01, 0.01, 0.01]] * 2)
    >>> stretch, aspect = fit_metric(squashed, first_edge_is_the_top, np.ones(2))
    >>> stretch.round(2).tolist(), round(aspect, 2)
    ([[1.0, 0.0], [0.0, 2.0]], 1.35)
    """
    first, second = mean_edges(flat)
    # Each tile at the same size: one lying on top of another looks larger but has the same shape.
    size = np.sqrt(np.abs(cross(first, second)))
    size = np.maximum(size / np.median(size), 1e-6)
    edges = first / size[:, None], second / size[:, None]
    upright = np.log(ups[:, 0] + ups[:, 2]) - np.log(ups[:, 1] + ups[:, 3])
    upright = np.clip(upright, -3.0, 3.0)
    certainty = objectness + 0.05
    fits = [_fit(edges, upright, odds, certainty) for odds in _starts(edges, upright, certainty)]
    _, symmetric, aspect = min(fits, key=lambda fit: fit[0])
    values, vectors = np.linalg.eigh(symmetric)
    return vectors @ np.diag(np.sqrt(values)) @ vectors.T, aspect


def _starts(
    edges: _Edges, upright: NDArray[np.float64], certainty: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """``(N,)`` log odds of each tile's first edge being a short one, for a few metrics worth refining.

    Backs do not show their direction, and tiles that lie in one direction do not determine the metric: so
    every squash in every direction is tried, and the local minima kept in which tiles look most alike.
    """
    first, second = edges
    one, two, mixed = (
        m @ _TRIES for m in (_products(first, first), _products(second, second), _products(first, second))
    )
    ratio = (np.log(two) - np.log(one)) / 2
    skew = (mixed**2) / (one * two)
    usual = math.log(ASPECT)
    straight, turned = ((ratio - usual) / 2) ** 2 + skew, ((ratio + usual) / 2) ** 2 + skew
    odds = (turned - straight) / (2 * _MISFIT**2)
    misfit = np.minimum(straight, turned) / (2 * _MISFIT**2)
    unlike = np.log1p(np.exp(-np.sign(odds) * upright[:, None]))
    cost = ((np.minimum(misfit, _WORST) + unlike) * certainty[:, None]).sum(axis=0)
    grid = cost.reshape(len(_SQUASHES), _DIRECTIONS)
    around = [np.roll(grid, k, axis=1) for k in (-1, 1)]
    up, down = np.vstack([grid[1:], grid[-1:]]), np.vstack([grid[:1], grid[:-1]])
    lowest = np.flatnonzero((grid <= np.minimum.reduce([*around, up, down])).ravel())
    best = sorted(lowest.tolist(), key=lambda k: float(cost[k]))[:_STARTS]
    return [upright + odds[:, k] for k in best]


def _fit(
    edges: _Edges,
    upright: NDArray[np.float64],
    odds: NDArray[np.float64],
    certainty: NDArray[np.float64],
) -> tuple[float, NDArray[np.float64], float]:
    """Cost, metric and aspect, beginning with the log odds of each tile's first edge being a short one."""
    first, second = edges
    one, two, mixed = _products(first, first), _products(second, second), _products(first, second)
    weight, prior = certainty, _FIRST
    for _ in range(_ROUNDS):
        is_short = odds[:, None] > 0
        short, long = np.where(is_short, one, two), np.where(is_short, two, one)
        metric, aspect = _solve(short, long, mixed, weight, prior)
        straight = _misfit(one @ metric, two @ metric, mixed @ metric, aspect)
        turned = _misfit(two @ metric, one @ metric, mixed @ metric, aspect)
        odds = upright + (turned - straight) / (2 * _MISFIT**2)
        residual = np.sqrt(np.minimum(straight, turned))
        usual = float(np.median(residual))
        weight = certainty * tukey(residual, max(4.5 * usual, _LOOSEST))
        prior = float(np.clip((usual / _USUAL) ** 2, *_PRIOR))
    against = np.minimum(0.0, np.sign(odds) * upright)
    cost = float(np.minimum(residual, 0.5).sum() - 0.2 * against.sum())
    cost += _UNUSUAL * (aspect - ASPECT) ** 2
    return cost, np.array([[metric[0], metric[1]], [metric[1], metric[2]]]), aspect


def _products(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N, 3)`` coefficients of the metric's three entries in the inner product of a and b."""
    return np.column_stack([a[:, 0] * b[:, 0], a[:, 0] * b[:, 1] + a[:, 1] * b[:, 0], a[:, 1] * b[:, 1]])


def _solve(
    short: NDArray[np.float64],
    long: NDArray[np.float64],
    mixed: NDArray[np.float64],
    weight: NDArray[np.float64],
    prior: float,
) -> tuple[NDArray[np.float64], float]:
    """Least squares for the metric's entries ``(3,)`` and the aspect, held within what tiles can have."""
    square = ASPECT**2
    w = weight[:, None]
    tall = np.column_stack([long, -np.ones(len(long))]) / square
    normal = 1e-9 * np.eye(4)
    normal[:3, :3] += short.T @ (short * w) + mixed.T @ (mixed * w) / square
    normal += tall.T @ (tall * w)
    normal[3, 3] += prior / square**2
    target = np.append(short.T @ weight, prior / square)
    solved = np.linalg.solve(normal, target)
    squared = float(np.clip(solved[3], _NARROWEST**2, _LONGEST**2))
    if squared != solved[3]:
        solved = np.linalg.solve(normal[:3, :3], target[:3] - normal[:3, 3] * squared)
    values, vectors = np.linalg.eigh(np.array([[solved[0], solved[1]], [solved[1], solved[2]]]))
    values = np.maximum(values, 1e-3 * max(float(values.max()), 1e-3))
    metric = vectors @ np.diag(values) @ vectors.T
    return np.array([metric[0, 0], metric[0, 1], metric[1, 1]]), float(np.sqrt(squared))


def _misfit(
    width: NDArray[np.float64], length: NDArray[np.float64], skew: NDArray[np.float64], aspect: float
) -> NDArray[np.float64]:
    """``(N,)`` squared relative deviation of the edges from 1 by ``aspect`` at a right angle."""
    return ((width - 1) / 2) ** 2 + ((length / aspect**2 - 1) / 2) ** 2 + (skew / aspect) ** 2
