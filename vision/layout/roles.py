"""What a tile can be and whose, in the order of the layout network's outputs."""

from typing import Final, Literal, TypeAlias

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
