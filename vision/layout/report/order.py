"""The lines in which a hand lies, as its owner sees them, and room for an unseen tile."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from yakulens.vision.layout.decode.frame import Tiles, in_frame, sideways_odds

_LINE: Final = 0.6
"""Tiles farther apart, in their owner's line of sight, are in different lines; tile lengths."""
_ROOM: Final = (0.75, 1.35)
"""A gap between these widths in a row of touching tiles is room for an unseen one, tile widths."""
_TOUCHING: Final = 0.3
"""Tiles with narrower gaps touch, tile widths."""


def lines_of(tiles: Tiles, chosen: Sequence[int], direction: float) -> list[list[int]]:
    """Tiles in lines, the farthest from their owner first, each from left to right."""
    places = dict(zip(chosen, in_frame(tiles, chosen, direction), strict=True))
    lines: list[list[int]] = []
    for tile in sorted(chosen, key=lambda t: -places[t][1]):
        # A line may be slanted: its nearest tile decides whether this tile continues it.
        for line in lines:
            nearest = min(line, key=lambda t: abs(places[t][0] - places[tile][0]))
            if places[nearest][1] - places[tile][1] < _LINE * tiles.length:
                line.append(tile)
                break
        else:
            lines.append([tile])
    return [sorted(line, key=lambda t: places[t][0]) for line in lines]


def room_in_row(tiles: Tiles, chosen: Sequence[int], direction: float) -> tuple[int, int] | None:
    """The two tiles with room for one unseen tile between them, if all others touch."""
    gaps = []
    for line in lines_of(tiles, chosen, direction):
        places = in_frame(tiles, line, direction)
        wide = [tiles.length if sideways_odds(tiles, t, direction) > 0 else 1.0 for t in line]
        for k, (a, b) in enumerate(pairwise(line)):
            gaps.append((places[k + 1][0] - places[k][0] - (wide[k] + wide[k + 1]) / 2, a, b))
    gaps.sort(reverse=True)
    if len(gaps) < 4 or gaps[1][0] > _TOUCHING or not _ROOM[0] < gaps[0][0] < _ROOM[1]:  # noqa: PLR2004 - too few to tell
        return None
    return gaps[0][1], gaps[0][2]
