"""Where two tiles may lie that were taken for one: two alike, side by side, look like a larger tile.

So lie the called and the added tile of a quad, both sideways: two 1p seem one 2p, two 9p one larger 9p. What
is read there does not tell, but what they touch is half as large.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.quads import areas

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LARGER: Final = (1.5, 2.8)
"""What is so many times as large as what touches it may be two tiles."""
_TOUCHING: Final = 1.75
"""Tiles touch whose middles lie no farther apart than this, in roots of the larger one's area."""
_ENOUGH: Final = 2
"""So many tiles must touch it: with fewer about it nobody knows how large a tile is there."""


def halves(
    quads: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.intp], NDArray[np.bool_]]:
    """The two halves of each tile that is twice as large as those it touches, cut across and along.

    Args:
        quads: ``(N, 4, 2)`` of what counts as a tile, photo pixels, clockwise.

    Returns:
        ``(K, 2, 2, 4, 2)`` float32: of K tiles, cut in two ways, two quads each; ``(K,)`` their indices; and
        ``(K, N)`` which tiles they touch.

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
    of = known[(larger > _LARGER[0]) & (larger < _LARGER[1])] if len(known) else known
    a, b, c, d = np.moveaxis(quads[of], 1, 0)
    ab, bc, cd, da = (a + b) / 2, (b + c) / 2, (c + d) / 2, (d + a) / 2
    ways = (((a, ab, cd, d), (ab, b, c, cd)), ((a, b, bc, da), (da, bc, c, d)))
    cut = np.array([[list(half) for half in way] for way in ways], np.float32)
    return np.moveaxis(cut, 3, 0).reshape(-1, 2, 2, 4, 2), of, touching[of]
