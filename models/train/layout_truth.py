"""The layout network's targets for an arranged scene: each tile's role, owner and called set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.scene import Arrangement, ShownHand
from yakulens.vision.arrays import ParallelArrays
from yakulens.vision.labels import BACK
from yakulens.vision.layout.decode.opinion import ROLE_INDEX, Role

UNKNOWN: Final = -1
"""Stands for no owner or an unknown one, for no called set, and for no hand."""

_SEATS: Final = 4
_QUARTER: Final = 90.0
_ALL_CALLED: Final = 4
"""Number of called sets that make a whole hand, even if its other tiles are not in view."""


@dataclass(frozen=True, slots=True, eq=False)
class Truth(ParallelArrays):
    """The targets of N detections or placements: arrays ``(N,)``.

    Attributes:
        roles: int64, indices into ``vision.layout.decode.opinion.ROLES``.
        seats: int64, the owner's index into ``SEATS``, or ``UNKNOWN``.
        meant: bool, whether the tile belongs to the scored hand.
        calls: int64, the number of its called set, or ``UNKNOWN``.
        hands: int64, the number of the player whose hand it belongs to, or ``UNKNOWN``.
    """

    roles: NDArray[np.int64]
    seats: NDArray[np.int64]
    meant: NDArray[np.bool_]
    calls: NDArray[np.int64]
    hands: NDArray[np.int64]


def truth_of(scene: Arrangement, camera_side: float = 0.0) -> Truth:
    """The targets of each placement of a scene, and at the end those of no tile, which index -1 selects.

    Seats count from the owner of the scored hand, or without one from the seat nearest to ``camera_side``,
    the camera's direction in degrees counter-clockwise.
    """
    n = len(scene.placements) + 1
    backs = np.array([p.face == BACK for p in scene.placements] + [False])
    roles = np.where(backs, ROLE_INDEX["wall"], ROLE_INDEX["pond"])
    roles[-1] = ROLE_INDEX["nothing"]
    seats, calls, hands = (np.full(n, UNKNOWN) for _ in range(3))
    sets = count()

    def set_hand(tiles: Sequence[int], role: Role, seat: int) -> None:
        """Set the role and the owner of tiles of a hand."""
        for k in tiles:
            roles[k], seats[k], hands[k] = ROLE_INDEX[role], seat, seat
        if role == "called":
            calls[list(tiles)] = next(sets)

    for part in scene.parts:
        if part.kind == "pond":
            seats[list(part.tiles)] = _seat(part.seat)
        else:
            set_hand(part.tiles, part.kind, _seat(part.seat))
    for hand in (*scene.shown, ShownHand(0.0, scene.concealed, scene.melds)):
        set_hand(hand.concealed, "concealed", _seat(hand.seat))
        for meld in hand.melds:
            set_hand(meld.ids, "called", _seat(hand.seat))
    if scene.win is not None:
        set_hand((scene.win,), "won", 0)
    roles[list(scene.indicators)] = ROLE_INDEX["indicator"]
    owner = _owner_of_scored_hand(scene)
    near = _seat(camera_side) if owner is None else owner
    seats = np.where(seats == UNKNOWN, UNKNOWN, (seats - near) % _SEATS)
    return Truth(roles, seats, np.zeros(n, bool) if owner is None else hands == owner, calls, hands)


def _seat(degrees: float) -> int:
    """The number of a seat, counter-clockwise from the near one."""
    return round(degrees / _QUARTER) % _SEATS


def _owner_of_scored_hand(scene: Arrangement) -> int | None:
    """The scene's owner if any of its hand lies open, else the only player who shows a hand, if any."""
    if scene.concealed or scene.win is not None or len(scene.melds) >= _ALL_CALLED:
        return 0
    seats = {_seat(hand.seat) for hand in scene.shown}
    return seats.pop() if len(seats) == 1 else None
