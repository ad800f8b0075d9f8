"""How the players may sit around the photo: which way each of the four looks, and whose each tile is then.

The network says whose a tile is as seen from the near player. Seen over a corner of the table, two players
are equally near, and its answers are ambiguous. The direction of a hand's tiles resolves this.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from yakulens.vision.layout.decode.frame import QUARTER, Tiles, grid_direction
from yakulens.vision.layout.decode.opinion import ROLE_INDEX, SEATS, Opinion, Rows

_CALLED: Final = 0.8
"""Weight of a called tile in a hand's direction, relative to a concealed one."""
_LEAST: Final = 0.02
"""A tile less probably of a hand is ignored."""
_OWN: Final = 1.5
"""Half the log odds that a hand is photographed by its owner rather than from across."""
_UPSIDE_DOWN: Final = 0.15
"""The share of tiles that lie upside down or are read so."""
_UPRIGHT: Final = 2.0
"""Log odds that a tile of a hand lies upright rather than sideways."""
_WORTH_A_TRY: Final = -5.0
"""Ways to sit with lower log odds relative to the likeliest are not tried."""
_SUREST: Final = 6.0
"""Bound on the log odds of an owner by a hand's direction."""
_DOUBTED: Final = -3.0
"""Floor of a seat's log probability for the other tiles of a hand."""


@dataclass(frozen=True, slots=True)
class Facing:
    """One way in which the players may sit: the near player's direction, log odds relative to the likeliest.

    ``seats`` has each tile's log probabilities of being each player's, if they sit this way.
    """

    direction: float
    odds: float
    seats: Rows


def facings(tiles: Tiles, opinion: Opinion) -> list[Facing]:
    """The ways in which the players may sit, the likeliest first."""
    weights = [weight if weight > _LEAST else 0.0 for weight in _of_a_hand(opinion)]
    grid = grid_direction(tiles, weights)
    directions = [grid + k * QUARTER for k in range(len(SEATS))]
    direction_odds = [
        _direction_odds(tiles, tile, directions) if weight else () for tile, weight in enumerate(weights)
    ]
    seatings = []
    for quarter, direction in enumerate(directions):
        # A tile's log odds of each direction, in the seats' order, if the near player looks in this one.
        tile_odds = [(*odds[quarter:], *odds[:quarter]) for odds in direction_odds]
        odds = _OWN * math.cos(direction - tiles.heading)
        for weight, seats, facing_odds in zip(weights, opinion.seats, tile_odds, strict=True):
            if weight:
                pairs = zip(seats, facing_odds, strict=True)
                odds += weight * math.log(sum(math.exp(seat_odds + other) for seat_odds, other in pairs))
        seatings.append((odds, direction, tile_odds))
    best = max(seatings)[0]
    return [
        Facing(direction, odds - best, _seats(opinion, weights, tile_odds))
        for odds, direction, tile_odds in sorted(seatings, reverse=True)
        if odds - best > _WORTH_A_TRY
    ]


def _of_a_hand(opinion: Opinion) -> list[float]:
    """Weight of each tile in a hand's direction, 0..1: its probability of belonging to a hand."""
    concealed, won, called = (ROLE_INDEX[role] for role in ("concealed", "won", "called"))
    return [
        math.exp(row[concealed]) + math.exp(row[won]) + _CALLED * math.exp(row[called])
        for row in opinion.roles
    ]


def _direction_odds(tiles: Tiles, tile: int, directions: Sequence[float]) -> tuple[float, ...]:
    """Log odds of a tile's position if its owner looks in each of some directions."""
    tile_odds = []
    for direction in directions:
        along = math.cos(tiles.axes[tile] - direction)
        upright = along * along / (1 + math.exp(-tiles.lengthwise[tile]))
        forward = tiles.ahead[tile] if along > 0 else 1 - tiles.ahead[tile]
        top = math.log(_UPSIDE_DOWN + (1 - 2 * _UPSIDE_DOWN) * forward)
        tile_odds.append(upright * (top + _UPRIGHT) - _UPRIGHT / 2)
    return tuple(tile_odds)


def _seats(opinion: Opinion, weights: Sequence[float], tile_odds: Sequence[tuple[float, ...]]) -> Rows:
    """Whose each tile is, given the direction that all tiles of its hand show."""
    informative = [t for t, weight in enumerate(weights) if weight]
    rows = []
    for t, row in enumerate(opinion.seats):
        if not weights[t]:
            rows.append(row)
            continue
        total = [0.0] * len(SEATS)
        for u in informative:
            share = weights[u] * (1.0 if u == t else 1 / (1 + math.exp(-opinion.hand[t][u])))
            for seat, (seat_odds, facing_odds) in enumerate(zip(opinion.seats[u], tile_odds[u], strict=True)):
                total[seat] += share * (facing_odds + (max(seat_odds, _DOUBTED) if u != t else 0.0))
        best = max(total)
        logits = [
            seat_odds + max(facing_odds - best, -_SUREST)
            for seat_odds, facing_odds in zip(row, total, strict=True)
        ]
        log_total = math.log(sum(math.exp(odds) for odds in logits))
        rows.append(tuple(odds - log_total for odds in logits))
    return tuple(rows)
