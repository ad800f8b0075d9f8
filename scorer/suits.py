"""Every way to read the tiles of one suit as sets and at most one pair, in tables filled as they are met.

A block of a suit is a code: its lowest rank, from 0 within the suit, plus `RUN`, `TRIPLET` or `PAIR`. A *key*
of a suit holds its counts (`scorer.counts`), the number of the suit, and the rank of the winning tile plus
one, or 0 if it is of another suit.
"""

import functools
from collections.abc import Iterator
from typing import Final, NamedTuple

from yakulens.scorer.blocks import Block, Form, features_of
from yakulens.scorer.counts import DIGIT, KIND_MASK, SUIT_BITS, number_in
from yakulens.scorer.remembered import Remembered
from yakulens.scorer.tile import KIND
from yakulens.scorer.vocabulary import Wait

RUN, TRIPLET, PAIR = 0, 9, 18
Way = tuple[int, ...]
"""A way to read one suit: the codes of its blocks."""
Suits = tuple[int, int, int, int]
"""The keys of characters, circles, bamboo and honours."""

_FORMS: Final[tuple[Form, ...]] = ("run", "triplet", "pair")
_TAKEN: Final[tuple[tuple[tuple[int, ...], int], ...]] = (
    ((), 0),
    ((PAIR,), 2),
    ((TRIPLET,), 3),
    ((TRIPLET, PAIR), 5),
)
"""What may be taken of a tile besides sequences, and how many tiles; every second entry has no pair."""
_LAST_RUN: Final = 6
_HONOURS: Final = 3
_PIN, _SOU, _HONOUR = (suit << SUIT_BITS for suit in (1, 2, 3))
_SUIT_MASK: Final = (1 << SUIT_BITS) - 1
_HONOUR_MASK: Final = (1 << 7 * DIGIT) - 1
_PLACE_AT: Final = SUIT_BITS + 2
_NO_PLACE: Final = (1 << _PLACE_AT) - 1
_PLACE: Final = {
    face: (min(kind // 9, _HONOURS), kind - 9 * min(kind // 9, _HONOURS) + 1 << _PLACE_AT)
    for face, kind in KIND.items()
}


def keys_of(counts: int, win: str) -> Suits:
    """The keys of the suits of a hand with these counts."""
    keys = [
        counts & _SUIT_MASK,
        counts >> SUIT_BITS & _SUIT_MASK | _PIN,
        counts >> 2 * SUIT_BITS & _SUIT_MASK | _SOU,
        counts >> 3 * SUIT_BITS & _HONOUR_MASK | _HONOUR,
    ]
    suit, place = _PLACE[win]
    keys[suit] |= place
    return keys[0], keys[1], keys[2], keys[3]


def without_win(suits: Suits) -> Suits:
    """The keys as if the winning tile could not be told from the others."""
    man, pin, sou, honours = suits
    return man & _NO_PLACE, pin & _NO_PLACE, sou & _NO_PLACE, honours & _NO_PLACE


def ways(counts: int) -> Iterator[tuple[int, tuple[Way, ...]]]:
    """For each suit its first kind, and every way to read its tiles as sets and at most one pair.

    A suit without tiles has one empty way; a suit whose tiles are not sets and at most one pair has none.

    >>> from yakulens.scorer.counts import count
    >>> from yakulens.scorer.tile import parse
    >>> list(ways(count(parse("111222333m5z"))))
    [(0, ((0, 0, 0), (9, 10, 11))), (9, ((),)), (18, ((),)), (27, ())]
    """
    for suit in range(_HONOURS):
        yield 9 * suit, _RANKED[counts >> SUIT_BITS * suit & _SUIT_MASK]
    yield 9 * _HONOURS, _HONOUR_WAYS[(counts & KIND_MASK) >> _HONOURS * SUIT_BITS]


def blocks_of_suit(key: int, number: int, *, ron: bool) -> tuple[Block, ...]:
    """The blocks of the way to read one suit with this number in `FEATURES`."""
    return _CHOSEN[key, number, ron] if key & _SUIT_MASK else ()


def _blocks_of_way(chosen: tuple[int, int, bool]) -> tuple[Block, ...]:
    key, number, ron = chosen
    suit, win_rank = _of_key(key)
    block_of = _BLOCKS[suit].__getitem__
    if win_rank is None:
        return tuple(map(block_of, _ways(key)[number]))
    way, code = _finished_ways(key, win_rank)[number]
    blocks, finished = [*map(block_of, way)], _FINISHING[suit, win_rank][code]
    blocks[way.index(code)] = finished.by_ron if ron else finished.by_draw
    return tuple(blocks)


def _finished_ways(key: int, win_rank: int) -> list[tuple[Way, int]]:
    """The ways to read one suit, with the code of the block that the winning tile finished."""
    finished = _FINISHING[key >> SUIT_BITS & 3, win_rank]
    return [(way, code) for way in _ways(key) for code in dict.fromkeys(way) if code in finished]


def _features_of_suit(key: int) -> tuple[Way, Way]:
    """The features of every way to read one suit: for a self-draw, and for a ron.

    A way counts once for each block that the winning tile may have finished.
    """
    suit, win_rank = _of_key(key)
    features = _UNITS[suit].__getitem__
    if win_rank is None:
        plain = tuple([sum(map(features, way)) for way in _ways(key)])
        return plain, plain
    finished = _FINISHING[suit, win_rank]
    changed = [
        (sum(map(features, way)), finished[code])
        for way in _ways(key)
        for code in dict.fromkeys(way)
        if code in finished
    ]
    return tuple([way + by.adds_by_draw for way, by in changed]), tuple(
        [way + by.adds_by_ron for way, by in changed]
    )


def _of_key(key: int) -> tuple[int, int | None]:
    """The suit of a key, and the rank of the winning tile if it is in the suit."""
    place = key >> _PLACE_AT
    return key >> SUIT_BITS & 3, place - 1 if place else None


def _ways(key: int) -> tuple[Way, ...]:
    table = _HONOUR_WAYS if key >> SUIT_BITS & 3 == _HONOURS else _RANKED
    return table[key & _SUIT_MASK]


def _block(suit: int, code: int) -> Block:
    return Block(_FORMS[code // 9], 9 * suit + code % 9)


def _finish(block: Block, win_rank: int, *, ron: bool) -> Block:
    """The block as finished by the winning tile."""
    return Block(block.form, block.kind, ron and block.form == "triplet", _wait(block, win_rank))


def _wait(block: Block, win_rank: int) -> Wait:
    if block.form != "run":
        return "tanki" if block.form == "pair" else "shanpon"
    place = win_rank - block.kind % 9
    if place == 1:
        return "kanchan"
    # a run from 1 finished by its 3, or from 7 finished by its 7, had only one side
    return "penchan" if block.kind % 9 == (_LAST_RUN if place == 0 else 0) else "ryanmen"


def _split(counts: int, *, ranked: bool) -> tuple[Way, ...]:
    """Every way to read the counts of one suit as sets and at most one pair.

    The lowest tile may give a triplet, the pair, or both; the rest of it must start sequences. The remaining
    tiles are split in the same way.
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
    most_runs = min(second, third) if ranked else 0
    table = _RANKED if ranked else _HONOUR_WAYS
    found = []
    for forms, size in _TAKEN[:: 1 if over else 2]:
        runs = number - size
        if 0 <= runs <= most_runs:
            blocks = *(form + rank for form in forms), *(RUN + rank,) * runs
            remaining = counts - (number + (runs << DIGIT) + (runs << 2 * DIGIT) << at)
            found += [blocks + more for more in table[remaining]]
    return tuple(found)


class _Finished(NamedTuple):
    """A block as a self-draw and as a ron finish it, and what each adds to its features."""

    by_draw: Block
    by_ron: Block
    adds_by_draw: int
    adds_by_ron: int


def _finishing(place: tuple[int, int]) -> dict[int, _Finished]:
    """The blocks that a tile of this suit and rank can finish, by their codes."""
    suit, win_rank = place
    runs = range(max(0, win_rank - 2), min(win_rank, _LAST_RUN) + 1) if suit < _HONOURS else ()
    codes = (*(RUN + rank for rank in runs), TRIPLET + win_rank, PAIR + win_rank)
    return {code: _finished(_BLOCKS[suit][code], win_rank) for code in codes}


def _finished(block: Block, win_rank: int) -> _Finished:
    drawn, won = (_finish(block, win_rank, ron=ron) for ron in (False, True))
    before = features_of[block]
    return _Finished(drawn, won, features_of[drawn] - before, features_of[won] - before)


_BLOCKS: Final = [[_block(suit, code) for code in range(PAIR + 9)] for suit in range(4)]
"""The blocks of each suit by their codes; that no honours and no 8 or 9 begin a sequence, `_split` knows."""
_FINISHING: Final = Remembered(_finishing)
_UNITS: Final = [
    Remembered[int, int](functools.partial(lambda suit, code: features_of[_BLOCKS[suit][code]], suit))
    for suit in range(4)
]
"""The features of the blocks of each suit by their codes."""
_RANKED: Final = Remembered(functools.partial(_split, ranked=True))
_HONOUR_WAYS: Final = Remembered(functools.partial(_split, ranked=False))
PAIRED: Final = Remembered[int, int](
    lambda key: sum(
        _UNITS[key >> SUIT_BITS & 3][PAIR + rank] for rank in range(9) if key >> DIGIT * rank & 63
    )
)
"""The features of the pairs of one suit, which holds nothing else, by its key."""
_CHOSEN: Final = Remembered(_blocks_of_way)
FEATURES: Final = Remembered(_features_of_suit)
"""The features of every way to read one suit by its key: for a self-draw, and for a ron."""
