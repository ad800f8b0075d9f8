"""Closed quads of which only the outer tiles were found: two equal faces, and two face-down tiles between.

A face-down tile of the table's colour is easily taken for bare table. One of them makes nothing of a hand, so
that it is never worth its price by itself; two between equal faces make a quad.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.overlap import separations
from vision.geometry.quads import short_sides
from vision.labels import BACK, INDEX

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.detections import Detections

SPAN: Final = (2.3, 4.2)
"""The middles of a quad's outer tiles lie so far apart, in short sides of the smaller one."""
OFF: Final = 0.4
"""A face-down tile lies no farther than this from where it is due, in short sides."""


def backs_between(known: Detections, near: NDArray[np.bool_], doubtful: Detections) -> list[tuple[int, int]]:
    """Pairs of doubtful detections that would be the face-down tiles of a closed quad.

    Args:
        known: N detections that count as tiles.
        near: ``(N,)`` which of them are looked at as outer tiles.
        doubtful: the others.

    >>> from vision.example import detected
    >>> row = detected("4m back back 4m 7p")
    >>> backs = np.array([False, True, True, False, False])
    >>> backs_between(row.take(~backs), np.ones(3, bool), row.take(backs))
    [(0, 1)]
    """
    blank = np.flatnonzero(doubtful.faces.argmax(axis=1) == INDEX[BACK])
    faces = known.faces.argmax(axis=1)
    outer = np.flatnonzero(near & (faces != INDEX[BACK]))
    if len(blank) < 2 or not len(outer):  # noqa: PLR2004 - there are two of them
        return []
    middles, places = known.quads.mean(axis=1), doubtful.quads[blank].mean(axis=1)
    sides = short_sides(known.quads)
    apart = separations(known.quads, known.quads)
    found = []
    for i, one in enumerate(outer):
        for other in outer[i + 1 :]:
            if faces[one] != faces[other] or not SPAN[0] < apart[one, other] < SPAN[1]:
                continue
            third = (middles[other] - middles[one]) / 3
            side = min(sides[one], sides[other])
            off = [np.linalg.norm(places - (middles[one] + k * third), axis=1) for k in (1, 2)]
            first, second = (int(far.argmin()) for far in off)
            if first != second and max(off[0][first], off[1][second]) < OFF * side:
                found.append((int(blank[first]), int(blank[second])))
    return found
