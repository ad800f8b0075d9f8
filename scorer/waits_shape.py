"""Whether tiles make a complete hand, by counts of the 34 kinds alone; yaku play no part in it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final, TypeAlias

from scorer.tile import KIND, KINDS, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorer.tile import Tile

Counts: TypeAlias = "tuple[int, ...]"
"""How many tiles of each of the 34 kinds."""
COPIES: Final = 4
_SUITS: Final = ((0, 9), (9, 18), (18, 27), (27, 34))
_ORPHANS: Final = tuple(KIND[tile] for tile in parse("19m19p19s1234567z"))
_PAIRS: Final = 7
_LAST_SEQUENCE: Final = 6


def counts_of(tiles: Iterable[Tile]) -> Counts:
    """Count tiles by kind; a red five counts as a five.

    >>> sum(counts_of(["0m", "5m", "1z"])), counts_of(["0m", "5m"])[4]
    (3, 2)
    """
    counts = [0] * len(KINDS)
    for tile in tiles:
        counts[KIND[tile]] += 1
    return tuple(counts)


def plus(counts: Sequence[int], kind: int, number: int = 1) -> Counts:
    """The counts with `number` more of one kind.

    >>> plus((0, 2, 0), 1, -1)
    (0, 1, 0)
    """
    return (*counts[:kind], counts[kind] + number, *counts[kind + 1 :])


def is_complete(concealed: Counts, melds: int, without_triplet: int | None = None) -> bool:
    """Whether concealed tiles, beside so many melds, are sets and a pair, seven pairs or thirteen orphans.

    Args:
        concealed: the counts of the tiles not in melds; 14 less 3 for each meld.
        melds: how many sets lie beside them.
        without_triplet: a kind of which no triplet may be used.
    """
    if sum(concealed) != 14 - 3 * melds:
        return False
    if not melds and (_is_seven_pairs(concealed) or _is_orphans(concealed)):
        return True
    pairs = 0
    for low, high in _SUITS:
        suit = concealed[low:high]
        with_pair = sum(suit) % 3 == 2  # noqa: PLR2004 - two tiles beside sets of three are the pair
        pairs += with_pair
        banned = (
            without_triplet - low if without_triplet is not None and low <= without_triplet < high else None
        )
        if not _splits(suit, with_pair, banned):
            return False
    return pairs == 1


def _is_seven_pairs(counts: Counts) -> bool:
    return sum(number == 2 for number in counts) == _PAIRS  # noqa: PLR2004 - a pair is two


def _is_orphans(counts: Counts) -> bool:
    return (
        all(counts[kind] for kind in _ORPHANS) and sum(counts[kind] for kind in _ORPHANS) == len(_ORPHANS) + 1
    )


@functools.lru_cache(maxsize=1 << 16)
def _splits(suit: Counts, with_pair: bool, banned: int | None) -> bool:  # noqa: FBT001 - a key of the cache
    """Whether one suit is nothing but sets, or sets and a pair; honours (7 kinds) know no sequences."""
    first = next((rank for rank, number in enumerate(suit) if number), None)
    if first is None:
        return not with_pair
    number = suit[first]
    if with_pair and number >= 2 and _splits(plus(suit, first, -2), False, banned):  # noqa: FBT003, PLR2004
        return True
    if number >= 3 and first != banned and _splits(plus(suit, first, -3), with_pair, banned):  # noqa: PLR2004
        return True
    if len(suit) < 9 or first > _LAST_SEQUENCE or not (suit[first + 1] and suit[first + 2]):  # noqa: PLR2004
        return False
    rest = functools.reduce(lambda left, rank: plus(left, rank, -1), range(first, first + 3), suit)
    return _splits(rest, with_pair, banned)
