"""Every way to read tiles as four sets and a pair, seven pairs or thirteen orphans, and whether there is one.

Reading a hand is mostly adding. Two sums do the work: the counts of its tiles (`scorer.counts`), and the
features of a reading (`scorer.blocks`). The ways to read one suit are few, so each suit is worked out once,
into a table of features. The blocks themselves are only worked out for whoever asks why (`blocks_of_sets`).
"""

import functools
from collections.abc import Iterable
from typing import Final, NamedTuple

from yakulens.scorer.blocks import KINDS_MASK, ORPHANS, PAIRS_AT, WAIT_AT, WAITS, Block, Form, features_of
from yakulens.scorer.counts import DIGIT, KIND_MASK, SUIT_BITS, WEIGHT, count, number_in, number_of
from yakulens.scorer.meld import Meld, is_sound
from yakulens.scorer.suits import (
    FEATURES,
    PAIR,
    PAIRED,
    TRIPLET,
    Suits,
    blocks_of_suit,
    keys_of,
    ways,
    without_win,
)
from yakulens.scorer.tile import COPIES, KIND, Tile
from yakulens.scorer.vocabulary import From, MeldKind

_TANKI: Final = WAITS.index("tanki") << WAIT_AT
_NOT_PAIRS: Final = KIND_MASK - sum(2 << DIGIT * kind for kind in range(34))
_ORPHANS_ONCE: Final = sum(1 << DIGIT * kind for kind in ORPHANS)
_ORPHAN_UNITS: Final = {1 << DIGIT * kind: kind for kind in ORPHANS}
_NOT_ORPHANS: Final = KIND_MASK - 3 * _ORPHANS_ONCE
_NINE_GATES: Final = {
    (sum((3 if rank in (0, 8) else 1) << DIGIT * rank for rank in range(9)) + (1 << DIGIT * extra))
    << SUIT_BITS * suit: 9 * suit + extra
    for suit in range(3)
    for extra in range(9)
}


class Sums(NamedTuple):
    """The tiles of a hand as numbers.

    Attributes:
        counts: the counts (`scorer.counts`) of the concealed tiles and the winning one.
        all_counts: the counts of all tiles, melds included.
        win: the winning tile.
        suits: the counts of each suit and of the honours, each with two bits for its number, and in the
            winning tile's suit its place.
        meld_features: the sum of the melds' features.
        melds: the melds as blocks.
        sound: whether each meld can be one by itself (`scorer.meld.is_sound`).
    """

    counts: int
    all_counts: int
    win: Tile
    suits: Suits
    meld_features: int
    melds: tuple[Block, ...]
    sound: bool


Parts = tuple[tuple[Block, ...], ...]
"""The blocks of a reading by part: four suits and the melds, or one part with all."""


def sum_up(concealed: Iterable[Tile], win: Tile, melds: Iterable[Meld]) -> Sums:
    """Add up the tiles of a hand; `scorer.judge.check` says whether the hand is possible."""
    counts = count(concealed) + WEIGHT[win]
    all_counts, meld_features, sound = counts, 0, True
    blocks = []
    for meld in melds:
        of_meld, features, block, is_one = _read_meld(meld.kind, meld.tiles, meld.claimed_from)
        all_counts += of_meld
        meld_features += features
        sound = sound and is_one
        blocks.append(block)
    return Sums(counts, all_counts, win, keys_of(counts, win), meld_features, tuple(blocks), sound)


def features_of_sets(sums: Sums, *, ron: bool, win_apart: bool) -> list[int]:
    """The features of every way to read a hand as four sets and a pair; none if it is not.

    A way counts once for each block that the winning tile may have finished.

    Args:
        sums: the tiles of a hand without problems (`scorer.judge.check`).
        ron: whether it was won on a discard, so that a triplet completed by the winning tile is open.
        win_apart: whether the winning tile can be told from the others; if not, no block has a wait.

    >>> from yakulens.scorer.blocks import TRIPLETS_AT
    >>> from yakulens.scorer.tile import parse
    >>> found = features_of_sets(sum_up(parse("111222333m78p55s"), "6p", ()), ron=True, win_apart=True)
    >>> [features >> TRIPLETS_AT & KINDS_MASK for features in found]
    [0, 7]
    """
    a, b, c, d = sums.suits if win_apart else without_win(sums.suits)
    man, pin, sou, honours = FEATURES[a][ron], FEATURES[b][ron], FEATURES[c][ron], FEATURES[d][ron]
    melds = sums.meld_features
    if len(man) == len(pin) == len(sou) == len(honours) == 1:
        found = [melds + man[0] + pin[0] + sou[0] + honours[0]]
    else:
        found = [melds + e + f + g + h for e in man for f in pin for g in sou for h in honours]
    # tiles of one pair and of four pairs leave the same remainder by three
    if found and (pairs := found[0] >> PAIRS_AT & KINDS_MASK) & pairs - 1:
        return []
    return found


def blocks_of_sets(sums: Sums, number: int, *, ron: bool, win_apart: bool) -> Parts:
    """The blocks of the reading with this number in `features_of_sets`, for the same arguments.

    >>> from yakulens.scorer.tile import parse
    >>> sums = sum_up(parse("111222333m78p55s"), "6p", ())
    >>> [block.form for part in blocks_of_sets(sums, 1, ron=True, win_apart=True) for block in part]
    ['triplet', 'triplet', 'triplet', 'run', 'pair']
    """
    suits = sums.suits if win_apart else without_win(sums.suits)
    parts = [sums.melds]
    for key in reversed(suits):  # the last suit changes fastest
        number, at = divmod(number, len(FEATURES[key][ron]))
        parts.append(blocks_of_suit(key, at, ron=ron))
    return tuple(reversed(parts))


def features_of_whole(sums: Sums) -> int:
    """The features of a hand without melds as seven different pairs or thirteen orphans; 0 if it is neither.

    >>> from yakulens.scorer.tile import parse
    >>> bool(features_of_whole(sum_up(parse("19m19p19s1234567z"), "7z", ())))
    True
    """
    if are_pairs(sums.counts):
        return sum(map(PAIRED.__getitem__, sums.suits)) + _TANKI
    return features_of[read_whole(sums.counts, sums.win)[0]] if are_orphans(sums.counts) else 0


def read_whole(counts: int, win: Tile) -> tuple[Block, ...]:
    """The blocks of a hand without melds as seven different pairs or thirteen orphans; none if it is neither.

    >>> from yakulens.scorer.tile import parse
    >>> [block.form for block in read_whole(count(parse("19m19p19s12345677z")), "7z")]
    ['orphans']
    """
    if are_pairs(counts):
        kinds = (kind for kind in range(34) if number_of(counts, kind))
        return tuple(Block("pair", kind, wait="tanki" if kind == KIND[win] else None) for kind in kinds)
    if not are_orphans(counts):
        return ()
    kind = _ORPHAN_UNITS[(counts & KIND_MASK) - _ORPHANS_ONCE]
    return (Block("orphans", kind, wait="thirteen" if kind == KIND[win] else "tanki"),)


def are_pairs(counts: int) -> bool:
    """Whether fourteen tiles are seven different pairs."""
    return not counts & _NOT_PAIRS


def are_orphans(counts: int) -> bool:
    """Whether fourteen tiles are thirteen orphans."""
    return not counts & _NOT_ORPHANS and (counts & KIND_MASK) - _ORPHANS_ONCE in _ORPHAN_UNITS


def nine_gates(counts: int) -> int | None:
    """The kind of the tile beside 1112345678999 of one suit; None if fourteen tiles are not nine gates."""
    return _NINE_GATES.get(counts & KIND_MASK)


def is_complete(counts: int, melds: int, without_triplet: int | None = None) -> bool:
    """Whether concealed tiles, with `melds` melds, are sets and a pair, seven pairs or thirteen orphans.

    `counts` hold 14 tiles less 3 for each meld; no triplet of the kind `without_triplet` may be used.

    >>> from yakulens.scorer.tile import parse
    >>> is_complete(count(parse("123m456p789s11122z")), 0), is_complete(count(parse("11p")), 4)
    (True, True)
    >>> is_complete(count(parse("123m456p789s11222z")), 0, without_triplet=27)
    True
    """
    tiles = counts & KIND_MASK
    if number_in(tiles) != 14 - 3 * melds:
        return False
    if not melds and (are_pairs(tiles) or are_orphans(tiles)):
        return True
    pairs = 0
    for first, readings in ways(tiles):
        banned = None if without_triplet is None else TRIPLET + without_triplet - first
        if not any(banned not in reading for reading in readings):
            return False
        # the number of tiles in a suit decides whether it holds the pair, so every way agrees
        pairs += any(code >= PAIR for code in readings[0])
    return pairs == 1


def completing(counts: int, melds: int, *, fifth: bool = False) -> tuple[int, ...]:
    """The kinds 0..33 that complete the tiles with one more.

    `counts` hold 13 tiles less 3 for each meld; with `fifth`, kinds held four times already are allowed.
    """
    return tuple(
        kind
        for kind in range(34)
        if (fifth or number_of(counts, kind) < COPIES) and is_complete(counts + (1 << DIGIT * kind), melds)
    )


@functools.lru_cache(maxsize=1 << 16)
def _read_meld(
    kind: MeldKind, tiles: tuple[Tile, ...], claimed_from: From | None
) -> tuple[int, int, Block, bool]:
    """The counts, the features and the block of one meld, and whether it is sound."""
    form: Form = "run" if kind == "chi" else "triplet" if kind == "pon" else "quad"
    block = Block(form, min(map(KIND.__getitem__, tiles), default=0), is_open=kind != "closed_kan")
    return count(tiles), features_of[block], block, is_sound(kind, tiles, claimed_from)
