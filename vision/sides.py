"""On which side of the table a player sits, as the photographer sees it."""

import math
from typing import Final

from yakulens.vision.reading import Side

SIDES: Final[tuple[Side, ...]] = ("self", "right", "across", "left")
"""The seats counter-clockwise, as seen from above, from the photographer's own on."""


def side_of(up: float, ahead: float) -> Side:
    """The side of a player who looks in direction ``up``, where the photographer looks ``ahead``; radians.

    >>> [side_of(math.radians(up), ahead=math.pi / 2) for up in (90, 180, 270, 0)]
    ['self', 'right', 'across', 'left']
    """
    return SIDES[round((up - ahead) / (math.pi / 2)) % 4]
