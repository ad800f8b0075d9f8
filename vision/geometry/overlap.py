"""Overlaps of quads, and which of several quads are of one tile."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.quads import areas, edge_lengths, mean_edges, short_sides

_NEAR: Final = 0.65
"""Quads with a large overlap have centres closer than this share of the longer one's long side. Neighbours in
a row, three quarters of it apart, need no clipping."""
_MAX_CROSSWISE: Final = 0.6
"""The greatest share of a tile that one lying across it hides; a tile found twice covers itself more."""
_RIGHT_ANGLE: Final = 0.5
"""Two tiles at an angle with a lower cosine lie across each other: perspective skews it."""


def intersection(quad: NDArray[np.floating[Any]], cutter: NDArray[np.floating[Any]]) -> float:
    """The common area of two convex clockwise quads ``(4, 2)``, square pixels.

    By Sutherland and Hodgman's clipping. OpenCV's ``intersectConvexConvex`` returns 0 for some overlapping
    quads with nearly parallel edges, such as two detections of one tile.
    """
    polygon = [(float(x), float(y)) for x, y in quad]
    corners = [(float(x), float(y)) for x, y in cutter]
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
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
    """``(M, N)`` intersection over union, 0..1, of M upright boxes with the bounding boxes of N quads.

    A box is a row of left, top, right and bottom, pixels.

    >>> tile = np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]], float)
    >>> box_overlaps(tile, np.array([[0, 0, 30, 40], [15, 0, 45, 40]], float)).round(2).tolist()
    [[1.0], [0.33]]
    """
    low, high = quads.min(axis=1).astype(np.float64), quads.max(axis=1).astype(np.float64)
    common = np.minimum(high, boxes[:, None, 2:]) - np.maximum(low, boxes[:, None, :2])
    shared = np.clip(common, 0, None).prod(axis=2)
    sizes = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)[:, None] + (high - low).prod(axis=1)
    return np.asarray(shared / np.maximum(sizes - shared, 1e-6))


def separations(quads: NDArray[np.floating[Any]], others: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """``(N, M)`` distances between the middles of N quads and M others, in short sides of the smaller.

    >>> tile = np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]], float)
    >>> separations(tile, np.concatenate([tile, tile + [60, 0], tile * 2])).round(2).tolist()
    [[0.0, 2.0, 0.83]]
    """
    steps = quads.mean(axis=1, dtype=np.float64)[:, None] - others.mean(axis=1, dtype=np.float64)[None]
    sides = np.minimum.outer(short_sides(quads), short_sides(others))
    return np.asarray(np.linalg.norm(steps, axis=2) / np.maximum(sides, 1e-6))


def non_maximum_suppression(rivals: NDArray[np.bool_], scores: NDArray[np.floating[Any]]) -> NDArray[np.intp]:
    """Indices that greedy non-maximum suppression keeps of N detections, best first.

    ``rivals`` is ``(N, N)`` and symmetric: whether two are the same thing.
    """
    kept: list[int] = []
    candidates = np.ones(len(scores), np.bool_)
    for i in np.argsort(-scores, kind="stable").tolist():
        if candidates[i]:
            kept.append(i)
            candidates &= ~rivals[i]
    return np.array(kept, np.intp)


def without_duplicates(
    quads: NDArray[np.floating[Any]], scores: NDArray[np.floating[Any]], max_covered: float
) -> NDArray[np.intp]:
    """Indices of the quads to keep, best score first.

    Two faces never cover each other on a photo, so if the common area exceeds ``max_covered`` of the smaller
    quad, the one with the lower score is a duplicate. The exception is an added tile on a called one: it
    hides up to three fifths of its neighbour and lies across it.
    """
    centres, sizes = quads.mean(axis=1), np.abs(areas(quads))
    reach = _NEAR * edge_lengths(quads).max(axis=1, initial=0.0)
    near = np.linalg.norm(centres[:, None] - centres, axis=2) < np.maximum.outer(reach, reach)
    kept: list[int] = []
    for i in np.argsort(-scores, kind="stable").tolist():
        if all(
            intersection(quads[i], quads[k])
            <= (_MAX_CROSSWISE if _lie_across(quads[[i, k]]) else max_covered) * min(sizes[i], sizes[k])
            for k in kept
            if near[i, k]
        ):
            kept.append(i)
    return np.array(kept, np.intp)


def _lie_across(pair: NDArray[np.floating[Any]]) -> bool:
    """Whether the long sides of two quads ``(2, 4, 2)`` cross at nearly a right angle."""
    first, second = (
        max(edges, key=lambda edge: float(edge @ edge)) for edges in zip(*mean_edges(pair), strict=True)
    )
    lengths = float(np.linalg.norm(first) * np.linalg.norm(second))
    return abs(float(first @ second)) / max(lengths, 1e-6) < _RIGHT_ANGLE
