"""Other players' open tiles beside a hand: the sets that a neighbour called, and whole hands laid open."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np

from yakulens.scorer.vocabulary import MeldKind
from yakulens.vision.synth.arrange_around import Wall
from yakulens.vision.synth.arrange_deal import DealtMeld, sets_from
from yakulens.vision.synth.arrange_draw import lay_hand
from yakulens.vision.synth.arrange_plan import Plan
from yakulens.vision.synth.choice import one_of
from yakulens.vision.synth.scene import ShownHand

_LEFT: Final = 270.0
_RIGHT: Final = 90.0
_CALLED: Final[tuple[MeldKind, ...]] = ("chi", "pon", "pon", "open_kan", "closed_kan")
_CALLS_DISTANCE: Final = (2.5, 5.0)
"""Distance of a neighbour's called sets from the hand, tile widths."""
_HAND_DISTANCE: Final = (9.0, 14.0)
"""Distance of an open hand from the table's middle, tile widths."""


def neighbours_melds(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """One to three sets that the player to the left or right called, at the corner next to the hand.

    Players lay their sets to their own right: those of the left neighbour begin beside the hand, those of the
    right one lie further off. The plan holds the owner's tiles already.
    """
    plan.wide = True  # these sets must be in the picture
    dealt = _dealt(rng, wall, [one_of(rng, _CALLED) for _ in range(int(rng.integers(1, 4)))])
    if dealt is None:
        return
    seat = one_of(rng, (_LEFT, _LEFT, _RIGHT))
    neighbour = Plan(aspect=plan.aspect)
    min_x, max_x = min(p.x for p in plan.placements), max(p.x for p in plan.placements)
    min_y, max_y = min(p.y for p in plan.placements), max(p.y for p in plan.placements)
    gap = float(rng.uniform(*_CALLS_DISTANCE)) + 2 * plan.aspect
    # Seen from the neighbour the owner's side lies to the right (left neighbour) or left (right one).
    y = (min_x if seat == _LEFT else -max_x) - gap
    x = -max_y - float(rng.uniform(0, 5)) if seat == _LEFT else min_y + float(rng.uniform(0, 4))
    inner, stacked = bool(rng.random() < 0.5), bool(rng.random() < 0.5)  # noqa: PLR2004 - even odds
    for meld in dealt[1]:
        x = neighbour.meld(rng, meld, x, y, stacked=stacked, inner=inner) + float(rng.uniform(0.05, 0.6))
    plan.lay_for(seat, neighbour)


def open_hands(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """One or two other players' hands laid open, as tenpai hands are after a win that was contested.

    The plan holds the owner's tiles already, the winning tile among or beside them.
    """
    plan.wide = True
    won = [] if plan.win is None else [plan.win]
    plan.shown.append(ShownHand(0.0, (*plan.concealed, *won), tuple(plan.melds)))
    distance = float(rng.uniform(*_HAND_DISTANCE))
    middle_x = sum(p.x for p in plan.placements) / len(plan.placements)
    middle = (middle_x, max(p.y for p in plan.placements) + distance)
    for seat in rng.choice([_RIGHT, 180.0, _LEFT], int(rng.integers(1, 3)), replace=False):
        dealt = _dealt(rng, wall, [one_of(rng, _CALLED) for _ in range(int(rng.choice([0, 0, 1, 2])))])
        if dealt is None:
            continue
        player = Plan(aspect=plan.aspect)
        concealed = [tile for tiles in dealt[0] for tile in tiles]
        concealed.pop(int(rng.integers(len(concealed))))
        lay_hand(player, rng, concealed, dealt[1], distance, shows=True)
        plan.lay_for(float(seat), player, middle)
        shown = plan.shown[-1]
        plan.others += [*shown.concealed, *(tile for meld in shown.melds for tile in meld.ids)]


def _dealt(
    rng: np.random.Generator, wall: Wall, melds: list[MeldKind]
) -> tuple[tuple[tuple[str, ...], ...], tuple[DealtMeld, ...]] | None:
    """Sets and called sets out of the tiles that are left; None where twenty tries failed."""
    for _ in range(20):
        left = Counter(wall.tiles)
        dealt = sets_from(rng, left, melds)
        if dealt is not None:
            wall.tiles[:] = list(left.elements())
            rng.shuffle(wall.tiles)
            return dealt
    return None
