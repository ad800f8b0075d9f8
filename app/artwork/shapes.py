"""A picture as filled outlines, the one form that both the SVG and the PNG are made from."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from yakulens.vision.reading import Point

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WIDTH: Final = 300
HEIGHT: Final = 400
"""Every picture is 300 by 400 units, like a tile's face."""

KAPPA: Final = 0.5522847498
"""How far a Bezier quarter circle's handles reach, as a part of the radius."""

STEPS: Final = 12
"""Straight pieces a curve is cut into for the PNG."""

Segment = tuple[str, tuple[Point, ...]]
_TOKEN: Final = re.compile(r"[MLQCZ]|-?\d+(?:\.\d+)?")
_POINTS: Final = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}


@dataclass(frozen=True, slots=True)
class Shape:
    """Closed outlines filled with one colour by the even-odd rule.

    Attributes:
        segments: commands ``M L Q C Z`` with their points in picture units.
        fill: colour as ``#rrggbb``.
        stroke: width of a line of the same colour along the outline, 0 for none.
    """

    segments: tuple[Segment, ...]
    fill: str
    stroke: float = 0

    def mapped(self, move: Callable[[Point], Point]) -> Shape:
        """The shape with every point moved."""
        return replace(self, segments=tuple((op, tuple(move(p) for p in pts)) for op, pts in self.segments))

    def svg(self) -> str:
        """One ``<path>`` element."""
        d = "".join(op + " ".join(f"{_number(x)} {_number(y)}" for x, y in pts) for op, pts in self.segments)
        line = (
            f' stroke="{self.fill}" stroke-width="{_number(self.stroke)}" stroke-linejoin="round"'
            if self.stroke
            else ""
        )
        return f'<path fill="{self.fill}" fill-rule="evenodd"{line} d="{d}"/>'

    def polygons(self) -> list[list[Point]]:
        """The outlines with every curve cut into straight pieces."""
        found: list[list[Point]] = []
        for op, pts in self.segments:
            if op == "M":
                found.append([pts[0]])
            elif op != "Z":
                handles = (found[-1][-1], *pts)
                found[-1].extend(_bezier(handles, i / STEPS) for i in range(1, STEPS + 1))
        return found


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _bezier(handles: Sequence[Point], t: float) -> Point:
    while len(handles) > 1:
        handles = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(handles)]
    return handles[0]


def path(d: str, fill: str, stroke: float = 0) -> Shape:
    """A shape from SVG path data of absolute ``M L Q C Z`` commands."""
    tokens = _TOKEN.findall(d)
    segments: list[Segment] = []
    at = 0
    while at < len(tokens):
        op = tokens[at]
        at += 1
        values = [float(v) for v in tokens[at : at + 2 * _POINTS[op]]]
        at += len(values)
        segments.append((op, tuple(zip(values[::2], values[1::2], strict=True))))
    return Shape(tuple(segments), fill, stroke)


def ellipse(centre: Point, rx: float, ry: float, fill: str) -> Shape:
    """A filled ellipse."""
    x, y = centre
    kx, ky = rx * KAPPA, ry * KAPPA
    return Shape(
        (
            ("M", ((x + rx, y),)),
            ("C", ((x + rx, y + ky), (x + kx, y + ry), (x, y + ry))),
            ("C", ((x - kx, y + ry), (x - rx, y + ky), (x - rx, y))),
            ("C", ((x - rx, y - ky), (x - kx, y - ry), (x, y - ry))),
            ("C", ((x + kx, y - ry), (x + rx, y - ky), (x + rx, y))),
            ("Z", ()),
        ),
        fill,
    )


def joined(shapes: Sequence[Shape]) -> Shape:
    """One shape of many outlines: where they overlap an even number of times, a hole is left."""
    return replace(shapes[0], segments=tuple(s for shape in shapes for s in shape.segments))


def turned(shape: Shape, degrees: float, about: Point) -> Shape:
    """The shape turned clockwise (as seen) about a point."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    ax, ay = about
    return shape.mapped(
        lambda p: (ax + (p[0] - ax) * c - (p[1] - ay) * s, ay + (p[0] - ax) * s + (p[1] - ay) * c)
    )


def fitted(shape: Shape, box: tuple[float, float, float, float], *, keep_ratio: bool = False) -> Shape:
    """The shape scaled and moved so that its bounds fill ``box`` (left, top, right, bottom)."""
    points = [p for polygon in shape.polygons() for p in polygon]
    left, right = min(p[0] for p in points), max(p[0] for p in points)
    top, bottom = min(p[1] for p in points), max(p[1] for p in points)
    sx, sy = (box[2] - box[0]) / (right - left), (box[3] - box[1]) / (bottom - top)
    if keep_ratio:
        sx = sy = min(sx, sy)
    cx, cy = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    mx, my = (left + right) / 2, (top + bottom) / 2
    return shape.mapped(lambda p: (cx + (p[0] - mx) * sx, cy + (p[1] - my) * sy))
