"""Point sticks on the table: single bets, a few beside a hand, trays full of them."""

from __future__ import annotations

from typing import Final

import numpy as np

from yakulens.vision.synth.choice import one_of
from yakulens.vision.synth.clutter_canvas import ClutterCanvas
from yakulens.vision.synth.colours import Rgb, rgb

_BODIES: Final[tuple[Rgb, ...]] = (
    (244, 241, 232), (244, 241, 232), (250, 250, 250), (232, 222, 190), (60, 110, 190), (200, 60, 60),
    (70, 140, 90), (230, 190, 60), (60, 60, 66),
)  # fmt: skip
"""White to ivory above all; some tables have a colour for each value."""
_RED: Final[Rgb] = (200, 34, 40)
_BLACK: Final[Rgb] = (26, 26, 30)
_DOTS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "thousand": ((0, 0),),
    "hundred": tuple((u, v) for u in (-0.33, -0.11, 0.11, 0.33) for v in (-1, 1)),
    "five": ((0, 0), *((u, v) for u in (-0.5, 0.5) for v in (-1, 1))),
    "ten": ((0, 0), *((u, 0) for u in (-1.6, -1.3, 1.3, 1.6))),
    "bare": (),
}
"""Where a stick's dots lie: along it in tile widths, across it up (-1), in the middle or down (1)."""
_MARKS: Final = ("thousand", "thousand", "hundred", "hundred", "five", "ten", "bare")


def bets(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """One to four sticks about a point, more or less side by side or crosswise."""
    rng = canvas.rng
    make = _make(canvas)
    for _ in range(int(rng.integers(1, 5))):
        _stick(canvas, (x, y), angle + rng.normal(0, 4), make, str(rng.choice(_MARKS)))
        x, y = canvas.along((x, y), angle, rng.normal(0, 0.3), rng.uniform(0.35, 0.9))
        if rng.random() < 0.15:
            angle += rng.uniform(0, 180)


def tray(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """A drawer of a table, or a box: groups of sticks side by side, of one value each."""
    rng = canvas.rng
    make = _make(canvas)
    groups = int(rng.integers(1, 5))
    step = make[1] * rng.uniform(1.02, 1.5)
    along_row = bool(rng.random() < 0.5)
    deep = make[0] + rng.uniform(0.2, 0.8)
    counts = [int(rng.integers(2, 14)) for _ in range(groups)]
    broad = [n * step + rng.uniform(0.2, 0.7) for n in counts]
    colour = canvas.colour(10, 110)
    if along_row:
        canvas.box((x, y), groups * deep, max(broad) + 0.4, angle, colour)
    else:
        canvas.box((x, y), deep, sum(broad) + 0.4, angle, colour)
    v = -sum(broad) / 2
    for g, (n, room) in enumerate(zip(counts, broad, strict=True)):
        mark = str(rng.choice(_MARKS))
        u = (g - (groups - 1) / 2) * deep if along_row else 0.0
        start = -room / 2 if along_row else v
        for k in range(n):
            at = canvas.along((x, y), angle, u + rng.normal(0, 0.06), start + (k + 0.5) * step)
            _stick(canvas, at, angle + rng.normal(0, 1.0), make, mark)
        v += room


def _make(canvas: ClutterCanvas) -> tuple[float, float]:
    """Length and breadth of a table's sticks, in tile widths."""
    return float(canvas.rng.uniform(2.9, 4.6)), float(canvas.rng.uniform(0.2, 0.42))


def _stick(
    canvas: ClutterCanvas, at: tuple[float, float], angle: float, make: tuple[float, float], mark: str
) -> None:
    """A stick with its shadow, its light upper edge and its dots."""
    rng = canvas.rng
    long, broad = make
    body = one_of(rng, _BODIES) if mark != "bare" else _BODIES[0]
    shade = rgb(np.array(body) * 0.35)
    canvas.box(canvas.along(at, angle, 0.03, broad * 0.2), long, broad, angle, shade)
    canvas.box(at, long, broad, angle, body)
    edge = canvas.along(at, angle, 0.0, -broad * 0.3)
    canvas.box(edge, long * 0.97, broad * 0.25, angle, rgb(np.array(body) * 1.1 + 6))
    radius = broad * rng.uniform(0.2, 0.34)
    ink = (245, 240, 230) if max(body) < 150 else _RED if mark in {"thousand", "five", "ten"} else _BLACK
    for u, v in _DOTS[mark]:
        large = 1.35 if mark == "thousand" else 0.62 if v else 1.0
        x, y = canvas.along(at, angle, u, v * broad * 0.22)
        canvas.dot(x, y, radius * large, ink)
