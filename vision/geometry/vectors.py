"""Vectors and directions in the plane, as arrays of any leading shape."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def cross(u: NDArray[np.floating[Any]], v: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    """The cross product ``(...)`` of vectors ``(..., 2)``: the area that they span, signed.

    It is positive where the turn from ``u`` to ``v`` is the one from the x axis to the y axis.

    >>> float(cross(np.array([2.0, 0.0]), np.array([1.0, 3.0])))
    6.0
    """
    return np.asarray(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])


def axes(up: NDArray[np.float64] | float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What points to the right and what points away, for a viewer for whom ``up`` points away.

    Args:
        up: ``(...)`` directions in radians, counter-clockwise from the x axis, in coordinates with y up.

    Returns:
        Two arrays ``(..., 2)`` of unit vectors: right, away.

    >>> right, away = axes(np.pi / 2)
    >>> right.round(9).tolist(), away.round(9).tolist()
    ([1.0, -0.0], [0.0, 1.0])
    """
    cosine, sine = np.cos(up), np.sin(up)
    return np.stack([sine, -cosine], axis=-1), np.stack([cosine, sine], axis=-1)
