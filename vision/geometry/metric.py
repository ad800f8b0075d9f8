"""Finds the table's metric from the tiles' shape, once the perspective is removed.

In an affine picture of the table every tile has an edge of length 1 and one of length ``aspect`` at a right
angle: linear equations for a symmetric matrix and the squared aspect.
"""

import math
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.quads import cross, mean_edges
from yakulens.vision.geometry.robust import median, tukey

ASPECT: Final = 1.35
"""Length of a tile divided by its width if the photo does not show it: 26 mm by 19 mm is common."""
_MIN_ASPECT, _MAX_ASPECT = 1.2, 1.55
_ROUNDS: Final = 5
_SQUASHES: Final = np.array([1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35])
"""Factors of the view's squash."""
_DIRECTIONS: Final = 12
"""Number of directions in which each squash is tried."""
_STARTS: Final = 3
"""How many local minima are refined."""
_MAX_MISFIT: Final = 4.0
"""The greatest misfit that counts."""
_ASPECT_COST: Final = 15.0
"""Cost of a squared deviation from the usual aspect, relative to summed misfits."""
_MISFIT: Final = 0.1
"""Standard deviation of an edge's misfit."""
_MIN_CUTOFF: Final = 0.15
"""Tiles that fit worse than this count less."""
_USUAL_MISFIT: Final = 0.03
"""At this misfit of the tiles, the usual aspect counts as much as one tile that shows it."""
_PRIOR_BOUNDS: Final = (0.02, 1.5)
"""Least and greatest weight of the usual aspect, in tiles that show it."""
_FIRST_PRIOR: Final = 8.0
"""Its initial weight, so that a tile with a misread direction stands out."""
_ENTRIES: Final = np.array([[0, 1], [1, 2]])
"""The positions of a symmetric matrix's entries in a row of three."""

_Products: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""``(N, 3)`` coefficients of the metric in each tile's squared first and second edge and their product."""


def _tries() -> NDArray[np.float64]:
    """``(3, K)`` entries of the metrics that undo each squash in each direction and preserve area."""
    directions = np.arange(_DIRECTIONS) * np.pi / _DIRECTIONS
    squash, angle = (v.ravel() for v in np.meshgrid(_SQUASHES, directions, indexing="ij"))
    c, s = np.cos(angle), np.sin(angle)
    along, across = 1 / squash, squash
    return np.stack([along * c**2 + across * s**2, (along - across) * c * s, along * s**2 + across * c**2])


_TRIES: Final = _tries()


def fit_metric(
    flat: NDArray[np.float64], top_edge_probs: NDArray[np.float64], objectness: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """Fit the map that makes tiles 1 wide, ``aspect`` long and right-angled.

    ``flat`` are ``(N, 4, 2)`` corners of tiles without perspective. ``top_edge_probs`` are ``(N, 4)``
    probabilities of the face's top, which is a short edge; ``objectness`` says how sure each is a tile, 0..1.

    Returns:
        ``(2, 2)`` float64, for points as column vectors, and the aspect.

    >>> tile = np.array([[0.0, 1.35], [1.0, 1.35], [1.0, 0.0], [0.0, 0.0]])
    >>> squashed = np.stack([tile, tile + [3, 0]]) * [1.0, 0.5]
    >>> first_edge_is_the_top = np.array([[0.97, 0.01, 0.01, 0.01]] * 2)
    >>> stretch, aspect = fit_metric(squashed, first_edge_is_the_top, np.ones(2))
    >>> stretch.round(2).tolist(), round(aspect, 2)
    ([[1.0, 0.0], [0.0, 2.0]], 1.35)
    """
    first, second = mean_edges(flat)
    # All tiles are scaled to one size: a stacked tile looks larger but has the same shape.
    size = np.sqrt(np.abs(cross(first, second)))
    size = np.maximum(size / median(size), 1e-6)
    first, second = first / size[:, None], second / size[:, None]
    products = _products(first, first), _products(second, second), _products(first, second)
    even, odd = top_edge_probs[:, 0] + top_edge_probs[:, 2], top_edge_probs[:, 1] + top_edge_probs[:, 3]
    upright = np.clip(np.log(even) - np.log(odd), -3.0, 3.0)
    certainty = objectness + 0.05
    cost, metrics, aspects = _fits(products, upright, _starts(products, upright, certainty), certainty)
    best = int(np.argmin(cost))
    symmetric, aspect = metrics[best][_ENTRIES], float(aspects[best])
    values, vectors = np.linalg.eigh(symmetric)
    return vectors @ np.diag(np.sqrt(values)) @ vectors.T, aspect


def _starts(
    products: _Products, upright: NDArray[np.float64], certainty: NDArray[np.float64]
) -> NDArray[np.float64]:
    """``(S, N)`` log odds that each tile's first edge is short, for a few metrics worth refining.

    Backs do not show their direction, and tiles in one direction do not determine the metric. So every squash
    is tried in every direction, and the local minima in which tiles look most alike are kept. ``upright`` are
    the same log odds ``(N,)`` from the faces, ``certainty`` is each tile's weight.
    """
    first, second, mixed = (product @ _TRIES for product in products)
    ratio = (np.log(second) - np.log(first)) / 2
    skew = (mixed**2) / (first * second)
    usual = math.log(ASPECT)
    straight, turned = ((ratio - usual) / 2) ** 2 + skew, ((ratio + usual) / 2) ** 2 + skew
    odds = (turned - straight) / (2 * _MISFIT**2)
    misfit = np.minimum(straight, turned) / (2 * _MISFIT**2)
    contradiction = np.log1p(np.exp(-np.sign(odds) * upright[:, None]))
    cost = ((np.minimum(misfit, _MAX_MISFIT) + contradiction) * certainty[:, None]).sum(axis=0)
    grid = cost.reshape(len(_SQUASHES), _DIRECTIONS)
    beside = [np.roll(grid, k, axis=1) for k in (-1, 1)]
    above, below = np.vstack([grid[1:], grid[-1:]]), np.vstack([grid[:1], grid[:-1]])
    minima = np.flatnonzero((grid <= np.minimum.reduce([*beside, above, below])).ravel())
    best = sorted(minima.tolist(), key=lambda k: float(cost[k]))[:_STARTS]
    return np.asarray(upright + odds[:, best].T)


def _fits(
    products: _Products,
    upright: NDArray[np.float64],
    odds: NDArray[np.float64],
    certainty: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """``(S,)`` costs, ``(S, 3)`` entries of the metrics and ``(S,)`` aspects, refined all at once.

    They start from ``(S, N)`` log odds that each tile's first edge is short.
    """
    first, second, mixed = products
    weight, prior = np.broadcast_to(certainty, odds.shape), np.full(len(odds), _FIRST_PRIOR)
    for _ in range(_ROUNDS):
        is_short = odds[..., None] > 0
        short, long = np.where(is_short, first, second), np.where(is_short, second, first)
        metric, aspect = _solve(short, long, mixed, weight, prior)
        widths, lengths, skew = metric @ first.T, metric @ second.T, metric @ mixed.T
        straight = _misfit(widths, lengths, skew, aspect)
        turned = _misfit(lengths, widths, skew, aspect)
        odds = upright + (turned - straight) / (2 * _MISFIT**2)
        residual = np.sqrt(np.minimum(straight, turned))
        usual = median(residual)
        weight = certainty * tukey(residual, np.maximum(4.5 * usual, _MIN_CUTOFF)[:, None])
        prior = np.clip((usual / _USUAL_MISFIT) ** 2, *_PRIOR_BOUNDS)
    contradiction = np.minimum(0.0, np.sign(odds) * upright)
    cost = np.minimum(residual, 0.5).sum(axis=1) - 0.2 * contradiction.sum(axis=1)
    return cost + _ASPECT_COST * (aspect - ASPECT) ** 2, metric, aspect


def _products(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N, 3)`` coefficients of the metric's three entries in the inner product of a and b."""
    return np.column_stack([a[:, 0] * b[:, 0], a[:, 0] * b[:, 1] + a[:, 1] * b[:, 0], a[:, 1] * b[:, 1]])


def _solve(
    short: NDArray[np.float64],
    long: NDArray[np.float64],
    mixed: NDArray[np.float64],
    weight: NDArray[np.float64],
    prior: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Least squares for the metrics' entries ``(S, 3)`` and the aspects ``(S,)``, within the range of tiles.

    ``short`` and ``long`` are ``(S, N, 3)`` coefficients of the squared lengths of the edges taken as such,
    ``mixed`` ``(N, 3)`` those of their inner products. ``weight`` ``(S, N)`` is of each tile, ``prior``
    ``(S,)`` is the weight of the usual aspect.
    """
    square = ASPECT**2
    w = weight[..., None]
    scaled_long = np.concatenate([long, np.full((*long.shape[:2], 1), -1.0)], axis=2) / square
    normal = scaled_long.swapaxes(1, 2) @ (scaled_long * w) + 1e-9 * np.eye(4)
    normal[:, :3, :3] += short.swapaxes(1, 2) @ (short * w) + mixed.T @ (mixed * w) / square
    normal[:, 3, 3] += prior / square**2
    target = np.concatenate([(short * w).sum(axis=1), (prior / square)[:, None]], axis=1)
    solved = np.linalg.solve(normal, target[..., None])[..., 0]
    squared = np.clip(solved[:, 3], _MIN_ASPECT**2, _MAX_ASPECT**2)
    entries = solved[:, :3]
    if (clipped := squared != solved[:, 3]).any():
        remaining = target[clipped, :3] - normal[clipped, :3, 3] * squared[clipped, None]
        entries[clipped] = np.linalg.solve(normal[clipped, :3, :3], remaining[..., None])[..., 0]
    values, vectors = np.linalg.eigh(entries[:, _ENTRIES])
    values = np.maximum(values, 1e-3 * np.maximum(values.max(axis=1, keepdims=True), 1e-3))
    metric = (vectors * values[:, None]) @ vectors.swapaxes(1, 2)
    return metric[:, (0, 0, 1), (0, 1, 1)], np.sqrt(squared)


def _misfit(
    width: NDArray[np.float64],
    length: NDArray[np.float64],
    skew: NDArray[np.float64],
    aspect: NDArray[np.float64],
) -> NDArray[np.float64]:
    """``(S, N)`` squared relative deviation of the edges from 1 by ``aspect`` at a right angle."""
    aspect = aspect[:, None]
    return ((width - 1) / 2) ** 2 + ((length / aspect**2 - 1) / 2) ** 2 + (skew / aspect) ** 2
