"""What else is laid about a hand, by name: discards, a wall, the dead wall, other hands, a whole table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from vision.synth.arrange_around import dead_wall, discards, heap, under_indicators, wall_of_backs
from vision.synth.arrange_plan import one_of
from vision.synth.arrange_table import other_hand, table_around

if TYPE_CHECKING:
    from vision.synth.arrange_around import Wall
    from vision.synth.arrange_plan import Plan

Around = Literal[
    "discards", "heap", "wall", "dead_wall", "ura", "all_discards", "other_hands", "table", "pond"
]


def surround(plan: Plan, rng: np.random.Generator, wall: Wall, what: Around) -> None:
    """Lay something that is not part of the hand.

    Args:
        plan: holds the hand already.
        rng: random generator.
        wall: the faces that are left.
        what: its name.

    >>> from vision.synth.arrange_around import Wall
    >>> from vision.synth.arrange_plan import Plan
    >>> plan = Plan()
    >>> plan.concealed = plan.row(("1m", "2m"), 0.5, 0.0)
    >>> surround(plan, np.random.default_rng(0), Wall(["9p"] * 40), "dead_wall")
    >>> [plan.placements[index].face for index in plan.indicators]
    ['9p']
    """
    middle = float(np.mean([p.x for p in plan.placements]))
    far = max(p.y for p in plan.placements)
    if what == "discards":
        depth = far + 7.5 + float(rng.uniform(0, 2))
        discards(plan, rng, wall, (middle + float(rng.normal(0, 2)), depth), 0.0)
    elif what == "heap":
        heap(plan, rng, wall, (middle, far + 5.0))
    elif what == "wall":
        y = far + float(rng.uniform(2.4, 4.0))
        wall_of_backs(plan, rng, (middle - 8.0, y), float(rng.normal(0, 2)), int(rng.integers(5, 18)))
    elif what in {"dead_wall", "ura"}:
        _dead_wall(plan, rng, wall, (middle, far), ura=what == "ura")
    elif what == "table":
        table_around(plan, rng, wall, middle, far)
    elif what == "pond":
        _near_pond(plan, rng, wall, far)
    elif what == "all_discards":
        centre = (middle, far + 15.0)
        for angle, (dx, dy) in zip(
            (0, 90, 180, 270), ((0, -3.6), (3.6, 0), (0, 3.6), (-3.6, 0)), strict=True
        ):
            discards(plan, rng, wall, (centre[0] + dx, centre[1] + dy), float(angle))
    else:
        for angle, (dx, dy) in zip((90, 180, 270), ((14, 15), (0, 30), (-14, 15)), strict=True):
            other_hand(plan, rng, wall, (middle + dx, far + dy), float(angle))


def _dead_wall(
    plan: Plan, rng: np.random.Generator, wall: Wall, beyond: tuple[float, float], *, ura: bool
) -> None:
    """The dead wall beyond the owner's tiles, with its second row of indicators after a riichi."""
    middle, far = beyond
    y = far + float(rng.uniform(5.0, 6.5) if ura else rng.uniform(2.6, 4.5))
    start = middle - float(rng.uniform(0, 8)), y
    dead_wall(plan, rng, wall, start, 0.0 if ura else one_of(rng, (0.0, 0.0, 180.0)))
    if ura:
        under_indicators(plan, rng, wall)


def _near_pond(plan: Plan, rng: np.random.Generator, wall: Wall, far: float) -> None:
    """The owner's own discards, three to four tile widths beyond the hand, left or right."""
    left, right = min(p.x for p in plan.placements), max(p.x for p in plan.placements)
    x = one_of(rng, (left + 3.0, right - 3.0))
    gap = float(rng.uniform(3.0, 4.5)) + plan.aspect
    discards(plan, rng, wall, (x, far + gap + 2 * (plan.aspect + 0.06)), 0.0)
