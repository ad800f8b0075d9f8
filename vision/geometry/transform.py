"""The one way in which points are mapped from one picture or plane to another."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_AFFINE_ROWS = 2


def transform_points(
    points: NDArray[np.floating[Any]], matrix: NDArray[np.floating[Any]]
) -> NDArray[np.float64]:
    """Points mapped by a projective or an affine matrix.

    Args:
        points: ``(..., 2)``, x and y of each point.
        matrix: ``(3, 3)`` of a projective map (a homography), or ``(2, 3)`` of an affine one.

    Returns:
        ``(..., 2)`` float64; a point that is mapped to infinity comes to 0, 0, as in OpenCV.

    >>> shrink_to_the_right = np.array([[1.0, 0, 0], [0, 1, 0], [1, 0, 1]])
    >>> transform_points(np.array([[0.0, 2.0], [1.0, 2.0]]), shrink_to_the_right).tolist()
    [[0.0, 2.0], [0.5, 1.0]]
    >>> np.abs(transform_points(np.array([-1.0, 5.0]), shrink_to_the_right)).tolist()
    [0.0, 0.0]
    >>> transform_points(np.array([3.0, 4.0]), np.array([[1.0, 0, 10], [0, 1, 20]])).tolist()
    [13.0, 24.0]
    """
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    mapped = flat @ matrix[:, :2].T + matrix[:, 2]
    if len(matrix) != _AFFINE_ROWS:
        depth = mapped[:, 2:]
        mapped = mapped[:, :2] / np.where(depth == 0, np.inf, depth)
    return np.asarray(mapped.reshape(points.shape), np.float64)
