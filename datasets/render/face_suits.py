"""Draws a design's circles, from one to nine, and its bamboo, whose one is a bird."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from yakulens.datasets.render.colours import Rgb
from yakulens.datasets.render.face_canvas import FaceCanvas
from yakulens.datasets.render.face_style import FaceStyle

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
_STICKS: Final[dict[int, tuple[tuple[float, float, str], ...]]] = {
    2: ((0.5, 0.28, "g"), (0.5, 0.72, "g")),
    3: ((0.5, 0.28, "g"), (0.3, 0.72, "g"), (0.7, 0.72, "g")),
    4: ((0.3, 0.28, "g"), (0.7, 0.28, "g"), (0.3, 0.72, "g"), (0.7, 0.72, "g")),
    5: ((0.22, 0.28, "g"), (0.78, 0.28, "g"), (0.5, 0.5, "r"), (0.22, 0.72, "g"), (0.78, 0.72, "g")),
    6: tuple((x, y, "g") for y in (0.28, 0.72) for x in (0.22, 0.5, 0.78)),
    7: ((0.5, 0.19, "r"), *((x, y, "g") for y in (0.5, 0.81) for x in (0.22, 0.5, 0.78))),
    9: tuple((x, y, "r" if x == 0.5 else "g") for y in (0.19, 0.5, 0.81) for x in (0.22, 0.5, 0.78)),
}


def draw_circles(canvas: FaceCanvas, style: FaceStyle, n: int, *, red: bool) -> None:
    """Draw the face of ``n`` circles, 1 to 9, all in red like a red five, or in the design's inks."""
    inks = style.inks(red=red)
    if n == 1:
        _great_circle(canvas, style, inks)
        return
    wide, tall = style.circle_spread
    for x, y, c in _CIRCLES[n]:
        at = (0.5 + (x - 0.5) * wide, 0.5 + (y - 0.5) * tall)
        size = style.heart if n == 5 and c == "r" else 1.0
        _circle(canvas, style.circle, at, _RADII[n] * style.circle_size * size, inks[c], inks["r"])


def _great_circle(canvas: FaceCanvas, style: FaceStyle, inks: dict[str, Rgb]) -> None:
    """The one of circles: a wheel that each maker fills differently."""
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


def draw_bamboo(canvas: FaceCanvas, style: FaceStyle, n: int, *, red: bool) -> None:
    """Draw the face of ``n`` sticks of bamboo, 2 to 9, all in red like a red five, or in the design's inks.

    Eight are slanted, in the shape of an M and a W.
    """
    inks = style.inks(red=red)
    if n == 8:
        for y, s in ((0.29, 1.0), (0.71, -1.0)):
            for x in (0.16, 0.84):
                _stick(canvas, style, x, y, 0.36, 0.0, inks["g"])
            _stick(canvas, style, 0.365, y, 0.33, -0.2 * s, inks["g"])
            _stick(canvas, style, 0.635, y, 0.33, 0.2 * s, inks["g"])
        return
    length = 0.26 if n in {7, 9} else 0.36
    for x, y, c in _STICKS[n]:
        _stick(canvas, style, 0.5 + (x - 0.5) * style.bamboo_spread, y, length, 0.0, inks[c])


def _stick(
    canvas: FaceCanvas, style: FaceStyle, x: float, y: float, length: float, slant: float, ink: Rgb
) -> None:
    """One stick around (x, y); its lower end lies ``slant`` to the right of its upper one."""
    w = style.bamboo_width
    dx = slant / 2
    a, b = (x - dx, y - length / 2), (x + dx, y + length / 2)
    if style.bamboo == "bar":
        canvas.line([a, b], ink, w)
        return
    if style.bamboo == "leaf":
        canvas.polygon([a, (x + w * 0.8, y), b, (x - w * 0.8, y)], ink)
        canvas.line([a, b], None, w * 0.18)
        return
    canvas.line([a, b], ink, w * 0.8)
    for t in (0.0, 0.5, 1.0) if style.bamboo == "segments" else (0.0, 1.0):
        px, py = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        canvas.line([(px - w * 0.75, py), (px + w * 0.75, py)], ink, w * 0.42)
    if style.bamboo == "segments":
        canvas.line([(x - dx * 0.7, y - length * 0.36), (x - dx * 0.25, y - length * 0.13)], None, w * 0.22)
        canvas.line([(x + dx * 0.25, y + length * 0.13), (x + dx * 0.7, y + length * 0.36)], None, w * 0.22)


def draw_bird(canvas: FaceCanvas, style: FaceStyle, rng: np.random.Generator) -> None:
    """Draw a bird: from the style's picture font, else a random one in broad shapes or fine lines."""
    if style.bird and style.bird_font:
        canvas.text(style.bird, style.bird_font, (0.5, 0.5), 0.78, 0.66, style.green)
        mask = Image.new("L", (canvas.w, canvas.h), 0)
        x, y = rng.uniform(0.2, 0.6, 2)
        ImageDraw.Draw(mask).ellipse(
            (x * canvas.w, y * canvas.h, (x + 0.35) * canvas.w, (y + 0.28) * canvas.h), fill=255
        )
        alpha = canvas.image.getchannel("A")
        canvas.image.paste(style.red, mask=mask)
        canvas.image.putalpha(alpha)
    elif rng.random() < 0.5:
        _engraved_bird(canvas, style, rng)
    else:
        _broad_bird(canvas, style, rng)


def _broad_bird(canvas: FaceCanvas, style: FaceStyle, rng: np.random.Generator) -> None:
    """A bird in broad shapes: body, neck, head, crest, wing, tail feathers with eyes, legs."""
    lean = rng.uniform(-0.06, 0.06)
    body, head = (0.5 + lean, 0.52), (0.5 + rng.uniform(-0.22, 0.22), rng.uniform(0.16, 0.26))
    plume = (style.green, style.blue, style.red)
    feathers = int(rng.integers(3, 7))
    side = rng.choice([-1, 1])
    for k in range(feathers):
        a = math.pi / 2 + side * (0.25 + k * rng.uniform(0.14, 0.24))
        tip = (body[0] + math.cos(a) * 0.42, body[1] + math.sin(a) * 0.36)
        canvas.line([body, tip], plume[k % 2], rng.uniform(0.03, 0.06))
        canvas.disc(*tip, rng.uniform(0.035, 0.07), plume[(k + 1) % 3])
    canvas.line([body, head], style.green, rng.uniform(0.08, 0.15))
    canvas.disc(*body, rng.uniform(0.17, 0.23), style.green)
    canvas.disc(body[0] + 0.04, body[1], rng.uniform(0.08, 0.13), plume[int(rng.integers(1, 3))])
    canvas.disc(*head, rng.uniform(0.07, 0.1), style.red if rng.random() < 0.5 else style.green)
    canvas.disc(*head, 0.025, None)
    beak = rng.choice([-1, 1])
    canvas.polygon(
        [
            (head[0] + beak * 0.07, head[1] - 0.02),
            (head[0] + beak * 0.17, head[1] + 0.02),
            (head[0] + beak * 0.06, head[1] + 0.03),
        ],
        style.red,
    )
    for k in (-1, 0, 1):
        canvas.line([head, (head[0] + k * 0.07, head[1] - 0.12)], style.red, 0.025)
    for x in (-0.07, 0.07):
        canvas.line([(body[0] + x, body[1] + 0.15), (body[0] + x, 0.9)], style.red, 0.025)


def _engraved_bird(canvas: FaceCanvas, style: FaceStyle, rng: np.random.Generator) -> None:
    """A bird in fine lines, as in old sets: curved tail feathers, a body of scales, a bent neck."""
    plume = (style.green, style.blue, style.red, style.green)
    side = float(rng.choice([-1, 1]))
    fine = rng.uniform(0.012, 0.03)
    body = np.array([0.5 + rng.uniform(-0.06, 0.06), rng.uniform(0.42, 0.56)])
    up = rng.random() < 0.4
    feathers = int(rng.integers(3, 9))
    start = -math.pi / 2 if up else math.pi / 2
    for k in range(feathers):
        a = start + side * (k - feathers / 2) * rng.uniform(0.12, 0.22)
        reach = rng.uniform(0.3, 0.46)
        tip = body + np.array([math.cos(a), math.sin(a)]) * reach
        bend = (body + tip) / 2 + np.array([side * rng.uniform(-0.06, 0.1), rng.uniform(-0.05, 0.05)])
        canvas.line(_curve(body, bend, tip), plume[k % 3], fine * rng.uniform(1, 2.2))
        canvas.disc(tip[0], tip[1], rng.uniform(0.02, 0.05), plume[(k + 1) % 3], fine)
    rx, turn = rng.uniform(0.12, 0.2), rng.uniform(-0.4, 0.4)
    canvas.disc(body[0], body[1], rx, style.green, 0.0 if rng.random() < 0.5 else fine * 2)
    for _ in range(int(rng.integers(4, 16))):
        x, y = body + rng.uniform(-0.6, 0.6, 2) * rx
        canvas.disc(x, y, rx * 0.22, plume[int(rng.integers(3))], fine)
    head = body + np.array([side * rng.uniform(0.1, 0.26), (0.24 if up else -0.28) + turn * 0.1])
    neck = (body + head) / 2 + np.array([-side * 0.08, 0.0])
    canvas.line(_curve(body, neck, head), plume[int(rng.integers(4))], rng.uniform(0.04, 0.1))
    x, y = head
    canvas.disc(x, y, rng.uniform(0.05, 0.08), style.red if rng.random() < 0.6 else style.green)
    canvas.disc(x, y, 0.016, None)
    canvas.polygon(
        [(x + side * 0.05, y - 0.015), (x + side * 0.14, y), (x + side * 0.05, y + 0.02)], style.red
    )
    for k in range(int(rng.integers(0, 4))):
        canvas.line([(x, y), (x + (k - 1) * 0.05, y - 0.1)], style.red, fine)
    for x in body[0] + (-0.05, 0.06):
        canvas.line([(x, body[1] + rx * 0.7), (x, 0.88)], style.red, fine)


def _curve(
    start: NDArray[np.float64], bend: NDArray[np.float64], end: NDArray[np.float64]
) -> list[tuple[float, float]]:
    """Nine points of a quadratic Bézier curve."""
    t = np.linspace(0, 1, 9)[:, None]
    return [(x, y) for x, y in (1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t**2 * end]
