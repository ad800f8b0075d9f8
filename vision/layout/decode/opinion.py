"""The layout network's answer about a photo's detections: what each may be and whose, with probabilities."""

import math
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Rows: TypeAlias = tuple[tuple[float, ...], ...]

Role: TypeAlias = Literal["nothing", "concealed", "won", "called", "indicator", "pond", "wall"]
"""What a detection is.

``nothing`` is no tile, or the weaker of two detections of one tile. ``won`` is a tile of a hand that lies
apart from it, won or just drawn. ``pond`` is any face-up tile that belongs to no hand. ``wall`` is a
face-down tile that belongs to no open hand: one of the walls or of a hidden hand.
"""

Seat: TypeAlias = Literal["near", "right", "across", "left"]
"""Whose a tile is: ``near`` has the meant hand or, if there is none, sits nearest the camera."""

ROLES: Final[tuple[Role, ...]] = ("nothing", "concealed", "won", "called", "indicator", "pond", "wall")
SEATS: Final[tuple[Seat, ...]] = ("near", "right", "across", "left")
ROLE_INDEX: Final[dict[Role, int]] = {role: k for k, role in enumerate(ROLES)}

_EVEN: Final = math.log(0.5)
_NOTHING: Final = ROLE_INDEX["nothing"]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What each of N detections is, and which belong together, after temperature.

    Attributes:
        roles: N rows, natural log probabilities of ``ROLES``.
        seats: N rows, natural log probabilities of ``SEATS``, given that it is a player's tile.
        meant: N natural log odds of belonging to the meant hand.
        call: N rows of N natural log odds of lying in the same called set; symmetric.
        hand: N rows of N natural log odds of belonging to the same player's hand; symmetric.
    """

    roles: Rows
    seats: Rows
    meant: tuple[float, ...]
    call: Rows
    hand: Rows

    def __len__(self) -> int:
        """The number of detections."""
        return len(self.roles)

    def is_tile(self, detection: int) -> bool:
        """Whether a detection is more likely a tile than nothing."""
        return self.roles[detection][_NOTHING] < _EVEN
