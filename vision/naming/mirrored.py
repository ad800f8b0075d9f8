"""Whether a photo is mirrored: if so, more of its tiles are read with certainty when mirrored again.

Tiles are read with 0.97 or more in any light. On a mirrored photo many are in doubt, except those that look
the same in a mirror. Other things are certain neither way.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.labels import BLANK

_SURE: Final = 0.97
"""A tile whose face has at least this probability is certain."""
_MIN_DOUBTFUL: Final = 4
"""With fewer doubtful tiles a photo is not tested."""
_SAMPLE_SIZE: Final = 24
"""The most tiles that are read mirrored, spread over all of them: they decide as well as all."""
_MIN_GAIN: Final = 2
"""How many more of these must become certain. On 53 photos that are not mirrored, some rotated or in odd
colours, it was at most one; on 86 of 88 mirrored ones it was two or more."""


def sample_tiles(tiles: Detections, firm_score: float) -> NDArray[np.intp]:
    """Indices of printed tiles to read mirrored; none if few of them are in doubt."""
    blank = np.isin(tiles.faces.argmax(axis=1), BLANK)
    printed = np.flatnonzero((tiles.objectness >= firm_score) & ~blank)
    if len(printed) - _count_sure(tiles.faces[printed]) < _MIN_DOUBTFUL:
        return printed[:0]
    return printed[np.linspace(0, len(printed) - 1, min(len(printed), _SAMPLE_SIZE)).round().astype(np.intp)]


def is_mirrored(faces: NDArray[np.float32], before: NDArray[np.float32]) -> bool:
    """Whether enough more tiles are certain when mirrored that the photo must be mirrored."""
    return _count_sure(faces) - _count_sure(before) >= _MIN_GAIN


def _count_sure(faces: NDArray[np.float32]) -> int:
    return int((faces.max(axis=1, initial=0.0) >= _SURE).sum())
