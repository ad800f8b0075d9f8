"""Whether tiles make a complete hand, by their counts alone; yaku play no part in it."""

from typing import Final

from yakulens.scorer.counts import DIGIT, KIND_MASK, number_in, number_of
from yakulens.scorer.decompose import read_orphans_kind, read_pairs, split_suits

COPIES: Final = 4
"""How many of each tile there are."""
KINDS: Final = range(34)


def is_complete(counts: int, melds: int, without_triplet: int | None = None) -> bool:
    """Whether concealed tiles, beside so many melds, are sets and a pair, seven pairs or thirteen orphans.

    `counts` hold 14 tiles less 3 for each meld; of the kind `without_triplet` no triplet may be used.

    >>> from yakulens.scorer.counts import count
    >>> from yakulens.scorer.tile import parse
    >>> is_complete(count(parse("123m456p789s11122z")), 0), is_complete(count(parse("11p")), 4)
    (True, True)
    >>> is_complete(count(parse("123m456p789s11222z")), 0, without_triplet=27)
    True
    """
    tiles = counts & KIND_MASK
    if number_in(tiles) != 14 - 3 * melds:
        return False
    if not melds and (read_pairs(tiles) is not None or read_orphans_kind(tiles) is not None):
        return True
    pairs = 0
    for first, readings in split_suits(tiles):
        banned = None if without_triplet is None else ("triplet", without_triplet - first)
        if not any(banned not in reading for reading in readings):
            return False
        # whether a suit holds the pair is decided by how many tiles it holds, so every way agrees
        pairs += any(form == "pair" for form, _ in readings[0])
    return pairs == 1


def completing(counts: int, melds: int, *, fifth: bool = False) -> tuple[int, ...]:
    """The kinds 0..33 of which one more makes the tiles complete.

    `counts` hold 13 tiles less 3 for each meld; with `fifth` a kind may be one of which they hold all four.
    """
    return tuple(
        kind
        for kind in KINDS
        if (fifth or number_of(counts, kind) < COPIES) and is_complete(counts + (1 << DIGIT * kind), melds)
    )
