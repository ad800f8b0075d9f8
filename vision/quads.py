"""Geometry of quads: four corners in pixels, clockwise as seen (y points down)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def areas(quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(N,)`` signed areas in square pixels; positive where the corners run clockwise as seen."""
    x, y = quads[..., 0].astype(np.float64), quads[..., 1].astype(np.float64)
    return np.asarray((x * np.roll(y, -1, axis=-1) - np.roll(x, -1, axis=-1) * y).sum(axis=-1) / 2)


def convex(quads: NDArray[np.float32]) -> NDArray[np.bool_]:
    """``(N,)`` whether each quad is strictly convex and clockwise."""
    edges = np.roll(quads, -1, axis=-2) - quads
    following = np.roll(edges, -1, axis=-2)
    turns = edges[..., 0] * following[..., 1] - edges[..., 1] * following[..., 0]
    return np.asarray((turns > 0).all(axis=-1))


def intersection(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The common area of two convex quads, square pixels."""
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return float(area)


def without_duplicates(
    quads: NDArray[np.float32], scores: NDArray[np.float32], most_covered: float
) -> NDArray[np.intp]:
    """Indices of the quads to keep, best score first.

    Two faces never cover each other on a photo, so where the common area is more than ``most_covered`` of
    the smaller quad, the one with the lower score is a duplicate.
    """
    low, high = quads.min(axis=1), quads.max(axis=1)
    size = np.abs(areas(quads))
    kept: list[int] = []
    for i in np.argsort(-scores, kind="stable"):
        near = [k for k in kept if (low[i] < high[k]).all() and (low[k] < high[i]).all()]
        if all(intersection(quads[i], quads[k]) <= most_covered * min(size[i], size[k]) for k in near):
            kept.append(int(i))
    return np.array(kept, np.intp)
