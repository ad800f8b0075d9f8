"""Where two tiles may lie that were taken for one: two alike, side by side, look like a larger tile.

So lie the called and the added tile of a quad, both sideways: two 1p seem one 2p, two 9p one larger 9p. What
is read there does not tell, but what they touch is half as large.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.quads import areas

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LARGER: Final = (1.5, 2.8)
"""What is so many times as large as what touches it may be two tiles."""
_TOUCHING: Final = 1.75
"""Tiles touch whose middles lie no farther apart than this, in roots of the larger one's area."""
_SHARE: Final = (0.5, 0.65)
"""So large a share of it one tile is, at least and at most."""
_ENOUGH: Final = 2
"""So many tiles must touch it: with fewer about it nobody knows how large a tile is there."""


def halves(
    quads: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.intp], NDArray[np.bool_]]:
    """The two tiles that each one may be that is as large as two of those it touches, beginning at each edge.

    Where it is not quite as large as two, it covers one of them, and the other by half.

    Args:
        quads: ``(N, 4, 2)`` of what counts as a tile, photo pixels, clockwise.

    Returns:
        ``(K, 4, 2, 4, 2)`` float32: of K tiles, from each of their edges on, two quads; ``(K,)`` their
        indices; and ``(K, N)`` which tiles they touch.

    >>> tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    >>> two = tile * np.float32([2, 1]) + np.float32([60, 0])
    >>> places, of, touched = halves(np.stack([tile, tile + np.float32([30, 0]), two]))
    >>> of.tolist(), places[0, 0, :, 0].tolist(), touched.tolist()
    ([2], [[60.0, 0.0], [90.0, 0.0]], [[True, True, False]])
    """
    size = np.abs(areas(quads))
    middles = quads.mean(axis=1)
    apart = (
        np.linalg.norm(middles[:, None] - middles[None], axis=2) / np.sqrt(np.maximum(size, 1e-6))[:, None]
    )
    touching = (apart < _TOUCHING) & ~np.eye(len(quads), dtype=bool)
    known = np.flatnonzero(touching.sum(axis=1) >= _ENOUGH)
    larger = np.array([size[k] / max(np.median(size[touching[k]]), 1e-6) for k in known])
    twice = (larger > _LARGER[0]) & (larger < _LARGER[1]) if len(known) else np.zeros(0, bool)
    of = known[twice]
    share = np.clip(1 / larger[twice], *_SHARE)[:, None]
    cuts = []
    for turn in range(4):
        a, b, c, d = np.moveaxis(np.roll(quads[of], turn, axis=1), 1, 0)
        ends = [(a + (b - a) * k * share, d + (c - d) * k * share) for k in range(3)]
        cuts.append([[here[0], on[0], on[1], here[1]] for here, on in pairwise(ends)])
    return np.array(cuts, np.float32).transpose(3, 0, 1, 2, 4).reshape(-1, 4, 2, 4, 2), of, touching[of]
