"""Where the network's own reading of a learnt set's tiles counts for more than what was learnt."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import BACK, INDEX, RED_FIVES, plain
from yakulens.vision.naming.tile_set import PrototypeHead, TileSet

_WHITE: Final = "5z"
_BLANK: Final = 0.5
"""Least likeness of the White's and the back's prototypes from which both are blank."""
_TINY: Final = 1e-6


def with_own(tile_set: TileSet, learnt: NDArray[np.float32], own: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(N, 39)`` probabilities of a set's tiles, by what was learnt and by the network alone.

    Both arguments are ``(N, 39)`` probabilities. The network decides where it sees one of the set's unchanged
    faces, and it may take a blank tile for a White that was learnt as a back.
    """
    if not tile_set.layer.reds:
        own = _without_reds(own)
    if tile_set.prototype_head is not None:
        learnt = blanks_by_network(tile_set.prototype_head, learnt, own)
    return better_of(learnt, own, [INDEX[face] for face in tile_set.unchanged])


def better_of(
    learnt: NDArray[np.float32], own: NDArray[np.float32], unchanged: Sequence[int]
) -> NDArray[np.float32]:
    """``(N, 39)`` what was learnt about tiles, but what the network says of those it takes for some faces.

    >>> learnt, own = np.eye(39, dtype=np.float32)[[4, 4]], np.eye(39, dtype=np.float32)[[5, 6]]
    >>> better_of(learnt, own, [6]).argmax(axis=1).tolist()
    [4, 6]
    """
    if not unchanged:
        return learnt
    return np.where(np.isin(own.argmax(axis=1), unchanged)[:, None], own, learnt)


def blanks_by_network(
    head: PrototypeHead, learnt: NDArray[np.float32], own: NDArray[np.float32]
) -> NDArray[np.float32]:
    """``(N, 39)`` what was learnt, but a blank tile is as likely a White as the network or the set says.

    Only if the set's White and back are both blank: a few examples then make a head surer than a blank tile
    allows, and a White that is taken for a back is lost from its hand without a question.
    """
    pair = [INDEX[_WHITE], INDEX[BACK]]
    white, back = (head.means[head.faces == face] for face in pair)
    if not len(white) or not len(back) or (white @ back.T).max() < _BLANK:
        return learnt
    shares = [_share_of_first(probs[:, pair]) for probs in (learnt, own)]
    share, out = np.maximum(*shares), learnt.copy()
    out[:, pair] = np.stack([share, 1 - share], axis=1) * learnt[:, pair].sum(axis=1, keepdims=True)
    return out


def _share_of_first(probs: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(N,)`` the first one's share of two probabilities ``(N, 2)``."""
    return np.asarray(probs[:, 0] / np.maximum(probs.sum(axis=1), _TINY), np.float32)


def _without_reds(probs: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(N, 39)`` probabilities in a set without red fives."""
    reds, fives = ([INDEX[face] for face in each] for each in (RED_FIVES, map(plain, RED_FIVES)))
    out = probs.copy()
    out[:, fives] += out[:, reds]
    out[:, reds] = 0
    return out
