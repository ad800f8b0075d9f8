"""Tells faces apart that are each other upside down, as 6 and 9 are, by the way the tiles beside them stand.

In the usual set no face is another one upside down; in a learnt set of numerals or letters some are.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.quads import mean_sides
from yakulens.vision.labels import LABELS
from yakulens.vision.naming.crop_answers import log_softmax
from yakulens.vision.naming.tile_set import WORTH, PrototypeHead

_TWINS: Final = 0.65
"""Least likeness of a face to another one upside down from which a crop does not tell them apart."""
_SYMMETRIC: Final = 0.5
"""Likeness of a face to itself upside down from which it does not tell which way it stands."""
_PARALLEL: Final = 0.85
"""Least cosine between the directions of two tiles of a row."""
_ALONG: Final = 6.0
"""Greatest distance to the next tile of a row, in short sides: sideways tiles or a gap may lie between."""
_ACROSS: Final = 0.6
"""Greatest offset from the next tile across the row, in long sides."""
_MAX_SIZE_RATIO: Final = 1.5
_ODD_ONES: Final = 0.05
"""Tiles added to a row that stand each way: even where all others stand alike, one may not."""
_TINY: Final = 1e-6


class Turned(NamedTuple):
    """The faces of a set that look like faces upside down.

    Attributes:
        twins: ``(39,)`` intp: the other face that each one is upside down; -1 for none.
        symmetric: ``(39,)`` bool: whether a face looks much the same upside down.
    """

    twins: NDArray[np.intp]
    symmetric: NDArray[np.bool_]


def turned_faces(head: PrototypeHead) -> Turned:
    """Which faces of a set look like which ones upside down, by their prototypes.

    >>> axes, offset = np.eye(3, dtype=np.float32), np.zeros(3, np.float32)
    >>> means = np.eye(3, dtype=np.float32)[[0, 1, 1, 0, 2, 2]]
    >>> faces, tops = np.repeat([5, 8, 31], 2), np.tile([0, 2], 3)
    >>> turned = turned_faces(PrototypeHead(faces, tops, axes, offset, means, 20.0, 0.0))
    >>> turned.twins[[5, 8, 31]].tolist(), turned.symmetric[[5, 8, 31]].tolist()
    ([8, 5, -1], [False, False, True])
    """
    likeness = np.full((len(LABELS), len(LABELS)), -1.0, np.float32)
    upright, turned = np.flatnonzero(head.tops == 0), np.flatnonzero(head.tops == 2)  # noqa: PLR2004
    places = np.ix_(head.faces[upright], head.faces[turned])
    np.maximum.at(likeness, places, head.means[upright] @ head.means[turned].T)
    likeness = np.maximum(likeness, likeness.T)
    # A face that looks most like itself upside down has no twin, and twins have each other.
    best, faces = likeness.argmax(axis=1), np.arange(len(LABELS))
    are_twins = (best[best] == faces) & (best != faces) & (likeness[faces, best] >= _TWINS)
    return Turned(np.where(are_twins, best, -1), np.diagonal(likeness) >= _SYMMETRIC)


def upright_odds(
    head: PrototypeHead, odds: NDArray[np.float32], maps: NDArray[np.float32]
) -> NDArray[np.float32]:
    """``(N, 39)`` log odds of tiles whose top is the crop's, by the layer's odds and ``(N, D)`` maps.

    They are the head's own, but two faces that are each other upside down share their probability by the
    likeness to their upright prototypes alone.
    """
    out = head(odds, maps)
    twins = turned_faces(head).twins
    if not head.worth or (twins < 0).all():
        return out
    upright = np.flatnonzero(head.tops == 0)
    likeness = np.full(out.shape, -1.0, np.float32)
    likeness[:, head.faces[upright]] = head.similarities(maps)[:, upright]
    for face in np.flatnonzero(twins > np.arange(len(twins))):
        pair = [face, twins[face]]
        shared = np.logaddexp.reduce(out[:, pair], axis=1, keepdims=True)
        out[:, pair] = shared + log_softmax(max(head.sharpness, WORTH) * likeness[:, pair].astype(np.float64))
    return out


def tops_by_row(
    quads: NDArray[np.float32], top_edge_probs: NDArray[np.float32], votes: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """``(N,)`` an edge of each tile, 0 or 1, and ``(N,)`` the probability that it is the top, not the bottom.

    It is the share of the voting tiles of its row that stand that way, since some lay a few tiles upside
    down; 0.5 where none votes. A row is parallel tiles side by side. ``quads`` ``(N, 4, 2)`` and
    ``top_edge_probs`` ``(N, 4)`` are those of `Detections`.
    """
    edge = (top_edge_probs[:, 1::2].sum(axis=1) > top_edge_probs[:, ::2].sum(axis=1)).astype(np.intp)
    tiles = np.arange(len(quads))
    middles = (quads + np.roll(quads, -1, axis=1)) / 2
    centres = quads.mean(axis=1)
    up = middles[tiles, edge] - centres
    up /= np.maximum(np.linalg.norm(up, axis=1, keepdims=True), _TINY)
    as_edge, opposite = top_edge_probs[tiles, edge], top_edge_probs[tiles, edge + 2]
    stands_so = as_edge / np.maximum(as_edge + opposite, _TINY)
    alike = up @ up.T
    in_row = _rows(quads, centres, up, np.abs(alike) >= _PARALLEL) & votes
    np.fill_diagonal(in_row, val=False)
    same = in_row * np.where(alike > 0, stands_so, 1 - stands_so)
    shares = (same.sum(axis=1) + _ODD_ONES) / (in_row.sum(axis=1) + 2 * _ODD_ONES)
    return edge, np.asarray(shares, np.float32)


def _rows(
    quads: NDArray[np.float32],
    centres: NDArray[np.float32],
    up: NDArray[np.float32],
    parallel: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """``(N, N)`` which tiles are of one row."""
    sides = mean_sides(quads)
    short, long = sides.min(axis=1), sides.max(axis=1)
    offset = centres[None] - centres[:, None]
    across = np.abs((offset * up[:, None]).sum(axis=2))
    along = np.abs(offset[..., 0] * up[:, None, 1] - offset[..., 1] * up[:, None, 0])
    size = short[None] / np.maximum(short[:, None], _TINY)
    beside = parallel & (across <= _ACROSS * long[:, None]) & (along <= _ALONG * short[:, None])
    beside &= (size <= _MAX_SIZE_RATIO) & (size >= 1 / _MAX_SIZE_RATIO)
    linked = beside | beside.T | np.eye(len(quads), dtype=bool)
    while (further := linked @ linked).sum() > linked.sum():
        linked = further
    return np.asarray(linked)
