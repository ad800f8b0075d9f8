"""How the players may sit about the photo: which way each of the four looks, and whose each tile then is.

The network tells whose a tile is as seen from the near player. Seen over a corner of the table two players
are as near, and of every tile it says two things at once. Which way a hand's tiles point tells the rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from yakulens.vision.layout.decode.frame import QUARTER, Tiles, square_of
from yakulens.vision.layout.decode.opinion import Opinion, Rows
from yakulens.vision.layout.roles import ROLE_INDEX, SEATS

_CALLED: Final = 0.8
"""How far a called tile tells which way a hand points, beside a concealed one."""
_LEAST: Final = 0.02
"""A tile that is less probably of a hand tells nothing."""
_OWN: Final = 1.5
"""How much likelier a hand is photographed by its owner than from across, half the log odds."""
_UPSIDE_DOWN: Final = 0.15
"""So large a share of tiles lies upside down, or is read so."""
_UPRIGHT: Final = 2.0
"""How much likelier a tile of a hand lies upright than sideways, log odds."""
_WORTH_A_TRY: Final = -5.0
"""Ways to sit with lower log odds than this beside the likeliest are not tried."""
_SUREST: Final = 6.0
"""No hand's direction tells more than this of whose it is."""
_DOUBTED: Final = -3.0
"""Of a tile of the same hand the network denies a seat with a log probability no lower than this."""


@dataclass(frozen=True, slots=True)
class Facing:
    """One way in which the players may sit.

    Attributes:
        away: the near player's direction, radians.
        odds: log odds beside the likeliest way.
        seats: for each tile the log probabilities of being each player's, if they sit so.
    """

    away: float
    odds: float
    seats: Rows


def facings(tiles: Tiles, opinion: Opinion) -> list[Facing]:
    """The ways in which the players may sit, the likeliest first.

    Args:
        tiles: on the table's plane.
        opinion: what the network says of them.
    """
    weights = [weight if weight > _LEAST else 0.0 for weight in _of_a_hand(opinion)]
    square = square_of(tiles, weights)
    aways = [square + k * QUARTER for k in range(len(SEATS))]
    points = [_points(tiles, tile, aways) if weight else () for tile, weight in enumerate(weights)]
    ways = []
    for first, away in enumerate(aways):
        # What a tile says of each direction, in the order of the seats, if the near player looks in this one.
        said = [(*one[first:], *one[:first]) for one in points]
        odds = _OWN * math.cos(away - tiles.heading)
        for weight, seats, turned in zip(weights, opinion.seats, said, strict=True):
            if weight:
                whose = zip(seats, turned, strict=True)
                odds += weight * math.log(sum(math.exp(own + other) for own, other in whose))
        ways.append((odds, away, said))
    most = max(ways)[0]
    return [
        Facing(away, odds - most, _seats(opinion, weights, said))
        for odds, away, said in sorted(ways, reverse=True)
        if odds - most > _WORTH_A_TRY
    ]


def _of_a_hand(opinion: Opinion) -> list[float]:
    """How far each tile tells which way a hand points, 0..1: by how probably it is of one."""
    concealed, won, called = (ROLE_INDEX[role] for role in ("concealed", "won", "called"))
    return [
        math.exp(row[concealed]) + math.exp(row[won]) + _CALLED * math.exp(row[called])
        for row in opinion.roles
    ]


def _points(tiles: Tiles, tile: int, aways: Sequence[float]) -> tuple[float, ...]:
    """Log odds of a tile lying as it does if its owner looks in each of some directions."""
    said = []
    for away in aways:
        along = math.cos(tiles.axes[tile] - away)
        upright = along * along / (1 + math.exp(-tiles.lengthwise[tile]))
        forward = tiles.ahead[tile] if along > 0 else 1 - tiles.ahead[tile]
        top = math.log(_UPSIDE_DOWN + (1 - 2 * _UPSIDE_DOWN) * forward)
        said.append(upright * (top + _UPRIGHT) - _UPRIGHT / 2)
    return tuple(said)


def _seats(opinion: Opinion, weights: Sequence[float], said: Sequence[tuple[float, ...]]) -> Rows:
    """Whose each tile is, where all tiles of its hand tell which way that points."""
    telling = [t for t, weight in enumerate(weights) if weight]
    rows = []
    for t, row in enumerate(opinion.seats):
        if not weights[t]:
            rows.append(row)
            continue
        total = [0.0] * len(SEATS)
        for u in telling:
            share = weights[u] * (1.0 if u == t else 1 / (1 + math.exp(-opinion.hand[t][u])))
            for seat, (own, turned) in enumerate(zip(opinion.seats[u], said[u], strict=True)):
                total[seat] += share * (turned + (max(own, _DOUBTED) if u != t else 0.0))
        most = max(total)
        logits = [own + max(turned - most, -_SUREST) for own, turned in zip(row, total, strict=True)]
        whole = math.log(sum(math.exp(one) for one in logits))
        rows.append(tuple(one - whole for one in logits))
    return tuple(rows)
