"""How many there are of each tile, and changing faces where a hand would hold more.

A face is changed only where the reader itself gave another one a fair probability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yakulens.vision.labels import BACK, FACES, INDEX, OTHER, RED_FIVES, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def copy_limits() -> list[tuple[tuple[str, ...], int]]:
    """Groups of labels and how many tiles of the group there are, red fives first.

    >>> copy_limits()[0], copy_limits()[7]
    ((('0m',), 1), (('5m', '0m'), 4))
    """
    kinds: dict[str, list[str]] = {}
    for face in FACES:
        kinds.setdefault(plain(face), []).append(face)
    return [((red,), 1) for red in RED_FIVES] + [(tuple(group), 4) for group in kinds.values()]


def cheapest(
    own: Sequence[int],
    members: Sequence[int],
    faces: NDArray[np.float64],
    fixed: set[int],
    too_many: float,
) -> tuple[int, int, float] | None:
    """The one of too many equal tiles that is most likely something else.

    Args:
        own: the tiles that were read as one of ``members``.
        members: indices of the labels of which there are too many.
        faces: ``(N, 39)`` probabilities.
        fixed: tiles that may not be changed.
        too_many: odds of the hand really holding too many of the tile.

    Returns:
        The tile, its other label's index and how probable that is; None where no tile may be another.

    >>> import numpy as np
    >>> faces = np.zeros((5, 39))
    >>> faces[:, INDEX["7p"]], faces[4, INDEX["7p"]], faces[4, INDEX["8p"]] = 1.0, 0.7, 0.3
    >>> tile, face, probability = cheapest(range(5), [INDEX["7p"]], faces, set(), too_many=0.02)
    >>> tile, FACES[face], round(probability, 2)
    (4, '8p', 0.96)
    """
    free = [t for t in own if t not in fixed]
    if not free:
        return None
    rest = faces[free].copy()
    rest[:, [*members, INDEX[BACK], INDEX[OTHER]]] = 0.0
    other = rest.sum(axis=1)
    odds = other / np.maximum(1 - other, 1e-9)
    at = int(np.argmax(odds))
    if odds[at] < too_many:
        return None
    taken = int(np.argmax(rest[at]))
    share = float(rest[at, taken] / other[at])
    return free[at], taken, float(odds[at] / (odds.sum() + too_many)) * share
