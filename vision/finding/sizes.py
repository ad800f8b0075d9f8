"""How well a detection's size agrees with those about it: two tiles taken for one are twice as large.

All tiles of a set are equally large, and on a photo their size changes slowly from place to place. A finder
that looks at one place at a time does not know that: two tiles lying across, side by side, have the outline
of one larger tile.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.scale import cube_roots, fit_scale

_FREE: Final = 0.05
"""Difference by which the natural logarithm of an area may miss the expected one without any loss of
likeness."""

_SPREAD: Final = 0.12
"""Standard deviation of that logarithm beyond ``_FREE``: an area that is a fifth off is worth a half, twice
the area nothing."""

_NEAREST: Final = 0.75
"""Detections whose middles lie nearer than this, in short sides of the smaller, show the same tile."""

_REACH: Final = 4.0
"""Detections this far away, in long sides, count a third of those that lie right beside a detection."""

_ENOUGH: Final = 2.0
"""Weight of other detections about one below which its usual size is not known."""

_LEAST: Final = 0.5
"""Far from the tiles the linear function may run to nothing: it is never taken as less than this part of the
least root."""


def likeness(
    centres: NDArray[np.floating[Any]],
    sides: NDArray[np.floating[Any]],
    others: NDArray[np.floating[Any]],
    other_sides: NDArray[np.floating[Any]],
    weights: NDArray[np.floating[Any]],
) -> NDArray[np.float64]:
    """How usual the size of each detection is at its place.

    Args:
        centres: ``(N, 2)`` of the detections, pixels.
        sides: ``(N, 2)`` their sides, pixels.
        others: ``(M, 2)`` centres of detections to compare with, which may be the same ones.
        other_sides: ``(M, 2)`` their sides.
        weights: ``(M,)`` how sure each of these is a tile, 0..1.

    Returns:
        ``(N,)`` in 0..1; not-a-number where too little lies about a detection.

    >>> centres = np.array([[31.0 * k, 50] for k in range(9)])
    >>> sides = np.tile([30.0, 40.0], (9, 1))
    >>> sides[4] *= 1.5
    >>> likeness(centres, sides, centres, sides, np.ones(9)).round(2)[3:6].tolist()
    [1.0, 0.0, 1.0]
    """
    if not len(centres) or not len(others):
        return np.full(len(centres), np.nan)
    own, usual = cube_roots(sides.prod(axis=1)), cube_roots(other_sides.prod(axis=1))
    step = float(np.median(other_sides.max(axis=1)))
    places, known = centres.astype(np.float64) / step, others.astype(np.float64) / step
    field = fit_scale(known, usual, weights.astype(np.float64))
    least = _LEAST * float(usual.min())
    off = 3 * np.log(own / np.maximum(field.at(places), least))
    other_off = 3 * np.log(usual / np.maximum(field.at(known), least))
    apart = np.linalg.norm(places[:, None] - known[None], axis=2) * step
    short = np.minimum(sides.min(axis=1)[:, None], other_sides.min(axis=1)[None])
    weight = weights[None] * np.exp(-apart / (_REACH * sides.max(axis=1)[:, None]))
    weight[apart < _NEAREST * short] = 0.0
    # Tiles that stand, or lie two high, are larger than the plane says, but so are those beside them.
    beyond = np.maximum(np.abs(off - _medians(other_off, weight)) - _FREE, 0.0)
    spread = np.sqrt(_SPREAD**2 + 9 * field.variance(places))
    agreement = np.exp(-((beyond / spread) ** 2) / 2)
    return np.asarray(np.where(weight.sum(axis=1) < _ENOUGH, np.nan, agreement))


def _medians(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N,)`` medians of ``(M,)`` values by each row of ``(N, M)`` weights."""
    order = np.argsort(values)
    total = np.cumsum(weights[:, order], axis=1)
    half = (total < total[:, -1:] / 2).sum(axis=1)
    return np.asarray(values[order][half.clip(max=len(order) - 1)])
