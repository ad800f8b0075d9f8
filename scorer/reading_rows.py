"""The readings of a hand with their tiles: its sets, its pair, its wait, and what it would be worth so."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from yakulens.scorer.blocks import WAIT_AT, WAITS, Block
from yakulens.scorer.counts import KIND_MASK
from yakulens.scorer.decompose import Parts, blocks_of_sets, read_whole
from yakulens.scorer.evaluate import WHOLE, Judged
from yakulens.scorer.hand import Hand, Situation
from yakulens.scorer.points import value_of
from yakulens.scorer.remembered import Remembered
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND, KINDS, RED_FIVES, Tile
from yakulens.scorer.vocabulary import Wait

_NO_SETS: Final = ("pair", "orphans")


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """A reading of a hand, and what the hand would be worth by it.

    Attributes:
        pair: the tile of the pair; for thirteen orphans the tile held twice; None for seven pairs.
        sets: the tiles of each set, melds last; for seven pairs the pairs; empty for thirteen orphans.
        wait: how the hand waited for the winning tile; `unknown` if it cannot be known.
        han: han of yaku and dora.
        fu: minipoints, rounded.
        yakuman: multiples of a yakuman.
        value: what all opponents would pay together, in points.
        yaku: the identifiers of the yaku that it would have.
    """

    pair: Tile | None
    sets: tuple[tuple[Tile, ...], ...]
    wait: Wait
    han: int
    fu: int
    yakuman: int
    value: int
    yaku: tuple[str, ...] = ()


def parts_of(hand: Hand, situation: Situation, rules: RuleSet, judged: Judged) -> Parts:
    """The blocks of a reading, part by part; those of its melds last."""
    sums, by = hand.sums, situation.by
    if judged.number == WHOLE:
        return (read_whole(sums.counts, sums.win),)
    # by the lowest of all tiles, the tile taken for the winning one stands apart
    win_apart = situation.win_apart or by == "ron" or rules.win_not_apart != "no_wait"
    return blocks_of_sets(sums, judged.number, ron=by == "ron", win_apart=win_apart)


def reading_row(hand: Hand, situation: Situation, rules: RuleSet, judged: Judged, parts: Parts) -> ReadingRow:
    """A reading with its tiles, given its blocks (`parts_of`); a red five is in the first set of its kind."""
    worth = judged.worth
    blocks = [block for part in (parts[:-1] if hand.melds else parts) for block in part]
    pairs = [block for block in blocks if block.form == "pair"]
    shown = pairs if len(pairs) > 1 else [each for each in blocks if each.form not in _NO_SETS]
    if hand.sums.counts > KIND_MASK:  # there are red fives
        reds = Counter(tile for tile in (*hand.concealed, hand.win) if tile in RED_FIVES)
        sets = [_take(block, reds) for block in shown]
    else:
        sets = [_PLAIN_TILES[block] for block in shown]
    sets += [meld.tiles for meld in hand.melds]
    pair = None if len(pairs) > 1 else KINDS[(pairs or blocks)[0].kind]
    wait = WAITS[judged.features >> WAIT_AT & 7]
    value = value_of(worth.base, situation.seat, situation.by, rules)
    yaku = judged.verdict.ids
    return ReadingRow(pair, tuple(sets), wait, worth.han, worth.fu, worth.yakuman, value, yaku)


def _take(block: Block, reds: Counter[Tile]) -> tuple[Tile, ...]:
    """The tiles of a block; a red five that is left is taken from `reds`."""
    tiles = []
    for kind in block.kinds:
        face = next((red for red in RED_FIVES if KIND[red] == kind and reds[red]), KINDS[kind])
        reds[face] -= 1
        tiles.append(face)
    return tuple(tiles)


_PLAIN_TILES: Final = Remembered[Block, tuple[Tile, ...]](
    lambda block: tuple(KINDS[kind] for kind in block.kinds)
)
