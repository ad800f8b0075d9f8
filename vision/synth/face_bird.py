"""The bird that makers engrave on the one of bamboo: of a picture font, in broad shapes or in fine lines."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from yakulens.vision.synth.face_canvas import FaceCanvas
from yakulens.vision.synth.face_style import FaceStyle


def draw_bird(canvas: FaceCanvas, style: FaceStyle, rng: np.random.Generator) -> None:
    """Draw a bird: the one of the style's picture font, else a random one in broad shapes or fine lines."""
    if style.bird and style.bird_font:
        canvas.text(style.bird, style.bird_font, (0.5, 0.5), 0.78, 0.66, style.green)
        dab = Image.new("RGBA", (canvas.w, canvas.h), (*style.red, 255))
        mask = Image.new("L", (canvas.w, canvas.h), 0)
        x, y = rng.uniform(0.2, 0.6, 2)
        ImageDraw.Draw(mask).ellipse(
            (x * canvas.w, y * canvas.h, (x + 0.35) * canvas.w, (y + 0.28) * canvas.h), fill=255
        )
        alpha = canvas.image.getchannel("A")
        canvas.image = Image.composite(dab, canvas.image, mask)
        canvas.image.putalpha(alpha)
        canvas.pen = ImageDraw.Draw(canvas.image)
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
    """A bird in fine lines, as old sets have it: curved tail feathers, a body of scales, a bent neck."""
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
        canvas.disc(float(tip[0]), float(tip[1]), rng.uniform(0.02, 0.05), plume[(k + 1) % 3], fine)
    rx, turn = rng.uniform(0.12, 0.2), rng.uniform(-0.4, 0.4)
    canvas.disc(float(body[0]), float(body[1]), rx, style.green, 0.0 if rng.random() < 0.5 else fine * 2)
    for _ in range(int(rng.integers(4, 16))):
        x, y = body + rng.uniform(-0.6, 0.6, 2) * rx
        canvas.disc(float(x), float(y), rx * 0.22, plume[int(rng.integers(3))], fine)
    head = body + np.array([side * rng.uniform(0.1, 0.26), (0.24 if up else -0.28) + turn * 0.1])
    neck = (body + head) / 2 + np.array([-side * 0.08, 0.0])
    canvas.line(_curve(body, neck, head), plume[int(rng.integers(4))], rng.uniform(0.04, 0.1))
    x, y = float(head[0]), float(head[1])
    canvas.disc(x, y, rng.uniform(0.05, 0.08), style.red if rng.random() < 0.6 else style.green)
    canvas.disc(x, y, 0.016, None)
    canvas.polygon(
        [(x + side * 0.05, y - 0.015), (x + side * 0.14, y), (x + side * 0.05, y + 0.02)], style.red
    )
    for k in range(int(rng.integers(0, 4))):
        canvas.line([(x, y), (x + (k - 1) * 0.05, y - 0.1)], style.red, fine)
    for dx in (-0.05, 0.06):
        canvas.line(
            [(float(body[0]) + dx, float(body[1]) + rx * 0.7), (float(body[0]) + dx, 0.88)], style.red, fine
        )


def _curve(
    start: NDArray[np.float64], bend: NDArray[np.float64], end: NDArray[np.float64]
) -> list[tuple[float, float]]:
    """Nine points of a quadratic Bézier curve."""
    t = np.linspace(0, 1, 9)[:, None]
    points = (1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t**2 * end
    return [(float(x), float(y)) for x, y in points]
