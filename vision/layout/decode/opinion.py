"""What the layout network says of a photo's detections, as plain numbers."""

import math
from dataclasses import dataclass
from typing import Final, TypeAlias

from yakulens.vision.layout.roles import ROLE_INDEX

Rows: TypeAlias = tuple[tuple[float, ...], ...]

_EVEN: Final = math.log(0.5)
_NOTHING: Final = ROLE_INDEX["nothing"]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What each of N detections is, and which belong together, after temperature.

    Attributes:
        roles: N rows, natural log probabilities of ``vision.layout.roles.ROLES``.
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
