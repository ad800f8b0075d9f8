"""A run's figures as a picture: the parts of its loss, and its accuracy on held-out data."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from yakulens.vision.train.progress import Figure

Line = Sequence[tuple[float, float]]

_SIZE: Final = (960, 720)
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 190, 40, 30
"""Margins of a panel, pixels: for the scale's numbers, the lines' names, the title, the steps."""
_COLOURS: Final = ("#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df", "#57606a", "#bf3989", "#0a7ea4")
_MARKS: Final = 4


def curve(figures: Sequence[Figure], title: str) -> Image.Image:
    """Two panels over the steps: the loss on a logarithmic scale, and the held-out accuracy in per cent."""
    image = Image.new("RGB", _SIZE, "white")
    draw = ImageDraw.Draw(image)
    loss: dict[str, list[tuple[float, float]]] = {}
    held_out: dict[str, list[tuple[float, float]]] = {}
    for figure in figures:
        for name, value in figure.loss.items():
            if value > 0:
                loss.setdefault(name, []).append((figure.step, math.log10(value)))
        for name, rate in figure.held_out.items():
            if rate.value is not None:
                held_out.setdefault(name, []).append((figure.step, 100 * rate.value))
    last = max((figure.step for figure in figures), default=1)
    half = _SIZE[1] // 2
    _panel(draw, (0, half), f"{title}: loss", loss, last, lambda value: f"{10**value:.3g}")
    _panel(draw, (half, _SIZE[1]), "held out, per cent right", held_out, last, lambda value: f"{value:.1f}")
    return image


def _panel(
    draw: ImageDraw.ImageDraw,
    rows: tuple[int, int],
    title: str,
    lines: Mapping[str, Line],
    last: float,
    label: Callable[[float], str],
) -> None:
    """Draw lines with their scale between two pixel rows of the picture; ``label`` writes a value."""
    font, small = ImageFont.load_default(16), ImageFont.load_default(12)
    left, right = _LEFT, _SIZE[0] - _RIGHT
    top, bottom = rows[0] + _TOP, rows[1] - _BOTTOM
    draw.text((left, rows[0] + 10), title, "black", font)
    values = [value for line in lines.values() for _, value in line]
    low, high = min(values, default=0.0), max(values, default=1.0)
    low, high = (low, high) if high - low > 1e-9 else (low - 0.5, high + 0.5)
    for k in range(_MARKS + 1):
        y = bottom - (bottom - top) * k / _MARKS
        draw.line((left, y, right, y), "#d8dee4")
        draw.text((8, y - 7), label(low + (high - low) * k / _MARKS), "#57606a", small)
    draw.text((right - 60, bottom + 8), f"step {last:.0f}", "#57606a", small)
    for number, (name, line) in enumerate(lines.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        points = [
            (
                left + (right - left) * step / max(last, 1),
                bottom - (bottom - top) * (value - low) / (high - low),
            )
            for step, value in line
        ]
        if len(points) > 1:
            draw.line(points, colour, 2)
        x, y = points[-1]
        draw.ellipse((x - 3, y - 3, x + 3, y + 3), colour)
        draw.text((right + 12, top + 18 * number), f"{name} {label(line[-1][1])}", colour, small)
