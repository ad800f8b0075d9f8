"""Whole tables as in clubs: four ponds, walls, what everybody called, hands open, standing or face-down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal, TypeAlias

import numpy as np

from yakulens.vision.labels import BACK
from yakulens.vision.synth.arrange_around import Wall, dead_wall, under_indicators, wall_of_backs
from yakulens.vision.synth.arrange_deal import Dealt
from yakulens.vision.synth.arrange_plan import Plan, disturb
from yakulens.vision.synth.scene import Arrangement, Part, Thing, ThingKind
from yakulens.vision.train.layout_deal import Deck
from yakulens.vision.train.layout_hands import CallPlace, deal_hand, lay_hand, move, spoilt, weighted

Moment: TypeAlias = Literal["won", "won elsewhere", "draw", "playing"]
"""When a table is photographed: the near player won, another one did, nobody did, or the hand goes on."""
Shown: TypeAlias = Literal["open", "standing", "down", "gone"]

_MOMENTS: Final[Mapping[Moment, float]] = {"won": 0.6, "won elsewhere": 0.1, "draw": 0.18, "playing": 0.12}
_HIDDEN: Final[Mapping[Shown, float]] = {"standing": 0.5, "down": 0.3, "gone": 0.2}
_SEATS: Final = (0.0, 90.0, 180.0, 270.0)
_CALLS: Final = (0, 0, 0, 1, 1, 2, 2, 3, 4)
_OTHERS_CALLS: Final[Mapping[CallPlace, float]] = {
    "right": 0.35, "corner": 0.2, "rail": 0.2, "touching": 0.05, "block": 0.05, "front": 0.05, "stacked": 0.1
}  # fmt: skip
_WAITS: Final = 0.6
"""How likely a player waits at a draw and lays the hand open."""
_ALSO_OPEN: Final = 0.1
"""How likely a player shows the hand after another one's win."""
_ROW: Final = 6
_CLEAR: Final = 1.25
"""No discard lies nearer to a tile of a hand, nor does a tile of a wall, tile widths."""
_FAR_AWAY: Final = -1e3
"""Where tiles go that are out of sight, since numbers of tiles must not change."""
_ALL_CALLED: Final = 4


def club_table(rng: np.random.Generator) -> Arrangement:
    """A whole table in or after a hand."""
    deck = Deck(rng)
    hands = [deal_hand(rng, deck, int(rng.choice(_CALLS))) for _ in _SEATS]
    wall = Wall(deck.rest())
    plan = Plan(aspect=float(rng.uniform(1.28, 1.42)), wide=True)
    moment = weighted(rng, _MOMENTS)
    winner = {"won": 0, "won elsewhere": int(rng.integers(1, 4))}.get(moment)
    ponds, middle = float(rng.uniform(2.6, 5.0)), float(rng.uniform(5.6, 8.5))
    away = ponds + middle + float(rng.uniform(0.0, 3.5))
    walled = int(rng.integers(4)) if rng.random() < 0.8 else -1
    left_over = float(rng.choice([0.0, 0.5, 0.8, 1.0]))
    full = float(rng.choice([0.2, 0.6, 1.0]))
    for number, (seat, hand) in enumerate(zip(_SEATS, hands, strict=True)):
        own = Plan(aspect=plan.aspect)
        shown = _shown(rng, moment, won=number == winner, near=not number)
        # Who has not won is tenpai, or not yet.
        done = (shown == "open" and number == winner) or rng.random() < 0.5
        lies = hand if done else spoilt(rng, hand, wall.tiles)
        _hand(own, rng, lies, shown, away, won=number == winner, near=not number)
        pond(own, rng, wall, ponds, int(rng.integers(0, 4 + int(17 * full))))
        if number == walled:
            _dead_wall(own, rng, wall, ponds + 3.2 + float(rng.uniform(0.6, 2.2)))
        elif rng.random() < left_over:
            start = float(rng.uniform(-8, 4)), -(ponds + 3.2 + float(rng.uniform(0.6, 2.6)))
            wall_of_backs(own, rng, start, float(rng.normal(0, 1.5)), int(rng.integers(1, 17)))
        _take_up(plan, own, seat, near=not number or number == winner)
    _clear(plan)
    _things(plan, rng, away)
    disturb(plan, rng, float(rng.uniform(0.1, 1.3)))
    return plan.scene() if winner in (None, 0) else turned(plan, 90.0 * winner)


def _clear(plan: Plan) -> None:
    """Take away discards and tiles of walls where somebody's hand came to lie on them."""
    hands = {
        k for hand in plan.shown for k in (*hand.concealed, *(t for meld in hand.melds for t in meld.ids))
    }
    hands |= {k for part in plan.parts if part.kind != "pond" for k in part.tiles}
    hands |= {*plan.concealed, *(k for meld in plan.melds for k in meld.ids)}
    hands |= set() if plan.win is None else {plan.win}
    spots = np.array([(tile.x, tile.y) for tile in plan.placements])
    held = np.zeros(len(spots), bool)
    held[list(hands)] = True
    apart = np.hypot(*(spots[:, None] - spots[held][None]).transpose(2, 0, 1)).min(axis=1, initial=np.inf)
    for k in np.flatnonzero(~held & (apart < _CLEAR)).tolist():
        plan.placements[k] = replace(plan.placements[k], y=_FAR_AWAY)


def _shown(rng: np.random.Generator, moment: Moment, *, won: bool, near: bool) -> Shown:
    """How a player's hand lies."""
    if won or (moment == "draw" and rng.random() < _WAITS):
        return "open"
    if rng.random() < _ALSO_OPEN and moment != "playing":
        return "open"
    if near and moment == "playing":
        return "standing" if rng.random() < 0.6 else "down"
    return weighted(rng, _HIDDEN)


def _hand(
    own: Plan, rng: np.random.Generator, hand: Dealt, shown: Shown, away: float, *, won: bool, near: bool
) -> None:
    """A player's tiles as the player sees them, the table's middle at the origin."""
    place: CallPlace = weighted(rng, _OTHERS_CALLS)
    lay_hand(own, rng, hand, win=None if won else "absent", calls=None if won else place)
    if shown != "open":
        _hide(own, shown, near=near)
    width = max((p.x for p in own.placements), default=0.0)
    middle = float(rng.uniform(-4.0, 0.5))
    move(own, -width / 2 + (middle if hand.melds else float(rng.normal(0, 1.5))), -away)


def _hide(own: Plan, shown: Shown, *, near: bool) -> None:
    """What is held, not laid open: the near player's own tiles may be seen from behind."""
    held = sorted(own.concealed)
    for k in held:
        tile = own.placements[k]
        if shown == "standing":
            tile = replace(tile, angle=0.0 if near else 180.0, stands=True, y=0.0)
        if shown == "gone":
            tile = replace(tile, y=_FAR_AWAY)
        elif shown == "down" or not near:
            tile = replace(tile, face=BACK)
        own.placements[k] = tile
    if shown != "standing" or not near:
        own.concealed = []


def pond(own: Plan, rng: np.random.Generator, wall: Wall, away: float, count: int) -> None:
    """A player's discards: rows of six, the last one longer, the riichi tile sideways, tidy or not."""
    faces = wall.take(count)
    riichi = int(rng.integers(count)) if count and rng.random() < 0.4 else -1
    crooked, first = float(rng.choice([0.5, 2.0, 6.0])), len(own.placements)
    wide, slack = int(rng.choice([_ROW, _ROW, _ROW, 5, 7])), float(rng.uniform(0.0, 0.12))
    noise = rng.normal(size=(len(faces), 3))
    x = 0.0
    for k, face in enumerate(faces):
        row = min(k // wide, 2) if wide == _ROW else k // wide
        x = -3.0 if k == row * wide else x
        span = own.aspect if k == riichi else 1.0
        y = -away - row * (own.aspect + 0.06) - (own.aspect / 2 - 0.5 if k == riichi else 0.0)
        turn = (90.0 if k == riichi else 0.0) + crooked * float(noise[k, 0])
        own.put(face, x + span / 2, y + 0.02 * crooked * float(noise[k, 1]), turn)
        x += span + slack + 0.02 * crooked * abs(float(noise[k, 2]))
    own.parts.append(Part("pond", 0.0, tuple(range(first, len(own.placements)))))


def _dead_wall(own: Plan, rng: np.random.Generator, wall: Wall, away: float) -> None:
    """The dead wall, at times with the indicators from below."""
    dead_wall(own, rng, wall, (float(rng.uniform(-8.0, 1.0)), -away), 0.0)
    if rng.random() < 0.2:
        under_indicators(own, rng, wall)


def _take_up(plan: Plan, own: Plan, seat: float, *, near: bool) -> None:
    """Lay a player's tiles on the table; those of the hand that is meant are the scene's own."""
    first, win = len(plan.placements), own.win
    plan.lay_for(seat, own)
    if near and (own.concealed or win is not None or len(own.melds) >= _ALL_CALLED):
        plan.concealed = [first + k for k in own.concealed]
        plan.melds = [replace(meld, ids=tuple(first + k for k in meld.ids)) for meld in own.melds]
        plan.win = None if win is None else first + win


def turned(plan: Plan, seat: float) -> Arrangement:
    """The scene as whoever sits at ``seat`` sees it."""
    seen = Plan(aspect=plan.aspect, wide=True)
    seen.lay_for(-seat, plan)
    scene = plan.scene()
    return replace(
        scene,
        placements=tuple(seen.placements),
        parts=tuple(replace(part, seat=part.seat - seat) for part in scene.parts),
        shown=tuple(replace(hand, seat=hand.seat - seat) for hand in scene.shown),
    )


def _things(plan: Plan, rng: np.random.Generator, away: float) -> None:
    """Trays, sticks, a display in the middle, dice."""
    kinds: tuple[ThingKind, ...] = ("tray", "bets", "display", "dice")
    for kind in kinds:
        if rng.random() < 0.5:
            reach = 1.5 if kind in ("display", "dice", "bets") else away
            x, y = (
                rng.normal(0, 2.5),
                -reach - float(rng.uniform(0, 3)) if kind == "tray" else rng.normal(0, reach),
            )
            plan.things.append(Thing(kind, float(x), float(y), float(rng.choice([0, 90]))))
