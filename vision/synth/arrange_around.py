"""What else lies in view of a photo: discards, walls, the dead wall with its indicators, other hands."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from vision.synth.arrange_plan import Plan
    from vision.synth.scene import Placement


WALLS_LEFT: Final = 0.6
"""Share of the walls that are not used up yet."""
ROOM: Final = 2.0
"""The owner's wall lies no nearer to the hand, tile widths."""
APART: Final = 5.0
"""Players keep the middle of what they call so far from another's tiles, tile widths."""


@dataclass(slots=True)
class Wall:
    """The tiles not yet used in the scene, taken from the end.

    >>> wall = Wall(["1m", "2m", "3m"])
    >>> wall.take(2), wall.tiles
    (['2m', '3m'], ['1m'])
    """

    tiles: list[str]

    def take(self, count: int) -> list[str]:
        """Up to ``count`` faces."""
        taken = self.tiles[len(self.tiles) - min(count, len(self.tiles)) :]
        del self.tiles[len(self.tiles) - len(taken) :]
        return taken


def discards(
    plan: Plan, rng: np.random.Generator, wall: Wall, middle: tuple[float, float], angle: float
) -> None:
    """One player's discards: rows of six, read from the left, the riichi tile sideways.

    Args:
        plan: where to lay them.
        rng: random generator.
        wall: the faces that are left.
        middle: where the first row's middle lies, tile widths.
        angle: how far their player sits turned from the owner, degrees.

    >>> import numpy as np
    >>> from vision.synth.arrange_plan import Plan
    >>> plan = Plan()
    >>> discards(plan, np.random.default_rng(0), Wall(["9p"] * 40), (0.0, 5.0), 0.0)
    >>> len(plan.others) == len(plan.placements) > 0
    True
    """
    count = int(rng.integers(3, 19))
    riichi = int(rng.integers(count)) if rng.random() < 0.5 else -1  # noqa: PLR2004
    a = math.radians(angle)
    right, away = (math.cos(a), math.sin(a)), (-math.sin(a), math.cos(a))
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
        where = (
            middle[0] + right[0] * u + away[0] * v,
            middle[1] + right[1] * u + away[1] * v,
        )
        plan.others.append(plan.put(face, *where, angle + (90.0 if sideways else 0.0)))


def heap(plan: Plan, rng: np.random.Generator, wall: Wall, middle: tuple[float, float]) -> None:
    """Discards thrown together at any angle, none on top of another.

    Args:
        plan: where to lay them.
        rng: random generator.
        wall: the faces that are left.
        middle: where the heap begins, tile widths; it lies beyond that.

    >>> import numpy as np
    >>> from vision.synth.arrange_plan import Plan
    >>> rng, wall, plan = np.random.default_rng(0), Wall(["9p"] * 40), Plan()
    >>> heap(plan, rng, wall, (0.0, 5.0))
    >>> 5 <= len(plan.others) <= 21
    True
    """
    spots: list[tuple[float, float]] = []
    for face in wall.take(int(rng.integers(5, 22))):
        for _ in range(40):
            x, y = middle[0] + rng.normal(0, 3.0), middle[1] + abs(rng.normal(0, 2.2))
            if all(math.hypot(x - a, y - b) > 1.7 for a, b in spots):  # noqa: PLR2004 - a tile's diagonal
                spots.append((x, y))
                plan.others.append(plan.put(face, x, y, float(rng.uniform(0, 360))))
                break


def wall_of_backs(
    plan: Plan, rng: np.random.Generator, start: tuple[float, float], angle: float, length: int
) -> None:
    """A wall two tiles high; only the upper ones are part of what a camera sees from above.

    Args:
        plan: where to lay it.
        rng: random generator; now and then the last tile of the upper row is gone.
        start: middle of its first tile, tile widths.
        angle: direction of the wall in degrees.
        length: how many tiles long it is.

    >>> import numpy as np
    >>> from vision.synth.arrange_plan import Plan
    >>> rng, plan = np.random.default_rng(0), Plan()
    >>> wall_of_backs(plan, rng, (0.0, 3.0), 0.0, 6)
    >>> {placement.face for placement in plan.placements}, len(plan.others)
    ({'back'}, 6)
    """
    high = length - int(rng.integers(0, 2))
    plan.row(["back"] * length, *start, angle=angle, step=1.0)
    plan.others += plan.row(["back"] * high, *start, angle=angle, step=1.0, level=1)
    if high < length:
        plan.others.append(len(plan.placements) - high - 1)


def dead_wall(
    plan: Plan, rng: np.random.Generator, wall: Wall, start: tuple[float, float], angle: float
) -> None:
    """Seven stacks of the dead wall, one to five of the upper tiles turned over as dora indicators.

    Args:
        plan: where to lay it.
        rng: random generator.
        wall: the faces that are left.
        start: middle of its first tile, tile widths.
        angle: direction of the wall in degrees.

    >>> import numpy as np
    >>> from vision.synth.arrange_plan import Plan
    >>> rng, wall, plan = np.random.default_rng(0), Wall(["9p"] * 40), Plan()
    >>> dead_wall(plan, rng, wall, (0.0, 3.0), 0.0)
    >>> len(plan.placements), len(plan.indicators) + len(plan.others)
    (14, 7)
    """
    turned = int(rng.choice([1, 1, 1, 2, 3, 4, 5]))
    first = 2  # the third stack; further indicators lie to the right of it (EMA 2025 3.3.4)
    shown = wall.take(turned)
    plan.row(["back"] * 7, *start, angle=angle, step=1.0)
    top = ["back"] * first + shown + ["back"] * (7 - first - turned)
    tiles = plan.row(top, *start, angle=angle, step=1.0, level=1)
    plan.indicators += tiles[first : first + turned]
    plan.others += tiles[:first] + tiles[first + turned :]


def under_indicators(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """The tiles below the dora indicators, turned over and laid before them: a second row of indicators.

    Args:
        plan: holds the dead wall already.
        rng: random generator.
        wall: the faces that are left.

    >>> import numpy as np
    >>> from vision.synth.arrange_plan import Plan
    >>> rng, wall, plan = np.random.default_rng(0), Wall(["9p"] * 40), Plan()
    >>> dead_wall(plan, rng, wall, (0.0, 3.0), 0.0)
    >>> before = len(plan.indicators)
    >>> under_indicators(plan, rng, wall)
    >>> len(plan.indicators) == 2 * before
    True
    """
    below = float(rng.uniform(0.05, 0.3)) + plan.aspect
    for index, face in zip(list(plan.indicators), wall.take(len(plan.indicators)), strict=False):
        over = plan.placements[index]
        plan.indicators.append(plan.put(face, over.x, over.y - below, over.angle))


def table_around(plan: Plan, rng: np.random.Generator, wall: Wall, middle: float, far: float) -> None:
    """Everything else on a table in mid-game, seen from the owner's seat.

    Four ponds about the centre, what is left of the walls, the other three hands (standing, face-down, shown
    or gone) with sets that they called.

    Args:
        plan: holds the owner's tiles already.
        rng: random generator.
        wall: the faces that are left.
        middle: x of the owner's middle, tile widths.
        far: the y beyond which the owner has nothing, tile widths.

    >>> import numpy as np
    >>> from vision.synth.arrange_plan import Plan
    >>> rng, wall, plan = np.random.default_rng(0), Wall(["9p"] * 120), Plan()
    >>> plan.concealed = plan.row(["1m"] * 13, 0.5, 0.0)
    >>> table_around(plan, rng, wall, 7.0, 0.0)
    >>> plan.wide, len(plan.others) > 40
    (True, True)
    """
    plan.wide = True
    ponds, own = float(rng.uniform(3.9, 5.0)), list(plan.placements)
    walls = ponds + 5.8
    hands = walls + float(rng.uniform(2.2, 5.0))
    centre = (middle + float(rng.normal(0, 1.5)), far + ponds + 5.5 + float(rng.uniform(1.0, 4.5)))
    for angle in (0.0, 90.0, 180.0, 270.0):
        discards(plan, rng, wall, _seen_from(centre, angle, 0.0, ponds), angle)
        left = -float(rng.uniform(0, 8))
        length = int(rng.integers(2, 14))
        start = _seen_from(centre, angle, left, walls)
        left_over = rng.random() < WALLS_LEFT
        if left_over and (angle or start[1] > far + ROOM):
            wall_of_backs(plan, rng, start, angle, min(length, int(walls - 1.5 - left)))
        if angle:
            _opponent(plan, rng, wall, _Seat(centre, angle, hands), own)


@dataclass(frozen=True, slots=True)
class _Seat:
    """Where another player's tiles lie: ``away`` from the table's centre, the player turned by ``angle``."""

    centre: tuple[float, float]
    angle: float
    away: float

    def spot(self, x: float, nearer: float = 0.0) -> tuple[float, float]:
        """The point ``x`` to the player's right and ``nearer`` to the player than the row."""
        return _seen_from(self.centre, self.angle, x, self.away + nearer)


def _seen_from(centre: tuple[float, float], angle: float, x: float, near: float) -> tuple[float, float]:
    """The point ``x`` to the right of and ``near`` before the centre for somebody sitting at ``angle``."""
    a = math.radians(angle)
    return (
        centre[0] + x * math.cos(a) + near * math.sin(a),
        centre[1] + x * math.sin(a) - near * math.cos(a),
    )


def _opponent(
    plan: Plan, rng: np.random.Generator, wall: Wall, seat: _Seat, own: Sequence[Placement]
) -> None:
    """Another player's tiles, the called ones where they do not come near the owner's."""
    called = int(rng.choice([0, 0, 1, 2]))
    held = 13 - 3 * called
    how = str(rng.choice(["standing", "standing", "shown", "down", "gone"]))
    left = -float(held) / 2 - 2.0 * called
    faces = wall.take(held) if how == "shown" else ["back"] * held
    if how == "standing":
        for k, face in enumerate(faces):
            plan.others.append(plan.put(face, *seat.spot(left + 1.01 * k), seat.angle + 180.0, stands=True))
    elif how != "gone":
        plan.others += plan.row(faces, *seat.spot(left), angle=seat.angle)
    x = held / 2 + 2.0
    for _ in range(called):
        corner = seat.spot(x + 1.5)
        if min(math.hypot(corner[0] - p.x, corner[1] - p.y) for p in own) < APART:
            break
        for k, face in enumerate(wall.take(3)):
            wide = 1.0 if k else plan.aspect
            spot = seat.spot(x + wide / 2, 0.0 if k else (plan.aspect - 1) / 2)
            plan.others.append(plan.put(face, *spot, seat.angle + (0.0 if k else 90.0)))
            x += wide + 0.03


def other_hand(
    plan: Plan, rng: np.random.Generator, wall: Wall, middle: tuple[float, float], angle: float
) -> None:
    """Another player's thirteen tiles, shown (at an exhaustive draw) or face-down.

    Args:
        plan: where to lay them.
        rng: random generator.
        wall: the faces that are left.
        middle: of the row, tile widths.
        angle: how far that player sits turned from the owner, degrees.

    >>> import numpy as np
    >>> from vision.synth.arrange_plan import Plan
    >>> rng, wall, plan = np.random.default_rng(0), Wall(["9p"] * 40), Plan()
    >>> other_hand(plan, rng, wall, (0.0, 20.0), 180.0)
    >>> len(plan.others)
    13
    """
    faces = wall.take(13)
    if rng.random() < 0.4:  # noqa: PLR2004
        faces = ["back"] * len(faces)
    a = math.radians(angle)
    half = 0.5 * 1.02 * (len(faces) - 1)
    start = (middle[0] - half * math.cos(a), middle[1] - half * math.sin(a))
    plan.others += plan.row(faces, *start, angle=angle)
