"""Counts of tiles in one integer.

The lowest bits count the 34 kinds, six bits each; above them, six bits count the red fives of each suit.
"""

from collections.abc import Iterable
from typing import Final

from yakulens.scorer.tile import KIND, Tile

DIGIT: Final = 6
"""Bits per kind in the counts: enough for any pile of tiles that can be given."""
SUIT_BITS: Final = 9 * DIGIT
KIND_BITS: Final = 34 * DIGIT
KIND_MASK: Final = (1 << KIND_BITS) - 1
WEIGHT: Final[dict[Tile, int]] = {
    face: (1 << DIGIT * kind) + ((1 << KIND_BITS + DIGIT * (kind // 9)) if face[0] == "0" else 0)
    for face, kind in KIND.items()
}
"""What each of the 37 faces adds to the counts."""

# added to the counts, these set the highest bit of every kind with five or more tiles
_TO_FIVE: Final = sum(27 << DIGIT * kind for kind in range(34))
_FIVE: Final = sum(32 << DIGIT * kind for kind in range(34))


def count(tiles: Iterable[Tile]) -> int:
    """Count tiles: the sum of their `WEIGHT`s. A red five counts for its kind and as a red five.

    Raises:
        KeyError: one of them is not a tile.

    >>> number_of(count(("0m", "5m", "2m")), 4)
    2
    """
    return sum(map(WEIGHT.__getitem__, tiles))


def number_of(counts: int, kind: int) -> int:
    """The number of tiles of a kind in the counts."""
    return counts >> DIGIT * kind & 63


def number_in(counts: int) -> int:
    """The number of tiles in the counts, red fives included; modulo 63 for more than 62 tiles."""
    # the remainder modulo 63 is the sum of the digits, as in casting out nines
    return (counts & KIND_MASK) % 63


def any_above_four(counts: int) -> bool:
    """Whether the counts hold more than the four existing tiles of some kind.

    >>> any_above_four(count(("5m",) * 4)), any_above_four(count(("0m", *("5m",) * 4)))
    (False, True)
    """
    return bool((counts & KIND_MASK) + _TO_FIVE & _FIVE)


def red_fives(counts: int) -> tuple[int, int, int]:
    """The numbers of red fives of characters, circles and bamboo in the counts."""
    reds = counts >> KIND_BITS
    return reds & 63, reds >> DIGIT & 63, reds >> 2 * DIGIT
