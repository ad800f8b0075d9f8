"""The leveller's crops around tiles, and what its answer means. Plain arrays, no pixels.

A tile's side, its shadow and its neighbours show how high it lies. The side is visible below the tile,
towards the camera, whichever way the rows run, so these crops keep the photo's orientation.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.quads import edge_lengths

SIDE: Final = 72
"""Side of a crop, pixels."""
REACH: Final = 1.3
"""From the tile's middle to the crop's edge, in units of the tile's longest edge."""
_SQUARE: Final = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)


def squares(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The upright square crops around tiles; both are ``(N, 4, 2)`` float32 photo pixels.

    >>> squares(np.array([[[0, 0], [10, 0], [10, 10], [0, 10]]], np.float32))[0, ::2].tolist()
    [[-8.0, -8.0], [18.0, 18.0]]
    """
    longest = np.maximum(edge_lengths(quads).max(axis=1), 1.0)
    return np.asarray(quads.mean(axis=1)[:, None] + REACH * longest[:, None, None] * _SQUARE, np.float32)


def stacked_logit(outputs: NDArray[np.float32], temperature: float) -> NDArray[np.float32]:
    """``(N,)`` float32 natural log odds that tiles lie on others, from the network's outputs ``(N,)``.

    They are divided by the temperature; NaN becomes 0.

    >>> stacked_logit(np.array([1.0, np.nan], np.float32), 2.0).tolist()
    [0.5, 0.0]
    """
    odds = outputs / np.float32(temperature)
    return np.where(np.isfinite(odds), odds, 0.0).astype(np.float32)
