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


def in_set_rows(tiles: Tiles, face_odds: FaceOdds, those: Collection[int]) -> frozenset[int]:
    """The face-up ones of ``those`` tiles that make a run or a triplet with two beside them."""
    faces = {
        t: PLAIN[face_odds.likeliest(t)]
        for t in those
        if face_odds.back[t] < _LIKELY and face_odds.other[t] < _LIKELY
    }
    near = {t: [other for other in faces if other != t and _touches(tiles, t, other)] for t in faces}
    return frozenset(
        t
        for t in faces
        if any(
            can_be(kind, (faces[t], faces[a], faces[b]))
            for a in near[t]
            for b in {*near[t], *near[a]} - {a, t}
            for kind in ("chi", "pon")
        )
    )


def _touches(tiles: Tiles, one: int, other: int) -> bool:
    return math.dist(tiles.places[one], tiles.places[other]) <= _BESIDE * tiles.length
