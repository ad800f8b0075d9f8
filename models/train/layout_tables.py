"""Whole tables as in clubs: four ponds, walls, every player's calls, hands open, standing or face-down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal, TypeAlias

import numpy as np

from yakulens.datasets.render.arrange_deal import Dealt
from yakulens.datasets.render.arrange_plan import (
    SEATS,
    Plan,
    Wall,
    dead_wall,
    disturbed,
    lay_pond,
    turned,
    under_indicators,
    wall_of_backs,
)
from yakulens.datasets.render.choice import weighted
from yakulens.datasets.render.scene import Arrangement, TableObject, ThingKind
from yakulens.datasets.render.viewpoint import hand_tiles
from yakulens.models.train.layout_hands import CallPlace, Deck, deal_hand, incomplete_hand, lay_hand
from yakulens.vision.labels import BACK

Moment: TypeAlias = Literal["won", "won elsewhere", "draw", "playing"]
"""When a table is photographed: the near player won, another player won, nobody won, or play continues."""
HandState: TypeAlias = Literal["open", "standing", "down", "gone"]

_MOMENTS: Final[Mapping[Moment, float]] = {"won": 0.6, "won elsewhere": 0.1, "draw": 0.18, "playing": 0.12}
_CLOSED_STATES: Final[Mapping[HandState, float]] = {"standing": 0.5, "down": 0.3, "gone": 0.2}
_CALLS: Final = (0, 0, 0, 1, 1, 2, 2, 3, 4)
_OTHERS_CALLS: Final[Mapping[CallPlace, float]] = {
    "right": 0.35, "corner": 0.2, "rail": 0.2, "touching": 0.05, "block": 0.05, "front": 0.05, "stacked": 0.1
}  # fmt: skip
_TENPAI: Final = 0.6
"""Probability that a player is tenpai at a draw and lays the hand open."""
_ALSO_OPEN: Final = 0.1
"""Probability that a player shows a hand that neither won nor is tenpai."""
_ROW: Final = 6
_CLEARANCE: Final = 1.25
"""Minimum distance of discards and walls from the tiles of a hand, tile widths."""
_OUT_OF_SIGHT: Final = -1e3
"""The y of tiles moved out of sight. Removing them would invalidate indices."""
_ALL_CALLED: Final = 4


def club_table(rng: np.random.Generator) -> Arrangement:
    """A whole table during or after a hand."""
    deck = Deck(rng)
    hands = [deal_hand(rng, deck, int(rng.choice(_CALLS))) for _ in SEATS]
    wall = Wall(deck.deal_remaining())
    table = Plan(aspect=rng.uniform(1.28, 1.42), wide=True)
    moment = weighted(rng, _MOMENTS)
    winner = {"won": 0, "won elsewhere": int(rng.integers(1, 4))}.get(moment)
    pond_distance = rng.uniform(2.6, 5.0)
    hand_distance = pond_distance + rng.uniform(5.6, 8.5) + rng.uniform(0.0, 3.5)
    dead_wall_player = int(rng.integers(4)) if rng.random() < 0.8 else -1
    walls_left = float(rng.choice([0.0, 0.5, 0.8, 1.0]))
    progress = float(rng.choice([0.2, 0.6, 1.0]))
    for number, (seat, hand) in enumerate(zip(SEATS, hands, strict=True)):
        player = Plan(aspect=table.aspect)
        won, near = number == winner, not number
        state = _hand_state(rng, moment, won=won, near=near)
        # Half of the players who have not won are tenpai.
        if not won and rng.random() >= 0.5:
            hand = incomplete_hand(rng, hand, wall.tiles)  # noqa: PLW2901 - the hand as it is laid
        _lay_hand(player, rng, hand, state, hand_distance, won=won, near=near)
        _pond(player, rng, wall, pond_distance, int(rng.integers(0, 4 + int(17 * progress))))
        if number == dead_wall_player:
            wall_distance = pond_distance + 3.2 + rng.uniform(0.6, 2.2)
            dead_wall(player, rng, wall, (rng.uniform(-8.0, 1.0), -wall_distance), 0.0)
            if rng.random() < 0.2:
                under_indicators(player, rng, wall)
        elif rng.random() < walls_left:
            start = rng.uniform(-8, 4), -(pond_distance + 3.2 + rng.uniform(0.6, 2.6))
            wall_of_backs(player, rng, start, rng.normal(0, 1.5), int(rng.integers(1, 17)))
        _add_player(table, player, seat, candidate=near or won)
    _clear_hands(table)
    _add_things(table, rng, hand_distance)
    scene = disturbed(table, rng, rng.uniform(0.1, 1.3))
    return scene if winner in (None, 0) else _seen_from(scene, 90.0 * winner)


def _clear_hands(table: Plan) -> None:
    """Move discards and wall tiles out of sight where they overlap somebody's hand."""
    in_hands = {*hand_tiles(table.scene()), *(k for hand in table.shown for k in hand.tiles)}
    in_hands |= {k for part in table.parts if part.kind != "pond" for k in part.tiles}
    centres = np.array([(tile.x, tile.y) for tile in table.placements])
    of_hand = np.zeros(len(centres), bool)
    of_hand[list(in_hands)] = True
    offsets = centres[:, None] - centres[of_hand][None]
    distance = np.hypot(*offsets.transpose(2, 0, 1)).min(axis=1, initial=np.inf)
    for k in np.flatnonzero(~of_hand & (distance < _CLEARANCE)).tolist():
        table.placements[k] = replace(table.placements[k], y=_OUT_OF_SIGHT)


def _hand_state(rng: np.random.Generator, moment: Moment, *, won: bool, near: bool) -> HandState:
    """How a player's hand lies."""
    if won or (moment == "draw" and rng.random() < _TENPAI):
        return "open"
    if rng.random() < _ALSO_OPEN and moment != "playing":
        return "open"
    if near and moment == "playing":
        return "standing" if rng.random() < 0.6 else "down"
    return weighted(rng, _CLOSED_STATES)


def _lay_hand(
    player: Plan,
    rng: np.random.Generator,
    hand: Dealt,
    state: HandState,
    distance: float,
    *,
    won: bool,
    near: bool,
) -> None:
    """Lay a player's tiles as the player sees them, at a distance from the table's middle, the origin."""
    place: CallPlace = weighted(rng, _OTHERS_CALLS)
    lay_hand(player, rng, hand, win=None if won else "absent", calls=None if won else place)
    if state != "open":
        _hide(player, state, near=near)
    width = max((p.x for p in player.placements), default=0.0)
    middle = rng.uniform(-4.0, 0.5)
    left = -width / 2 + (middle if hand.melds else rng.normal(0, 1.5))
    player.placements[:] = [replace(p, x=p.x + left, y=p.y - distance) for p in player.placements]


def _hide(player: Plan, state: HandState, *, near: bool) -> None:
    """Close a hand that was laid open: stand its tiles up, turn them over, or move them out of sight.

    When tiles stand, the camera sees the near player's faces and the others' backs.
    """
    for k in player.concealed:
        tile = player.placements[k]
        if state == "standing":
            tile = replace(tile, angle=0.0 if near else 180.0, stands=True, y=0.0)
        if state == "gone":
            tile = replace(tile, y=_OUT_OF_SIGHT)
        elif state == "down" or not near:
            tile = replace(tile, face=BACK)
        player.placements[k] = tile
    if state != "standing" or not near:
        player.concealed = []


def _pond(player: Plan, rng: np.random.Generator, wall: Wall, distance: float, count: int) -> None:
    """Lay a player's discards, tidy or not: rows of six, the last one longer, the riichi tile sideways."""
    faces = wall.take(count)
    riichi = int(rng.integers(count)) if count and rng.random() < 0.4 else -1
    crooked = float(rng.choice([0.5, 2.0, 6.0]))
    columns, slack = int(rng.choice([_ROW, _ROW, _ROW, 5, 7])), rng.uniform(0.0, 0.12)
    disorder = rng.normal(size=(len(faces), 3)) * [crooked, 0.02 * crooked, 0.02 * crooked]
    disorder[:, 2] = np.abs(disorder[:, 2])
    rows = 3 if columns == _ROW else len(faces)
    lay_pond(player, faces, riichi, disorder, away=distance, slack=slack, columns=columns, rows=rows)


def _add_player(table: Plan, player: Plan, seat: float, *, candidate: bool) -> None:
    """Lay a player's tiles on the table. A candidate's hand becomes the scored one unless it is closed."""
    first, win = len(table.placements), player.win
    table.lay_for(seat, player)
    if candidate and (player.concealed or win is not None or len(player.melds) >= _ALL_CALLED):
        table.concealed = [first + k for k in player.concealed]
        table.melds = [replace(meld, ids=tuple(first + k for k in meld.ids)) for meld in player.melds]
        table.win = None if win is None else first + win


def _seen_from(scene: Arrangement, seat: float) -> Arrangement:
    """The scene turned so that the player at ``seat`` degrees sits near."""
    return replace(
        scene,
        placements=tuple(turned(tile, (0.0, 0.0), -seat) for tile in scene.placements),
        parts=tuple(replace(part, seat=part.seat - seat) for part in scene.parts),
        shown=tuple(replace(hand, seat=hand.seat - seat) for hand in scene.shown),
    )


def _add_things(table: Plan, rng: np.random.Generator, hand_distance: float) -> None:
    """Lay a tray, sticks, a display and dice, each on half of the tables."""
    kinds: tuple[ThingKind, ...] = ("tray", "bets", "display", "dice")
    for kind in kinds:
        if rng.random() < 0.5:
            x = rng.normal(0, 2.5)
            tray = kind == "tray"
            y = -hand_distance - rng.uniform(0, 3) if tray else rng.normal(0, 1.5)
            table.things.append(TableObject(kind, x, y, float(rng.choice([0, 90]))))
