"""Groups photos of the same scene: copies, repeated shots, and augmented variants of one photo."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_SIDE: Final = 16
NEAR: Final = 24
"""Maximum number of different bits, of 256, between fingerprints of photos of one scene."""
_FLAT: Final = 3.0
"""Standard deviation of grey values below which a picture has no usable fingerprint."""


def fingerprint(pixels: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """``(256,)``: whether each of the picture's 16 x 16 cells is brighter than its left neighbour."""
    grey = cv2.resize(
        cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), (_SIDE + 1, _SIDE), interpolation=cv2.INTER_AREA
    )
    if float(grey.std()) < _FLAT:
        return np.zeros(_SIDE * _SIDE, np.bool_)
    return np.asarray(grey[:, 1:] > grey[:, :-1]).reshape(-1)


def scenes(prints: Sequence[NDArray[np.bool_]], paths: Sequence[Path]) -> list[int]:
    """The scene number of each photo, from 0 on in order, by fingerprints and file names.

    Roboflow names the variants of one photo ``NAME.rf.HASH.jpg``.
    """
    parents = list(range(len(prints)))

    def root(k: int) -> int:
        while parents[k] != k:
            k = parents[k]
        return k

    stacked = np.array(prints, np.bool_).reshape(len(prints), -1)
    origins = [path.name.partition(".rf.")[0] if ".rf." in path.name else "" for path in paths]
    for k in range(1, len(prints)):
        is_near = (
            (stacked[:k] != stacked[k]).sum(axis=1) <= NEAR if stacked[k].any() else np.zeros(k, np.bool_)
        )
        for j in range(k):
            if is_near[j] or (origins[k] and origins[j] == origins[k]):
                parents[root(k)] = root(j)
    numbers: dict[int, int] = {}
    return [numbers.setdefault(root(k), len(numbers)) for k in range(len(prints))]
