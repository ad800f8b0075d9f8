"""Other players' tiles: one of their hands, or everything on a table in mid-game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from yakulens.vision.labels import BACK
from yakulens.vision.synth.arrange_around import Wall, discards, wall_of_backs
from yakulens.vision.synth.arrange_plan import Plan, along
from yakulens.vision.synth.scene import Part, Placement

_WALLS_LEFT: Final = 0.6
"""Share of the walls that are not used up yet."""
_ROOM: Final = 2.0
"""Least distance of the owner's wall from the hand, tile widths."""
_CALLS_DISTANCE: Final = 5.0
"""Least distance of the middle of a called set from another player's tiles, tile widths."""


def table_around(plan: Plan, rng: np.random.Generator, wall: Wall, middle: float, far: float) -> None:
    """Everything else on a table in mid-game, seen from the owner's seat, whose tiles lie there already.

    Four ponds about the centre, what is left of the walls, the other three hands (standing, face-down, shown
    or gone) with sets that they called. ``middle`` is the x of the owner's middle, ``far`` the y beyond which
    the owner has nothing.
    """
    plan.wide = True
    pond_distance, owner_tiles = float(rng.uniform(3.9, 5.0)), list(plan.placements)
    wall_distance = pond_distance + 5.8
    hand_distance = wall_distance + float(rng.uniform(2.2, 5.0))
    centre = (middle + float(rng.normal(0, 1.5)), far + pond_distance + 5.5 + float(rng.uniform(1.0, 4.5)))
    for angle in (0.0, 90.0, 180.0, 270.0):
        discards(plan, rng, wall, along(centre, angle, 0.0, -pond_distance), angle)
        left = -float(rng.uniform(0, 8))
        length = int(rng.integers(2, 14))
        start = along(centre, angle, left, -wall_distance)
        left_over = rng.random() < _WALLS_LEFT
        if left_over and (angle or start[1] > far + _ROOM):
            wall_of_backs(plan, rng, start, angle, min(length, int(wall_distance - 1.5 - left)))
        if angle:
            _opponent(plan, rng, wall, (centre, angle, hand_distance), owner_tiles)


def other_hand(
    plan: Plan, rng: np.random.Generator, wall: Wall, middle: tuple[float, float], angle: float
) -> None:
    """Another player's thirteen tiles about the row's middle, shown (at an exhaustive draw) or face-down."""
    faces = wall.take(13)
    if rng.random() < 0.4:  # noqa: PLR2004
        faces = ["back"] * len(faces)
    tiles = plan.row(faces, *along(middle, angle, -0.5 * 1.02 * (len(faces) - 1)), angle=angle)
    plan.others += tiles
    if BACK not in faces:
        plan.parts.append(Part("concealed", angle, tuple(tiles)))


def _opponent(
    plan: Plan,
    rng: np.random.Generator,
    wall: Wall,
    seat: tuple[tuple[float, float], float, float],
    owner_tiles: Sequence[Placement],
) -> None:
    """Lay another player's tiles; called sets only where they do not come near the owner's tiles.

    The seat is the table's centre, the player's angle, and the distance of the row from the centre.
    """
    centre, angle, distance = seat

    def point(x: float, nearer: float = 0.0) -> tuple[float, float]:
        """The point ``x`` to the player's right and ``nearer`` to the player than the row."""
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
