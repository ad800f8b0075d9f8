"""How well a detection's size agrees with those about it: two tiles taken for one are twice as large.

All tiles of a set are equally large, and on a photo their size changes slowly from place to place. A finder
that looks at one place at a time does not know that: two tiles across have the outline of one larger tile.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.scale import cube_roots, fit_scale

_TOLERANCE: Final = 0.05
"""Difference by which the natural logarithm of an area may miss the expected one without loss."""
_SPREAD: Final = 0.12
"""Standard deviation of it beyond ``_TOLERANCE``: an area a fifth off is worth a half, twice it nothing."""
_SAME_TILE: Final = 0.75
"""Detections whose centres lie nearer than this, in short sides of the smaller, show the same tile."""
_REACH: Final = 4.0
"""Detections this far away, in long sides, count a third of those that lie right beside a detection."""
_MIN_WEIGHT: Final = 2.0
"""Weight of other detections about one below which its usual size is not known."""
_MIN_ROOT: Final = 0.5
"""Share of the least root below which the linear function, which may run to nothing, is not taken."""


def size_likeness(
    centres: NDArray[np.floating[Any]],
    sides: NDArray[np.floating[Any]],
    reference_centres: NDArray[np.floating[Any]],
    reference_sides: NDArray[np.floating[Any]],
    weights: NDArray[np.floating[Any]],
) -> NDArray[np.float64]:
    """``(N,)`` how usual the size of each detection is at its place, 0..1.

    It is not-a-number where too little lies about a detection. N detections, by ``(N, 2)`` centres and sides
    in pixels, are compared with M references, which may be the same ones, by theirs; each of these counts by
    ``weights``, how sure it is a tile, 0..1.
    """
    if not len(centres) or not len(reference_centres):
        return np.full(len(centres), np.nan)
    roots, reference_roots = cube_roots(sides.prod(axis=1)), cube_roots(reference_sides.prod(axis=1))
    unit = float(np.median(reference_sides.max(axis=1)))
    places = centres.astype(np.float64) / unit
    reference_places = reference_centres.astype(np.float64) / unit
    field = fit_scale(reference_places, reference_roots, weights.astype(np.float64))
    min_root = _MIN_ROOT * float(reference_roots.min())
    residuals = 3 * np.log(roots / np.maximum(field.at(places), min_root))
    reference_residuals = 3 * np.log(reference_roots / np.maximum(field.at(reference_places), min_root))
    distances = np.linalg.norm(places[:, None] - reference_places[None], axis=2) * unit
    short = np.minimum(sides.min(axis=1)[:, None], reference_sides.min(axis=1)[None])
    weight = weights[None] * np.exp(-distances / (_REACH * sides.max(axis=1)[:, None]))
    weight[distances < _SAME_TILE * short] = 0.0
    # Tiles that stand, or lie two high, are larger than the plane says, but so are those beside them.
    beyond = np.maximum(np.abs(residuals - _medians(reference_residuals, weight)) - _TOLERANCE, 0.0)
    spread = np.sqrt(_SPREAD**2 + 9 * field.variance(places))
    agreement = np.exp(-((beyond / spread) ** 2) / 2)
    return np.asarray(np.where(weight.sum(axis=1) < _MIN_WEIGHT, np.nan, agreement))


def _medians(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N,)`` medians of ``(M,)`` values by each row of ``(N, M)`` weights."""
    order = np.argsort(values)
    sums = np.cumsum(weights[:, order], axis=1)
    below_half = (sums < sums[:, -1:] / 2).sum(axis=1)
    return np.asarray(values[order][below_half.clip(max=len(order) - 1)])
