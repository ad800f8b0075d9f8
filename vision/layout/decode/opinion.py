"""What the layout network says of a photo's detections: what each can be, whose, and how probably."""

import math
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Rows: TypeAlias = tuple[tuple[float, ...], ...]

Role: TypeAlias = Literal["nothing", "concealed", "won", "called", "indicator", "pond", "wall"]
"""What a detection is.

``nothing`` is no tile, or the weaker of two detections of one tile; ``won`` a tile of a hand that lies apart
from it, won or just drawn; ``pond`` any open tile that belongs to no hand; ``wall`` one that is face-down
and belongs to no hand laid open: of the walls, or of a hand that nobody shows.
"""

Seat: TypeAlias = Literal["near", "right", "across", "left"]
"""Whose a tile is: ``near`` has the hand that is meant, or sits nearest the camera where none is."""

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
        seats: N rows, natural log probabilities of ``SEATS``, given that it is somebody's tile.
        meant: N natural log odds of being of the hand that is meant.
        call: N rows of N natural log odds of lying in the same called set; symmetric.
        hand: N rows of N natural log odds of being of the same player's hand; symmetric.
    """

    roles: Rows
    seats: Rows
    meant: tuple[float, ...]
    call: Rows
    hand: Rows

    def __len__(self) -> int:
        """How many detections."""
        return len(self.roles)

    def is_tile(self, detection: int) -> bool:
        """Whether a detection is rather a tile than nothing."""
        return self.roles[detection][_NOTHING] < _EVEN
