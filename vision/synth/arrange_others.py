"""Other players' open tiles beside a hand: the sets that a neighbour called, and whole hands laid open."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np

from yakulens.scorer.vocabulary import MeldKind
from yakulens.vision.synth.arrange_around import Wall
from yakulens.vision.synth.arrange_deal import DealtMeld, sets_from
from yakulens.vision.synth.arrange_draw import lay_hand
from yakulens.vision.synth.arrange_plan import Plan, one_of
from yakulens.vision.synth.scene import ShownHand

_LEFT: Final = 270.0
_RIGHT: Final = 90.0
_CALLED: Final[tuple[MeldKind, ...]] = ("chi", "pon", "pon", "open_kan", "closed_kan")
_APART: Final = (2.5, 5.0)
"""How far a neighbour's sets lie from the hand, tile widths: both leave a hand's breadth between them."""
_AWAY: Final = (9.0, 14.0)
"""How far an open hand lies from the table's middle, tile widths."""


def neighbours_melds(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """One to three sets that the player to the left or right called, at the corner next to the hand.

    Players lay their sets to their own right: those of the left neighbour begin beside the hand, those of the
    right one lie further off. The plan holds the owner's tiles already.
    """
    plan.wide = True  # it is about their being in the picture
    dealt = _dealt(rng, wall, [one_of(rng, _CALLED) for _ in range(int(rng.integers(1, 4)))])
    if dealt is None:
        return
    seat = one_of(rng, (_LEFT, _LEFT, _RIGHT))
    theirs = Plan(aspect=plan.aspect)
    left, right = min(p.x for p in plan.placements), max(p.x for p in plan.placements)
    low, high = min(p.y for p in plan.placements), max(p.y for p in plan.placements)
    gap = float(rng.uniform(*_APART)) + 2 * plan.aspect
    # Seen from the neighbour the owner's side lies to the right (left neighbour) or left (right one).
    y = (left if seat == _LEFT else -right) - gap
    x = -high - float(rng.uniform(0, 5)) if seat == _LEFT else low + float(rng.uniform(0, 4))
    inner, stacked = bool(rng.random() < 0.5), bool(rng.random() < 0.5)  # noqa: PLR2004 - even odds
    for meld in dealt[1]:
        x = theirs.meld(rng, meld, x, y, stacked=stacked, inner=inner) + float(rng.uniform(0.05, 0.6))
    plan.lay_for(seat, theirs)


def open_hands(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """One or two other players' hands laid open, as tenpai hands are after a win that was contested.

    The plan holds the owner's tiles already, the winning tile among or beside them.
    """
    plan.wide = True
    won = [] if plan.win is None else [plan.win]
    plan.shown.append(ShownHand(0.0, (*plan.concealed, *won), tuple(plan.melds)))
    away = float(rng.uniform(*_AWAY))
    across = sum(p.x for p in plan.placements) / len(plan.placements)
    middle = (across, max(p.y for p in plan.placements) + away)
    for seat in rng.choice([_RIGHT, 180.0, _LEFT], int(rng.integers(1, 3)), replace=False):
        dealt = _dealt(rng, wall, [one_of(rng, _CALLED) for _ in range(int(rng.choice([0, 0, 1, 2])))])
        if dealt is None:
            continue
        theirs = Plan(aspect=plan.aspect)
        held = [tile for tiles in dealt[0] for tile in tiles]
        held.pop(int(rng.integers(len(held))))
        lay_hand(theirs, rng, held, dealt[1], away, shows=True)
        plan.lay_for(float(seat), theirs, middle)
        shown = plan.shown[-1]
        plan.others += [*shown.concealed, *(tile for meld in shown.melds for tile in meld.ids)]


def _dealt(
    rng: np.random.Generator, wall: Wall, melds: list[MeldKind]
) -> tuple[tuple[tuple[str, ...], ...], tuple[DealtMeld, ...]] | None:
    """Sets and called sets out of what is left; None where a few tries found none."""
    for _ in range(20):
        left = Counter(wall.tiles)
        dealt = sets_from(rng, left, melds)
        if dealt is not None:
            wall.tiles[:] = list(left.elements())
            rng.shuffle(wall.tiles)
            return dealt
    return None
