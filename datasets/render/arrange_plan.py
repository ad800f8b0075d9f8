"""A scene under construction: tiles on the table with their parts in the scene; discards and walls.

Functions that lay tiles take the plan that they add to, a random generator, and the wall that faces are taken
from. Lengths are tile widths, angles are degrees counter-clockwise. A player's angle is that of the seat
relative to the seat of the hand's owner.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.arrange_deal import DealtMeld
from yakulens.datasets.render.scene import Arrangement, Part, Placement, ShownHand, TableObject
from yakulens.vision.reading import ReadMeld

Point: TypeAlias = tuple[float, float]
"""x and y on the table, tile widths."""

ASPECT: Final = 1.35
"""Default length of a tile divided by its width."""
SEATS: Final = (0.0, 90.0, 180.0, 270.0)
"""Angles of the players, from the near one on."""


@dataclass(slots=True)
class Plan:
    """A scene under construction, with the attributes of `datasets.render.scene.Arrangement`."""

    aspect: float = ASPECT
    placements: list[Placement] = field(default_factory=list)
    concealed: list[int] = field(default_factory=list)
    win: int | None = None
    melds: list[ReadMeld] = field(default_factory=list)
    indicators: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)
    wide: bool = False
    shown: list[ShownHand] = field(default_factory=list)
    things: list[TableObject] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    def bounds(self) -> tuple[float, float, float, float]:
        """Minimum and maximum x, minimum and maximum y of the tiles' centres."""
        xs, ys = [p.x for p in self.placements], [p.y for p in self.placements]
        return min(xs), max(xs), min(ys), max(ys)

    def put(  # noqa: PLR0913 - a place and how the tile lies there
        self, face: str, x: float, y: float, angle: float = 0.0, level: int = 0, *, stands: bool = False
    ) -> int:
        """Lay or stand up one tile and return its index."""
        self.placements.append(Placement(face, x, y, angle, level, stands))
        return len(self.placements) - 1

    def meld(  # noqa: PLR0913 - a place and three ways to lie
        self, rng: np.random.Generator, meld: DealtMeld, x: float, y: float, *, stacked: bool, inner: bool
    ) -> float:
        """Lay a meld with its left end at ``x`` and its middle at ``y``, and return the x of its right end.

        With ``stacked``, an added tile lies on top of the called one, not beside it. With ``inner``, the
        inner tiles of a closed quad lie face-down, not the outer ones.
        """
        backs = () if meld.called is not None else (1, 2) if inner else (0, 3)
        added = meld.kind == "added_kan"
        ids: list[int] = []
        called_y = y - self.aspect / 2 + 0.5 if rng.random() < 0.8 else y  # noqa: PLR2004 - flush with the near edge
        for k, face in enumerate(meld.faces):
            label = "back" if k in backs else face
            if meld.called is None or k not in (meld.called, meld.called + added):
                ids.append(self.put(label, x + 0.5, y))
                x += 1.0 + _slack(rng)
                continue
            angle = 90.0 if rng.random() < 0.7 else -90.0  # noqa: PLR2004 - most turn to the left
            tile_x = x + self.aspect / 2
            is_added = added and k != meld.called
            tile_y = called_y + 1.0 + _slack(rng) if is_added and not stacked else called_y
            tile = self.put(label, tile_x, tile_y, angle, int(is_added and stacked))
            if is_added or not (added and stacked):
                ids.append(tile)
            if is_added or not added:
                x += self.aspect + _slack(rng)
        rotated = () if meld.called is None else (meld.called, meld.called + 1) if added else (meld.called,)
        self.melds.append(ReadMeld(meld.kind, tuple(ids), meld.faces, rotated, backs, meld.origin))
        return x

    def row(  # noqa: PLR0913 - a line of tiles has a place, a direction and a step
        self,
        faces: Sequence[str],
        x: float,
        y: float,
        *,
        angle: float = 0.0,
        step: float = 1.02,
        level: int = 0,
    ) -> list[int]:
        """Lay tiles side by side to the right of ``x``, ``y``, as seen from a seat at ``angle``."""
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        return [
            self.put(face, x + c * step * k, y + s * step * k, angle, level) for k, face in enumerate(faces)
        ]

    def lay_for(self, seat: float, other: Plan, middle: Point = (0.0, 0.0)) -> None:
        """Add the tiles of another plan, whose owner sits at the near side, turned to another seat.

        Its hand becomes a shown hand, or its melds become parts; its other tiles go to ``others``. ``seat``
        is in degrees counter-clockwise around the table's middle, which is that plan's origin.

        >>> plan, hers = Plan(), Plan()
        >>> hers.concealed = hers.row(("1m", "2m"), 0.0, -9.0)
        >>> plan.lay_for(90.0, hers)
        >>> round(plan.placements[0].x), round(plan.placements[1].y, 2), plan.shown[0].concealed
        (9, 1.02, (0, 1))
        """
        first = len(self.placements)
        self.placements += [turned(p, middle, seat) for p in other.placements]
        melds = [replace(m, ids=tuple(first + k for k in m.ids)) for m in other.melds]
        if other.concealed:
            self.shown.append(ShownHand(seat, tuple(first + k for k in other.concealed), tuple(melds)))
        else:
            self.parts += [Part("called", seat, meld.ids) for meld in melds]
        self.parts += [
            replace(part, seat=part.seat + seat, tiles=tuple(first + k for k in part.tiles))
            for part in other.parts
        ]
        indicators = [first + k for k in other.indicators]
        self.indicators += indicators
        not_others = {*indicators, *(self.shown[-1].tiles if other.concealed else ())}
        self.others += [k for k in range(first, len(self.placements)) if k not in not_others]

    def scene(self) -> Arrangement:
        """The finished scene."""
        values = {part.name: getattr(self, part.name) for part in fields(self)}
        laid: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()}
        return Arrangement(**laid)


def along(origin: Point, angle: float, right: float, away: float = 0.0) -> Point:
    """A point ``right`` and ``away`` of another one, as seen from a seat at ``angle``.

    >>> x, y = along((10.0, 5.0), 90.0, 2.0)
    >>> round(x), round(y)
    (10, 7)
    """
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return origin[0] + right * c - away * s, origin[1] + right * s + away * c


def turned(tile: Placement, middle: Point, angle: float) -> Placement:
    """A tile moved from the origin to ``middle`` and turned around it by ``angle`` degrees."""
    x, y = along(middle, angle, tile.x, tile.y)
    return replace(tile, x=x, y=y, angle=tile.angle + angle)


def _slack(rng: np.random.Generator) -> float:
    """A random small gap between neighbouring tiles."""
    return rng.uniform(0.0, 0.06)


def disturbed(plan: Plan, rng: np.random.Generator, crooked: float) -> Arrangement:
    """The finished scene with tiles slightly turned and shifted, the whole turned, and long rows bent.

    ``crooked`` scales this: 1 is a player in a hurry, 0 changes nothing.

    >>> plan = Plan()
    >>> _ = plan.put("1m", 2.0, 0.0)
    >>> float(disturbed(plan, np.random.default_rng(0), 0.0).placements[0].x)
    2.0
    """
    bend = rng.normal(0, 0.0015) * crooked
    slant = math.radians(rng.normal(0, 3.0) * crooked)
    c, s = math.cos(slant), math.sin(slant)
    by_place: dict[tuple[float, float], tuple[float, float, float]] = {}
    for k, p in enumerate(plan.placements):
        place = (round(p.x, 3), round(p.y, 3))
        if place not in by_place:
            by_place[place] = tuple(rng.normal(0, [0.02, 0.035, 1.6]) * crooked)
        dx, dy, turn = by_place[place]
        x, y = p.x + dx, p.y + dy + bend * p.x**2
        angle = p.angle + turn + math.degrees(slant + 2 * bend * p.x)
        plan.placements[k] = replace(p, x=x * c - y * s, y=x * s + y * c, angle=angle)
    return plan.scene()


@dataclass(slots=True)
class Wall:
    """The tiles not yet used in the scene; they are taken from the end.

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
    """Lay one player's discards: rows of six from the left, the riichi tile sideways.

    ``middle`` is the middle of the first row, ``angle`` that of the player.
    """
    count = int(rng.integers(3, 19))
    riichi = int(rng.integers(count)) if rng.random() < 0.5 else -1  # noqa: PLR2004
    player, faces = Plan(aspect=plan.aspect), wall.take(count)
    lay_pond(player, faces, riichi, np.zeros((len(faces), 3)))
    plan.lay_for(angle, player, middle)


def lay_pond(  # noqa: PLR0913 - a pond has a place and a measure
    player: Plan,
    faces: Sequence[str],
    riichi: int,
    disorder: NDArray[np.float64],
    *,
    away: float = 0.0,
    slack: float = 0.03,
    columns: int = 6,
    rows: int = 4,
) -> None:
    """Lay a player's discards as the player sees them: rows from the left, the last one longest.

    The first row lies ``away`` from the origin, from x = -3 on. The tile ``riichi`` lies sideways. A row of
    ``disorder``, ``(N, 3)``, is a tile's turn, its offset in y, and the gap after it on top of ``slack``.
    """
    x, first = -3.0, len(player.placements)
    for k, (face, (turn, off, gap)) in enumerate(zip(faces, disorder.tolist(), strict=True)):
        row = min(k // columns, rows - 1)
        x = -3.0 if k == row * columns else x
        wide = player.aspect if k == riichi else 1.0
        y = -away - row * (player.aspect + 0.06) - (player.aspect / 2 - 0.5 if k == riichi else 0.0)
        player.put(face, x + wide / 2, y + off, (90.0 if k == riichi else 0.0) + turn)
        x += wide + slack + gap
    player.parts.append(Part("pond", 0.0, tuple(range(first, len(player.placements)))))


def heap(plan: Plan, rng: np.random.Generator, wall: Wall, middle: Point) -> None:
    """Lay discards in a heap from ``middle`` on, at any angle, without stacking."""
    spots: list[Point] = []
    for face in wall.take(int(rng.integers(5, 22))):
        for _ in range(40):
            x, y = middle[0] + rng.normal(0, 3.0), middle[1] + abs(rng.normal(0, 2.2))
            if all(math.hypot(x - a, y - b) > 1.7 for a, b in spots):  # noqa: PLR2004 - a tile's diagonal
                spots.append((x, y))
                plan.others.append(plan.put(face, x, y, rng.uniform(0, 360)))
                break


def wall_of_backs(plan: Plan, rng: np.random.Generator, start: Point, angle: float, length: int) -> None:
    """Lay a wall two tiles high from its first tile's middle on; only upper tiles are seen from above.

    At times the last tile of the upper row is missing.
    """
    upper_length = length - int(rng.integers(0, 2))
    plan.row(["back"] * length, *start, angle=angle, step=1.0)
    plan.others += plan.row(["back"] * upper_length, *start, angle=angle, step=1.0, level=1)
    if upper_length < length:
        plan.others.append(len(plan.placements) - upper_length - 1)


def dead_wall(plan: Plan, rng: np.random.Generator, wall: Wall, start: Point, angle: float) -> None:
    """Lay seven stacks of the dead wall from the first one's middle on.

    One upper tile is turned over as dora indicator, and one more for each quad.
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
    """Turn over the tiles below the dora indicators and lay them in front: a second row of indicators."""
    below = rng.uniform(0.05, 0.3) + plan.aspect
    for index, face in zip(list(plan.indicators), wall.take(len(plan.indicators)), strict=False):
        over = plan.placements[index]
        plan.indicators.append(plan.put(face, over.x, over.y - below, over.angle))
