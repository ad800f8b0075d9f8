"""Tiles around a hand: discards, walls, the dead wall with its indicators."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from yakulens.vision.synth.arrange_plan import Plan, Point, along
from yakulens.vision.synth.scene import Part


@dataclass(slots=True)
class Wall:
    """The tiles that are not yet used in the scene; they are taken from the end.

    >>> wall = Wall(["1m", "2m", "3m"])
    >>> wall.take(2), wall.tiles
    (['2m', '3m'], ['1m'])
    """

    tiles: list[str]

    def take(self, count: int) -> list[str]:
        """Up to ``count`` faces."""
        start = max(0, len(self.tiles) - count)
        taken = self.tiles[start:]
        del self.tiles[start:]
        return taken


def discards(plan: Plan, rng: np.random.Generator, wall: Wall, middle: Point, angle: float) -> None:
    """One player's discards: rows of six, read from the left, the riichi tile sideways.

    ``middle`` is that of the first row, ``angle`` the player's.
    """
    count = int(rng.integers(3, 19))
    riichi = int(rng.integers(count)) if rng.random() < 0.5 else -1  # noqa: PLR2004
    faces = wall.take(count)
    x = 0.0
    for k, face in enumerate(faces):
        column, row = k % 6, k // 6
        x = -3.0 if column == 0 else x
        sideways = k == riichi
        wide = plan.aspect if sideways else 1.0
        u = x + wide / 2
        x += wide + 0.03
        v = -row * (plan.aspect + 0.06) - (plan.aspect / 2 - 0.5 if sideways else 0.0)
        plan.others.append(plan.put(face, *along(middle, angle, u, v), angle + (90.0 if sideways else 0.0)))
    plan.parts.append(Part("pond", angle, tuple(plan.others[len(plan.others) - len(faces) :])))


def heap(plan: Plan, rng: np.random.Generator, wall: Wall, middle: Point) -> None:
    """Discards in a heap that begins at ``middle``, at any angle, none on top of another."""
    spots: list[Point] = []
    for face in wall.take(int(rng.integers(5, 22))):
        for _ in range(40):
            x, y = middle[0] + rng.normal(0, 3.0), middle[1] + abs(rng.normal(0, 2.2))
            if all(math.hypot(x - a, y - b) > 1.7 for a, b in spots):  # noqa: PLR2004 - a tile's diagonal
                spots.append((x, y))
                plan.others.append(plan.put(face, x, y, rng.uniform(0, 360)))
                break


def wall_of_backs(plan: Plan, rng: np.random.Generator, start: Point, angle: float, length: int) -> None:
    """A wall two tiles high from its first tile's middle on; only the upper ones are seen from above.

    Now and then the last tile of the upper row is gone.
    """
    upper_length = length - int(rng.integers(0, 2))
    plan.row(["back"] * length, *start, angle=angle, step=1.0)
    plan.others += plan.row(["back"] * upper_length, *start, angle=angle, step=1.0, level=1)
    if upper_length < length:
        plan.others.append(len(plan.placements) - upper_length - 1)


def dead_wall(plan: Plan, rng: np.random.Generator, wall: Wall, start: Point, angle: float) -> None:
    """Seven stacks of the dead wall from the first one's middle on.

    An upper tile is turned over as dora indicator, and one for each quad.
    """
    quads = sum(len(meld.faces) > 3 for meld in plan.melds)  # noqa: PLR2004 - a set has three
    turned = min(int(rng.choice([1, 1, 1, 2, 3, 4, 5])), 1 + quads)
    first = 2  # the third stack; further indicators lie to the right of it (EMA 2025 3.3.4)
    shown = wall.take(turned)
    plan.row(["back"] * 7, *start, angle=angle, step=1.0)
    top = ["back"] * first + shown + ["back"] * (7 - first - turned)
    tiles = plan.row(top, *start, angle=angle, step=1.0, level=1)
    plan.indicators += tiles[first : first + turned]
    plan.others += tiles[:first] + tiles[first + turned :]


def under_indicators(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """The tiles below the dora indicators, turned over and laid before them: a second row of indicators."""
    below = rng.uniform(0.05, 0.3) + plan.aspect
    for index, face in zip(list(plan.indicators), wall.take(len(plan.indicators)), strict=False):
        over = plan.placements[index]
        plan.indicators.append(plan.put(face, over.x, over.y - below, over.angle))
