"""Tiles in groups as they meet a lens: a row, a hand with its melds, a tray, a heap."""

from __future__ import annotations

import math

from yakulens.vision.labels import BACK
from yakulens.vision.synth.scene_builder import SceneBuilder


def lay_row(builder: SceneBuilder, n: int, at: tuple[float, float], angle: float, *, upright: bool) -> None:
    """Lay or stand a row of ``n`` tiles, more or less even; at times one lies apart, sideways or upside down.

    ``at`` is the row's middle in tile widths, ``angle`` its direction in degrees.
    """
    rng = builder.rng
    gap = abs(rng.normal(0, 0.02)) + (rng.uniform(0, 0.3) if rng.random() < 0.12 else 0)
    wobble = abs(rng.normal(0, 1.2)) * (4 if rng.random() < 0.1 else 1)
    crooked = abs(rng.normal(0, 0.02)) * (5 if rng.random() < 0.1 else 1)
    lean = rng.uniform(0, 22) if upright and rng.random() < 0.6 else 0.0
    flipped = rng.random() < 0.15
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    width = n * (1 + gap)
    t = -width / 2
    # The drawn tile lies apart: bare table about as wide as a tile, which is no tile.
    drawn_tile = n - 1 if rng.random() < 0.3 else n
    for k in range(n):
        if k == drawn_tile:
            t += rng.uniform(0.2, 2.0)
        elif rng.random() < 0.03:
            t += rng.uniform(0.1, 1.6)
        across = not upright and rng.random() < 0.04
        step = builder.shape.length if across else 1.0
        off = rng.normal(0, crooked)
        x, y = at[0] + (t + step / 2) * c - off * s, at[1] + (t + step / 2) * s + off * c
        tilt = angle + rng.normal(0, wobble) + (90 * rng.choice([-1, 1]) if across else 0)
        tilt += 180 if (flipped or rng.random() < 0.06) else 0
        if upright:
            builder.stand(x, y, angle + rng.normal(0, wobble * 0.5), lean)
        else:
            builder.lay(x, y, tilt, back=0.03)
        t += step + gap + rng.normal(0, 0.004)


def lay_hand(builder: SceneBuilder) -> None:
    """Lay or stand the row of a hand, and up to four melds to its right or in front of it."""
    rng = builder.rng
    melds = int(rng.integers(0, 5))
    n = 13 - 3 * melds + int(rng.random() < 0.5)
    upright = bool(rng.random() < 0.3)
    lay_row(builder, max(n, 1), (0.0, 0.0), 0.0, upright=upright)
    x, y = max(n, 1) / 2 + rng.uniform(0.3, 2.5), rng.normal(0, 0.3)
    if rng.random() < 0.3:
        builder.lay(x + 0.2, rng.normal(0, 0.3), rng.choice([0, 0, 90]) + rng.normal(0, 6))
        x += 1.8
    start = x
    for _ in range(melds):
        size = int(rng.choice([3, 3, 3, 4]))
        turned = int(rng.integers(-1, size))
        closed = size == 4 and rng.random() < 0.5
        hidden = (0, 3) if rng.random() < 0.5 else (1, 2)
        label = builder.face(0.0)
        for k in range(size):
            across = k == turned and not closed
            step = builder.shape.length if across else 1.0
            name = BACK if closed and k in hidden else (label if rng.random() < 0.6 else None)
            builder.lay(
                x + step / 2,
                y - ((builder.shape.length - 1) / 2 if across else 0),
                (90 if across else 0) + rng.normal(0, 2),
                label=name,
            )
            if across and rng.random() < 0.2:
                builder.lay(
                    x + step / 2, y - (builder.shape.length - 1) / 2 + 1.02, 90 + rng.normal(0, 2), label=name
                )
            x += step + abs(rng.normal(0, 0.02))
        x += rng.uniform(0.0, 1.0)
        if x > start + 8 and rng.random() < 0.7:
            x, y = start + rng.normal(0, 0.4), y + 1.6


def lay_tray(builder: SceneBuilder) -> None:
    """Lay tiles in rows and columns, as in their box."""
    rng = builder.rng
    rows, columns = int(rng.integers(2, 7)), int(rng.integers(2, 12))
    gx, gy = 1 + rng.uniform(0, 0.25), builder.shape.length + rng.uniform(0, 0.4)
    turned = 180 * int(rng.random() < 0.2)
    for r in range(rows):
        for c in range(columns):
            if rng.random() < 0.96:
                builder.lay(
                    (c - columns / 2) * gx + rng.normal(0, 0.02),
                    (r - rows / 2) * gy + rng.normal(0, 0.02),
                    turned + rng.normal(0, 1.0),
                )


def lay_heap(builder: SceneBuilder) -> None:
    """Lay 5 to 59 tiles at any angle, none on another; a few stand."""
    rng = builder.rng
    n = int(rng.integers(5, 60))
    spread = math.sqrt(n) * rng.uniform(0.75, 1.4)
    placed: list[tuple[float, float]] = []
    for _ in range(n * 4):
        x, y = rng.uniform(-spread, spread), rng.uniform(-spread, spread)
        if all((x - u) ** 2 + (y - v) ** 2 > 1.5 for u, v in placed):
            placed.append((x, y))
            if rng.random() < 0.07:
                builder.stand(x, y, rng.uniform(0, 360), 0.0)
            else:
                builder.lay(x, y, rng.uniform(0, 360), back=0.2)
        if len(placed) == n:
            break
