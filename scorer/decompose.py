"""Every way to read tiles as four sets and a pair, seven pairs or thirteen orphans, and whether there is one.

Reading a hand is mostly adding. Two sums do the work: the counts of its tiles (`scorer.counts`), and the
*features* of a reading, the sum over its blocks (sets and pair) of

| bits | what is added up |
|---|---|
| 24 | triplets and quads of each of the eight classes of minipoints, three bits a class |
| 3 | the wait, once, from the block that the winning tile finished |
| 3 | blocks with neither terminal nor honour |
| 24 | blocks with terminals, honours, simples, characters, circles, bamboo, tiles not green, green dragons |
| 34 | triplets and quads, a bit a kind |
| 34 | pairs, a bit a kind |
| 81 | sequences, three bits for each of the 27 first tiles |

The ways to read one suit are few, so they are cached (`_read_suit`).
"""

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple, get_args

from yakulens.scorer.counts import DIGIT, KIND_MASK, SUIT_BITS, count, number_in, number_of
from yakulens.scorer.meld import Meld
from yakulens.scorer.tile import COPIES, KIND, Tile
from yakulens.scorer.vocabulary import MeldKind, Wait

Form = Literal["run", "triplet", "quad", "pair", "orphans"]

WAITS: Final[tuple[Wait, ...]] = get_args(Wait)
"""The waits in the order of their codes in the features."""
CLASSES: Final = tuple(
    f"{form}_{how}"
    for form in ("triplet", "triplet_orphan", "quad", "quad_orphan")
    for how in ("open", "closed")
)
"""The classes of minipoints in the order of their digits; an orphan is a terminal or an honour."""
WAIT_AT: Final = 24
INSIDE_AT: Final = 27
FLAGS_AT: Final = 30
TRIPLETS_AT: Final = 54
PAIRS_AT: Final = 88
RUNS_AT: Final = 122
KINDS_MASK: Final = (1 << 34) - 1

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
ORPHANS: Final = frozenset(kind for kind in range(34) if kind >= _HONOURS_FROM or kind % 9 in (0, 8))
"""The kinds of terminals and honours."""
_GREEN_DRAGON: Final = KIND["6z"]
_GREEN: Final = frozenset(map(KIND.__getitem__, ("2s", "3s", "4s", "6s", "8s", "6z")))
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


class Block(NamedTuple):
    """A set, a pair, or all of thirteen orphans.

    Attributes:
        form: run (a sequence), triplet, quad, pair or orphans.
        kind: its lowest kind 0..33; for orphans the kind that the hand holds twice.
        is_open: whether it was called, or is a triplet that a discard completed.
        wait: the wait, if the winning tile completed this block; None for every other block.
    """

    form: Form
    kind: int
    is_open: bool = False
    wait: Wait | None = None

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kind 0..33 of each of its tiles.

        >>> Block("run", 4).kinds, Block("pair", 31).kinds
        ((4, 5, 6), (31, 31))
        """
        if self.form == "run":
            return self.kind, self.kind + 1, self.kind + 2
        if self.form == "orphans":
            return (*sorted(ORPHANS), self.kind)
        return (self.kind,) * {"pair": 2, "triplet": 3, "quad": 4}[self.form]

    @property
    def minipoint_class(self) -> int:
        """The index in `CLASSES` of a triplet or quad; meaningless for other forms."""
        return 4 * (self.form == "quad") + 2 * (self.kind in ORPHANS) + (not self.is_open)


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
Reading = tuple[int, Parts]
"""A way to read a hand: its features and its blocks."""


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


def read_sets(sums: Sums, *, ron: bool, win_apart: bool) -> list[Reading]:
    """Read a hand as four sets and a pair in every way, with the winning tile in every block that it fits.

    Args:
        sums: the tiles of a hand without problems (`scorer.judge.check`).
        ron: whether it was won on a discard, so that a triplet completed by the winning tile is open.
        win_apart: whether the winning tile can be told from the others; if not, no block has a wait.

    Returns:
        The readings; none if the tiles are not four sets and a pair.

    >>> from yakulens.scorer.tile import parse
    >>> found = read_sets(sum_up(parse("111222333m78p55s"), "6p", ()), ron=True, win_apart=True)
    >>> [[block.form for part in parts for block in part] for _, parts in found]
    [['run', 'run', 'run', 'run', 'pair'], ['triplet', 'triplet', 'triplet', 'run', 'pair']]
    """
    _, _, win, suits, meld_features, melds = sums
    keys = list(suits)
    if win_apart:
        suit, place = _PLACE[win]
        keys[suit] |= place | _RON if ron else place
    readings: list[Reading] = []
    for (a, man), (b, pin), (c, sou), (d, honours) in itertools.product(*map(_read_suit, keys)):
        features = meld_features + a + b + c + d
        pairs = features >> PAIRS_AT & KINDS_MASK
        if not pairs & pairs - 1:
            readings.append((features, (man, pin, sou, honours, melds)))
    return readings


def read_seven_pairs(counts: int, win: Tile) -> Reading | None:
    """Read a hand without melds as seven different pairs; None if it is not."""
    pairs = _read_pairs(counts)
    if pairs is None:
        return None
    blocks = tuple(Block("pair", kind, wait="tanki" if kind == KIND[win] else None) for kind in pairs)
    return sum(map(_features, blocks)), (blocks,)


def _read_pairs(counts: int) -> tuple[int, ...] | None:
    """The kinds of seven different pairs; None if the fourteen tiles are not seven pairs."""
    if counts & _NOT_PAIRS:
        return None
    return tuple(kind for kind in range(34) if number_of(counts, kind))


def read_orphans(counts: int, win: Tile) -> Reading | None:
    """Read a hand without melds as thirteen orphans; None if it is not."""
    kind = _read_orphans_kind(counts)
    if kind is None:
        return None
    block = Block("orphans", kind, wait="thirteen" if kind == KIND[win] else "tanki")
    return _features(block), ((block,),)


def _read_orphans_kind(counts: int) -> int | None:
    """The kind that thirteen orphans hold twice; None if the fourteen tiles are not thirteen orphans."""
    if counts & _NOT_ORPHANS:
        return None
    return _ORPHAN_UNITS.get((counts & KIND_MASK) - _ORPHANS_ONCE)


def _split_suits(counts: int) -> Iterator[tuple[int, tuple[tuple[tuple[Form, int], ...], ...]]]:
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
    return count(tiles), _features(block), block


@functools.cache
def _read_suit(key: int) -> tuple[tuple[int, tuple[Block, ...]], ...]:
    """Every way to read one suit as sets and at most one pair, for each place of the winning tile.

    The key holds the counts of the suit, its number, whether the hand was won on a discard, and the rank of
    the winning tile plus one, or 0 if it is of another suit.
    """
    suit = key >> SUIT_BITS & 3
    win_kind = 9 * suit + (key >> _PLACE_AT) - 1 if key >> _PLACE_AT else None
    ron = bool(key & _RON)
    return tuple(
        (sum(map(_features, placed)), placed)
        for blocks in _split(key & _SUIT_MASK, "honours" if suit == _HONOURS else "ranked")
        for placed in _placements([Block(form, 9 * suit + rank) for form, rank in blocks], win_kind, ron=ron)
    )


@functools.cache
def _split(counts: int, suit: Literal["ranked", "honours"]) -> tuple[tuple[tuple[Form, int], ...], ...]:
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


def _placements(blocks: list[Block], win_kind: int | None, *, ron: bool) -> Iterator[tuple[Block, ...]]:
    """The blocks, once for each different block that the winning tile may have finished."""
    if win_kind is None:
        yield tuple(blocks)
        return
    for at, block in enumerate(blocks):
        if win_kind in block.kinds and block not in blocks[:at]:
            is_open = ron and block.form == "triplet"
            finished = Block(block.form, block.kind, is_open, _wait(block, win_kind))
            yield (*blocks[:at], finished, *blocks[at + 1 :])


def _wait(block: Block, win_kind: int) -> Wait:
    if block.form != "run":
        return "tanki" if block.form == "pair" else "shanpon"
    place = win_kind - block.kind
    if place == 1:
        return "kanchan"
    # a run from 1 finished by its 3, or from 7 finished by its 7, had only one side
    return "penchan" if block.kind % 9 == (_LAST_RUN if place == 0 else 0) else "ryanmen"


@functools.cache
def _features(block: Block) -> int:
    """What one block adds to the features of a reading."""
    kinds = set(block.kinds)
    orphans = kinds & ORPHANS
    contents = (
        any(kind < _HONOURS_FROM for kind in orphans),
        any(kind >= _HONOURS_FROM for kind in orphans),
        bool(kinds - ORPHANS),
        *(any(kind // 9 == suit for kind in kinds) for suit in range(3)),
        bool(kinds - _GREEN),
        _GREEN_DRAGON in kinds,
    )
    features = sum(1 << FLAGS_AT + 3 * flag for flag, holds in enumerate(contents) if holds)
    features += (not orphans) << INSIDE_AT
    if block.wait:
        features += WAITS.index(block.wait) << WAIT_AT
    match block.form:
        case "triplet" | "quad":
            features += (1 << 3 * block.minipoint_class) + (1 << TRIPLETS_AT + block.kind)
        case "pair":
            features += 1 << PAIRS_AT + block.kind
        case "run":
            features += 1 << RUNS_AT + 3 * block.kind
    return features
