"""Where a tile may lie that was not detected: right beside one that is known, or between two.

Two alike tiles side by side, or one half hidden by an added one, lead corners astray: they are put halfway
between the two, and what was detected counts as the known tile found twice, or shows nothing. But that it
was detected there says where its tile lies: one side of the known tile farther on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry.overlap import separations
from vision.geometry.quads import mean_edges, short_sides

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ON_IT: Final = 0.25
"""What lies nearer to a tile than this, middle to middle, in its short sides, was detected of it alone."""
_BESIDE: Final = 1.0
"""What lies farther off than this has corners of its own."""
_ASIDE: Final = 0.35
"""So far it may lie off the line that leads from the tile to the one beside it, in sides of the tile."""
_ROOM: Final = (1.75, 2.3)
"""From the middle of a tile to that of the next but one, in sides of these; a hand's gaps are narrower."""
_TAKEN: Final = 0.6
"""Where the middle of another known tile is nearer than this, in short sides, there is none to be found."""


def places_beside(
    known: NDArray[np.float32], dropped: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Places right beside known tiles at which dropped detections point, each place once.

    Args:
        known: ``(N, 4, 2)`` quads of what counts as a tile, photo pixels, clockwise.
        dropped: ``(M, 4, 2)`` quads of other detections.

    Returns:
        ``(K, 4, 2)`` float32 quads as large as the known tile beside them, and ``(K,)`` the index of the
        dropped detection that points there.

    >>> tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    >>> halfway = tile + np.array([16, 1], np.float32)
    >>> places, of = places_beside(tile[None], np.stack([tile, halfway]))
    >>> places[:, 0].tolist(), of.tolist()
    ([[30.0, 0.0]], [1])
    """
    nothing = np.zeros((0, 4, 2), np.float32), np.zeros(0, np.intp)
    if not len(known) or not len(dropped):
        return nothing
    middles = known.mean(axis=1)
    steps = dropped.mean(axis=1)[:, None] - middles[None]
    apart = np.linalg.norm(steps, axis=2) / np.maximum(short_sides(known), 1e-6)
    nearest = apart.argmin(axis=1)
    rows = np.arange(len(dropped))
    apart, steps = apart[rows, nearest], steps[rows, nearest]
    edges = np.stack(mean_edges(known), axis=2).astype(np.float64)[nearest]
    flat = np.linalg.det(edges) == 0
    edges[flat] = np.eye(2)
    along = np.linalg.solve(edges, steps[..., None])[..., 0]
    side = np.abs(along).argmax(axis=1)
    pointing = (apart > _ON_IT) & (apart <= _BESIDE) & ~flat
    pointing &= np.abs(along[rows, 1 - side]) <= _ASIDE
    ways = np.stack([nearest, side, along[rows, side] > 0], axis=1)
    chosen = np.flatnonzero(pointing)
    _, first = np.unique(ways[chosen], axis=0, return_index=True)
    chosen = chosen[np.sort(first)]
    if not len(chosen):
        return nothing
    step = edges[chosen, :, side[chosen]] * np.sign(along[chosen, side[chosen]])[:, None]
    places = (known[nearest[chosen]] + step[:, None]).astype(np.float32)
    free = separations(places, known).min(axis=1) > _TAKEN
    return places[free], chosen[free]


def places_between(known: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Places between two known tiles of a row that leave room for one more tile.

    Args:
        known: ``(N, 4, 2)`` quads of what counts as a tile, photo pixels, clockwise.

    Returns:
        ``(K, 4, 2)`` float32 quads, the mean of the two tiles beside each, and ``(K, 2)`` their indices.

    >>> tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    >>> places, of = places_between(np.stack([tile, tile + np.array([60, 2], np.float32)]))
    >>> places[:, 0].tolist(), of.tolist()
    ([[30.0, 1.0]], [[0, 1]])
    """
    edges = np.stack(mean_edges(known), axis=2).astype(np.float64)
    known_at = np.flatnonzero(np.linalg.det(edges) != 0)
    middles = known[known_at].mean(axis=1).astype(np.float64)
    steps = middles[None] - middles[:, None]
    along = np.abs(np.einsum("aij,abj->abi", np.linalg.inv(edges[known_at]), steps))
    least, far = along.min(axis=2), along.max(axis=2)
    far = np.sqrt(far * far.T)
    room = (far > _ROOM[0]) & (far < _ROOM[1]) & (least <= _ASIDE) & (least.T <= _ASIDE)
    of = known_at[np.argwhere(np.triu(room))]
    one, other = known[of[:, 0]], known[of[:, 1]]
    # Each may begin at any of its corners: those that lie alike belong together.
    rolled = np.stack([np.roll(other, k, axis=1) for k in range(4)], axis=1)
    steps = rolled - one[:, None]
    uneven = np.abs(steps - steps.mean(axis=2, keepdims=True)).sum(axis=(2, 3))
    places = (one + rolled[np.arange(len(of)), uneven.argmin(axis=1)]) / 2
    free = separations(places, known).min(axis=1, initial=np.inf) > _TAKEN
    return places[free], of[free]


def places_across(
    known: NDArray[np.float32], ups: NDArray[np.float32], of: NDArray[np.intp]
) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Places right beside some known tiles, along their long sides, where no other known tile lies.

    Args:
        known: ``(N, 4, 2)`` quads of what counts as a tile, photo pixels, clockwise.
        ups: ``(N, 4)`` probability of each of their edges being the printed face's top.
        of: indices of those whose sides are looked at.

    Returns:
        ``(K, 4, 2)`` float32 quads as large as the tile beside them, and ``(K,)`` its index.

    >>> tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    >>> pair = np.stack([tile, tile + np.array([30, 0], np.float32)])
    >>> places, beside = places_across(pair, np.eye(4, dtype=np.float32)[[0, 0]], np.array([0]))
    >>> places[:, 0].tolist(), beside.tolist()
    ([[-30.0, 0.0]], [0])
    """
    edges = np.stack(mean_edges(known[of]), axis=1)
    step = edges[np.arange(len(of)), ups[of].argmax(axis=1) % 2]
    places = np.concatenate([known[of] + step[:, None], known[of] - step[:, None]]).astype(np.float32)
    beside = np.concatenate([of, of])
    free = separations(places, known).min(axis=1, initial=np.inf) > _TAKEN
    return places[free], beside[free]
