"""What lies open before a player and was read as no hand: some of its tiles may not have been detected.

Of a hand that lacks a few tiles hardly anything may be read, its sets being torn. But that so many tiles
lie there, face-up and turned to one player, in no pond, says where to look again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.layout.hand.hand import HandCandidate
from yakulens.vision.layout.hand.seeds import facing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulens.vision.layout.hand.scene import Scene

TURNED: Final = 0.3
"""A tile is turned to a player with at least this probability: a face may look much the same upside down."""
TOGETHER: Final = 2.5
"""Tiles of a hand lie no farther apart than this, in tile widths; two thirds of them at least, for ..."""
FEWEST: Final = 3
"""... a group of fewer tiles than this is not counted."""
MOST: Final = 18
"""Four quads and a pair: more tiles than that are no hand."""


def unread(scene: Scene, taken: frozenset[int], best: HandCandidate) -> HandCandidate | None:
    """The tiles of what may be an unread hand of this owner; None where too few lie there.

    Args:
        scene: the table as this owner sees it.
        taken: what is no tile, or in a hand that was read.
        best: the likeliest hand there, which it is where more lie together than a hand has.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, across = candidates_of("1m 9m 5p 7p 1s 8s 2z 4z _ _ _ _ _ 6p").views[0]
    >>> best = HandCandidate(scene.view.up)
    >>> unread(scene, frozenset(), best).concealed
    (0, 1, 2, 3, 4, 5, 6, 7)
    >>> unread(scene, frozenset({2, 3, 4}), best), unread(across, frozenset(), best)
    (None, None)
    """
    turned = scene.view.upright & (scene.view.forward >= TURNED)
    free = {int(t) for t in np.flatnonzero(turned) if t not in taken and t not in scene.pond}
    tiles = sorted(t for group in _groups(scene, {t for t in free if not scene.is_back(t)}) for t in group)
    if len(tiles) > MOST:  # discards in no order reach it
        tiles = sorted(best.tiles - taken)
    if len(tiles) < scene.priors.others.hint or facing(scene, tiles) <= 0:
        return None
    return HandCandidate(scene.view.up, tuple(tiles))


def _groups(scene: Scene, left: set[int]) -> Iterator[set[int]]:
    """The tiles in groups that lie together, those of a few left out."""
    while left:
        group, fringe = set(), {left.pop()}
        while fringe:
            group |= fringe
            near = scene.gap[sorted(fringe)].min(axis=0) < TOGETHER
            fringe = {t for t in left if near[t]}
            left -= fringe
        if len(group) >= FEWEST:
            yield group
