"""Whether faces are printed dark on light or light on dark."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

_RIM: Final = 8
"""One part in this many is cut off each side of a crop: it shows the tile's surroundings."""


def lighter_ink(crops: NDArray[np.uint8]) -> float:
    """Whether tiles have ink lighter than their ground: -1 none to 1 all, 0 for no tile.

    Most of a face is its ground. The crops are ``(N, H, W, 3)`` uint8.

    >>> page = np.full((1, 60, 60, 3), 30, np.uint8)
    >>> page[:, 24:36, 24:36] = 220
    >>> lighter_ink(page), lighter_ink(255 - page), lighter_ink(page[:0])
    (1.0, -1.0, 0.0)
    """
    if not len(crops):
        return 0.0
    height, width = crops.shape[1] // _RIM, crops.shape[2] // _RIM
    greys = [crop.mean(axis=2) for crop in crops[:, height:-height, width:-width]]
    return float(np.mean([np.sign(grey.mean() - np.median(grey)) for grey in greys]))
