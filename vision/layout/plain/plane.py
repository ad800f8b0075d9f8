"""The table's plane, known from tiles that are all of one size: as `vision.geometry.plane`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from yakulens.vision.layout.plain.metric import ASPECT, fit_metric, tukey
from yakulens.vision.layout.plain.numbers import (
    area,
    centre,
    clip,
    cross,
    inverse,
    middle,
    minus,
    product,
    solved,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.plain.numbers import Matrix, Point, Quad, Row3
    from yakulens.vision.layout.plain.observed import Observed

_ROUNDS: Final = 12
_LEVEL_GROUND: Final = 0.02
_SLOPE_WEIGHT: Final = 0.07
_BACK: Final = 0.8
_STEEPEST: Final = 0.01
_NEAREST: Final = 0.15
_DEVIATIONS: Final = 4.5 * 1.4826


@dataclass(frozen=True, slots=True)
class Plane:
    """The map from the photo to the table, unit: one tile width.

    Attributes:
        matrix: photo pixels with y up → table.
        back: the other way round.
        aspect: length of a tile divided by its width.
    """

    matrix: Matrix
    back: Matrix
    aspect: float

    def ahead(self, photo: Point, scale: float) -> Point:
        """Where the camera looks at a point of the photo, as a unit vector there.

        Args:
            photo: the point, pixels, y up.
            scale: pixels per tile width there.
        """
        g, h, i = self.matrix[2]
        depth = g * photo[0] + h * photo[1] + i
        step = -g * scale / depth, -h * scale / depth + _STEEPEST
        length = max(math.hypot(*step), 1e-9)
        return step[0] / length, step[1] / length


def fit_plane(tiles: Observed) -> Plane:
    """The plane in which the tiles, at least one, have the same size.

    >>> from yakulens.vision.layout.plain.numbers import mapped
    >>> from yakulens.vision.layout.plain.observed import Found, observe
    >>> east = tuple(0.97 if label == 27 else 0.03 / 38 for label in range(39))
    >>> places = [((x, 10), (x + 40, 10), (x + 40, 64), (x, 64)) for x in (10, 51, 92, 133)]
    >>> row = [Found(quad, 0.9, east, (0.97, 0.01, 0.01, 0.01)) for quad in places]
    >>> plane = fit_plane(observe(row, (100, 200)))
    >>> (left, top), (right, bottom) = (mapped(plane.matrix, at) for at in ((10, -10), (50, -64)))
    >>> round(right - left, 2), round(top - bottom, 2)
    (1.0, 1.35)
    """
    middles = [centre(quad) for quad in tiles.quads]
    cx, cy = middle([x for x, _ in middles]), middle([y for _, y in middles])
    unit = math.sqrt(middle([max(abs(area(quad)), 1e-6) for quad in tiles.quads]) / ASPECT)
    local = [_corners([((x - cx) / unit, (y - cy) / unit) for x, y in quad]) for quad in tiles.quads]
    sure = [one * (1 - _BACK * tiles.back(k)) for k, one in enumerate(tiles.objectness)]
    line = _vanishing_line(local, sure)
    flat = [_corners([(x / _at(line, (x, y)), y / _at(line, (x, y))) for x, y in quad]) for quad in local]
    (a, b, c), aspect = fit_metric(flat, tiles.ups, tiles.objectness)
    to_local: Matrix = ((1 / unit, 0.0, -cx / unit), (0.0, 1 / unit, -cy / unit), (0.0, 0.0, 1.0))
    perspective: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), line)
    affine: Matrix = ((a, b, 0.0), (b, c, 0.0), (0.0, 0.0, 1.0))
    matrix = product(product(affine, perspective), to_local)
    return Plane(matrix, inverse(matrix), aspect)


def _corners(points: Sequence[Point]) -> Quad:
    return points[0], points[1], points[2], points[3]


def _at(line: Row3, point: Point) -> float:
    return line[0] * point[0] + line[1] * point[1] + line[2]


def _vanishing_line(quads: Sequence[Quad], objectness: Sequence[float]) -> Row3:
    """The line that is 1 at the median tile and goes with one over the depth: see `vision.geometry.plane`."""
    roots = [math.cbrt(max(abs(area(quad)), 1e-6)) for quad in quads]
    usual = middle(roots)
    roots = [root / usual for root in roots]
    places = [centre(quad) for quad in quads]
    slopes = [_slopes(quad) for quad in quads]
    weight = [max(sure, 0.05) for sure in objectness]
    line: Row3 = (0.0, 0.0, 1.0)
    scale = 1.0
    for round_ in range(_ROUNDS):
        normal = [[_LEVEL_GROUND, 0.0, 0.0], [0.0, _LEVEL_GROUND, 0.0], [0.0, 0.0, 0.0]]
        target = [0.0, 0.0, 0.0]
        for root, place, both, sure in zip(roots, places, slopes, weight, strict=True):
            there = _at(line, place)
            trust = sure * tukey(root - there, scale) if round_ else sure
            _add(normal, target, (place[0], place[1], 1.0), root, trust)
            for (x, y), ratio in both:
                _add(normal, target, (x, y, 0.0), ratio * there, trust * _SLOPE_WEIGHT)
        a, b, c = solved(normal, target)
        line = a, b, c
        off = middle([abs(root - _at(line, place)) for root, place in zip(roots, places, strict=True)])
        scale = max(_DEVIATIONS * off, 0.02)
    for _ in range(20):
        if min(_at(line, point) for quad in quads for point in quad) > _NEAREST:
            break
        line = line[0] * 0.8, line[1] * 0.8, line[2]
    return line


def _add(normal: list[list[float]], target: list[float], terms: Row3, value: float, weight: float) -> None:
    """One more observation of a least squares fit."""
    for r in range(3):
        term = weight * terms[r]
        target[r] += term * value
        row = normal[r]
        for c in range(3):
            row[c] += term * terms[c]


def _slopes(quad: Quad) -> tuple[tuple[Point, float], tuple[Point, float]]:
    """Both diagonals, and the change of the line along each relative to it."""

    def spanned(a: int, b: int, c: int) -> float:
        return max(abs(cross(minus(quad[b], quad[a]), minus(quad[c], quad[a]))), 1e-6)

    first = clip(math.log(spanned(0, 1, 2) / spanned(0, 2, 3)), -0.5, 0.5)
    second = clip(math.log(spanned(1, 2, 3) / spanned(3, 0, 1)), -0.5, 0.5)
    return (minus(quad[1], quad[3]), first), (minus(quad[2], quad[0]), second)
