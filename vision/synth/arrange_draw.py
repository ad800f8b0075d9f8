"""An exhaustive draw: the wall is used up, and players who are tenpai lay their hands open.

Ponds are full, the dead wall stands somewhere; the hands of other players stand or lie face-down.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from yakulens.scorer.vocabulary import MeldKind
from yakulens.vision.labels import BACK
from yakulens.vision.synth.arrange_around import Wall, dead_wall
from yakulens.vision.synth.arrange_deal import DealtMeld, full_wall, in_order, sets_from
from yakulens.vision.synth.arrange_plan import Plan, disturb
from yakulens.vision.synth.choice import one_of
from yakulens.vision.synth.scene import Arrangement, Part

SEATS: Final = (0.0, 90.0, 180.0, 270.0)
_CALLED: Final[tuple[MeldKind, ...]] = ("chi", "chi", "pon", "pon", "open_kan", "added_kan", "closed_kan")
_TENPAI: Final = 0.62
"""Probability that a player is tenpai at the end."""
_SHOWS_ANYWAY: Final = 0.08
"""Probability that a player who is not tenpai shows the hand."""
_RAIL: Final = 4.5
"""Distance of the rail behind a hand, tile widths."""


def exhaustive_draw(rng: np.random.Generator) -> Arrangement:
    """A table at an exhaustive draw, one hand at least laid open."""
    while True:
        plan = _table(rng)
        if plan is not None:
            disturb(plan, rng, float(rng.uniform(0.2, 1.1)))
            return plan.scene()


def _table(rng: np.random.Generator) -> Plan | None:
    """The table with everything on it; None where nobody shows a hand, or the wall could not be dealt."""
    counts = full_wall()
    dealt = [sets_from(rng, counts, _meld_kinds(rng)) for _ in SEATS]
    remaining = list(counts.elements())
    rng.shuffle(remaining)
    wall = Wall(remaining)
    plan = Plan(aspect=float(rng.uniform(1.28, 1.42)), wide=True)
    pond_distance = float(rng.uniform(3.6, 4.6))
    hand_distance = pond_distance + float(rng.uniform(6.5, 10.5))
    dead_wall_seat = float(rng.choice(SEATS))
    for seat, sets in zip(SEATS, dealt, strict=True):
        if sets is None:
            return None
        player = Plan(aspect=plan.aspect)
        concealed, melds = [tile for tiles in sets[0] for tile in tiles], sets[1]
        concealed.pop(int(rng.integers(len(concealed))))
        is_tenpai = rng.random() < _TENPAI
        if not is_tenpai:
            concealed = _with_exchanged_tiles(rng, concealed, wall)
        _pond(player, rng, wall, pond_distance)
        if seat == dead_wall_seat:
            start = float(rng.uniform(-6.0, 0.0)), -(pond_distance + hand_distance) / 2 - 0.6
            dead_wall(player, rng, wall, start, 0.0)
        shows = is_tenpai or rng.random() < _SHOWS_ANYWAY
        lay_hand(player, rng, concealed, melds, hand_distance, shows=shows, near=not seat)
        plan.lay_for(seat, player)
    if not plan.shown:
        return None
    near = next((hand for hand in plan.shown if not hand.seat), None)
    if near is not None:
        plan.concealed, plan.melds = list(near.concealed), list(near.melds)
    for hand in plan.shown:
        if hand is not near:
            plan.others += [*hand.concealed, *(tile for meld in hand.melds for tile in meld.ids)]
    return plan


def _meld_kinds(rng: np.random.Generator) -> list[MeldKind]:
    """The kinds of melds that a player has called by the end."""
    return [one_of(rng, _CALLED) for _ in range(int(rng.choice([0, 0, 0, 1, 1, 1, 2, 2, 3, 4])))]


def _with_exchanged_tiles(rng: np.random.Generator, concealed: list[str], wall: Wall) -> list[str]:
    """A hand with up to four tiles exchanged for others, so that it is hardly tenpai."""
    changed = list(concealed)
    drawn = wall.take(min(4, len(concealed)))
    for k, face in zip(rng.permutation(len(concealed)), drawn, strict=False):
        changed[int(k)] = face
    return changed


def lay_hand(  # noqa: PLR0913 - a hand, where it lies, and whether it is open
    plan: Plan,
    rng: np.random.Generator,
    concealed: list[str],
    melds: tuple[DealtMeld, ...],
    distance: float,
    *,
    shows: bool,
    near: bool = False,
) -> None:
    """Lay a player's thirteen tiles, and the called sets to the right or at the rail.

    The player sits at the near side, the table's middle is the origin. Tiles that are not shown stand or lie
    face-down; those of the near player always lie face-down.
    """
    step = float(rng.uniform(1.0, 1.05))
    left = -step * len(concealed) / 2 - 1.7 * len(melds)
    faces = in_order(concealed) if rng.random() < 0.8 else concealed  # noqa: PLR2004 - most players sort
    state = "shown" if shows else BACK if near else one_of(rng, ("standing", "standing", BACK))
    for k, face in enumerate(faces):
        place = (left + 0.5 + step * k, -distance)
        if state == "shown":
            flipped = rng.random() < 0.03  # noqa: PLR2004 - now and then one is upside down
            plan.concealed.append(plan.put(face, *place, 180.0 if flipped else 0.0))
        elif state == "standing":
            plan.put(BACK, *place, 180.0, stands=True)  # the others see its back
        else:
            plan.put(BACK, *place)
    _lay_calls(plan, rng, melds, (left + step * len(concealed), distance))


def _lay_calls(
    plan: Plan, rng: np.random.Generator, melds: tuple[DealtMeld, ...], end: tuple[float, float]
) -> None:
    """The called sets of a hand that ends at ``end``: in its line, or at the rail, one above the other."""
    stacked_added, inner_backs = bool(rng.random() < 0.5), bool(rng.random() < 0.5)  # noqa: PLR2004 - even odds
    at_rail = rng.random() < 0.4  # noqa: PLR2004 - of players who push them aside
    x = end[0] + float(rng.uniform(0.6, 2.0))
    y = -end[1] - (float(rng.uniform(0.3, _RAIL - plan.aspect)) if at_rail else float(rng.uniform(-0.3, 0.3)))
    upwards = at_rail and rng.random() < 0.6  # noqa: PLR2004
    step = plan.aspect + float(rng.uniform(0.05, 0.3))
    is_tall = False
    for n, meld in enumerate(reversed(melds)):
        if upwards and n:
            y += step + (0.8 if is_tall else 0.0)
        right = plan.meld(rng, meld, x, y, stacked=stacked_added, inner=inner_backs)
        is_tall = meld.kind == "added_kan" and not stacked_added
        if not upwards:
            x = right + float(one_of(rng, (0.05, 0.3, 0.8)))


def _pond(plan: Plan, rng: np.random.Generator, wall: Wall, away: float) -> None:
    """A full pond: rows of six, the last one longer or shorter."""
    count = min(int(rng.integers(13, 19)), len(wall.tiles) // 2)
    riichi = int(rng.integers(count)) if count and rng.random() < 0.4 else -1  # noqa: PLR2004
    crooked = float(rng.uniform(0.0, 3.0))
    x, first = -3.0, len(plan.placements)
    for k, face in enumerate(wall.take(count)):
        row = min(k // 6, 2)
        x = -3.0 if k == row * 6 else x
        turned = k == riichi
        wide = plan.aspect if turned else 1.0
        y = -away - row * (plan.aspect + 0.06) - (plan.aspect / 2 - 0.5 if turned else 0.0)
        plan.put(face, x + wide / 2, y, (90.0 if turned else 0.0) + float(rng.normal(0, crooked)))
        x += wide + 0.03 + math.fabs(float(rng.normal(0, 0.03)))
    plan.parts.append(Part("pond", 0.0, tuple(range(first, len(plan.placements)))))
