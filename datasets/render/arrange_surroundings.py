"""Surroundings of a hand, by name: discards, walls, other players' tiles, sticks, a sheet, a whole table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Literal

import numpy as np

from yakulens.datasets.render.arrange_others import neighbours_melds, open_hands
from yakulens.datasets.render.arrange_plan import (
    SEATS,
    Plan,
    Point,
    Wall,
    along,
    dead_wall,
    discards,
    heap,
    under_indicators,
    wall_of_backs,
)
from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.scene import Part, Placement, TableObject, ThingKind
from yakulens.vision.labels import BACK

Around = Literal[
    "discards", "heap", "wall", "dead_wall", "ura", "all_discards", "other_hands", "table", "pond",
    "neighbours_melds", "open_hands", "sheet", "sticks",
]  # fmt: skip
_WALLS_LEFT: Final = 0.6
"""Share of the walls that remains."""
_ROOM: Final = 2.0
"""Minimum distance of the owner's wall from the hand, tile widths."""
_CALLS_DISTANCE: Final = 5.0
"""Minimum distance of a called set's middle from another player's tiles, tile widths."""


def surround(plan: Plan, rng: np.random.Generator, wall: Wall, kind: Around) -> None:
    """Lay one kind of surroundings around a hand that is already there."""
    middle = float(np.mean([p.x for p in plan.placements]))
    _LAY[kind](plan, rng, wall, (middle, plan.bounds()[3]))


def _discards(plan: Plan, rng: np.random.Generator, wall: Wall, beyond: Point) -> None:
    """One player's discards well beyond the hand."""
    depth = beyond[1] + 7.5 + rng.uniform(0, 2)
    discards(plan, rng, wall, (beyond[0] + rng.normal(0, 2), depth), 0.0)


def _wall(plan: Plan, rng: np.random.Generator, _: Wall, beyond: Point) -> None:
    """A wall of backs beyond the hand."""
    y = beyond[1] + rng.uniform(2.4, 4.0)
    wall_of_backs(plan, rng, (beyond[0] - 8.0, y), rng.normal(0, 2), int(rng.integers(5, 18)))


def _all_discards(plan: Plan, rng: np.random.Generator, wall: Wall, beyond: Point) -> None:
    """All four players' discards around the table's middle."""
    centre = (beyond[0], beyond[1] + 15.0)
    for angle, (dx, dy) in zip((0, 90, 180, 270), ((0, -3.6), (3.6, 0), (0, 3.6), (-3.6, 0)), strict=True):
        discards(plan, rng, wall, (centre[0] + dx, centre[1] + dy), float(angle))


def _other_hands(plan: Plan, rng: np.random.Generator, wall: Wall, beyond: Point) -> None:
    """The other three players' thirteen tiles, shown (at an exhaustive draw) or face-down."""
    for angle, dx, dy in ((90.0, 14, 15), (180.0, 0, 30), (270.0, -14, 15)):
        faces = wall.take(13)
        if rng.random() < 0.4:  # noqa: PLR2004
            faces = [BACK] * len(faces)
        middle = (beyond[0] + dx, beyond[1] + dy)
        tiles = plan.row(faces, *along(middle, angle, -0.5 * 1.02 * (len(faces) - 1)), angle=angle)
        plan.others += tiles
        if BACK not in faces:
            plan.parts.append(Part("concealed", angle, tuple(tiles)))


def _dead_wall(plan: Plan, rng: np.random.Generator, wall: Wall, beyond: Point, *, ura: bool) -> None:
    """The dead wall beyond the owner's tiles, with a second row of indicators after riichi."""
    middle, far = beyond
    y = far + float(rng.uniform(5.0, 6.5) if ura else rng.uniform(2.6, 4.5))
    start = middle - rng.uniform(0, 8), y
    dead_wall(plan, rng, wall, start, 0.0 if ura else one_of(rng, (0.0, 0.0, 180.0)))
    if ura:
        under_indicators(plan, rng, wall)


def _near_pond(plan: Plan, rng: np.random.Generator, wall: Wall, beyond: Point) -> None:
    """The owner's own discards, three to four tile widths beyond the hand, left or right."""
    left, right, _, _ = plan.bounds()
    x = one_of(rng, (left + 3.0, right - 3.0))
    gap = rng.uniform(3.0, 4.5) + plan.aspect
    discards(plan, rng, wall, (x, beyond[1] + gap + 2 * (plan.aspect + 0.06)), 0.0)


def _sheet(plan: Plan, rng: np.random.Generator, _: Wall, __: Point) -> None:
    """A printed sheet of yaku in front of, beside or beyond the hand."""
    left, right, low, high = plan.bounds()
    x, y = rng.uniform(left, right), low - rng.uniform(5.0, 7.5)
    where = one_of(rng, ("before", "before", "left", "right", "beyond"))
    if where == "beyond":
        y = high + rng.uniform(5.0, 7.5)
    elif where != "before":
        x = left - rng.uniform(6.0, 8.0) if where == "left" else right + rng.uniform(6.0, 8.0)
        y = rng.uniform(low, high + 4.0)
    plan.things.append(TableObject("sheet", x, y, float(one_of(rng, (0, 0, 90, 180)) + rng.normal(0, 8))))


def _sticks(plan: Plan, rng: np.random.Generator, _wall: Wall, beyond: Point) -> None:
    """Bets beyond the hand, and often a full tray or some loose sticks beside it."""
    bet = (beyond[0] + rng.normal(0, 3), beyond[1] + rng.uniform(2.5, 6.0))
    plan.things.append(TableObject("bets", *bet, float(one_of(rng, (0, 0, 90)) + rng.normal(0, 10))))
    _, right, low, _ = plan.bounds()
    if rng.random() < 0.7:  # noqa: PLR2004 - of players who have them in view
        kind: ThingKind = one_of(rng, ("tray", "bets"))
        near = (right + rng.uniform(-6.0, 4.0), low - rng.uniform(3.0, 5.5))
        plan.things.append(TableObject(kind, *near, float(one_of(rng, (0, 90)) + rng.normal(0, 6))))


def _table(plan: Plan, rng: np.random.Generator, wall: Wall, beyond: Point) -> None:
    """Everything else on a table in mid-game, seen from the owner's seat.

    Four ponds around the centre, the rest of the walls, and the other three hands (standing, face-down, shown
    or gone) with their called sets.
    """
    plan.wide = True
    middle, far = beyond
    pond_distance, owner_tiles = rng.uniform(3.9, 5.0), list(plan.placements)
    wall_distance = pond_distance + 5.8
    hand_distance = wall_distance + rng.uniform(2.2, 5.0)
    centre = (middle + rng.normal(0, 1.5), far + pond_distance + 5.5 + rng.uniform(1.0, 4.5))
    for angle in SEATS:
        discards(plan, rng, wall, along(centre, angle, 0.0, -pond_distance), angle)
        left = -rng.uniform(0, 8)
        length = int(rng.integers(2, 14))
        start = along(centre, angle, left, -wall_distance)
        if rng.random() < _WALLS_LEFT and (angle or start[1] > far + _ROOM):
            wall_of_backs(plan, rng, start, angle, min(length, int(wall_distance - 1.5 - left)))
        if angle:
            _opponent(plan, rng, wall, (centre, angle, hand_distance), owner_tiles)


def _opponent(
    plan: Plan,
    rng: np.random.Generator,
    wall: Wall,
    seat: tuple[Point, float, float],
    owner_tiles: Sequence[Placement],
) -> None:
    """Lay another player's tiles; called sets only if they stay clear of the owner's tiles.

    ``seat`` is the table's centre, the player's angle, and the distance of the row from the centre.
    """
    centre, angle, distance = seat

    def point(x: float, nearer: float = 0.0) -> Point:
        """The point ``x`` to the player's right, and ``nearer`` to the player than the row."""
        return along(centre, angle, x, -(distance + nearer))

    calls = int(rng.choice([0, 0, 1, 2]))
    concealed = 13 - 3 * calls
    state = str(rng.choice(["standing", "standing", "shown", "down", "gone"]))
    left = -float(concealed) / 2 - 2.0 * calls
    faces = wall.take(concealed) if state == "shown" else ["back"] * concealed
    if state == "standing":
        for k, face in enumerate(faces):
            plan.others.append(plan.put(face, *point(left + 1.01 * k), angle + 180.0, stands=True))
    elif state != "gone":
        tiles = plan.row(faces, *point(left), angle=angle)
        plan.others += tiles
        if state == "shown":
            plan.parts.append(Part("concealed", angle, tuple(tiles)))
    x = concealed / 2 + 2.0
    for _ in range(calls):
        corner = point(x + 1.5)
        if min(math.hypot(corner[0] - p.x, corner[1] - p.y) for p in owner_tiles) < _CALLS_DISTANCE:
            break
        faces = wall.take(3)
        for k, face in enumerate(faces):
            wide = 1.0 if k else plan.aspect
            place = point(x + wide / 2, 0.0 if k else (plan.aspect - 1) / 2)
            plan.others.append(plan.put(face, *place, angle + (0.0 if k else 90.0)))
            x += wide + 0.03
        plan.parts.append(Part("called", angle, tuple(plan.others[len(plan.others) - len(faces) :])))


_LAY: Final[Mapping[Around, Callable[[Plan, np.random.Generator, Wall, Point], None]]] = {
    "discards": _discards,
    "heap": lambda plan, rng, wall, beyond: heap(plan, rng, wall, (beyond[0], beyond[1] + 5.0)),
    "wall": _wall,
    "dead_wall": partial(_dead_wall, ura=False),
    "ura": partial(_dead_wall, ura=True),
    "all_discards": _all_discards,
    "other_hands": _other_hands,
    "table": _table,
    "pond": _near_pond,
    "neighbours_melds": lambda plan, rng, wall, _: neighbours_melds(plan, rng, wall),
    "open_hands": lambda plan, rng, wall, _: open_hands(plan, rng, wall),
    "sheet": _sheet,
    "sticks": _sticks,
}
"""The function that lays each kind; its point is the middle x and maximum y of the owner's tiles."""
