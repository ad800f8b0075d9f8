"""Detections as plain numbers, and the tiles among them, each once: as `vision.layout.tiles.observed`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from yakulens.vision.labels import BACK, INDEX
from yakulens.vision.layout.plain.numbers import centre, short_side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.plain.numbers import Quad

SAME_TILE: Final = 0.45
SLIVER: Final = 1.0
EDGE: Final = 0.04
_BLANK: Final = 0.5
_SYMMETRIC: Final = 0.5
_FOURFOLD: Final = tuple(INDEX[face] for face in ("1p", "4p", "5p", "0p", "9p"))
_LEAST: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Found:
    """One tile detected on a photo.

    Attributes:
        quad: its corners clockwise as seen, pixels, y down.
        objectness: how sure the finder is, 0..1.
        faces: the probability of each label.
        ups: the probability of each edge to be the top of the face.
        raised: log odds of its lying on another tile; 0 where nobody judged that.
    """

    quad: Quad
    objectness: float
    faces: tuple[float, ...]
    ups: tuple[float, ...]
    raised: float = 0.0


@dataclass(frozen=True, slots=True)
class Observed:
    """Tiles as detected, duplicates removed; each field holds one value a tile.

    Attributes:
        quads: corners with y **up**, so that the table is seen from above.
        objectness: 0..1.
        faces: probabilities of the labels.
        ups: probabilities of the edges.
        source: which of the detections it is.
        at_edge: whether it reaches the photo's edge.
        raised: log odds of lying on another tile.
    """

    quads: tuple[Quad, ...]
    objectness: tuple[float, ...]
    faces: tuple[tuple[float, ...], ...]
    ups: tuple[tuple[float, ...], ...]
    source: tuple[int, ...]
    at_edge: tuple[bool, ...]
    raised: tuple[float, ...]

    def __len__(self) -> int:
        """How many tiles."""
        return len(self.quads)

    def back(self, tile: int) -> float:
        """The probability that a tile lies face-down."""
        return self.faces[tile][INDEX[BACK]]

    def only(self, chosen: Sequence[int]) -> Observed:
        """Some of the tiles."""
        return Observed(
            quads=tuple(self.quads[k] for k in chosen),
            objectness=tuple(self.objectness[k] for k in chosen),
            faces=tuple(self.faces[k] for k in chosen),
            ups=tuple(self.ups[k] for k in chosen),
            source=tuple(self.source[k] for k in chosen),
            at_edge=tuple(self.at_edge[k] for k in chosen),
            raised=tuple(self.raised[k] for k in chosen),
        )


def observe(found: Sequence[Found], size: tuple[int, int]) -> Observed:
    """The tiles without duplicates, in their order.

    Args:
        found: what was detected.
        size: the photo's ``(height, width)``.

    >>> east = tuple(0.97 if label == 27 else 0.03 / 38 for label in range(39))
    >>> tile = Found(((10, 10), (40, 10), (40, 50), (10, 50)), 0.9, east, (0.97, 0.01, 0.01, 0.01))
    >>> seen = observe([tile, tile], (100, 100))
    >>> seen.source, seen.quads[0][0]
    ((0,), (10, -10))
    """
    keep = _without_duplicates(found)
    faces = [_normalised(found[k].faces) for k in keep]
    return Observed(
        quads=tuple(_turned(found[k].quad) for k in keep),
        objectness=tuple(found[k].objectness for k in keep),
        faces=tuple(faces),
        ups=tuple(_ups(found[k].ups, of) for k, of in zip(keep, faces, strict=True)),
        source=tuple(keep),
        at_edge=tuple(_at_edge(found[k].quad, size) for k in keep),
        raised=tuple(found[k].raised for k in keep),
    )


def apart(one: Quad, other: Quad) -> float:
    """How far the middles of two quads lie apart, in short sides of the smaller one.

    >>> tile = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
    >>> apart(tile, tuple((x + 60, y) for x, y in tile))
    2.0
    """
    return math.dist(centre(one), centre(other)) / max(min(short_side(one), short_side(other)), 1e-6)


def _without_duplicates(found: Sequence[Found]) -> list[int]:
    """Which detections to keep: of two at the same place the likelier one, and no slivers."""
    middles = [centre(one.quad) for one in found]
    sides = [short_side(one.quad) for one in found]
    kept: list[int] = []
    for k in sorted(range(len(found)), key=lambda k: -found[k].objectness * max(found[k].faces)):
        if sides[k] >= SLIVER and all(
            math.dist(middles[k], middles[other]) > SAME_TILE * min(sides[k], sides[other]) for other in kept
        ):
            kept.append(k)
    return sorted(kept)


def _turned(quad: Quad) -> Quad:
    a, b, c, d = ((x, -y) for x, y in quad)
    return a, b, c, d


def _normalised(row: Sequence[float]) -> tuple[float, ...]:
    safe = [max(value, _LEAST) for value in row]
    whole = sum(safe)
    return tuple(value / whole for value in safe)


def _ups(ups: Sequence[float], faces: Sequence[float]) -> tuple[float, ...]:
    """What is known of the top: a back has none, nor a blank White, and some faces look alike."""
    blank = faces[INDEX[BACK]] + _BLANK * faces[INDEX["5z"]] + _SYMMETRIC * sum(faces[k] for k in _FOURFOLD)
    return tuple(up * (1 - blank) + blank / 4 for up in _normalised(ups))


def _at_edge(quad: Quad, size: tuple[int, int]) -> bool:
    near = EDGE * math.dist(quad[0], quad[2])
    height, width = size
    return any(x < near or y < near or x > width - near or y > height - near for x, y in quad)
