"""Collections: tiles in a grid or a heap are read as a whole, no hand is picked out of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.geometry.vectors import axes
from yakulens.vision.layout.hand.counts import COMPLETE, WAITING, count_of
from yakulens.vision.layout.hand.scene import seen_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.layout.hand.candidates import Candidates
    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.layout.hand.scene import Scene

TOUCHING: Final = 0.4
"""Tiles with a smaller gap lie together, tile widths."""
NEAR: Final = 4.5
"""The tiles of a heap lie no farther apart."""
LEFT_TOUCHING: Final = 3
"""A hand out of several rows that leaves so many tiles out that touch it was picked out of a grid."""
POND: Final = 6
"""A pond has at least so many tiles."""
SHORTEST: Final = 3.0
"""A hand whose rows hold fewer tiles than this in the mean was picked out of a heap."""


def gathered(candidates: Candidates) -> HandCandidate:
    """The likeliest hand, or everything that lies together with it where it was picked out of a collection.

    What happens to be complete was not picked out of one.

    Args:
        candidates: the tiles, with the likeliest hands among them.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")
    >>> gathered(candidates) is candidates.hands[0]  # it lies as hands do
    True
    """
    hand, rejected = candidates.hands[0], candidates.rejected
    scene = seen_by(candidates.views, hand.up)
    if scene is None or hand.melds or not hand.concealed or _is_table(scene):
        return hand
    if candidates.sound and count_of(scene, hand) == COMPLETE:
        return hand
    face_up = np.array([not scene.is_back(t) and t not in rejected for t in range(len(scene.table))])
    own = np.zeros(len(face_up), bool)
    own[sorted(hand.tiles)] = True
    legal = len(own.nonzero()[0]) in (WAITING, COMPLETE)
    if len(hand.concealed) / hand.rows < SHORTEST and not (legal and hand.lines == 1):
        return _all(scene, hand, _together(scene, own, face_up, NEAR))
    block = _together(scene, own, face_up, TOUCHING)
    extra = int((block & ~own).sum())
    single = hand.rows == 1 and len(hand.concealed) >= WAITING - 1
    return _all(scene, hand, block) if extra >= LEFT_TOUCHING and not single else hand


def _is_table(scene: Scene) -> bool:
    """Whether a game is played there: discards of players at two sides, square to each other, are in view."""
    pond = list(scene.pond)
    ways = scene.view.upright[pond].sum(), scene.view.sideways[pond].sum()
    return bool(min(ways) >= POND)


def _together(
    scene: Scene, own: NDArray[np.bool_], face_up: NDArray[np.bool_], reach: float
) -> NDArray[np.bool_]:
    """The tiles that lie within ``reach`` of the hand, directly or through others."""
    inside, fringe = own.copy(), own.copy()
    while fringe.any():
        fringe = (scene.gap[fringe].min(axis=0) < reach) & face_up & ~inside
        inside |= fringe
    return inside


def _all(scene: Scene, hand: HandCandidate, chosen: NDArray[np.bool_]) -> HandCandidate:
    """Every chosen tile as one concealed part, in rows from the far left."""
    right, away = axes(scene.view.up)
    height, along = scene.table.centre @ away, scene.table.centre @ right
    left = [int(t) for t in np.flatnonzero(chosen)]
    order: list[int] = []
    while left:
        top = max(height[t] for t in left)
        line = sorted((t for t in left if height[t] > top - 0.7), key=lambda t: float(along[t]))
        order += line
        left = [t for t in left if t not in line]
    return replace(hand, concealed=tuple(order), win=None)
