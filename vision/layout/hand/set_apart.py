"""A set that lies apart from the rest of a hand and was read as held: it may be a called one, half seen.

A called set has a tile that lies sideways, and a quad a fourth one. Where that tile was missed the others
look like a piece of what is held, and the hand is of a right size all the same: so it is looked at once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulens.vision.layout.hand.relation import line_of
from yakulens.vision.layout.hand.scene import seen_by
from yakulens.vision.layout.rows.melds import SET

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.layout.hand.scene import Scene


def holds_set_apart(views: Sequence[tuple[Scene, Scene]], hand: HandCandidate) -> bool:
    """Whether the concealed part is one line of tiles and three of a kind that lie in another line.

    Args:
        views: the table in each likely direction, seen from either side.
        hand: a hand found there.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")
    >>> holds_set_apart(candidates.views, candidates.hands[0])
    False
    """
    if hand.lines != 2:  # noqa: PLR2004 - that line and the set
        return False
    scene = seen_by(views, hand.up)
    if scene is None:
        return False
    held = [k for k, row in enumerate(scene.rows) if any(t in hand.concealed for t in row.tiles)]
    main = max(held, key=lambda k: len(scene.rows[k].tiles))
    apart = [k for k in held if k not in line_of(scene, main)]
    if len(apart) != 1 or len(scene.rows[apart[0]].tiles) != SET:
        return False
    return len({scene.evidence.face[t] for t in scene.rows[apart[0]].tiles}) == 1
