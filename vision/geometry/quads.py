"""Measures of quads: four corners, clockwise as seen on a photo (x right, y down).

Corners k and k + 1 bound edge k. Quads are ``(N, 4, 2)`` floats, pixels by default; measures are float64.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_PARALLEL: Final = 1e-9
"""If the diagonals span no larger an area, they do not cross, and the corners are not a quad."""
_MAX_OFFSET: Final = 0.3
"""A crossing farther from the middle than this share of a diagonal is rejected."""


def quads_of(boxes: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """The ``(N, 4, 2)`` float32 corners of ``(N, 4)`` boxes x1, y1, x2, y2, clockwise from the top left."""
    x1, y1, x2, y2 = boxes.T
    return np.asarray(np.stack([x1, y1, x2, y1, x2, y2, x1, y2], axis=1).reshape(-1, 4, 2), np.float32)


def cross(u: NDArray[np.floating[Any]], v: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    """The cross product ``(...)`` of vectors ``(..., 2)``: the signed area that they span.

    It is positive if ``u`` turns to ``v`` as the x axis turns to the y axis.

    >>> float(cross(np.array([2.0, 0.0]), np.array([1.0, 3.0])))
    6.0
    """
    return np.asarray(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])


def areas(quads: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """``(N,)`` signed areas, square pixels: half the diagonals' cross product, positive if clockwise.

    >>> square = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])
    >>> areas(np.stack([square, square[::-1]])).tolist()
    [100.0, -100.0]
    """
    points = np.asarray(quads, np.float64)
    return np.asarray(cross(points[..., 2, :] - points[..., 0, :], points[..., 3, :] - points[..., 1, :]) / 2)


def edge_lengths(quads: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """``(N, 4)`` lengths of the edges, pixels."""
    points = np.asarray(quads, np.float64)
    return np.asarray(np.linalg.norm(np.roll(points, -1, axis=1) - points, axis=2))


def mean_sides(quads: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """``(N, 2)`` mean lengths of edges 0 and 2, and of edges 1 and 3, pixels.

    >>> mean_sides(np.array([[[0, 0], [4, 0], [3, 4], [1, 4]]], float)).round(3).tolist()
    [[3.0, 4.123]]
    """
    lengths = edge_lengths(quads)
    return np.asarray((lengths[:, :2] + lengths[:, 2:]) / 2)


def short_sides(quads: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """``(N,)`` the shorter of the two mean lengths of opposite edges, pixels."""
    return np.asarray(mean_sides(quads).min(axis=1))


def corner_distances(
    quads: NDArray[np.floating[Any]], others: NDArray[np.floating[Any]]
) -> NDArray[np.float64]:
    """``(N, M)`` mean distance of N quads' corners from those of M others, whichever corner comes first.

    The unit is the short side of the smaller of the two. All quads run the same way round.

    >>> square = np.array([[[0, 0], [10, 0], [10, 10], [0, 10]]], np.float32)
    >>> corner_distances(square, np.roll(square, 1, axis=1) + [2, 0]).tolist()
    [[0.2]]
    """
    turns = [np.roll(others, k, axis=1) for k in range(4)]
    distances = [np.linalg.norm(quads[:, None] - turn[None], axis=3).mean(axis=2) for turn in turns]
    side = np.minimum.outer(short_sides(quads), short_sides(others))
    return np.asarray(np.min(distances, axis=0) / np.maximum(side, 1e-6), np.float64)


def mean_edges(
    quads: NDArray[np.floating[Any]],
) -> tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]]]:
    """The mean vectors of opposite edges as two arrays ``(N, 2)``: of edges 0 and 2, and of edges 1 and 3.

    For corners that start at the top left, the first points right, the second down.

    >>> right, down = mean_edges(np.array([[[0, 0], [4, 0], [5, 3], [1, 3]]], float))
    >>> right.tolist(), down.tolist()
    ([[4.0, 0.0]], [[1.0, 3.0]])
    """
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 2] - quads[:, 1] + quads[:, 3] - quads[:, 0]) / 2
    return right, down


def diagonal_crossings(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N, 2)`` crossings of the diagonals: the image of a rectangle's centre under any perspective.

    For a bad quad, whose diagonals hardly cross, the mean of its corners.

    >>> diagonal_crossings(np.array([[[0, 0], [4, 0], [3, 2], [1, 2]]], float)).round(3).tolist()
    [[2.0, 1.333]]
    """
    first, second = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    spanned = cross(first, second)
    crossing = np.abs(spanned) > _PARALLEL
    share = cross(quads[:, 1] - quads[:, 0], second) / np.where(crossing, spanned, 1.0)
    inside = crossing & (np.abs(share - 0.5) < _MAX_OFFSET)
    return np.where(inside[:, None], quads[:, 0] + share[:, None] * first, quads.mean(axis=1))


def convex(quads: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
    """``(N,)`` whether each quad is strictly convex and its corners run clockwise."""
    edges = np.roll(quads, -1, axis=-2) - quads
    return np.asarray((cross(edges, np.roll(edges, -1, axis=-2)) > 0).all(axis=-1))
