"""Two sizes of equal things on one plane: tiles, and drawn ones that are all smaller by the same share.

Things of one size on a plane look larger from place to place as ``vision.geometry.scale`` describes. Where
some are smaller by one share the cube roots of their areas follow the same linear function, times a constant:
so even they tell how the plane lies, and both kinds are told apart however steeply it is seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.geometry.robust import geman_mcclure, weighted_fit
from yakulens.vision.geometry.scale import AGREED, SLOPE, homogeneous

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_SHARES: Final = tuple(round(0.56 + 0.02 * k, 2) for k in range(18))
"""Cube roots of areas that are tried for the smaller kind, as shares of the larger one's: its lengths are
from 0.42 to 0.87 of theirs."""
_SLOPES: Final = ((0.0, 0.0), (0.03, 0.0), (-0.03, 0.0), (0.0, 0.03), (0.0, -0.03))
"""Changes per tile length to the right and downwards from which the fits begin."""
_STEPS: Final = 8
_LEAST: Final = 0.2
"""Part of the median root below which no tile's root is expected to be."""


def smaller_size(
    places: NDArray[np.float64], roots: NDArray[np.float64], weights: NDArray[np.float64], least: float = 0.0
) -> tuple[NDArray[np.float64], float]:
    """How far each of some tiles on a plane agrees with being of the smaller of two sizes.

    Args:
        places: ``(N, 2)``, in tile lengths, of at least one tile.
        roots: ``(N,)``, cube roots of the areas there.
        weights: ``(N,)``, how sure each of them is a tile or drawn as one, 0..1.
        least: if two sizes cannot explain so many more, they are not fitted, and all tiles are of the larger.

    Returns:
        ``(N,)`` from 1, where a tile agrees with the smaller size only, to -1, with the larger one only; and
        how many more tiles two sizes explain than one does, by their weights.

    >>> places = np.array([[x, y] for x in range(9) for y in range(3)], float)
    >>> roots = 10 - places[:, 1] / 2
    >>> drawn = places[:, 0] > 5
    >>> small, more = smaller_size(places, np.where(drawn, 0.7, 1.0) * roots, np.ones(27))
    >>> np.array_equal(small > 0, drawn), more > 5
    (True, True)
    >>> smaller_size(places, roots, np.ones(27))[1] < 1
    True
    """
    terms = homogeneous(places - places.mean(axis=0))
    relative = roots / float(np.median(roots))
    ridge = np.diag([(AGREED / SLOPE) ** 2, (AGREED / SLOPE) ** 2, 1e-6])
    starts = [(*slope, top) for slope in _SLOPES for top in (1.0, float(np.quantile(relative, 0.9)))]
    begin = np.array(starts) - (0.0, 0.0, 1.0)
    _, alone = _fitted(terms, relative, weights, (1.0,), begin, ridge)
    one = float(alone.min())
    if one < least:
        return np.full(len(roots), -1.0), one
    off, cost = _fitted(terms, relative, weights, _SHARES, begin, ridge)
    best = int(np.argmin(cost))
    as_large, as_small = off[0][best], off[1][best]
    return np.asarray(_lost(as_large) - _lost(as_small)), float(one - cost[best])


def _fitted(  # noqa: PLR0913, PLR0917 - what is fitted, and what to
    terms: NDArray[np.float64],
    relative: NDArray[np.float64],
    weights: NDArray[np.float64],
    shares_tried: Sequence[float],
    begin: NDArray[np.float64],
    ridge: NDArray[np.float64],
) -> tuple[tuple[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]:
    """Linear functions for two sizes, for each share of the smaller one from each beginning.

    Args:
        terms: ``(N, 3)`` places with a one after them.
        relative: ``(N,)`` roots.
        weights: ``(N,)`` of the tiles.
        shares_tried: H of them; 1 for one size alone.
        begin: ``(B, 3)`` coefficients, less the constant.
        ridge: ``(3, 3)`` as of ``weighted_fit``.

    Returns:
        ``(H * B, N)`` relative deviations from the larger and from the smaller size, ``(H * B,)`` costs.
    """
    shares = np.repeat(shares_tried, len(begin))[:, None]
    fits = np.tile(begin, (len(shares_tried), 1))
    for step in range(_STEPS + 1):
        expected = np.maximum(1 + fits @ terms.T, _LEAST)
        as_large, as_small = relative / expected - 1, relative / (shares * expected) - 1
        small = np.abs(as_small) < np.abs(as_large)
        off = np.where(small, as_small, as_large)
        if step < _STEPS:
            trust = weights * geman_mcclure(off, AGREED) / expected**2
            fits, _ = weighted_fit(terms, relative / np.where(small, shares, 1.0) - 1, trust, ridge)
    cost = (weights * _lost(off)).sum(axis=1) + (fits**2 @ ridge / AGREED**2).sum(axis=1)
    return (as_large, as_small), cost


def _lost(off: NDArray[np.float64]) -> NDArray[np.float64]:
    """What relative deviations cost, from 0 to 1 (Geman and McClure)."""
    return np.asarray(off**2 / (off**2 + AGREED**2))
