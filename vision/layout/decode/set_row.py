"""Tiles that lie beside each other as those of a called set do; on a wall backs lie there."""

import math
from collections.abc import Collection
from typing import Final

from yakulens.scorer.meld import can_be
from yakulens.vision.labels import PLAIN
from yakulens.vision.layout.decode.frame import FaceOdds, Tiles

_LIKELY: Final = math.log(0.5)
"""The log probability from which a tile lies face-down, or is none of riichi's."""
_BESIDE: Final = 1.1
"""Tiles whose middles are nearer than this, in tile lengths, lie beside each other."""


def lies_in_set(tiles: Tiles, face_odds: FaceOdds, tile: int, those: Collection[int]) -> bool:
    """Whether a face-up tile makes a run or a triplet with two of ``those`` beside it."""
    shown = [t for t in those if face_odds.back[t] < _LIKELY and face_odds.other[t] < _LIKELY]
    near = _beside(tiles, tile, shown)
    return tile in shown and any(
        can_be(kind, (PLAIN[face_odds.likeliest(t)] for t in (tile, one, other)))
        for one in near
        for other in {*near, *_beside(tiles, one, shown)} - {tile, one}
        for kind in ("chi", "pon")
    )


def _beside(tiles: Tiles, tile: int, those: Collection[int]) -> list[int]:
    reach = _BESIDE * tiles.length
    return [t for t in those if t != tile and math.dist(tiles.places[t], tiles.places[tile]) <= reach]
