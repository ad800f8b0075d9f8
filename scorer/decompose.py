"""Every way to read tiles as four sets and a pair, seven pairs or thirteen orphans, and whether there is one.

Reading a hand is mostly adding. Two sums do the work: the counts of its tiles (`scorer.counts`), and the
features of a reading (`scorer.blocks`). The ways to read one suit are few, so each suit is worked out once,
into a table of features. The blocks themselves are only worked out for whoever asks why (`blocks_of_sets`).
"""

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from yakulens.scorer.blocks import KINDS_MASK, ORPHANS, PAIRS_AT, Block, Form, features_of
from yakulens.scorer.counts import DIGIT, KIND_MASK, SUIT_BITS, count, number_in, number_of
from yakulens.scorer.meld import Meld
from yakulens.scorer.remembered import Remembered
from yakulens.scorer.tile import COPIES, KIND, Tile
from yakulens.scorer.vocabulary import MeldKind, Wait

_HONOURS_FROM: Final = 27
_LAST_RUN: Final = 6
_HONOURS: Final = 3
_TAKEN: Final[tuple[tuple[tuple[Form, ...], int], ...]] = (
    ((), 0),
    (("pair",), 2),
    (("triplet",), 3),
    (("triplet", "pair"), 5),
)
"""What may be taken of a tile besides sequences, and how many tiles; every second entry has no pair."""
_PIN, _SOU, _HONOUR = (suit << SUIT_BITS for suit in (1, 2, 3))
_SUIT_MASK: Final = (1 << SUIT_BITS) - 1
_HONOUR_MASK: Final = (1 << 7 * DIGIT) - 1
_RON: Final = 1 << SUIT_BITS + 2
_PLACE_AT: Final = SUIT_BITS + 3
_PLACE: Final = {
    face: (min(kind // 9, 3), (kind - 9 * min(kind // 9, 3) + 1) << _PLACE_AT) for face, kind in KIND.items()
}
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
        suits: the counts of each suit and of the honours, each with two bits for its number.
        meld_features: the sum of the melds' features.
        melds: the melds as blocks.
    """

    counts: int
    all_counts: int
    win: Tile
    suits: tuple[int, int, int, int]
    meld_features: int
    melds: tuple[Block, ...]


Parts = tuple[tuple[Block, ...], ...]
"""The blocks of a reading by part: four suits and the melds, or one part with all."""
Way = tuple[tuple[Form, int], ...]
"""A way to read one suit: the form and the lowest rank, from 0 within the suit, of each block."""


def sum_up(concealed: Iterable[Tile], win: Tile, melds: Iterable[Meld]) -> Sums:
    """Add up the tiles of a hand; `scorer.judge.check` says whether the hand is possible."""
    counts = count(concealed) + count((win,))
    suits = (
        counts & _SUIT_MASK,
        counts >> SUIT_BITS & _SUIT_MASK | _PIN,
        counts >> 2 * SUIT_BITS & _SUIT_MASK | _SOU,
        counts >> 3 * SUIT_BITS & _HONOUR_MASK | _HONOUR,
    )
    all_counts, meld_features, blocks = counts, 0, []
    for meld in melds:
        of_meld, features, block = _read_meld(meld.kind, meld.tiles)
        all_counts += of_meld
        meld_features += features
        blocks.append(block)
    return Sums(counts, all_counts, win, suits, meld_features, tuple(blocks))


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
    man, pin, sou, honours = map(_FEATURES.__getitem__, _suit_keys(sums, ron=ron, win_apart=win_apart))
    melds = sums.meld_features
    found = [melds + a + b + c + d for a in man for b in pin for c in sou for d in honours]
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
    suits = map(_blocks_of_suit, _suit_keys(sums, ron=ron, win_apart=win_apart))
    return (*next(itertools.islice(itertools.product(*suits), number, None)), sums.melds)


def _suit_keys(sums: Sums, *, ron: bool, win_apart: bool) -> list[int]:
    """The keys of `_FEATURES` for the four suits of a hand."""
    keys = list(sums.suits)
    if win_apart:
        suit, place = _PLACE[sums.win]
        keys[suit] |= place | _RON if ron else place
    return keys


def features_of_blocks(blocks: Iterable[Block]) -> int:
    """The features of a reading with these blocks."""
    return sum(map(features_of.__getitem__, blocks))


def read_seven_pairs(counts: int, win: Tile) -> tuple[Block, ...] | None:
    """The blocks of a hand without melds as seven different pairs; None if it is not."""
    pairs = _read_pairs(counts)
    if pairs is None:
        return None
    return tuple(Block("pair", kind, wait="tanki" if kind == KIND[win] else None) for kind in pairs)


def _read_pairs(counts: int) -> tuple[int, ...] | None:
    """The kinds of seven different pairs; None if the fourteen tiles are not seven pairs."""
    if counts & _NOT_PAIRS:
        return None
    return tuple(kind for kind in range(34) if number_of(counts, kind))


def read_orphans(counts: int, win: Tile) -> tuple[Block, ...] | None:
    """The one block of a hand without melds as thirteen orphans; None if it is not."""
    kind = _read_orphans_kind(counts)
    if kind is None:
        return None
    return (Block("orphans", kind, wait="thirteen" if kind == KIND[win] else "tanki"),)


def _read_orphans_kind(counts: int) -> int | None:
    """The kind that thirteen orphans hold twice; None if the fourteen tiles are not thirteen orphans."""
    if counts & _NOT_ORPHANS:
        return None
    return _ORPHAN_UNITS.get((counts & KIND_MASK) - _ORPHANS_ONCE)


def _split_suits(counts: int) -> Iterator[tuple[int, tuple[Way, ...]]]:
    """For each suit its first kind, and every way to read its tiles as sets and at most one pair.

    A way holds the form and lowest rank, from 0 within the suit, of each block. A suit without tiles has one
    empty way; a suit whose tiles are not sets and at most one pair has none.
    """
    for suit in range(3):
        yield 9 * suit, _split(counts >> SUIT_BITS * suit & _SUIT_MASK, "ranked")
    yield _HONOURS_FROM, _split(counts >> 3 * SUIT_BITS & _HONOUR_MASK, "honours")


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
    if not melds and (_read_pairs(tiles) is not None or _read_orphans_kind(tiles) is not None):
        return True
    pairs = 0
    for first, readings in _split_suits(tiles):
        banned = None if without_triplet is None else ("triplet", without_triplet - first)
        if not any(banned not in reading for reading in readings):
            return False
        # the number of tiles in a suit decides whether it holds the pair, so every way agrees
        pairs += any(form == "pair" for form, _ in readings[0])
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
def _read_meld(kind: MeldKind, tiles: tuple[Tile, ...]) -> tuple[int, int, Block]:
    """The counts, the features and the block of one meld."""
    form: Form = "run" if kind == "chi" else "triplet" if kind == "pon" else "quad"
    block = Block(form, min(map(KIND.__getitem__, tiles), default=0), is_open=kind != "closed_kan")
    return count(tiles), features_of[block], block


def _features_of_suit(key: int) -> tuple[int, ...]:
    """The features of every way to read one suit as sets and at most one pair.

    The key holds the counts of the suit, its number, whether the hand was won on a discard, and the rank of
    the winning tile plus one, or 0 if it is of another suit. A way counts once for each block that the
    winning tile may have finished.
    """
    suit, win_rank, ron = _of_key(key)
    found = []
    for way in _ways(key):
        whole = sum(_BLOCK_FEATURES[suit, *block] for block in way)
        if win_rank is None:
            found.append(whole)
            continue
        for at in _finished(way, win_rank):
            found.append(whole + _FINISHED_FEATURES[suit, *way[at], win_rank, ron])  # noqa: PERF401 - nested
    return tuple(found)


def _blocks_of_suit(key: int) -> Iterator[tuple[Block, ...]]:
    """The blocks of every way to read one suit, in the order of `_features_of_suit`."""
    suit, win_rank, ron = _of_key(key)
    for way in _ways(key):
        blocks = tuple(Block(form, 9 * suit + rank) for form, rank in way)
        if win_rank is None:
            yield blocks
            continue
        for at in _finished(way, win_rank):
            yield (*blocks[:at], _finish(blocks[at], win_rank, ron=ron), *blocks[at + 1 :])


def _of_key(key: int) -> tuple[int, int | None, bool]:
    """The suit of a key of `_FEATURES`, the rank of the winning tile if it is in the suit, and ron."""
    place = key >> _PLACE_AT
    return key >> SUIT_BITS & 3, place - 1 if place else None, bool(key & _RON)


def _ways(key: int) -> tuple[Way, ...]:
    return _split(key & _SUIT_MASK, "honours" if key >> SUIT_BITS & 3 == _HONOURS else "ranked")


def _finished(way: Way, win_rank: int) -> Iterator[int]:
    """The places of the blocks that the winning tile may have finished, the first of equal ones."""
    for at, block in enumerate(way):
        form, rank = block
        if rank <= win_rank <= (rank + 2 if form == "run" else rank) and block not in way[:at]:
            yield at


def _finish(block: Block, win_rank: int, *, ron: bool) -> Block:
    """The block as finished by the winning tile."""
    return Block(block.form, block.kind, ron and block.form == "triplet", _wait(block, win_rank))


@functools.cache
def _split(counts: int, suit: Literal["ranked", "honours"]) -> tuple[Way, ...]:
    """Every way to read the counts of one suit as sets and at most one pair: forms and lowest ranks.

    The lowest tile may give a triplet, the pair, or both; the rest of it must start sequences. The remaining
    tiles are split in the same way, with cached results.
    """
    if not counts:
        return ((),)
    over = number_in(counts) % 3
    if over == 1:
        return ()
    at = (counts & -counts).bit_length() - 1
    at -= at % DIGIT
    lowest, rank = counts >> at, at // DIGIT
    number, second, third = lowest & 63, lowest >> DIGIT & 63, lowest >> 2 * DIGIT & 63
    most_runs = min(second, third) if suit == "ranked" else 0
    readings = []
    for others_taken, size in _TAKEN[:: 1 if over else 2]:
        runs = number - size
        if 0 <= runs <= most_runs:
            blocks = *((form, rank) for form in others_taken), *((("run", rank),) * runs)
            remaining = counts - (number + (runs << DIGIT) + (runs << 2 * DIGIT) << at)
            readings += [blocks + more for more in _split(remaining, suit)]
    return tuple(readings)


def _wait(block: Block, win_rank: int) -> Wait:
    if block.form != "run":
        return "tanki" if block.form == "pair" else "shanpon"
    place = win_rank - block.kind % 9
    if place == 1:
        return "kanchan"
    # a run from 1 finished by its 3, or from 7 finished by its 7, had only one side
    return "penchan" if block.kind % 9 == (_LAST_RUN if place == 0 else 0) else "ryanmen"


def _features_of_block(place: tuple[int, Form, int]) -> int:
    """The features of a block by its suit, form and rank."""
    suit, form, rank = place
    return features_of[Block(form, 9 * suit + rank)]


def _features_of_finishing(place: tuple[int, Form, int, int, bool]) -> int:
    """What changes in the features of a block if the winning tile finished it."""
    suit, form, rank, win_rank, ron = place
    block = Block(form, 9 * suit + rank)
    return features_of[_finish(block, win_rank, ron=ron)] - features_of[block]


_FEATURES: Final = Remembered(_features_of_suit)
_BLOCK_FEATURES: Final = Remembered(_features_of_block)
_FINISHED_FEATURES: Final = Remembered(_features_of_finishing)
