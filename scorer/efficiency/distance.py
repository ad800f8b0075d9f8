"""The distance of a hand from tenpai: shanten, by the form that the complete hand would have.

0 is tenpai and -1 a complete hand; every tile that is missing beyond that adds 1. A complete hand holds no
tile five times, melds included (EMA 3.3.8), so a hand that holds every tile which would complete it is not
tenpai.
"""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from yakulens.scorer.blocks import ORPHANS
from yakulens.scorer.counts import DIGIT, KIND_MASK, SUIT_BITS, count, number_of
from yakulens.scorer.efficiency.suits import gain_of, honour_gains, joined, suit_gains
from yakulens.scorer.meld import Meld
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import COPIES, KIND, Tile, parse

_SUIT_MASK: Final = (1 << SUIT_BITS) - 1
_HONOUR_MASK: Final = (1 << 7 * DIGIT) - 1
_SETS: Final = 4
_PAIRS: Final = 7
_ORPHANS: Final = 13
_ONE_OF_EACH: Final = sum(1 << DIGIT * kind for kind in range(34))
_ONE_ORPHAN: Final = sum(1 << DIGIT * kind for kind in ORPHANS)
ALL_TILES: Final = COPIES * _ONE_OF_EACH
"""The limits of a hand without melds in a set with four of each tile."""


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
    general = _general(counts, _SETS - melds, limits)
    return Distances(general) if melds else Distances(general, _seven_pairs(counts), _orphans(counts))


def shanten(counts: int, melds: int = 0, limits: int = ALL_TILES) -> int:
    """The distance to the nearest form; the arguments are those of `distances`.

    >>> shanten(count(parse("19m19p19s1234567z")))
    0
    """
    general = _general(counts, _SETS - melds, limits)
    return general if melds else min(general, _seven_pairs(counts), _orphans(counts))


def _general(counts: int, sets: int, limits: int) -> int:
    """The distance to `sets` sets and a pair."""
    man, pin, sou, honours = _suits(limits)
    gains = joined(
        joined(suit_gains(counts & _SUIT_MASK, man), suit_gains(counts >> SUIT_BITS & _SUIT_MASK, pin)),
        joined(
            suit_gains(counts >> 2 * SUIT_BITS & _SUIT_MASK, sou),
            honour_gains(counts >> 3 * SUIT_BITS & _HONOUR_MASK, honours),
        ),
    )
    return 3 * sets + 1 - gain_of(gains, sets, 1)


@functools.lru_cache(maxsize=1 << 12)
def _suits(counts: int) -> tuple[int, int, int, int]:
    """The counts of each suit and of the honours."""
    man, pin, sou = (counts >> SUIT_BITS * suit & _SUIT_MASK for suit in range(3))
    return man, pin, sou, counts >> 3 * SUIT_BITS & _HONOUR_MASK


def _seven_pairs(counts: int) -> int:
    """The distance to seven different pairs: a pair lacks one tile, and a kind that is not held lacks two."""
    twice = counts >> 1 | counts >> 2  # the lowest bit of each kind that is held at least twice
    pairs, kinds = (twice & _ONE_OF_EACH).bit_count(), ((counts | twice) & _ONE_OF_EACH).bit_count()
    return _PAIRS - 1 - pairs + max(_PAIRS - kinds, 0)


def _orphans(counts: int) -> int:
    """The distance to one of each terminal and honour, and one of them twice."""
    twice = counts >> 1 | counts >> 2
    return _ORPHANS - ((counts | twice) & _ONE_ORPHAN).bit_count() - bool(twice & _ONE_ORPHAN)


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
