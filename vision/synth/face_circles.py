"""The circles of a design, from one to nine."""

from __future__ import annotations

import math
from typing import Final

from yakulens.vision.synth.colours import Rgb
from yakulens.vision.synth.face_canvas import FaceCanvas
from yakulens.vision.synth.face_style import FaceStyle, inks_of

_CIRCLES: Final[dict[int, tuple[tuple[float, float, str], ...]]] = {
    2: ((0.5, 0.27, "g"), (0.5, 0.73, "b")),
    3: ((0.24, 0.2, "b"), (0.5, 0.5, "r"), (0.76, 0.8, "g")),
    4: ((0.28, 0.27, "b"), (0.72, 0.27, "g"), (0.28, 0.73, "g"), (0.72, 0.73, "b")),
    5: ((0.25, 0.22, "b"), (0.75, 0.22, "g"), (0.5, 0.5, "r"), (0.25, 0.78, "g"), (0.75, 0.78, "b")),
    6: tuple((x, y, "g" if y < 0.3 else "r") for y in (0.2, 0.53, 0.8) for x in (0.3, 0.7)),
    7: (
        *((0.2, 0.14, "g"), (0.5, 0.23, "g"), (0.8, 0.32, "g")),
        *((x, y, "r") for y in (0.57, 0.83) for x in (0.3, 0.7)),
    ),
    8: tuple((x, y, "b") for y in (0.155, 0.385, 0.615, 0.845) for x in (0.3, 0.7)),
    9: tuple((x, y, c) for y, c in ((0.2, "g"), (0.5, "r"), (0.8, "b")) for x in (0.2, 0.5, 0.8)),
}
_RADII: Final = {2: 0.24, 3: 0.2, 4: 0.2, 5: 0.18, 6: 0.165, 7: 0.14, 8: 0.14, 9: 0.14}


def draw_circles(canvas: FaceCanvas, style: FaceStyle, n: int, *, red: bool) -> None:
    """Draw the face of ``n`` circles, 1 to 9, all in red as on a red five, or in the design's inks."""
    inks = inks_of(style, red=red)
    if n == 1:
        _great_circle(canvas, style, inks)
        return
    wide, tall = style.circle_spread
    for x, y, c in _CIRCLES[n]:
        at = (0.5 + (x - 0.5) * wide, 0.5 + (y - 0.5) * tall)
        size = style.heart if n == 5 and c == "r" else 1.0
        _circle(canvas, style.circle, at, _RADII[n] * style.circle_size * size, inks[c], inks["r"])


def _great_circle(canvas: FaceCanvas, style: FaceStyle, inks: dict[str, Rgb]) -> None:
    """The one of circles: a wheel that each maker fills in his own way."""
    r = 0.36 * style.circle_size
    canvas.disc(0.5, 0.5, r, inks["g"], r * 0.16)
    if style.great_circle == "rings":
        for k, c in enumerate("brg"):
            canvas.disc(0.5, 0.5, r * (0.75 - 0.22 * k), inks[c], r * 0.1)
        canvas.disc(0.5, 0.5, r * 0.12, inks["r"])
        return
    points = 8 if style.great_circle == "petals" else 12
    for k in range(points):
        a = 2 * k * math.pi / points
        dx, dy = math.cos(a) * r, math.sin(a) * r * 0.75
        if style.great_circle == "dots":
            canvas.disc(0.5 + dx * 0.66, 0.5 + dy * 0.66, r * 0.13, inks["b" if k % 2 else "g"])
        elif style.great_circle == "petals":
            canvas.disc(0.5 + dx * 0.62, 0.5 + dy * 0.62, r * 0.24, inks["b" if k % 2 else "g"], r * 0.07)
        else:
            canvas.line([(0.5 + dx * 0.35, 0.5 + dy * 0.35), (0.5 + dx, 0.5 + dy)], inks["g"], r * 0.08)
    if style.great_circle == "dots":
        canvas.disc(0.5, 0.5, r * 0.45, inks["r"])
    _circle(canvas, style.circle, (0.5, 0.5), r * 0.42, inks["r"], inks["g"])


def _circle(canvas: FaceCanvas, kind: str, at: tuple[float, float], r: float, ink: Rgb, heart: Rgb) -> None:
    """One circle of radius ``r`` in face widths; ``heart`` is the colour of its middle."""
    x, y = at
    if kind == "solid":
        canvas.disc(x, y, r, ink)
        canvas.disc(x, y, r * 0.35, None)
    elif kind == "flower":
        canvas.disc(x, y, r, ink, r * 0.22)
        for k in range(6):
            a = k * math.pi / 3
            canvas.disc(x + math.cos(a) * r * 0.45, y + math.sin(a) * r * 0.45 * 0.75, r * 0.22, ink)
        canvas.disc(x, y, r * 0.2, heart)
    elif kind == "wheel":
        canvas.disc(x, y, r, ink)
        canvas.disc(x, y, r * 0.72, None)
        for k in range(4):
            a = k * math.pi / 4
            dx, dy = math.cos(a) * r * 0.72, math.sin(a) * r * 0.72 * 0.75
            canvas.line([(x - dx, y - dy), (x + dx, y + dy)], ink, r * 0.16)
        canvas.disc(x, y, r * 0.28, heart)
    elif kind == "cross":
        canvas.disc(x, y, r, ink)
        canvas.disc(x, y, r * 0.62, None)
        canvas.line([(x - r * 0.6, y), (x + r * 0.6, y)], ink, r * 0.28)
        canvas.line([(x, y - r * 0.45), (x, y + r * 0.45)], ink, r * 0.28)
    else:
        canvas.disc(x, y, r, ink, r * 0.3)
        canvas.disc(x, y, r * 0.4, heart)
