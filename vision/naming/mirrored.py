"""Whether a photo is a mirrored one: its tiles are read better when it is mirrored again.

Tiles of a usual set are read with 0.99 and more, whatever the light; on a mirrored photo many that surely are
tiles are in doubt.
Constants are from `hands`, `tables` and `boxes/val`, and from copies of them, mirrored ones among these.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.labels import BLANK

_IN_DOUBT: Final = 0.97
"""Probability of a face below which the mirror image may show the tile better."""
_FEW_IN_DOUBT: Final = 4
"""Fewer doubtful tiles say nothing of the set."""
_ASKED: Final = 24
"""The most doubtful tiles that are asked, spread over all of them: these say as much as all."""
_ASKED_FIRST: Final = 8
"""How many doubtful tiles are asked before the others. All of 106 odd photos read these surer, by 0.06 on
average at least; of the ordinary photos that are asked two in three do not."""
_GAIN: Final = 0.08
"""By how much doubtful tiles must be read surer on average mirrored. On ordinary photos
another one gained 0.03 at most."""
_WELL_READ: Final = 0.82
"""Average probability with which doubtful tiles must be read mirrored. On odd photos
it came to 0.82."""
_MANY_IN_DOUBT: Final = 12
"""From so many doubtful tiles on a great gain (``_GREAT_GAIN``) is enough, though they are read less
surely."""
_GREAT_GAIN: Final = 0.2
"""By how much many doubtful tiles must be read surer on average. On ordinary photos so many of them gained
0.06 at most."""
_READ: Final = 0.7
"""Average probability with which many doubtful tiles must be read after a great gain."""


def in_doubt(tiles: Detections, firm_score: float) -> NDArray[np.intp]:
    """Indices of printed tiles that surely are tiles but are not surely read; none where they are few.

    Of many some are given.

    >>> from yakulens.vision.example import detected
    >>> in_doubt(detected("1m 2m 3m 4m 5m"), 0.4).tolist()
    []
    """
    chosen = np.flatnonzero(_printed(tiles, firm_score) & (tiles.faces.max(axis=1, initial=0.0) < _IN_DOUBT))
    if len(chosen) < _FEW_IN_DOUBT:
        return chosen[:0]
    return chosen[np.linspace(0, len(chosen) - 1, min(len(chosen), _ASKED)).round().astype(np.intp)]


def gained(faces: NDArray[np.float32], before: NDArray[np.float32]) -> bool:
    """Whether doubtful tiles are read so much surer mirrored that it is the right one.

    Args:
        faces: ``(N, 39)`` float32 probabilities mirrored; N above 0.
        before: ``(N, 39)`` float32 probabilities so far.

    >>> gained(np.full((4, 39), 0.95, np.float32), np.full((4, 39), 0.7, np.float32))
    True
    """
    now, then = float(faces.max(axis=1).mean()), float(before.max(axis=1).mean())
    if len(faces) >= _MANY_IN_DOUBT and now >= then + _GREAT_GAIN:
        return now >= _READ
    return now >= _WELL_READ and now >= then + _GAIN


def asked_first(doubtful: int) -> NDArray[np.bool_]:
    """``(N,)`` bool: which of N doubtful tiles are read first mirrored.

    >>> np.flatnonzero(asked_first(12)).tolist()
    [0, 2, 3, 5, 6, 8, 9, 11]
    """
    first = np.linspace(0, doubtful - 1, min(doubtful, _ASKED_FIRST)).round().astype(np.intp)
    return np.isin(np.arange(doubtful), first)


def promises(faces: NDArray[np.float32], before: NDArray[np.float32]) -> bool:
    """Whether the tiles that were read first are read with more certainty mirrored.

    Otherwise no others need be read so.

    Args:
        faces: ``(N, 39)`` float32 probabilities mirrored; N above 0.
        before: ``(N, 39)`` float32 probabilities so far.

    >>> sure, unsure = np.full((8, 39), 0.9, np.float32), np.full((8, 39), 0.6, np.float32)
    >>> promises(sure, unsure), promises(unsure, sure)
    (True, False)
    """
    return bool(faces.max(axis=1).mean() > before.max(axis=1).mean())


def _printed(tiles: Detections, firm_score: float) -> NDArray[np.bool_]:
    blank = np.isin(tiles.faces.argmax(axis=1), BLANK)
    return np.asarray((tiles.objectness >= firm_score) & ~blank)
