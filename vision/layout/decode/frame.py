"""Tiles on the table as numbers, and each hand's own frame: which way is away, which tiles lie upright.

Throughout the decoder ``tiles`` are all tiles and ``tile`` is an index; a ``direction`` is where a player
looks, in radians, counter-clockwise as seen from above.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from yakulens.vision.labels import BACK, INDEX, KIND, OTHER, PLAIN
from yakulens.vision.layout.decode.opinion import Rows

Point: TypeAlias = tuple[float, float]

FLOOR: Final = -9.0
"""Least log probability of a face."""
SUREST_SIDE: Final = 5.0
"""Bound on the log odds that a tile lies upright or sideways."""
QUARTER: Final = math.pi / 2
_THICKNESS_SLACK: Final = 0.15
"""Standard deviation of a called tile's place beside its neighbours, tile widths."""
_FLUSH: Final = math.log(0.8)
"""Log of how often a called tile's near edge is in line with its neighbours'."""
_LEVEL: Final = math.log(0.2)
"""Log of how often a called tile's middle is in line with its neighbours'."""
_HIGHEST: Final = 4.0
_PLACE: Final = 0.45
"""Weight of a tile's place beside the leveller, fitted to 181 rendered sideways tiles (EXPERIMENTS, 58)."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """N tiles on the table's plane, in tile widths; angles are counter-clockwise as seen from above.

    Attributes:
        faces: N rows of natural log probabilities of ``vision.labels.LABELS``.
        places: N centres.
        axes: N directions of the long side, radians modulo pi.
        ahead: N probabilities that the face's top points along that direction rather than against it.
        lengthwise: N log odds, above zero, that this is the long side.
        stacked: N log odds of lying on another tile, by the leveller; 0 if it was not asked.
        shifts: N apparent shifts if the tile lay one tile higher.
        sizes: N logs of the side of a square of the same area, tile widths.
        at_edge: N booleans, whether the photo's edge cuts the tile or comes near.
        stray: N log odds of being no tile, apart from the network's answer.
        heading: where the camera looks, radians.
        length: of a tile divided by its width.
    """

    faces: Rows
    places: tuple[Point, ...]
    axes: tuple[float, ...]
    ahead: tuple[float, ...]
    lengthwise: tuple[float, ...]
    stacked: tuple[float, ...]
    shifts: tuple[Point, ...]
    sizes: tuple[float, ...]
    at_edge: tuple[bool, ...]
    stray: tuple[float, ...]
    heading: float
    length: float

    def __len__(self) -> int:
        """The number of tiles."""
        return len(self.places)


@dataclass(frozen=True, slots=True)
class FaceOdds:
    """Tiles' possible faces; a red five counts as a plain one.

    Attributes:
        plain: N rows of log probabilities of the 34 plain faces.
        back: N log probabilities of lying face-down.
        best: N log probabilities of the likeliest label, red and plain fives taken together.
        other: N log probabilities of a tile that riichi does not use, such as a flower.
        likely: for each tile the plain faces that the reader considers, as indices.
    """

    plain: Rows
    back: tuple[float, ...]
    best: tuple[float, ...]
    other: tuple[float, ...]
    likely: tuple[tuple[int, ...], ...]

    def likeliest(self, tile: int) -> int:
        """The index of its likeliest plain face."""
        row = self.plain[tile]
        return row.index(max(row))


def face_odds_of(tiles: Tiles, misread: float) -> FaceOdds:
    """Tiles' possible faces."""
    plain, backs, best = [], [], []
    for row in tiles.faces:
        chances = [0.0] * len(PLAIN)
        for label, log in enumerate(row):
            if KIND[label] < len(PLAIN):
                chances[KIND[label]] += math.exp(log)
        plain.append(tuple(max(math.log(p), misread) if p > 0 else misread for p in chances))
        backs.append(max(row[INDEX[BACK]], FLOOR))
        best.append(max(*plain[-1], backs[-1], row[INDEX[OTHER]]))
    likely = tuple(tuple(face for face, log in enumerate(row) if log > misread) for row in plain)
    other = tuple(row[INDEX[OTHER]] for row in tiles.faces)
    return FaceOdds(tuple(plain), tuple(backs), tuple(best), other, likely)


def grid_direction(tiles: Tiles, weights: Sequence[float]) -> float:
    """The direction in which tiles lie, one of four that differ by quarter turns, radians."""
    east = sum(w * math.cos(4 * axis) for w, axis in zip(weights, tiles.axes, strict=True))
    north = sum(w * math.sin(4 * axis) for w, axis in zip(weights, tiles.axes, strict=True))
    return math.atan2(north, east) / 4 if east or north else tiles.heading


def in_frame(tiles: Tiles, chosen: Iterable[int], direction: float) -> list[Point]:
    """Places ``(right, away)`` of some tiles, as seen by a player who looks in a direction."""
    c, s = math.cos(direction), math.sin(direction)
    return [(x * s - y * c, x * c + y * s) for x, y in (tiles.places[t] for t in chosen)]


def sideways_odds(tiles: Tiles, tile: int, direction: float) -> float:
    """Log odds of a tile lying sideways to a player who looks in ``direction``."""
    across = -math.cos(2 * (tiles.axes[tile] - direction))
    return max(min(across * min(tiles.lengthwise[tile], SUREST_SIDE), SUREST_SIDE), -SUREST_SIDE)


def gap_beside(tiles: Tiles, tile: int, others: Sequence[int], direction: float) -> float:
    """The gap between a tile and the nearest of others, tile widths; zero or less if they touch."""
    (x, y), *rest = in_frame(tiles, (tile, *others), direction)
    wide, long = (tiles.length, 1.0) if sideways_odds(tiles, tile, direction) > 0 else (1.0, tiles.length)
    across, along = (wide + 1.0) / 2, (long + tiles.length) / 2
    return min((max(abs(u - x) - across, abs(v - y) - along) for u, v in rest), default=0.0)


def stacked_odds(tiles: Tiles, tile: int, others: Sequence[int], direction: float) -> float:
    """Log odds of a sideways tile lying on another, from the leveller and from its place.

    The place is relative to the upright tiles of its set.
    """
    (x, y), *rest = in_frame(tiles, (tile, *others), direction)
    shift_x, shift_y = parallax_of(tiles, tile, direction)
    level = sum(v for _, v in rest) / len(rest)
    flat = _place_odds(tiles, x, y - level, [u for u, _ in rest])
    high = _place_odds(tiles, x - shift_x, y - shift_y - level, [u for u, _ in rest])
    place = max(min(high - flat, _HIGHEST), -_HIGHEST)
    return _PLACE * place + tiles.stacked[tile] if tiles.stacked[tile] else place


def parallax_of(tiles: Tiles, tile: int, direction: float) -> Point:
    """A tile's apparent shift, right and away, if it lies on another."""
    (x, y), c, s = tiles.shifts[tile], math.cos(direction), math.sin(direction)
    return x * s - y * c, x * c + y * s


def _place_odds(tiles: Tiles, x: float, off: float, beside: Sequence[float]) -> float:
    """Log likelihood of a flat sideways tile's place beside upright ones: flush with them, or level."""
    lower = off + (tiles.length - 1) / 2
    spread = 2 * _THICKNESS_SLACK**2
    flush, level = _FLUSH - lower**2 / spread, _LEVEL - off**2 / spread
    most = max(flush, level)
    place = most + math.log(math.exp(flush - most) + math.exp(level - most))
    room = (tiles.length + 1) / 2
    nearest = min(abs(u - x) for u in beside)
    gap = nearest - room
    return place - max(-0.05 - gap, 0.0, gap - 0.2) ** 2 / spread
