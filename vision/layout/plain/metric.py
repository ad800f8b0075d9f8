"""The table's metric from the shape of its tiles: as `vision.geometry.metric`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from yakulens.vision.layout.plain.numbers import clip, cross, eigen, mean_edges, middle, solved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.plain.numbers import Point, Quad, Row3

ASPECT: Final = 1.35
_NARROWEST, _LONGEST = 1.2, 1.55
_ROUNDS: Final = 5
_SQUASHES: Final = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35)
_DIRECTIONS: Final = 12
_STARTS: Final = 3
_WORST: Final = 4.0
_UNUSUAL: Final = 15.0
_MISFIT: Final = 0.1
_LOOSEST: Final = 0.15
_USUAL: Final = 0.03
_PRIOR: Final = (0.02, 1.5)
_FIRST: Final = 8.0
_NOISE: Final = 2 * _MISFIT**2


class _Shape(NamedTuple):
    """A tile's two edges as coefficients of the metric's three entries: their squares, and their product."""

    one: Row3
    two: Row3
    mixed: Row3


class _Fit(NamedTuple):
    """A metric that was refined.

    Attributes:
        cost: how ill the tiles fit.
        entries: the symmetric matrix ``a b, b c``.
        aspect: a tile's length divided by its width.
    """

    cost: float
    entries: Row3
    aspect: float


def fit_metric(
    flat: Sequence[Quad], ups: Sequence[Sequence[float]], objectness: Sequence[float]
) -> tuple[Row3, float]:
    """The symmetric map ``a b, b c`` that makes tiles 1 wide and right-angled, and their length.

    Args:
        flat: the tiles' corners with the perspective taken away.
        ups: the probability of each edge to be the top.
        objectness: how sure each of them is a tile, 0..1.

    >>> tile = ((0.0, 1.35), (1.0, 1.35), (1.0, 0.0), (0.0, 0.0))
    >>> squashed = [tuple((x + dx, y / 2) for x, y in tile) for dx in (0, 3)]
    >>> (a, b, c), aspect = fit_metric(squashed, [(0.97, 0.01, 0.01, 0.01)] * 2, [1.0, 1.0])
    >>> round(a, 2), round(c, 2), round(aspect, 2)
    (1.0, 2.0, 1.35)
    """
    edges = [mean_edges(quad) for quad in flat]
    sizes = [math.sqrt(abs(cross(first, second))) for first, second in edges]
    usual = middle(sizes)
    shapes = [
        _shape(first, second, max(size / usual, 1e-6))
        for (first, second), size in zip(edges, sizes, strict=True)
    ]
    upright = [clip(math.log(up[0] + up[2]) - math.log(up[1] + up[3]), -3.0, 3.0) for up in ups]
    certainty = [sure + 0.05 for sure in objectness]
    starts = _starts(shapes, upright, certainty)
    best = min((_refined(shapes, upright, start, certainty) for start in starts), key=lambda fit: fit.cost)
    a, b, c = best.entries
    (low, high), ((p, q), (r, s)) = eigen(a, b, c)
    low, high = math.sqrt(low), math.sqrt(high)
    entries = low * p * p + high * r * r, low * p * q + high * r * s, low * q * q + high * s * s
    return entries, best.aspect


def _shape(first: Point, second: Point, size: float) -> _Shape:
    u, v = (first[0] / size, first[1] / size), (second[0] / size, second[1] / size)
    return _Shape(_products(u, u), _products(v, v), _products(u, v))


def _products(a: Point, b: Point) -> Row3:
    """Coefficients of the metric's three entries in the inner product of two steps."""
    return a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[1] * b[1]


def _dot(a: Row3, b: Row3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _tries() -> tuple[Row3, ...]:
    """The metrics that undo each squash in each direction, area kept."""
    found: list[Row3] = []
    for squash in _SQUASHES:
        for turn in range(_DIRECTIONS):
            c, s = (f(turn * math.pi / _DIRECTIONS) for f in (math.cos, math.sin))
            along, across = 1 / squash, squash
            mixed = (along - across) * c * s
            found.append((along * c**2 + across * s**2, mixed, along * s**2 + across * c**2))
    return tuple(found)


_TRIES: Final = _tries()


def _starts(
    shapes: Sequence[_Shape], upright: Sequence[float], certainty: Sequence[float]
) -> list[list[float]]:
    """Log odds of each tile's first edge being a short one, for squashes that make tiles alike."""
    usual = math.log(ASPECT)
    costs: list[float] = []
    every: list[list[float]] = []
    for tried in _TRIES:
        cost, odds = 0.0, []
        for shape, up, sure in zip(shapes, upright, certainty, strict=True):
            one, two, mixed = _dot(shape.one, tried), _dot(shape.two, tried), _dot(shape.mixed, tried)
            ratio = (math.log(two) - math.log(one)) / 2
            skew = mixed * mixed / (one * two)
            straight, turned = ((ratio - usual) / 2) ** 2 + skew, ((ratio + usual) / 2) ** 2 + skew
            odd = (turned - straight) / _NOISE
            unlike = math.log1p(math.exp(((odd < 0) - (odd > 0)) * up))
            cost += (min(min(straight, turned) / _NOISE, _WORST) + unlike) * sure
            odds.append(odd)
        costs.append(cost)
        every.append(odds)
    lowest = [k for k in range(len(costs)) if all(costs[k] <= costs[other] for other in _beside(k))]
    lowest = sorted(lowest, key=lambda k: costs[k])[:_STARTS]
    return [[up + odd for up, odd in zip(upright, every[k], strict=True)] for k in lowest]


def _beside(k: int) -> tuple[int, ...]:
    """The tries that lie beside one: turned a little more or less, squashed a little more or less."""
    row, turn = divmod(k, _DIRECTIONS)
    first = row * _DIRECTIONS
    above, below = max(row - 1, 0) * _DIRECTIONS, min(row + 1, len(_SQUASHES) - 1) * _DIRECTIONS
    return first + (turn + 1) % _DIRECTIONS, first + (turn - 1) % _DIRECTIONS, above + turn, below + turn


def _refined(
    shapes: Sequence[_Shape], upright: Sequence[float], odds: Sequence[float], certainty: Sequence[float]
) -> _Fit:
    """A metric refined from where each tile's first edge is taken to be a short one."""
    weight, prior = list(certainty), _FIRST
    for _ in range(_ROUNDS):
        entries, aspect = _solve(shapes, [odd > 0 for odd in odds], weight, prior)
        odds, residual = [], []
        for shape, up in zip(shapes, upright, strict=True):
            one, two = _dot(shape.one, entries), _dot(shape.two, entries)
            skew = (_dot(shape.mixed, entries) / aspect) ** 2
            straight = ((one - 1) / 2) ** 2 + ((two / aspect**2 - 1) / 2) ** 2 + skew
            turned = ((two - 1) / 2) ** 2 + ((one / aspect**2 - 1) / 2) ** 2 + skew
            odds.append(up + (turned - straight) / _NOISE)
            residual.append(math.sqrt(min(straight, turned)))
        usual = middle(residual)
        loosest = max(4.5 * usual, _LOOSEST)
        weight = [sure * tukey(off, loosest) for sure, off in zip(certainty, residual, strict=True)]
        prior = clip((usual / _USUAL) ** 2, *_PRIOR)
    signs = ((odd > 0) - (odd < 0) for odd in odds)
    against = (min(0.0, sign * up) for sign, up in zip(signs, upright, strict=True))
    cost = sum(min(off, 0.5) for off in residual) - 0.2 * sum(against)
    return _Fit(cost + _UNUSUAL * (aspect - ASPECT) ** 2, entries, aspect)


def tukey(residual: float, scale: float) -> float:
    """Tukey's biweight: 1 at zero, next to nothing from ``scale`` on.

    >>> tukey(0.5, 1.0), tukey(7.0, 1.0)
    (0.5625, 0.001)
    """
    return max((1 - min(abs(residual) / scale, 1.0) ** 2) ** 2, 1e-3)


def _solve(
    shapes: Sequence[_Shape], short_first: Sequence[bool], weight: Sequence[float], prior: float
) -> tuple[Row3, float]:
    """Least squares for the metric's entries and the aspect, within what tiles can have."""
    square = ASPECT**2
    normal = [[1e-9 * (r == c) for c in range(4)] for r in range(4)]
    target = [0.0, 0.0, 0.0, prior / square]
    for shape, first, w in zip(shapes, short_first, weight, strict=True):
        short, long = (shape.one, shape.two) if first else (shape.two, shape.one)
        tall = (long[0] / square, long[1] / square, long[2] / square, -1 / square)
        mixed = shape.mixed
        for r in range(3):
            target[r] += w * short[r]
            row, a, b, c = normal[r], w * tall[r], w * short[r], w * mixed[r] / square
            for k in range(3):
                row[k] += a * tall[k] + b * short[k] + c * mixed[k]
            row[3] += a * tall[3]
        last, a = normal[3], w * tall[3]
        for k in range(4):
            last[k] += a * tall[k]
    normal[3][3] += prior / square**2
    found = solved(normal, target)
    squared = clip(found[3], _NARROWEST**2, _LONGEST**2)
    if squared != found[3]:
        held = [target[k] - normal[k][3] * squared for k in range(3)]
        found = solved([row[:3] for row in normal[:3]], held)
    (low, high), ((p, q), (r_, s)) = eigen(found[0], found[1], found[2])
    low = max(low, 1e-3 * max(high, 1e-3))
    high = max(high, 1e-3 * max(high, 1e-3))
    entries = low * p * p + high * r_ * r_, low * p * q + high * r_ * s, low * q * q + high * s * s
    return entries, math.sqrt(squared)
