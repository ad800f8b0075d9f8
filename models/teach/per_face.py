"""Keeps, face by face, the better of two readings: the network's own one and the learnt one."""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.naming.own_reading import better_of


def faces_to_leave(
    faces: NDArray[np.intp],
    before: NDArray[np.intp],
    own: NDArray[np.float32],
    learnt: NDArray[np.float32],
) -> tuple[int, ...]:
    """The faces, by index, that are better read by the network alone, so that no face loses held-out tiles.

    A face that lost tiles by learning is left to the network, unless others lose more by that.

    Args:
        faces: ``(N,)`` of held-out tiles.
        before: ``(N,)`` what was read before learning; -1 for a tile that was not found.
        own: ``(N, 39)`` probabilities or log odds of the faces by the network alone.
        learnt: ``(N, 39)`` the same by what was learnt from other photos.

    >>> truth, before = np.array([0, 1, 2]), np.array([0, 2, 2])
    >>> own, learnt = np.eye(39, dtype=np.float32)[[0, 2, 2]], np.eye(39, dtype=np.float32)[[3, 1, 2]]
    >>> faces_to_leave(truth, before, own, learnt)
    (0,)
    """
    left: tuple[int, ...] = ()
    loss = _loss(faces, before, learnt)
    while True:
        fallen = _fallen(faces, before, better_of(learnt, own, left))
        if not len(fallen):
            return left
        more = tuple(sorted({*left, *fallen}))
        better = _loss(faces, before, better_of(learnt, own, more))
        if better >= loss:
            return left
        left, loss = more, better


def _fallen(faces: NDArray[np.intp], before: NDArray[np.intp], odds: NDArray[np.float32]) -> Collection[int]:
    """The faces of which fewer tiles are read right than before."""
    change = np.zeros(odds.shape[1], np.intp)
    found = before >= 0
    right = odds.argmax(axis=1) == faces
    np.add.at(change, faces[found], right[found].astype(np.intp) - (before == faces)[found])
    return [int(face) for face in np.flatnonzero(change < 0)]


def _loss(faces: NDArray[np.intp], before: NDArray[np.intp], odds: NDArray[np.float32]) -> tuple[int, int]:
    """How many faces fell, then how many tiles are misread."""
    return len(_fallen(faces, before, odds)), int((odds.argmax(axis=1) != faces).sum())
