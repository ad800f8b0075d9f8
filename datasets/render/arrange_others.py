"""Other players' hands: at an exhaustive draw, and beside the hand that is scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from yakulens.datasets.render.arrange_deal import DealtMeld, Sets, full_wall, in_order, sets_from
from yakulens.datasets.render.arrange_plan import SEATS, Plan, Point, Wall, dead_wall, disturbed, lay_pond
from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.scene import Arrangement, ShownHand
from yakulens.scorer.vocabulary import MeldKind
from yakulens.vision.labels import BACK

_DRAW_CALLS: Final = (0, 0, 0, 1, 1, 1, 2, 2, 3, 4)
"""Numbers of sets that a player has called by the end."""
_DRAW_KINDS: Final[tuple[MeldKind, ...]] = ("chi", "chi", "pon", "pon", "open_kan", "added_kan", "closed_kan")
_TENPAI: Final = 0.62
"""Probability that a player is tenpai at the end."""
_SHOWS_ANYWAY: Final = 0.08
"""Probability that a player who is not tenpai shows the hand."""
_RAIL: Final = 4.5
"""Distance of the rail behind a hand, tile widths."""
_LEFT: Final = 270.0
_RIGHT: Final = 90.0
_CALLED: Final[tuple[MeldKind, ...]] = ("chi", "pon", "pon", "open_kan", "closed_kan")
_CALLS_DISTANCE: Final = (2.5, 5.0)
"""Distance of a neighbour's called sets from the hand, tile widths."""
_HAND_DISTANCE: Final = (9.0, 14.0)
"""Distance of an open hand from the table's middle, tile widths."""


def exhaustive_draw(rng: np.random.Generator) -> Arrangement:
    """A table at an exhaustive draw: the wall is used up, and tenpai players lay their hands open.

    At least one hand lies open. Ponds are full, and there is a dead wall. The hands of other players stand or
    lie face-down.
    """
    while True:
        plan = _table(rng)
        if plan is not None:
            return disturbed(plan, rng, rng.uniform(0.2, 1.1))


def _table(rng: np.random.Generator) -> Plan | None:
    """The table with everything on it; None if nobody shows a hand, or the wall could not be dealt."""
    counts = full_wall()
    dealt = [sets_from(rng, counts, _kinds(rng, _DRAW_KINDS, _DRAW_CALLS)) for _ in SEATS]
    remaining = list(counts.elements())
    rng.shuffle(remaining)
    wall = Wall(remaining)
    plan = Plan(aspect=rng.uniform(1.28, 1.42), wide=True)
    pond_distance = rng.uniform(3.6, 4.6)
    hand_distance = pond_distance + rng.uniform(6.5, 10.5)
    dead_wall_seat = float(rng.choice(SEATS))
    for seat, sets in zip(SEATS, dealt, strict=True):
        if sets is None:
            return None
        player = Plan(aspect=plan.aspect)
        concealed = _short_of_a_tile(rng, sets[0])
        is_tenpai = rng.random() < _TENPAI
        if not is_tenpai:  # up to four tiles are exchanged for others
            drawn = wall.take(min(4, len(concealed)))
            for k, face in zip(rng.permutation(len(concealed)).tolist(), drawn, strict=False):
                concealed[k] = face
        _pond(player, rng, wall, pond_distance)
        if seat == dead_wall_seat:
            start = rng.uniform(-6.0, 0.0), -(pond_distance + hand_distance) / 2 - 0.6
            dead_wall(player, rng, wall, start, 0.0)
        shows = is_tenpai or rng.random() < _SHOWS_ANYWAY
        _lay_hand(player, rng, concealed, sets[1], hand_distance, shows=shows, near=not seat)
        plan.lay_for(seat, player)
    if not plan.shown:
        return None
    near = next((hand for hand in plan.shown if not hand.seat), None)
    if near is not None:
        plan.concealed, plan.melds = list(near.concealed), list(near.melds)
    for hand in plan.shown:
        if hand is not near:
            plan.others += hand.tiles
    return plan


def _short_of_a_tile(rng: np.random.Generator, sets: Sets) -> list[str]:
    """The tiles of concealed sets without one random tile."""
    concealed = [tile for tiles in sets for tile in tiles]
    concealed.pop(int(rng.integers(len(concealed))))
    return concealed


def _kinds(rng: np.random.Generator, kinds: Sequence[MeldKind], counts: Sequence[int]) -> list[MeldKind]:
    """Random kinds of called sets; their number is one of ``counts``."""
    return [one_of(rng, kinds) for _ in range(int(rng.choice(counts)))]


def _lay_hand(  # noqa: PLR0913 - a hand, where it lies, and whether it is open
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

    The player sits at the near side; the origin is the table's middle. Hidden tiles stand or lie face-down;
    those of the near player always lie face-down.
    """
    step = rng.uniform(1.0, 1.05)
    left = -step * len(concealed) / 2 - 1.7 * len(melds)
    faces = in_order(concealed) if rng.random() < 0.8 else concealed  # noqa: PLR2004 - most players sort
    state = "shown" if shows else BACK if near else one_of(rng, ("standing", "standing", BACK))
    for k, face in enumerate(faces):
        place = (left + 0.5 + step * k, -distance)
        if state == "shown":
            flipped = rng.random() < 0.03  # noqa: PLR2004 - now and then one is upside down
            plan.concealed.append(plan.put(face, *place, 180.0 if flipped else 0.0))
        elif state == "standing":
            plan.put(BACK, *place, 180.0, stands=True)  # the other players see its back
        else:
            plan.put(BACK, *place)
    _lay_calls(plan, rng, melds, (left + step * len(concealed), distance))


def _lay_calls(plan: Plan, rng: np.random.Generator, melds: tuple[DealtMeld, ...], end: Point) -> None:
    """Lay the called sets of a hand that ends at ``end``: in its line, or at the rail, one above another."""
    stacked_added, inner_backs = rng.random() < 0.5, rng.random() < 0.5  # noqa: PLR2004 - even odds
    at_rail = rng.random() < 0.4  # noqa: PLR2004 - of players who push them aside
    x = end[0] + rng.uniform(0.6, 2.0)
    y = -end[1] - (rng.uniform(0.3, _RAIL - plan.aspect) if at_rail else rng.uniform(-0.3, 0.3))
    upwards = at_rail and rng.random() < 0.6  # noqa: PLR2004
    step = plan.aspect + rng.uniform(0.05, 0.3)
    is_tall = False
    for n, meld in enumerate(reversed(melds)):
        if upwards and n:
            y += step + (0.8 if is_tall else 0.0)
        right = plan.meld(rng, meld, x, y, stacked=stacked_added, inner=inner_backs)
        is_tall = meld.kind == "added_kan" and not stacked_added
        if not upwards:
            x = right + float(one_of(rng, (0.05, 0.3, 0.8)))


def _pond(plan: Plan, rng: np.random.Generator, wall: Wall, away: float) -> None:
    """Lay a full pond: rows of six, the last one longer or shorter."""
    count = min(int(rng.integers(13, 19)), len(wall.tiles) // 2)
    riichi = int(rng.integers(count)) if count and rng.random() < 0.4 else -1  # noqa: PLR2004
    turns, loose = rng.normal(0, [rng.uniform(0.0, 3.0), 0.03], (count, 2)).T
    disorder = np.column_stack([turns, np.zeros(count), np.abs(loose)])
    lay_pond(plan, wall.take(count), riichi, disorder, away=away, rows=3)


def neighbours_melds(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """Lay one to three called sets of the left or right neighbour, at the corner next to the hand.

    Players lay their sets to their right: those of the left neighbour begin beside the hand, those of the
    right neighbour lie further off. The plan already has the owner's tiles.
    """
    plan.wide = True  # these sets must be in the picture
    dealt = _dealt(rng, wall, [one_of(rng, _CALLED) for _ in range(int(rng.integers(1, 4)))])
    if dealt is None:
        return
    seat = one_of(rng, (_LEFT, _LEFT, _RIGHT))
    neighbour = Plan(aspect=plan.aspect)
    min_x, max_x, min_y, max_y = plan.bounds()
    gap = rng.uniform(*_CALLS_DISTANCE) + 2 * plan.aspect
    # Seen from the left neighbour, the owner's side lies to the right; from the right one, to the left.
    y = (min_x if seat == _LEFT else -max_x) - gap
    x = -max_y - rng.uniform(0, 5) if seat == _LEFT else min_y + rng.uniform(0, 4)
    inner, stacked = rng.random() < 0.5, rng.random() < 0.5  # noqa: PLR2004 - even odds
    for meld in dealt[1]:
        x = neighbour.meld(rng, meld, x, y, stacked=stacked, inner=inner) + rng.uniform(0.05, 0.6)
    plan.lay_for(seat, neighbour)


def open_hands(plan: Plan, rng: np.random.Generator, wall: Wall) -> None:
    """Lay one or two other players' hands open, as with tenpai hands after a contested win.

    The plan already has the owner's tiles, with the winning tile among or beside them.
    """
    plan.wide = True
    won = [] if plan.win is None else [plan.win]
    plan.shown.append(ShownHand(0.0, (*plan.concealed, *won), tuple(plan.melds)))
    distance = rng.uniform(*_HAND_DISTANCE)
    middle_x = sum(p.x for p in plan.placements) / len(plan.placements)
    middle = (middle_x, plan.bounds()[3] + distance)
    for seat in rng.choice([_RIGHT, 180.0, _LEFT], int(rng.integers(1, 3)), replace=False):
        dealt = _dealt(rng, wall, _kinds(rng, _CALLED, (0, 0, 1, 2)))
        if dealt is None:
            continue
        player = Plan(aspect=plan.aspect)
        _lay_hand(player, rng, _short_of_a_tile(rng, dealt[0]), dealt[1], distance, shows=True)
        plan.lay_for(float(seat), player, middle)
        plan.others += plan.shown[-1].tiles


def _dealt(
    rng: np.random.Generator, wall: Wall, melds: list[MeldKind]
) -> tuple[Sets, tuple[DealtMeld, ...]] | None:
    """Sets and called sets from the remaining tiles; None if twenty tries fail."""
    for _ in range(20):
        left = Counter(wall.tiles)
        dealt = sets_from(rng, left, melds)
        if dealt is not None:
            wall.tiles[:] = list(left.elements())
            rng.shuffle(wall.tiles)
            return dealt
    return None
