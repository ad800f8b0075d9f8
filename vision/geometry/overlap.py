"""What quads have in common, and which of several are one tile's."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.quads import areas, edge_lengths, mean_edges, short_sides

_NEAR: Final = 0.65
"""Quads with a good part in common have their centres nearer than this share of the longer one's long side;
neighbours in a row, three quarters of it apart, need not be cut."""

_CROSSWISE: Final = 0.6
"""The most that a tile lying across hides of another; one tile found twice has more in common with itself."""

_RIGHT_ANGLE: Final = 0.5
"""Cosine of the angle from which two tiles lie across each other: perspective skews it."""


def intersection(one: NDArray[np.floating[Any]], other: NDArray[np.floating[Any]]) -> float:
    """The common area of two convex clockwise quads ``(4, 2)``, square pixels.

    Sutherland and Hodgman's clipping. OpenCV's ``intersectConvexConvex`` answers 0 for some quads that lie
    over each other with nearly parallel edges, which is just what two detections of one tile do.

    >>> square = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])
    >>> intersection(square, square + [4, 5])
    30.0
    """
    polygon = [(float(x), float(y)) for x, y in one]
    cutter = [(float(x), float(y)) for x, y in other]
    for (x0, y0), (x1, y1) in zip(cutter, [*cutter[1:], cutter[0]], strict=True):
        sides = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x, y in polygon]
        clipped: list[tuple[float, float]] = []
        for k, (side, (x, y)) in enumerate(zip(sides, polygon, strict=True)):
            before, (u, v) = sides[k - 1], polygon[k - 1]
            if (side > 0) != (before > 0):
                share = before / (before - side)
                clipped.append((u + (x - u) * share, v + (y - v) * share))
            if side > 0:
                clipped.append((x, y))
        polygon = clipped
    return abs(sum(polygon[k - 1][0] * y - x * polygon[k - 1][1] for k, (x, y) in enumerate(polygon))) / 2


def box_overlaps(quads: NDArray[np.floating[Any]], boxes: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Intersection over union of upright boxes with the upright boxes about quads.

    Args:
        quads: ``(N, 4, 2)``, pixels.
        boxes: ``(M, 4)``: left, top, right, bottom, pixels.

    Returns:
        ``(M, N)`` float64, 0..1.

    >>> tile = np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]], float)
    >>> box_overlaps(tile, np.array([[0, 0, 30, 40], [15, 0, 45, 40]], float)).round(2).tolist()
    [[1.0], [0.33]]
    """
    low, high = quads.min(axis=1).astype(np.float64), quads.max(axis=1).astype(np.float64)
    common = np.minimum(high, boxes[:, None, 2:]) - np.maximum(low, boxes[:, None, :2])
    shared = np.clip(common, 0, None).prod(axis=2)
    sizes = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)[:, None] + (high - low).prod(axis=1)
    return np.asarray(shared / np.maximum(sizes - shared, 1e-6))


def separations(one: NDArray[np.floating[Any]], other: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """How far the middles of quads lie apart, in short sides of the smaller of the two.

    Args:
        one: ``(N, 4, 2)``, pixels.
        other: ``(M, 4, 2)``, pixels.

    Returns:
        ``(N, M)`` float64.

    >>> tile = np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]], float)
    >>> separations(tile, np.concatenate([tile, tile + [60, 0], tile * 2])).round(2).tolist()
    [[0.0, 2.0, 0.83]]
    """
    middles = one.mean(axis=1, dtype=np.float64)[:, None], other.mean(axis=1, dtype=np.float64)[None]
    side = np.minimum.outer(short_sides(one), short_sides(other))
    return np.asarray(np.linalg.norm(middles[0] - middles[1], axis=2) / np.maximum(side, 1e-6))


def without_duplicates(
    quads: NDArray[np.floating[Any]], scores: NDArray[np.floating[Any]], most_covered: float
) -> NDArray[np.intp]:
    """Indices of the quads to keep, best score first.

    Two faces never cover each other on a photo, so where the common area is more than ``most_covered`` of
    the smaller quad, the one with the lower score is a duplicate. Only an added tile on top of a called one
    hides up to three fifths of its neighbour, and lies across it.

    Args:
        quads: ``(N, 4, 2)``, pixels, clockwise.
        scores: ``(N,)``, the better the higher.
        most_covered: share of the smaller quad's area, 0..1.

    >>> square = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])
    >>> quads = np.stack([square, square + 2, square + 11])
    >>> without_duplicates(quads, np.array([0.5, 0.9, 0.3]), 0.45).tolist()
    [1, 2]
    """
    centre = quads.mean(axis=1)
    reach = _NEAR * edge_lengths(quads).max(axis=1, initial=0.0)
    near = np.linalg.norm(centre[:, None] - centre, axis=2) < np.maximum.outer(reach, reach)
    size = np.abs(areas(quads))
    kept: list[int] = []
    for i in np.argsort(-scores, kind="stable").tolist():
        row = near[i]
        if all(
            intersection(quads[i], quads[k])
            <= (_CROSSWISE if _crosswise(quads[[i, k]]) else most_covered) * min(size[i], size[k])
            for k in kept
            if row[k]
        ):
            kept.append(i)
    return np.array(kept, np.intp)


def _crosswise(pair: NDArray[np.floating[Any]]) -> bool:
    """Whether the long sides of two quads ``(2, 4, 2)`` cross at nearly a right angle."""
    one, other = (
        max(sides, key=lambda side: float(side @ side)) for sides in zip(*mean_edges(pair), strict=True)
    )
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return abs(float(one @ other)) / max(lengths, 1e-6) < _RIGHT_ANGLE
