"""Surroundings of a hand by name: discards, walls, others' tiles, sticks, a sheet, a whole table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal

import numpy as np

from yakulens.vision.synth.arrange_around import (
    Wall,
    dead_wall,
    discards,
    heap,
    under_indicators,
    wall_of_backs,
)
from yakulens.vision.synth.arrange_others import neighbours_melds, open_hands
from yakulens.vision.synth.arrange_plan import Plan
from yakulens.vision.synth.arrange_table import other_hand, table_around
from yakulens.vision.synth.choice import one_of
from yakulens.vision.synth.scene import Thing, ThingKind

Around = Literal[
    "discards", "heap", "wall", "dead_wall", "ura", "all_discards", "other_hands", "table", "pond",
    "neighbours_melds", "open_hands", "sheet", "sticks",
]  # fmt: skip


def surround(plan: Plan, rng: np.random.Generator, wall: Wall, kind: Around) -> None:
    """Lay one kind of surroundings about a hand, which lies there already."""
    middle = float(np.mean([p.x for p in plan.placements]))
    far = max(p.y for p in plan.placements)
    _LAY[kind](plan, rng, wall, (middle, far))


def _discards(plan: Plan, rng: np.random.Generator, wall: Wall, beyond: tuple[float, float]) -> None:
    """One player's discards well beyond the hand."""
    depth = beyond[1] + 7.5 + float(rng.uniform(0, 2))
    discards(plan, rng, wall, (beyond[0] + float(rng.normal(0, 2)), depth), 0.0)


def _wall(plan: Plan, rng: np.random.Generator, _: Wall, beyond: tuple[float, float]) -> None:
    """A wall of backs beyond the hand."""
    y = beyond[1] + float(rng.uniform(2.4, 4.0))
    wall_of_backs(plan, rng, (beyond[0] - 8.0, y), float(rng.normal(0, 2)), int(rng.integers(5, 18)))


def _all_discards(plan: Plan, rng: np.random.Generator, wall: Wall, beyond: tuple[float, float]) -> None:
    """All four players' discards about the table's middle."""
    centre = (beyond[0], beyond[1] + 15.0)
    for angle, (dx, dy) in zip((0, 90, 180, 270), ((0, -3.6), (3.6, 0), (0, 3.6), (-3.6, 0)), strict=True):
        discards(plan, rng, wall, (centre[0] + dx, centre[1] + dy), float(angle))


def _other_hands(plan: Plan, rng: np.random.Generator, wall: Wall, beyond: tuple[float, float]) -> None:
    """The other three players' thirteen tiles."""
    for angle, (dx, dy) in zip((90, 180, 270), ((14, 15), (0, 30), (-14, 15)), strict=True):
        other_hand(plan, rng, wall, (beyond[0] + dx, beyond[1] + dy), float(angle))


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


def _near_pond(plan: Plan, rng: np.random.Generator, wall: Wall, beyond: tuple[float, float]) -> None:
    """The owner's own discards, three to four tile widths beyond the hand, left or right."""
    left, right = min(p.x for p in plan.placements), max(p.x for p in plan.placements)
    x = one_of(rng, (left + 3.0, right - 3.0))
    gap = float(rng.uniform(3.0, 4.5)) + plan.aspect
    discards(plan, rng, wall, (x, beyond[1] + gap + 2 * (plan.aspect + 0.06)), 0.0)


def _sheet(plan: Plan, rng: np.random.Generator, _: Wall, __: tuple[float, float]) -> None:
    """A printed sheet of yaku before, beside or beyond the hand."""
    left, right = min(p.x for p in plan.placements), max(p.x for p in plan.placements)
    low, high = min(p.y for p in plan.placements), max(p.y for p in plan.placements)
    x, y = float(rng.uniform(left, right)), low - float(rng.uniform(5.0, 7.5))
    where = one_of(rng, ("before", "before", "left", "right", "beyond"))
    if where == "beyond":
        y = high + float(rng.uniform(5.0, 7.5))
    elif where != "before":
        x = left - float(rng.uniform(6.0, 8.0)) if where == "left" else right + float(rng.uniform(6.0, 8.0))
        y = float(rng.uniform(low, high + 4.0))
    plan.things.append(Thing("sheet", x, y, float(one_of(rng, (0, 0, 90, 180)) + rng.normal(0, 8))))


def _sticks(plan: Plan, rng: np.random.Generator, _: Wall, beyond: tuple[float, float]) -> None:
    """Bets beyond the hand, and often a full tray or some loose sticks beside it."""
    bet = (beyond[0] + float(rng.normal(0, 3)), beyond[1] + float(rng.uniform(2.5, 6.0)))
    plan.things.append(Thing("bets", *bet, float(one_of(rng, (0, 0, 90)) + rng.normal(0, 10))))
    low, right = min(p.y for p in plan.placements), max(p.x for p in plan.placements)
    if rng.random() < 0.7:  # noqa: PLR2004 - of players who have them in view
        kind: ThingKind = one_of(rng, ("tray", "bets"))
        near = (right + float(rng.uniform(-6.0, 4.0)), low - float(rng.uniform(3.0, 5.5)))
        plan.things.append(Thing(kind, *near, float(one_of(rng, (0, 90)) + rng.normal(0, 6))))


_LAY: Final[Mapping[Around, Callable[[Plan, np.random.Generator, Wall, tuple[float, float]], None]]] = {
    "discards": _discards,
    "heap": lambda plan, rng, wall, beyond: heap(plan, rng, wall, (beyond[0], beyond[1] + 5.0)),
    "wall": _wall,
    "dead_wall": partial(_dead_wall, ura=False),
    "ura": partial(_dead_wall, ura=True),
    "all_discards": _all_discards,
    "other_hands": _other_hands,
    "table": lambda plan, rng, wall, beyond: table_around(plan, rng, wall, *beyond),
    "pond": _near_pond,
    "neighbours_melds": lambda plan, rng, wall, _: neighbours_melds(plan, rng, wall),
    "open_hands": lambda plan, rng, wall, _: open_hands(plan, rng, wall),
    "sheet": _sheet,
    "sticks": _sticks,
}
"""The function that lays each kind. It is given the middle x of the owner's tiles, and their greatest y."""
