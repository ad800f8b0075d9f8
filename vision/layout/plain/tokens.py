"""Detections as the layout network takes them: as `vision.layout.tokens`, which explains them."""

from __future__ import annotations

import math
from array import array
from operator import mul
from typing import TYPE_CHECKING, Final, NamedTuple

from yakulens.vision.labels import BACK, INDEX, KIND, LABELS
from yakulens.vision.layout.plain.numbers import centre, clip, cross, middle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.plain.numbers import Point, Quad
    from yakulens.vision.layout.plain.observed import Found

MOST: Final = 140
_SCALES: Final = (1.0, 4.0, 16.0)
_LONG: Final = 1.35
_SHORT_EDGE: Final = 0.15
_ALIKE: Final = 0.05
_BITS: Final = 1e-3
_SMALLEST: Final = 1e-3
_HEIGHT: Final = 4.0
_FAR: Final = 10.0
_EDGE: Final = 3.0
_BESIDE: Final = 0.6
_THERE: Final = 0.4
_PRINTED: Final = tuple(k for k, label in enumerate(LABELS) if label != BACK and k == KIND[k])
_NUMBERED: Final = tuple(tuple(INDEX[f"{n}{suit}"] for n in range(1, 10)) for suit in "mps")


class Tokens(NamedTuple):
    """What the network is told of N detections.

    Attributes:
        tiles: float32, 60 for each detection.
        pairs: float32, 14 for each pair, those of the first detection first.
    """

    tiles: array[float]
    pairs: array[float]


class _Tile(NamedTuple):
    """A detection in its own frame.

    Attributes:
        quad: begins with the top left corner of the face.
        ups: the top's probabilities in that order.
        middle: of its corners.
        across: from the left side's middle to the right side's.
        up: from the bottom's middle to the top's.
        area: signed, never none.
        kinds: the probability of each label with red fives counted as plain ones.
        there: whether it is surely a tile.
    """

    quad: Quad
    ups: tuple[float, ...]
    middle: Point
    across: Point
    up: Point
    area: float
    kinds: tuple[float, ...]
    there: bool


def tokens(found: Sequence[Found], size: tuple[int, int]) -> Tokens:
    """What the network is told of detections.

    Args:
        found: any number of them.
        size: the photo's ``(height, width)``.

    >>> told = tokens([], (100, 100))
    >>> len(told.tiles), len(told.pairs)
    (0, 0)
    """
    if not found:
        return Tokens(array("f"), array("f"))
    tiles = [_tile(one, quad, ups) for one, (quad, ups) in zip(found, _upright(found), strict=True)]
    pairs, gaps = array("f"), []
    printed = [[tile.kinds[k] for k in _PRINTED] for tile in tiles]
    steps = [[_steps(tile.kinds, apart) for tile in tiles] for apart in (1, 2)]
    sizes = [math.log(abs(tile.area)) / 2 for tile in tiles]
    for i, one in enumerate(tiles):
        rooms = [_EDGE] * 4
        for j, other in enumerate(tiles):
            x, y, ax, ay, bx, by = _as_seen(one, other)
            if other.there:
                _make_room(rooms, (x, y), (abs(ax) + abs(bx)) / 2, (abs(ay) + abs(by)) / 2)
            sine, cosine = bx, _LONG * by
            length = max(math.hypot(sine, cosine), _SMALLEST)
            sine, cosine = sine / length, cosine / length
            for scale in _SCALES:
                pairs.append(math.tanh(x / scale))
                pairs.append(math.tanh(y / scale))
            pairs.append(math.log1p(math.hypot(x, _LONG * y)) / 3)
            pairs.extend((sine, cosine, cosine**2 - sine**2, sizes[j] - sizes[i]))
            pairs.append(sum(map(mul, printed[i], printed[j])))
            for low_high in steps:
                (low_i, high_i), (low_j, high_j) = low_high[i], low_high[j]
                pairs.append(sum(map(mul, low_i, high_j)) + sum(map(mul, low_j, high_i)))
        gaps.append([clip(room / _EDGE, -1.0, 1.0) for room in rooms])
    return Tokens(_of_tiles(found, tiles, gaps, size), pairs)


def _upright(found: Sequence[Found]) -> list[tuple[Quad, tuple[float, ...]]]:
    """Quads that begin with the top left corner of the face, and the top's probabilities in that order."""
    outward = [_outward(one.quad) for one in found]
    faced = [
        (up, at) for one, out in zip(found, outward, strict=True) for up, at in zip(one.ups, out, strict=True)
    ]
    usual_x, usual_y = (sum(up * at[k] for up, at in faced) for k in (0, 1))
    usual_y -= _BITS * len(found)
    length = max(math.hypot(usual_x, usual_y), _SMALLEST)
    usual_x, usual_y = usual_x / length, usual_y / length
    upright = []
    for one, out in zip(found, outward, strict=True):
        quad = one.quad
        edges = [math.dist(quad[k], quad[(k + 1) % 4]) for k in range(4)]
        short = [edges[k] + edges[k - 2] < edges[k - 1] + edges[k - 3] for k in range(4)]
        said = [
            up + _SHORT_EDGE * is_short + _ALIKE * (x * usual_x + y * usual_y)
            for up, is_short, (x, y) in zip(one.ups, short, out, strict=True)
        ]
        first = said.index(max(said))
        a, b, c, d = (quad[(first + k) % 4] for k in range(4))
        upright.append(((a, b, c, d), tuple(one.ups[(first + k) % 4] for k in range(4))))
    return upright


def _outward(quad: Quad) -> list[Point]:
    """The direction from the middle of a quad through the middle of each of its edges."""
    x, y = centre(quad)
    steps = []
    for k in range(4):
        (ax, ay), (bx, by) = quad[k], quad[(k + 1) % 4]
        u, v = (ax + bx) / 2 - x, (ay + by) / 2 - y
        length = max(math.hypot(u, v), _SMALLEST)
        steps.append((u / length, v / length))
    return steps


def _tile(one: Found, quad: Quad, ups: tuple[float, ...]) -> _Tile:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    across = (bx - ax + cx - dx) / 2, (by - ay + cy - dy) / 2
    up = (ax - dx + bx - cx) / 2, (ay - dy + by - cy) / 2
    area = cross(across, up)
    kinds = [0.0] * len(LABELS)
    for kind, face in zip(KIND, one.faces, strict=True):
        kinds[kind] += face
    there = one.objectness * _presence(one) > _THERE
    area = _SMALLEST if abs(area) < _SMALLEST else area
    return _Tile(quad, ups, centre(quad), across, up, area, tuple(kinds), there)


def _presence(one: Found) -> float:
    return clip(1 - len(LABELS) * min(one.faces), 0.0, 1.0)


def _as_seen(one: _Tile, other: _Tile) -> tuple[float, ...]:
    """Where another tile lies in a tile's own widths and lengths, and its sides across and up."""
    (ax, ay), (bx, by), area = one.across, one.up, one.area
    found: list[float] = []
    for x, y in (
        (other.middle[0] - one.middle[0], other.middle[1] - one.middle[1]),
        other.across,
        other.up,
    ):
        found += [(x * by - y * bx) / area, (y * ax - x * ay) / area]
    return tuple(found)


def _make_room(rooms: list[float], offset: Point, wide: float, high: float) -> None:
    """Note how near another tile lies at the left, the right, above and below, tile widths."""
    x, y = offset
    if abs(y) < _BESIDE and abs(x) > 0.5:  # noqa: PLR2004 - its half
        side = 0 if x < 0 else 1
        rooms[side] = min(rooms[side], abs(x) - wide - 0.5)
    if abs(x) < _BESIDE and abs(y) > 0.5:  # noqa: PLR2004 - its half
        side = 3 if y < 0 else 2
        rooms[side] = min(rooms[side], _LONG * (abs(y) - high - 0.5))


def _steps(kinds: Sequence[float], apart: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The probabilities of every number that has one so much higher in its suit, and of those higher ones."""
    low = tuple(kinds[k] for suit in _NUMBERED for k in suit[: 9 - apart])
    return low, tuple(kinds[k] for suit in _NUMBERED for k in suit[apart:])


def _of_tiles(
    found: Sequence[Found], tiles: Sequence[_Tile], gaps: Sequence[Sequence[float]], size: tuple[int, int]
) -> array[float]:
    """What is told of each detection by itself."""
    sides = [math.sqrt(max(cross(tile.across, (-tile.up[0], -tile.up[1])), _SMALLEST)) for tile in tiles]
    usual = middle(sides)
    among = middle([tile.middle[0] for tile in tiles]), middle([tile.middle[1] for tile in tiles])
    height, width = size
    half = max(height, width) / 2
    many = math.log(len(found)) / math.log(MOST)
    told = array("f")
    for one, tile, side, gap in zip(found, tiles, sides, gaps, strict=True):
        x, y = tile.middle
        wide, long = max(math.hypot(*tile.across), _SMALLEST), max(math.hypot(*tile.up), _SMALLEST)
        edge = min(x, y, width - x, height - y) / (_EDGE * side)
        told.extend(one.faces)
        told.extend((_presence(one), one.objectness))
        told.extend(tile.ups)
        told.extend((math.tanh(one.raised / _HEIGHT), math.log(side / usual), math.log(wide / long)))
        told.extend(((x - width / 2) / half, (y - height / 2) / half))
        told.extend((math.tanh((x - among[0]) / (_FAR * usual)), math.tanh((y - among[1]) / (_FAR * usual))))
        told.extend((tile.up[0] / long, tile.up[1] / long, clip(edge, 0.0, 1.0), many))
        told.extend(gap)
    return told
