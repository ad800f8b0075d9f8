"""The targets of the layout network for an arranged scene: each tile's role, owner and called set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import BACK
from yakulens.vision.layout.roles import ROLE_INDEX, Role
from yakulens.vision.synth.scene import Arrangement, ShownHand

UNKNOWN: Final = -1
"""Number of no owner, or an unknown one; of no called set; of no hand."""

_SEATS: Final = 4
_QUARTER: Final = 90.0
_ALL_CALLED: Final = 4
"""Called sets that are a whole hand though none of its other tiles is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """The targets of N detections or placements: arrays ``(N,)``.

    Attributes:
        roles: int64, indices into ``vision.layout.roles.ROLES``.
        seats: int64, the owner's index into ``SEATS``, ``UNKNOWN`` where nobody knows the owner.
        meant: bool, whether it belongs to the scored hand.
        calls: int64, the number of its called set, ``UNKNOWN`` where it is in none.
        hands: int64, the number of the player to whose hand it belongs, ``UNKNOWN`` where it is in none.
    """

    roles: NDArray[np.int64]
    seats: NDArray[np.int64]
    meant: NDArray[np.bool_]
    calls: NDArray[np.int64]
    hands: NDArray[np.int64]

    def take(self, chosen: NDArray[np.intp]) -> Truth:
        """The targets of some detections by index; an index of -1 stands for no tile."""
        none = chosen < 0
        roles = np.where(none, ROLE_INDEX["nothing"], self.roles[chosen])
        seats, calls, hands = (
            np.where(none, UNKNOWN, numbers[chosen]) for numbers in (self.seats, self.calls, self.hands)
        )
        return Truth(roles, seats, ~none & self.meant[chosen], calls, hands)


@dataclass(slots=True)
class _Labels:
    """The targets of all placements while they are set, and of one more, which stands for no tile."""

    roles: NDArray[np.int64]
    seats: NDArray[np.int64]
    calls: NDArray[np.int64]
    hands: NDArray[np.int64]
    sets: int = 0

    def set_hand(self, tiles: Iterable[int], role: Role, seat: int) -> None:
        """Set the role and the owner of tiles of a hand."""
        for k in tiles:
            self.roles[k], self.seats[k], self.hands[k] = ROLE_INDEX[role], seat, seat

    def set_call(self, tiles: Sequence[int], seat: int) -> None:
        """Set the targets of one called set."""
        self.set_hand(tiles, "called", seat)
        self.calls[list(tiles)] = self.sets
        self.sets += 1


def truth_of(scene: Arrangement, camera_side: float = 0.0) -> Truth:
    """The targets of each placement of a scene, and at the end those of no tile (index -1).

    Seats are counted from the owner of the scored hand; where there is none, from the seat nearest to
    ``camera_side``, the camera's direction in degrees counter-clockwise.
    """
    n = len(scene.placements) + 1
    backs = np.array([p.face == BACK for p in scene.placements] + [False])
    roles = np.where(backs, ROLE_INDEX["wall"], ROLE_INDEX["pond"])
    roles[-1] = ROLE_INDEX["nothing"]
    labels = _Labels(roles, np.full(n, UNKNOWN), np.full(n, UNKNOWN), np.full(n, UNKNOWN))
    for part in scene.parts:
        seat = _seat(part.seat)
        if part.kind == "pond":
            labels.seats[list(part.tiles)] = seat
        elif part.kind == "called":
            labels.set_call(part.tiles, seat)
        else:
            labels.set_hand(part.tiles, "concealed", seat)
    for hand in (*scene.shown, ShownHand(0.0, scene.concealed, scene.melds)):
        seat = _seat(hand.seat)
        labels.set_hand(hand.concealed, "concealed", seat)
        for meld in hand.melds:
            labels.set_call(meld.ids, seat)
    if scene.win is not None:
        labels.set_hand((scene.win,), "won", 0)
    labels.roles[list(scene.indicators)] = ROLE_INDEX["indicator"]
    owner = _owner_of_scored_hand(scene)
    near = _seat(camera_side) if owner is None else owner
    seats = np.where(labels.seats == UNKNOWN, UNKNOWN, (labels.seats - near) % _SEATS)
    meant = np.zeros(n, bool) if owner is None else labels.hands == owner
    return Truth(labels.roles, seats, meant, labels.calls, labels.hands)


def _seat(degrees: float) -> int:
    """The seat's number, counter-clockwise from the near one."""
    return round(degrees / _QUARTER) % _SEATS


def _owner_of_scored_hand(scene: Arrangement) -> int | None:
    """The scene's owner if any of that hand lies open, else the only player who shows a hand, if any."""
    if scene.concealed or scene.win is not None or len(scene.melds) >= _ALL_CALLED:
        return 0
    seats = {_seat(hand.seat) for hand in scene.shown}
    return seats.pop() if len(seats) == 1 else None
