"""Points, quads and small systems of equations as tuples and lists of floats."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
Row3: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Row3, Row3, Row3]
"""Three rows of a projective map."""

_TINY = 1e-9
_ASIDE = 0.3


def middle(values: Sequence[float]) -> float:
    """The median.

    >>> middle([5.0, 1.0, 2.0]), middle([0.0, 9.0, 4.0, 5.0])
    (2.0, 4.5)
    """
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def percentile(values: Sequence[float], share: float) -> float:
    """What ``share`` per cent of the values are below, between the two nearest in proportion.

    >>> percentile([1.0, 2.0, 3.0], 75.0)
    2.5
    """
    ordered = sorted(values)
    at = (len(ordered) - 1) * share / 100
    low = math.floor(at)
    return ordered[low] + (ordered[min(low + 1, len(ordered) - 1)] - ordered[low]) * (at - low)


def clip(value: float, low: float, high: float) -> float:
    """The value, or the nearer bound.

    >>> clip(5.0, 0.0, 1.0)
    1.0
    """
    return min(max(value, low), high)


def minus(one: Point, other: Point) -> Point:
    """The step from ``other`` to ``one``.

    >>> minus((3.0, 4.0), (1.0, 1.0))
    (2.0, 3.0)
    """
    return one[0] - other[0], one[1] - other[1]


def cross(u: Point, v: Point) -> float:
    """The signed area that two steps span, positive from the x axis to the y axis.

    >>> cross((2.0, 0.0), (1.0, 3.0))
    6.0
    """
    return u[0] * v[1] - u[1] * v[0]


def area(quad: Quad) -> float:
    """Half of what the diagonals span; positive for clockwise corners where y points down.

    >>> area(((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)))
    100.0
    """
    return cross(minus(quad[2], quad[0]), minus(quad[3], quad[1])) / 2


def centre(quad: Quad) -> Point:
    """The mean of the corners.

    >>> centre(((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)))
    (5.0, 5.0)
    """
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def mean_edges(quad: Quad) -> tuple[Point, Point]:
    """The mean of edge 0 and edge 2 turned round, and of edge 1 and edge 3 likewise.

    >>> mean_edges(((0.0, 0.0), (4.0, 0.0), (5.0, 3.0), (1.0, 3.0)))
    ((4.0, 0.0), (1.0, 3.0))
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    right = (bx - ax + cx - dx) / 2, (by - ay + cy - dy) / 2
    return right, ((cx - bx + dx - ax) / 2, (cy - by + dy - ay) / 2)


def short_side(quad: Quad) -> float:
    """The shorter of the two mean lengths of opposite edges.

    >>> short_side(((0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)))
    3.0
    """
    a, b, c, d = (math.dist(quad[k], quad[(k + 1) % 4]) for k in range(4))
    return min(a + c, b + d) / 2


def crossing(quad: Quad) -> Point:
    """Where the diagonals cross, which is a rectangle's middle under any perspective; of bad quads the mean.

    >>> crossing(((0.0, 0.0), (4.0, 0.0), (3.0, 2.0), (1.0, 2.0)))
    (2.0, 1.3333333333333333)
    """
    first, second = minus(quad[2], quad[0]), minus(quad[3], quad[1])
    spanned = cross(first, second)
    if abs(spanned) > _TINY:
        share = cross(minus(quad[1], quad[0]), second) / spanned
        if abs(share - 0.5) < _ASIDE:
            return quad[0][0] + share * first[0], quad[0][1] + share * first[1]
    return centre(quad)


def mapped(matrix: Matrix, point: Point) -> Point:
    """A point under a projective map.

    >>> mapped(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 0.0, 1.0)), (1.0, 2.0))
    (0.5, 1.0)
    """
    (a, b, c), (d, e, f), (g, h, i) = matrix
    x, y = point
    depth = g * x + h * y + i
    depth = depth if abs(depth) > _TINY**2 else _TINY**2
    return (a * x + b * y + c) / depth, (d * x + e * y + f) / depth


def product(one: Matrix, other: Matrix) -> Matrix:
    """The map that does ``other`` first and ``one`` then.

    >>> unit = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    >>> product(unit, unit) == unit
    True
    """
    columns = tuple(zip(*other, strict=True))
    rows = [[sum(a * b for a, b in zip(row, col, strict=True)) for col in columns] for row in one]
    first, second, third = ((row[0], row[1], row[2]) for row in rows)
    return first, second, third


def inverse(matrix: Matrix) -> Matrix:
    """The map back.

    >>> inverse(((2.0, 0.0, 0.0), (0.0, 4.0, 0.0), (0.0, 0.0, 1.0)))[0][0]
    0.5
    """
    columns = [solved(matrix, [float(k == at) for k in range(3)]) for at in range(3)]
    first, second, third = ((columns[0][k], columns[1][k], columns[2][k]) for k in range(3))
    return first, second, third


def solved(matrix: Sequence[Sequence[float]], target: Sequence[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination with the largest pivot.

    Raises:
        ZeroDivisionError: there is none, or more than one.

    >>> solved([[2.0, 0.0], [1.0, 1.0]], [4.0, 3.0])
    [2.0, 1.0]
    """
    n = len(target)
    rows = [[*row, value] for row, value in zip(matrix, target, strict=True)]
    for k in range(n):
        best = max(range(k, n), key=lambda r: abs(rows[r][k]))
        rows[k], rows[best] = rows[best], rows[k]
        pivot = rows[k]
        for row in rows[k + 1 :]:
            factor = row[k] / pivot[k]
            if factor:
                for c in range(k, n + 1):
                    row[c] -= factor * pivot[c]
    found = [0.0] * n
    for k in reversed(range(n)):
        row = rows[k]
        found[k] = (row[n] - sum(row[c] * found[c] for c in range(k + 1, n))) / row[k]
    return found


def eigen(a: float, b: float, c: float) -> tuple[tuple[float, float], tuple[Point, Point]]:
    """Of the symmetric matrix ``a b, b c`` the eigenvalues, the smaller first, and their unit vectors.

    >>> eigen(1.0, 0.0, 4.0)[0]
    (1.0, 4.0)
    """
    mean, half = (a + c) / 2, (a - c) / 2
    off = math.hypot(half, b)
    turn = math.atan2(b, half) / 2  # of the larger one's vector
    cosine, sine = math.cos(turn), math.sin(turn)
    larger = (cosine, sine) if off else (0.0, 1.0)
    if not b:
        larger = (0.0, 1.0) if half <= 0 else (1.0, 0.0)
    return (mean - off, mean + off), ((larger[1], -larger[0]) if larger[1] else (0.0, 1.0), larger)
