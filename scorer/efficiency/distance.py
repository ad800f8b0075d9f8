"""The distance of a hand from tenpai: shanten, by the form that the complete hand would have.

0 is tenpai and -1 a complete hand; every tile that is missing beyond that adds 1. A complete hand holds no
tile five times, melds included (EMA 3.3.8), so a hand that holds every tile which would complete it is not
tenpai.
"""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from yakulens.scorer.counts import DIGIT, KIND_MASK, SUIT_BITS, count, number_of
from yakulens.scorer.decompose import ORPHANS
from yakulens.scorer.efficiency.suits import gain_of, honour_gains, joined, suit_gains
from yakulens.scorer.meld import Meld
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import COPIES, KIND, Tile, parse

_SUIT_MASK: Final = (1 << SUIT_BITS) - 1
_SETS: Final = 4
_PAIRS: Final = 7
_ORPHANS: Final = 13
_ONE_OF_EACH: Final = sum(1 << DIGIT * kind for kind in range(34))
_ONE_ORPHAN: Final = sum(1 << DIGIT * kind for kind in ORPHANS)
ALL_TILES: Final = COPIES * _ONE_OF_EACH
"""The limits of a hand without melds in a set with four of each tile."""

_honour_gains = functools.cache(honour_gains)


@dataclass(frozen=True, slots=True)
class Distances:
    """The distance of a hand from tenpai for each form; -1 is complete.

    Attributes:
        general: to four sets and a pair.
        seven_pairs: to seven different pairs; None if melds exclude them.
        thirteen_orphans: to thirteen orphans; None if melds exclude them.
    """

    general: int
    seven_pairs: int | None = None
    thirteen_orphans: int | None = None

    @property
    def least(self) -> int:
        """The distance to the nearest form: the hand's shanten.

        >>> Distances(4, 3, 8).least, Distances(2).least
        (3, 2)
        """
        return min(
            each for each in (self.general, self.seven_pairs, self.thirteen_orphans) if each is not None
        )


def limits_of(melds: Sequence[Meld], rules: RuleSet) -> int:
    """How many of each kind concealed tiles may hold, as counts: four less those in melds, none removed.

    >>> limits = limits_of((Meld.of("pon", "555m"),), load_rules("ema-2025"))
    >>> number_of(limits, 4), number_of(limits, 5)
    (1, 4)
    """
    in_melds = count(tile for meld in melds for tile in meld.tiles) & KIND_MASK
    return _limits_under(rules.removed_tiles) - in_melds


@functools.cache
def _limits_under(removed: str) -> int:
    """Four of each kind that a set of tiles has."""
    return ALL_TILES - sum(COPIES << DIGIT * kind for kind in {KIND[tile] for tile in parse(removed)})


def distances(counts: int, melds: int = 0, limits: int = ALL_TILES) -> Distances:
    """The distances of concealed tiles from tenpai.

    Args:
        counts: the counts (`scorer.counts`) of 13 or 14 concealed tiles, less 3 for each meld.
        melds: the number of melds, 0 to 4.
        limits: how many of each kind they may hold (`limits_of`); no kind is held more often.

    >>> distances(count(parse("12446p112556s16z")))
    Distances(general=4, seven_pairs=3, thirteen_orphans=8)
    >>> distances(count(parse("1111m")), 3), distances(count(parse("2p")), 4)
    (Distances(general=1, seven_pairs=None, thirteen_orphans=None), \
Distances(general=0, seven_pairs=None, thirteen_orphans=None))
    """
    counts &= KIND_MASK
    general = _general(counts, _SETS - melds, limits)
    if melds:
        return Distances(general)
    # the lowest bit of each digit: whether the kind is held at all, and whether at least twice
    twice = counts >> 1 | counts >> 2
    held, pairs = (counts | twice) & _ONE_OF_EACH, twice & _ONE_OF_EACH
    seven_pairs = _PAIRS - 1 - pairs.bit_count() + max(_PAIRS - held.bit_count(), 0)
    orphans = _ORPHANS - (held & _ONE_ORPHAN).bit_count() - bool(pairs & _ONE_ORPHAN)
    return Distances(general, seven_pairs, orphans)


def shanten(counts: int, melds: int = 0, limits: int = ALL_TILES) -> int:
    """The distance to the nearest form; the arguments are those of `distances`.

    >>> shanten(count(parse("19m19p19s1234567z")))
    0
    """
    return distances(counts, melds, limits).least


def _general(counts: int, sets: int, limits: int) -> int:
    """The distance to `sets` sets and a pair."""
    gains = joined(
        joined(
            suit_gains(counts & _SUIT_MASK, limits & _SUIT_MASK),
            suit_gains(counts >> SUIT_BITS & _SUIT_MASK, limits >> SUIT_BITS & _SUIT_MASK),
        ),
        joined(
            suit_gains(counts >> 2 * SUIT_BITS & _SUIT_MASK, limits >> 2 * SUIT_BITS & _SUIT_MASK),
            _honour_gains(counts >> 3 * SUIT_BITS, limits >> 3 * SUIT_BITS),
        ),
    )
    return 3 * sets + 2 - gain_of(gains, sets, 1) - 1


def advancing(counts: int, melds: int, limits: int) -> tuple[int, ...]:
    """The kinds 0..33 that bring the least distance of 13 tiles (less 3 for each meld) down by one.

    >>> advancing(count(parse("123m456p789s1112z")), 0, ALL_TILES)
    (28,)
    """
    least = shanten(counts, melds, limits)
    return tuple(
        kind
        for kind in range(34)
        if number_of(counts, kind) < number_of(limits, kind)
        and shanten(counts + (1 << DIGIT * kind), melds, limits) < least
    )


def counted(tiles: Iterable[Tile]) -> int:
    """The counts of tiles by kind alone: a red five counts as a plain one."""
    return count(tiles) & KIND_MASK
