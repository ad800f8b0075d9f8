"""What is left after the perspective: the shape of the tiles, which gives the table's metric.

In the affine picture of the table every tile has two edges; one is 1 wide, the other ``aspect`` long, and
they stand at a right angle: linear equations for a symmetric matrix and the squared aspect.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.quads import mean_edges
from yakulens.vision.geometry.robust import middle, tukey
from yakulens.vision.geometry.vectors import cross

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

_ENTRIES: Final = np.array([[0, 1], [1, 2]])
"""Where the entries of a symmetric matrix stand in a row of three."""

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
    flat: NDArray[np.float64], top_edge_probs: NDArray[np.float64], objectness: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """The map that makes tiles 1 wide, ``aspect`` long and right-angled.

    Args:
        flat: ``(N, 4, 2)``, the tiles' corners with the perspective taken away.
        top_edge_probs: ``(N, 4)``, probability that edge k is the top of the face, and so a short edge.
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
    size = np.maximum(size / middle(size), 1e-6)
    edges = first / size[:, None], second / size[:, None]
    even, odd = top_edge_probs[:, 0] + top_edge_probs[:, 2], top_edge_probs[:, 1] + top_edge_probs[:, 3]
    upright = np.log(even) - np.log(odd)
    upright = np.clip(upright, -3.0, 3.0)
    certainty = objectness + 0.05
    cost, metrics, aspects = _fits(edges, upright, _starts(edges, upright, certainty), certainty)
    best = int(np.argmin(cost))
    symmetric, aspect = metrics[best][_ENTRIES], float(aspects[best])
    values, vectors = np.linalg.eigh(symmetric)
    return vectors @ np.diag(np.sqrt(values)) @ vectors.T, aspect


def _starts(
    edges: _Edges, upright: NDArray[np.float64], certainty: NDArray[np.float64]
) -> NDArray[np.float64]:
    """``(S, N)`` log odds of each tile's first edge being a short one, for a few metrics worth refining.

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
    return np.asarray(upright + odds[:, best].T)


def _fits(
    edges: _Edges,
    upright: NDArray[np.float64],
    odds: NDArray[np.float64],
    certainty: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """``(S,)`` costs, ``(S, 3)`` entries of the metrics and ``(S,)`` aspects, refined all at once.

    They begin with ``(S, N)`` log odds of each tile's first edge being a short one.
    """
    first, second = edges
    one, two, mixed = _products(first, first), _products(second, second), _products(first, second)
    weight, prior = np.broadcast_to(certainty, odds.shape), np.full(len(odds), _FIRST)
    for _ in range(_ROUNDS):
        is_short = odds[..., None] > 0
        short, long = np.where(is_short, one, two), np.where(is_short, two, one)
        metric, aspect = _solve(short, long, mixed, weight, prior)
        widths, lengths, skew = metric @ one.T, metric @ two.T, metric @ mixed.T
        straight = _misfit(widths, lengths, skew, aspect)
        turned = _misfit(lengths, widths, skew, aspect)
        odds = upright + (turned - straight) / (2 * _MISFIT**2)
        residual = np.sqrt(np.minimum(straight, turned))
        usual = middle(residual)
        weight = certainty * tukey(residual, np.maximum(4.5 * usual, _LOOSEST)[:, None])
        prior = np.clip((usual / _USUAL) ** 2, *_PRIOR)
    against = np.minimum(0.0, np.sign(odds) * upright)
    cost = np.minimum(residual, 0.5).sum(axis=1) - 0.2 * against.sum(axis=1)
    return cost + _UNUSUAL * (aspect - ASPECT) ** 2, metric, aspect


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
    """Least squares for the metrics' entries ``(S, 3)`` and the aspects ``(S,)``, within what tiles can have.

    Args:
        short: ``(S, N, 3)`` coefficients of the squared lengths of the edges taken as short ones.
        long: ``(S, N, 3)`` those of the others.
        mixed: ``(N, 3)`` those of their inner products.
        weight: ``(S, N)`` of each tile.
        prior: ``(S,)`` how much the usual aspect counts.
    """
    square = ASPECT**2
    w = weight[..., None]
    tall = np.concatenate([long, np.full((*long.shape[:2], 1), -1.0)], axis=2) / square
    normal = tall.swapaxes(1, 2) @ (tall * w) + 1e-9 * np.eye(4)
    normal[:, :3, :3] += short.swapaxes(1, 2) @ (short * w) + mixed.T @ (mixed * w) / square
    normal[:, 3, 3] += prior / square**2
    target = np.concatenate([(short * w).sum(axis=1), (prior / square)[:, None]], axis=1)
    solved = np.linalg.solve(normal, target[..., None])[..., 0]
    squared = np.clip(solved[:, 3], _NARROWEST**2, _LONGEST**2)
    entries = solved[:, :3]
    if (beyond := squared != solved[:, 3]).any():
        held = target[beyond, :3] - normal[beyond, :3, 3] * squared[beyond, None]
        entries[beyond] = np.linalg.solve(normal[beyond, :3, :3], held[..., None])[..., 0]
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
