"""What the layout network is to say of an arranged scene: of each placement its role, its owner, its set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import BACK
from yakulens.vision.layout.roles import ROLE_INDEX
from yakulens.vision.synth.scene import Arrangement, Part

UNKNOWN: Final = -1
"""Nobody's tile, or nobody knows whose; no called set; no hand."""

_SEATS: Final = 4
_QUARTER: Final = 90.0
_WHOLE: Final = 4
"""A hand of so many called sets is meant though none of its other tiles is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """What N detections, or placements, are: arrays ``(N,)`` each.

    Attributes:
        roles: int64, indices into ``vision.layout.roles.ROLES``.
        seats: int64, indices into ``SEATS`` of those whose owner is known, else ``UNKNOWN``.
        meant: bool, of the hand that is meant.
        calls: int64, the number of its called set; ``UNKNOWN`` of what is in none.
        hands: int64, the number of the player whose hand it belongs to; ``UNKNOWN`` of what is of none.
    """

    roles: NDArray[np.int64]
    seats: NDArray[np.int64]
    meant: NDArray[np.bool_]
    calls: NDArray[np.int64]
    hands: NDArray[np.int64]

    def take(self, chosen: NDArray[np.intp]) -> Truth:
        """The truth of some detections, by their indices; an index of -1 stands for no tile."""
        none = chosen < 0
        return Truth(
            np.where(none, ROLE_INDEX["nothing"], self.roles[chosen]),
            np.where(none, UNKNOWN, self.seats[chosen]),
            ~none & self.meant[chosen],
            np.where(none, UNKNOWN, self.calls[chosen]),
            np.where(none, UNKNOWN, self.hands[chosen]),
        )


@dataclass(slots=True)
class _Open:
    """A scene's truth in the making; with one placement more than there are, for what is no tile."""

    roles: NDArray[np.int64]
    seats: NDArray[np.int64]
    calls: NDArray[np.int64]
    hands: NDArray[np.int64]
    sets: int = 0

    def lay(self, tiles: Iterable[int], role: int, seat: int) -> None:
        """Tiles of somebody's hand."""
        for k in tiles:
            self.roles[k], self.seats[k], self.hands[k] = role, seat, seat

    def call(self, tiles: Iterable[int], seat: int) -> None:
        """A called set."""
        chosen = list(tiles)
        self.lay(chosen, ROLE_INDEX["called"], seat)
        self.calls[chosen] = self.sets
        self.sets += 1


def truth_of(scene: Arrangement, camera_side: float = 0.0) -> Truth:
    """What each placement of a scene is; one more stands at the end, for what is none (index -1).

    Where no hand is meant, the seat nearest to the side that the camera looks from, degrees
    counter-clockwise, is the near one.
    """
    n = len(scene.placements) + 1
    backs = np.array([p.face == BACK for p in scene.placements] + [False])
    roles = np.where(backs, ROLE_INDEX["wall"], ROLE_INDEX["pond"])
    roles[-1] = ROLE_INDEX["nothing"]
    said = _Open(roles, np.full(n, UNKNOWN), np.full(n, UNKNOWN), np.full(n, UNKNOWN))
    for part in scene.parts:
        _lay_part(said, part)
    for hand in scene.shown:
        seat = _seat(hand.seat)
        said.lay(hand.concealed, ROLE_INDEX["concealed"], seat)
        for meld in hand.melds:
            said.call(meld.ids, seat)
    said.lay(scene.concealed, ROLE_INDEX["concealed"], 0)
    for meld in scene.melds:
        said.call(meld.ids, 0)
    if scene.win is not None:
        said.lay((scene.win,), ROLE_INDEX["won"], 0)
    said.roles[list(scene.indicators)] = ROLE_INDEX["indicator"]
    meant = _meant(scene)
    near = _seat(camera_side) if meant is None else meant
    turned = np.where(said.seats == UNKNOWN, UNKNOWN, (said.seats - near) % _SEATS)
    return Truth(said.roles, turned, said.hands == (-2 if meant is None else meant), said.calls, said.hands)


def _lay_part(said: _Open, part: Part) -> None:
    seat = _seat(part.seat)
    if part.kind == "pond":
        said.seats[list(part.tiles)] = seat
    elif part.kind == "called":
        said.call(part.tiles, seat)
    else:
        said.lay(part.tiles, ROLE_INDEX["concealed"], seat)


def _seat(degrees: float) -> int:
    """The seat's number, counter-clockwise from the near one."""
    return round(degrees / _QUARTER) % _SEATS


def _meant(scene: Arrangement) -> int | None:
    """Whose hand is meant: the owner's if any of it lies open, else that of the only one who shows one."""
    if scene.concealed or scene.win is not None or len(scene.melds) >= _WHOLE:
        return 0
    seats = {_seat(hand.seat) for hand in scene.shown}
    return seats.pop() if len(seats) == 1 else None
