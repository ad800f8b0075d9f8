"""Observed tiles on the table's plane: as `vision.layout.tiles` and `vision.layout.hand.sides`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from yakulens.vision.layout.decode.frame import FLOOR, Tiles
from yakulens.vision.layout.plain.numbers import (
    area,
    clip,
    crossing,
    eigen,
    mapped,
    mean_edges,
    middle,
    minus,
    percentile,
)
from yakulens.vision.layout.plain.plane import fit_plane

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.plain.numbers import Point
    from yakulens.vision.layout.plain.observed import Observed
    from yakulens.vision.layout.plain.plane import Plane

_THICKNESS: Final = 0.75
_SHAPE: Final = 0.08**2
_DEEP: Final = 3.0
_LEAST: Final = 1e-9


@dataclass(frozen=True, slots=True)
class _Placed:
    """A tile on the table: see `vision.layout.tiles.table.Table`."""

    centre: Point
    axis: float
    ahead: float
    lengthwise: float
    size: float
    scale: float


def on_table(seen: Observed, tells: Sequence[int], stray: Sequence[float]) -> Tiles:
    """Observed tiles on the table's plane.

    Args:
        seen: at least one tile.
        tells: which of them tell how that plane lies, at least one.
        stray: log odds of being no tile, beside what the network makes of them.
    """
    plane = fit_plane(seen.only(tells))
    laid = [_placed(seen, tile, plane) for tile in range(len(seen))]
    return Tiles(
        faces=tuple(tuple(max(math.log(max(face, _LEAST)), FLOOR) for face in row) for row in seen.faces),
        places=tuple(one.centre for one in laid),
        axes=tuple(one.axis for one in laid),
        ahead=tuple(one.ahead for one in laid),
        lengthwise=tuple(one.lengthwise for one in laid),
        raised=seen.raised,
        shifts=tuple(_parallax(one, plane) for one in laid),
        sizes=tuple(one.size for one in laid),
        at_edge=seen.at_edge,
        stray=tuple(stray),
        heading=_heading([laid[tile] for tile in tells], plane),
        length=plane.aspect,
    )


def _placed(seen: Observed, tile: int, plane: Plane) -> _Placed:
    quad, ups = seen.quads[tile], seen.ups[tile]
    a, b, c, d = (mapped(plane.matrix, point) for point in quad)
    first, second = mean_edges((a, b, c, d))
    one, two = math.hypot(*first), math.hypot(*second)
    even, odd = ups[0] + ups[2], ups[1] + ups[3]
    shape = (math.log(two) - math.log(one)) * math.log(plane.aspect) / _SHAPE
    odds = clip(math.log(even) - math.log(odd), -3.0, 3.0) + clip(shape, -6.0, 6.0)
    upright = odds > 0
    down = second if upright else first
    axis = math.atan2(-down[1], -down[0])
    top, bottom = (ups[0], ups[2]) if upright else (ups[3], ups[1])
    ahead = top / (top + bottom)
    if axis < 0 or axis >= math.pi:
        ahead = 1 - ahead
    size = math.log(max(one * two, 1e-6)) / 2
    scale = math.sqrt(abs(area(quad)) / plane.aspect)
    place = mapped(plane.matrix, crossing(quad))
    return _Placed(place, axis % math.pi, ahead, abs(odds), size, scale)


def _parallax(tile: _Placed, plane: Plane) -> Point:
    """How far a tile would seem shifted if it lay one tile higher, tile widths."""
    x, y = tile.centre
    near = 1e-3
    right, left, above, below = (
        mapped(plane.back, at) for at in ((x + near, y), (x - near, y), (x, y + near), (x, y - near))
    )
    (a, c), (b, d) = minus(right, left), minus(above, below)  # the columns of the map's derivative
    (low, high), (away, _) = eigen(a * a + c * c, a * b + c * d, b * b + d * d)
    ratio = clip(math.sqrt(max(low, 0.0) / high), 0.05, 1.0)
    seen = (right[0] + left[0] + above[0] + below[0]) / 4, (right[1] + left[1] + above[1] + below[1]) / 4
    forward = plane.ahead(seen, tile.scale)
    along = (a * away[0] + b * away[1]) * forward[0] + (c * away[0] + d * away[1]) * forward[1]
    far = _THICKNESS * math.sqrt(1 - ratio**2) / ratio * (-1 if along < 0 else 1)
    return away[0] * far, away[1] * far


def _heading(tiles: Sequence[_Placed], plane: Plane) -> float:
    """Where the camera looks, as a direction on the table, radians."""
    places = [mapped(plane.back, tile.centre) for tile in tiles]
    photo = middle([x for x, _ in places]), middle([y for _, y in places])
    scale = middle([tile.scale for tile in tiles])
    step = plane.ahead(photo, scale)
    deep = [(x - photo[0]) * step[0] + (y - photo[1]) * step[1] for x, y in places]
    if percentile(deep, 90.0) - percentile(deep, 10.0) <= _DEEP * scale:
        step = 0.0, 1.0
    here = mapped(plane.matrix, photo)
    ahead = mapped(plane.matrix, (photo[0] + step[0] * scale / 4, photo[1] + step[1] * scale / 4))
    return math.atan2(ahead[1] - here[1], ahead[0] - here[0])
