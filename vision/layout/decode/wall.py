"""Face-up tiles in a wall: where backs lie on both sides, the tile between them was turned over there."""

import math
from collections.abc import Collection
from typing import Final

from yakulens.vision.layout.decode.frame import FaceOdds, Tiles, in_frame

_FACE_DOWN: Final = math.log(0.5)
"""A tile with a higher log probability of a back lies face-down."""
_STEP: Final = (0.6, 1.4)
"""How far the next tile of a row is, tile widths."""
_OFF: Final = 0.35
"""How far it may lie from the row's line, tile widths."""
_ACROSS: Final = 0.3
"""Sine of the greatest angle between the long sides of two tiles of a row."""
_KAN: Final = 2
"""A closed kan has as many backs, around as many face-up tiles."""


def shown_in_wall(tiles: Tiles, face_odds: FaceOdds, loose: Collection[int]) -> frozenset[int]:
    """The face-up ones of ``loose`` tiles, those of no hand, with backs on both sides of their row.

    Two of them between two backs look like a closed kan, and do not count.
    """
    face_down = {t for t in loose if face_odds.back[t] > _FACE_DOWN}
    found = []
    for tile in loose:
        if tile not in face_down:
            before, after = (_beside(tiles, tile, side, loose, face_down) for side in (-1, 1))
            backs, shown = before[0] + after[0], 1 + before[1] + after[1]
            if before[0] and after[0] and (backs, shown) != (_KAN, _KAN):
                found.append(tile)
    return frozenset(found)


def _beside(
    tiles: Tiles, tile: int, side: int, loose: Collection[int], face_down: Collection[int]
) -> tuple[int, int]:
    """On one side of a tile, how many backs follow each other, and how many face-up tiles lie before them."""
    axis = tiles.axes[tile]
    (x, y), *rest = in_frame(tiles, (tile, *loose), axis)
    aligned = [
        ((u - x) * side, v, t)
        for (u, v), t in zip(rest, loose, strict=True)
        if abs(math.sin(tiles.axes[t] - axis)) < _ACROSS
    ]
    at, backs, shown = 0.0, 0, 0
    while beyond := [one for one in aligned if _STEP[0] < one[0] - at < _STEP[1] and abs(one[1] - y) < _OFF]:
        at, y, following = min(beyond)
        if following in face_down:
            backs += 1
        elif backs:
            break
        else:
            shown += 1
    return backs, shown
