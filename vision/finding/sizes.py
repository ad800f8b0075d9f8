"""How well a detection's size agrees with its neighbours': two tiles taken for one are twice as large.

All tiles of a set are equally large, and their size changes slowly across a photo. A finder that sees one
place at a time does not know that: two sideways tiles have the outline of one larger tile.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.scale import cube_roots, fit_scale

_TOLERANCE: Final = 0.05
"""Tolerated difference between the natural logs of an area and the expected area."""
_SPREAD: Final = 0.12
"""Standard deviation of it beyond ``_TOLERANCE``: an area off by a fifth counts half, by two not at all."""
_SAME_TILE: Final = 0.75
"""Detections with centres closer than this, in short sides of the smaller, show the same tile."""
_REACH: Final = 4.0
"""Detections this far away, in long sides, count a third as much as adjacent ones."""
_MIN_WEIGHT: Final = 2.0
"""Least weight of the surrounding detections for the usual size to be known."""
_MIN_ROOT: Final = 0.5
"""The linear function, which may run to zero, is bounded below by this share of the least root."""


def size_likeness(
    centres: NDArray[np.floating[Any]],
    sides: NDArray[np.floating[Any]],
    reference_centres: NDArray[np.floating[Any]],
    reference_sides: NDArray[np.floating[Any]],
    weights: NDArray[np.floating[Any]],
) -> NDArray[np.float64]:
    """``(N,)`` how usual each detection's size is at its place, 0..1.

    It is NaN if too few detections surround one. N detections, by ``(N, 2)`` centres and sides in pixels, are
    compared with M references, which may be the same ones; each reference counts by ``weights``, how sure it
    is a tile, 0..1.
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
    # Standing or stacked tiles are larger than the plane predicts, but so are their neighbours.
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
