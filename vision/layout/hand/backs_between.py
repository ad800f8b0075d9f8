"""Closed quads of which only the outer tiles were found: two equal faces, and two face-down tiles between.

A face-down tile of the table's colour is easily taken for bare table, or not found at all. One of them makes
nothing of a hand, so that it is never worth its price by itself; two between equal faces make a quad. So what
was not found of them is made up, where nothing else lies there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.detections import Detections
from yakulens.vision.geometry.overlap import separations
from yakulens.vision.geometry.quads import short_sides
from yakulens.vision.labels import BACK, INDEX, KIND

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPAN: Final = (2.3, 4.2)
"""The middles of a quad's outer tiles lie so far apart, in short sides of the smaller one."""
OFF: Final = 0.4
"""A face-down tile lies no farther than this from where it is due, in short sides."""
FREE: Final = 0.75
"""Nothing that shows its face lies nearer than this to where one is made up, in short sides."""
UNSEEN: Final = 0.3
"""Objectness of one that is made up: fewer than that are missed, but then equal tiles seldom lie so. What was
found there is no less likely one."""


def backs_between(known: Detections, near: NDArray[np.bool_], doubtful: Detections) -> list[Detections]:
    """The face-down tiles that a closed quad lacks, doubtful detections or made up: for each quad one or two.

    Where one counts as a tile already, but lies between the two places, both lack.

    Args:
        known: N detections that count as tiles.
        near: ``(N,)`` which of them are looked at as outer tiles.
        doubtful: the others.

    >>> from yakulens.vision.example import detected
    >>> row = detected("4m back back 4m 7p")
    >>> backs = np.array([False, True, True, False, False])
    >>> [pair] = backs_between(row.take(~backs), np.ones(3, bool), row.take(np.array([1])))
    >>> (pair.quads[:, 0] - row.quads[1:3, 0]).round().tolist(), pair.objectness < 0.5
    ([[0.0, 0.0], [0.0, 0.0]], array([False,  True]))
    >>> backs_between(row, np.ones(5, bool), row.take(backs[:0]))
    []
    """
    blank = np.flatnonzero(doubtful.faces.argmax(axis=1) == INDEX[BACK])
    faces = np.take(KIND, known.faces.argmax(axis=1))
    outer = np.flatnonzero(near & (faces != INDEX[BACK]))
    sides = short_sides(known.quads)
    apart = separations(known.quads, known.quads)
    found = []
    for i, one in enumerate(outer):
        for other in outer[i + 1 :]:
            if faces[one] != faces[other] or not SPAN[0] < apart[one, other] < SPAN[1]:
                continue
            side = min(sides[one], sides[other])
            pair = [
                _due(known, doubtful.take(blank), quad, float(side))
                for quad in _between(known.quads[one], known.quads[other])
            ]
            first, second = pair
            if first is None or second is None or np.array_equal(first.quads, second.quads):
                continue
            if len(both := Detections.joined(first, second)):
                found.append(both)
    return found


def _between(one: NDArray[np.float32], other: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The quads ``(4, 2)`` of two tiles in a row between two others."""
    here, there = one - one.mean(axis=0), other - other.mean(axis=0)
    turned = [np.roll(there, k, axis=0) for k in range(4)]
    alike = turned[int(np.argmin([np.abs(quad - here).sum() for quad in turned]))]
    return [one + (alike + other.mean(axis=0) - one) * np.float32(k / 3) for k in (1, 2)]


def _due(known: Detections, blank: Detections, quad: NDArray[np.float32], side: float) -> Detections | None:
    """The face-down tile due at a place, made up where none was found; None where something else lies.

    None at all, of length 0, where it is known.

    Args:
        known: what counts as a tile.
        blank: doubtful detections that look face-down.
        quad: ``(4, 2)`` where it is due.
        side: the short side of a tile, pixels.
    """
    back = known.faces.argmax(axis=1) == INDEX[BACK]
    far = np.linalg.norm(known.quads.mean(axis=1) - quad.mean(axis=0), axis=1)
    if far[back].min(initial=np.inf) < OFF * side:
        return known.take(np.zeros(0, np.intp))
    off = np.linalg.norm(blank.quads.mean(axis=1) - quad.mean(axis=0), axis=1)
    if off.min(initial=np.inf) < OFF * side:
        one = blank.take(np.array([int(off.argmin())]))
        return replace(one, objectness=np.maximum(one.objectness, np.float32(UNSEEN)))
    if far[~back].min(initial=np.inf) < FREE * side:
        return None
    faces = np.eye(known.faces.shape[1], dtype=np.float32)[[INDEX[BACK]]]
    found, ups = np.array([UNSEEN], np.float32), np.full((1, 4), 0.25, np.float32)
    return Detections.seen(quad[None], found, faces, ups, known.size)
