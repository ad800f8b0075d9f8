"""The lines in which a hand lies, as its owner sees them."""

from collections.abc import Sequence
from typing import Final

from yakulens.vision.layout.decode.frame import Tiles, in_frame

_LINE: Final = 0.6
"""Tiles farther apart, in their owner's line of sight, are in different lines; tile lengths."""


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
