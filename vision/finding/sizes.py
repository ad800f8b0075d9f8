"""How well a find's size agrees with that of the finds about it: two tiles taken for one are twice as large.

All tiles of a set are equally large, and on a photo their size changes slowly from place to place. A finder
that looks at one place at a time does not know that: two tiles lying across, side by side, have the outline
of one larger tile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FREE: Final = 0.05
"""Up to this a logarithm of an area may differ for nothing ..."""

_SPREAD: Final = 0.12
"""... and beyond it this is one standard deviation: a fifth off is worth a half, twice the area nothing."""

_NEAREST: Final = 0.75
"""Finds whose middles lie nearer than this, in short sides of the smaller, are of the same tile ..."""

_REACH: Final = 4.0
"""... and those this far away, in long sides, count a third of those right beside it."""

_ENOUGH: Final = 2.0
"""With less weight of others about it a find's usual size is not known."""

_LEAST: Final = 0.5
"""Beyond the tiles the plane may run to nothing: no root is taken as less than this part of the least."""

_AGREED: Final = 0.04
"""A cube root of an area agrees with the plane if it is off by no more than this share or so."""

_SLOPE: Final = 0.05
"""By what share the root changes with each tile's length, as far as nothing is known (standard deviation)."""

_STEPS: Final = 8
_STARTS: Final = 12
"""Rounds of the plane's fit, and from how many beginnings."""


def likeness(
    centres: NDArray[np.float32],
    sides: NDArray[np.float32],
    others: NDArray[np.float32],
    other_sides: NDArray[np.float32],
    weights: NDArray[np.float32],
) -> NDArray[np.float64]:
    """How usual the size of each find is at its place.

    Args:
        centres: ``(N, 2)`` of the finds, pixels.
        sides: ``(N, 2)`` their sides, pixels.
        others: ``(M, 2)`` centres of finds to compare with, which may be the same ones.
        other_sides: ``(M, 2)`` their sides.
        weights: ``(M,)`` how sure each of these is a tile, 0..1.

    Returns:
        ``(N,)`` in 0..1; not-a-number where too little lies about a find to tell.
    """
    if not len(centres) or not len(others):
        return np.full(len(centres), np.nan)
    places, known = centres.astype(np.float64), others.astype(np.float64)
    own, usual = _roots(sides), _roots(other_sides)
    step = float(np.median(other_sides.max(axis=1)))
    plane, doubt = _plane(known / step, usual, weights.astype(np.float64))
    least = _LEAST * float(usual.min())
    off = 3 * np.log(own / np.maximum(_terms(places / step) @ plane, least))
    other_off = 3 * np.log(usual / np.maximum(_terms(known / step) @ plane, least))
    apart = np.linalg.norm(places[:, None] - known[None], axis=2)
    short = np.minimum(sides.min(axis=1)[:, None], other_sides.min(axis=1)[None])
    weight = weights[None] * np.exp(-apart / (_REACH * sides.max(axis=1)[:, None]))
    weight[apart < _NEAREST * short] = 0.0
    # Tiles that stand, or lie two high, are larger than the plane says, but so are those beside them.
    beyond = np.maximum(np.abs(off - _medians(other_off, weight)) - _FREE, 0.0)
    terms = _terms(places / step)
    spread = np.sqrt(_SPREAD**2 + 9 * np.einsum("ij,jk,ik->i", terms, doubt, terms))
    told = np.exp(-((beyond / spread) ** 2) / 2)
    return np.asarray(np.where(weight.sum(axis=1) < _ENOUGH, np.nan, told))


def _medians(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N,)`` medians of ``(M,)`` values by each row of ``(N, M)`` weights."""
    order = np.argsort(values)
    total = np.cumsum(weights[:, order], axis=1)
    half = (total < total[:, -1:] / 2).sum(axis=1)
    return np.asarray(values[order][half.clip(max=len(order) - 1)])


def growth(quads: NDArray[np.float32], weights: NDArray[np.float32]) -> tuple[NDArray[np.float64], float]:
    """Towards which side of the photo tiles look larger.

    Args:
        quads: ``(N, 4, 2)`` of at least one tile, pixels.
        weights: ``(N,)`` how sure each of them is a tile, 0..1.

    Returns:
        ``(2,)`` by what share the cube root of their area grows per tile length, in x and in y; and the
        standard deviation in the direction in which least is known, which is large where all lie in one row.
    """
    sides = mean_sides(quads)
    step = float(np.median(sides.max(axis=1)))
    plane, doubt = _plane(quads.mean(axis=1) / step, _roots(sides), weights.astype(np.float64))
    slope = plane[:2] / float(np.median(_roots(sides)))
    return slope, float(np.sqrt(np.linalg.eigvalsh(doubt[:2, :2])[-1]))


def mean_sides(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(N, 2)`` mean lengths of the two pairs of opposite sides of ``(N, 4, 2)`` quads."""
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    return np.asarray((sides[:, :2] + sides[:, 2:]) / 2, np.float32)


def _roots(sides: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(N,)`` cube roots of areas: those of equal things on a plane change linearly over its photo."""
    return np.asarray(np.cbrt(np.maximum(sides.astype(np.float64).prod(axis=1), 1e-6)))


def _plane(
    places: NDArray[np.float64], roots: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """``(3,)`` slope in x and y and constant that most roots agree with, ``(3, 3)`` relative covariance.

    A wrong find at a row's end would tilt the plane towards itself. So each of those farthest out is left out
    once to begin with; the beginning that ends in the best agreement counts (Geman-McClure, reweighted).
    A row tells nothing of the slope across it: there the plane is level, and the covariance large.
    """
    middle = float(np.median(roots))
    centre = places.mean(axis=0)
    terms = _terms(places - centre)
    prior = np.diag([(_AGREED / _SLOPE) ** 2, (_AGREED / _SLOPE) ** 2, 1e-6])
    outmost = np.argsort(-np.einsum("ij,jk,ik->i", terms, np.linalg.inv(terms.T @ terms + prior), terms))
    trust = np.repeat(weights[None], min(len(outmost), _STARTS) + 1, axis=0)
    trust[np.arange(len(trust) - 1), outmost[:_STARTS]] = 0.0
    for _ in range(_STEPS):
        gain = trust[:, None, :] * terms.T
        precision = gain @ terms + prior
        fits = np.linalg.solve(precision, (gain @ (roots / middle - 1))[..., None])[..., 0]
        off = roots / middle - 1 - fits @ terms.T
        trust = weights * (_AGREED**2 / (off**2 + _AGREED**2)) ** 2
    cost = (weights * off**2 / (off**2 + _AGREED**2)).sum(axis=1)
    cost += (fits**2 @ prior / _AGREED**2).sum(axis=1)
    best = int(np.argmin(cost))
    moved = np.eye(3)
    moved[2, :2] = -centre
    plane = moved @ fits[best]
    plane[2] += 1.0
    return middle * plane, _AGREED**2 * moved @ np.linalg.inv(precision[best]) @ moved.T


def _terms(places: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.column_stack([places, np.ones(len(places))])
