"""Random tiles in groups as in photos: a row, a hand with melds, a tray, a heap, and what lies behind."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from yakulens.datasets.render.arrange_plan import along
from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.tiles3d import Solid, TileShape, lying, standing
from yakulens.vision.labels import BACK, LABELS, OTHER, RED_FIVES, plain

WHITE: Final = "5z"
_WHITES: Final = 0.11
"""Additional share of Whites, which finders miss most: one tile in eight in all."""
_FIVES: Final = tuple(plain(label) for label in RED_FIVES)
"""Plain fives. Some have a red centre and look like red ones, so they are laid as often."""
_REPEATED: Final = 0.15
"""Share of tiles that show the same face as the tile before."""


class SceneBuilder:
    """Puts tiles with random faces on the table, one by one.

    Attributes:
        rng: random generator.
        shape: dimensions of the tiles.
        variants: label → numbers of the textures that show it; other labels are not laid.
        solids: the tiles so far.
    """

    def __init__(self, rng: np.random.Generator, shape: TileShape, variants: dict[str, list[int]]) -> None:
        """Start with an empty table; the arguments are the attributes."""
        self.rng, self.shape, self.variants = rng, shape, variants
        self.solids: list[Solid] = []
        self.last = BACK
        self.labels = [label for label in LABELS if label != BACK and label in variants]

    def face(self, back: float = 0.03) -> str:
        """A random label, a back with probability ``back``; at times the last one again, as in a pair."""
        if self.rng.random() > _REPEATED:
            self.last = self._new_face(back)
        return self.last

    def _new_face(self, back: float) -> str:
        rng = self.rng
        draw = rng.random()
        if draw < back:
            return BACK
        if draw < back + 0.05 and OTHER in self.variants:
            return OTHER
        if draw < back + 0.05 + _WHITES and WHITE in self.variants:
            return WHITE
        if draw < back + 0.11 + _WHITES:
            return str(rng.choice([r for r in RED_FIVES if r in self.variants] or self.labels))
        if draw < back + 0.16 + _WHITES:
            return str(rng.choice([f for f in _FIVES if f in self.variants] or self.labels))
        return str(rng.choice(self.labels))

    def lay(
        self,
        x: float,
        y: float,
        angle: float,
        *,
        z: float = 0.0,
        label: str | None = None,
        back: float = 0.03,
    ) -> None:
        """Lay a tile flat with its middle at ``x``, ``y`` and its underside at ``z`` tile widths.

        The default label is random, a back with probability ``back``.
        """
        label = label or self.face(back)
        self.solids.append(lying(label, one_of(self.rng, self.variants[label]), x, y, angle, z))

    def stand(self, x: float, y: float, angle: float, lean: float, *, label: str | None = None) -> None:
        """Stand a tile up, leaning back by ``lean`` degrees; the default label is random."""
        label = label or self.face(0.01)
        texture = one_of(self.rng, self.variants[label])
        self.solids.append(standing(label, texture, x, y, angle, self.shape, lean))


def without_overlaps(solids: list[Solid]) -> list[Solid]:
    """The tiles without those that overlap an earlier one (centres nearer than a tile's width).

    >>> row = [lying("1m", 0, x, 0.0, 0.0) for x in (0.0, 0.3, 1.0)]
    >>> [float(solid.position[0]) for solid in without_overlaps(row)]
    [0.0, 1.0]
    """
    kept: list[Solid] = []
    points = np.zeros((0, 3))
    for solid in solids:
        if (np.linalg.norm(points - solid.position, axis=1) >= 0.62).all():
            kept.append(solid)
            points = np.vstack([points, solid.position])
    return kept


def lay_row(builder: SceneBuilder, n: int, at: tuple[float, float], *, upright: bool) -> None:
    """Lay or stand a more or less even row of ``n`` tiles around its middle ``at``.

    At times one lies apart, sideways or upside down.
    """
    rng = builder.rng
    gap = abs(rng.normal(0, 0.02)) + (rng.uniform(0, 0.3) if rng.random() < 0.12 else 0)
    wobble = abs(rng.normal(0, 1.2)) * (4 if rng.random() < 0.1 else 1)
    crooked = abs(rng.normal(0, 0.02)) * (5 if rng.random() < 0.1 else 1)
    lean = rng.uniform(0, 22) if upright and rng.random() < 0.6 else 0.0
    flipped = rng.random() < 0.15
    t = -n * (1 + gap) / 2
    # The drawn tile lies apart: the gap is about as wide as a tile, but no tile.
    drawn_tile = n - 1 if rng.random() < 0.3 else n
    for k in range(n):
        if k == drawn_tile:
            t += rng.uniform(0.2, 2.0)
        elif rng.random() < 0.03:
            t += rng.uniform(0.1, 1.6)
        across = not upright and rng.random() < 0.04
        step = builder.shape.length if across else 1.0
        off = rng.normal(0, crooked)
        x, y = at[0] + (t + step / 2), at[1] + off
        tilt = rng.normal(0, wobble) + (90 * rng.choice([-1, 1]) if across else 0)
        tilt += 180 if (flipped or rng.random() < 0.06) else 0
        if upright:
            builder.stand(x, y, rng.normal(0, wobble * 0.5), lean)
        else:
            builder.lay(x, y, tilt, back=0.03)
        t += step + gap + rng.normal(0, 0.004)


def lay_hand(builder: SceneBuilder) -> None:
    """Lay or stand the row of a hand, and up to four melds to its right or in front of it."""
    rng = builder.rng
    melds = int(rng.integers(0, 5))
    n = 13 - 3 * melds + int(rng.random() < 0.5)
    upright = rng.random() < 0.3
    lay_row(builder, max(n, 1), (0.0, 0.0), upright=upright)
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
    """Lay 5 to 59 tiles at any angle without stacking; a few stand."""
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


def add_distractors(builder: SceneBuilder, around: float) -> None:
    """Lay up to three groups beyond y = ``around``: walls, discards, loose tiles, other players' racks."""
    rng = builder.rng
    kinds = (_wall, _discards, _loose, _rack)
    for _ in range(int(rng.integers(0, 4))):
        at = rng.uniform(-12, 12), around + rng.uniform(2.0, 14.0)
        one_of(rng, kinds)(builder, at, float(rng.choice([0, 0, 90, 270]) + rng.normal(0, 8)))


def _wall(builder: SceneBuilder, at: tuple[float, float], angle: float) -> None:
    """A wall, one or two tiles high."""
    for k in range(int(builder.rng.integers(3, 18))):
        for z in (0.0, builder.shape.thickness)[: int(builder.rng.integers(1, 3))]:
            builder.lay(*along(at, angle, k), angle, z=z, label=BACK if builder.rng.random() < 0.96 else None)


def _discards(builder: SceneBuilder, at: tuple[float, float], angle: float) -> None:
    """Up to three rows of six discards."""
    for r in range(int(builder.rng.integers(1, 4))):
        for k in range(6):
            builder.lay(
                *along(at, angle, k * 1.02, -r * (builder.shape.length + 0.03)),
                angle + builder.rng.normal(0, 2),
            )


def _loose(builder: SceneBuilder, at: tuple[float, float], _angle: float) -> None:
    """Tiles scattered around a point."""
    for _ in range(int(builder.rng.integers(3, 14))):
        x, y = at[0] + builder.rng.normal(0, 2.6), at[1] + builder.rng.normal(0, 2.2)
        builder.lay(x, y, builder.rng.uniform(0, 360), back=0.3)


def _rack(builder: SceneBuilder, at: tuple[float, float], angle: float) -> None:
    """Another player's standing tiles."""
    for k in range(int(builder.rng.integers(3, 14))):
        builder.stand(*along(at, angle, k), angle + 180, 0.0)
