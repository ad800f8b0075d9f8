"""A row of tiles as an ideal recogniser detects it, for the examples in docstrings."""

from typing import Final

import numpy as np

from yakulens.vision.detections import Detections
from yakulens.vision.labels import INDEX, LABELS

_WIDTH: Final = 40.0
_LENGTH: Final = 54.0
_GAP: Final = 2.0
_MARGIN: Final = 100.0
_TOP: Final = 0
_LEFT: Final = 3
_SURE: Final = 0.99


def detected(row: str) -> Detections:
    """One row of tiles, photographed from above by the player in front of it.

    Args:
        row: faces from left to right with spaces between; ``_`` leaves a gap of a tile's width, and a face
            in parentheses lies sideways, its top to the left, as called tiles do.

    >>> detections = detected("5p 5p _ 7z (7z) 7z")
    >>> len(detections), detections.size
    (5, (254, 464))
    >>> detections.quads[0].tolist()
    [[100.0, 100.0], [140.0, 100.0], [140.0, 154.0], [100.0, 154.0]]
    """
    quads, faces, top_edges = [], [], []
    x = _MARGIN
    for word in row.split():
        if word != "_":
            sideways = word.startswith("(")
            width, height = (_LENGTH, _WIDTH) if sideways else (_WIDTH, _LENGTH)
            low, high = _MARGIN + _LENGTH, _MARGIN + _LENGTH - height
            quads.append([[x, high], [x + width, high], [x + width, low], [x, low]])
            faces.append(_probs(INDEX[word.strip("()")], len(LABELS)))
            top_edges.append(_probs(_LEFT if sideways else _TOP, 4))
            x += width + _GAP
        else:
            x += _WIDTH
    return Detections(
        np.array(quads, np.float32),
        np.full(len(quads), 0.9, np.float32),
        np.array(faces, np.float32),
        np.array(top_edges, np.float32),
        (round(2 * _MARGIN + _LENGTH), round(x + _MARGIN)),
    )


def _probs(likeliest: int, count: int) -> list[float]:
    """Probabilities: one is nearly 1, the others are equal."""
    return [_SURE if k == likeliest else (1 - _SURE) / (count - 1) for k in range(count)]
