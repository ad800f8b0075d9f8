"""What is wrong with tiles by themselves: more than there are, or none of the set that is played with."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from yakulens.scorer.complete import COPIES
from yakulens.scorer.counts import DIGIT
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND, RED_FIVES, Tile, parse, plain

_HIGHEST: Final = 1 << DIGIT - 1
HIGHEST_OF_EACH: Final = sum(_HIGHEST << DIGIT * place for place in range(34 + len(RED_FIVES)))
"""The highest bit of each number in the counts (`scorer.counts`): what `beyond_the_set` lifts."""


def wrong_tiles(tiles: Sequence[Tile], rules: RuleSet) -> tuple[Message, ...]:
    """What is wrong with all the tiles that one person sees, measured by the set that a rule set plays with.

    More of a tile than there are, a red five being a five; tiles that the set does not have; more red fives
    than it holds (where it holds none they are plain fives); and more plain fives than it has beside its red
    ones (WDMC 1.3.1).

    Args:
        tiles: hand, indicators, discards.
        rules: the rule set.

    >>> [each.text for each in wrong_tiles(parse("00p11111z"), load_rules("tenhou"))]
    ['5 of 1z, indicators included: there are four of each tile', '2 of 0p: the set of Tenhou holds 1']
    >>> [each.text for each in wrong_tiles(parse("123m"), load_rules("tenhou-3p"))]
    ['2m 3m: Tenhou plays without']
    >>> [each.code for each in wrong_tiles(parse("5555p"), load_rules("wdmc-2019"))]
    ['red_five_missing']
    """
    return tuple(_wrong_tiles(tiles, rules))


def _wrong_tiles(tiles: Sequence[Tile], rules: RuleSet) -> Iterator[Message]:
    for tile, number in sorted(Counter(map(plain, tiles)).items()):
        if number > COPIES:
            yield Message.of("five_of_a_tile", count=number, tile=tile)
    removed = parse(rules.removed_tiles)
    if strange := tuple(sorted({tile for tile in tiles if plain(tile) in removed})):
        yield Message.of("tile_not_in_set", tiles=strange, rules=rules.cite)
    for red, copies in zip(RED_FIVES, rules.red_fives, strict=True):
        if any(rules.red_fives) and (number := tiles.count(red)) > copies:
            yield Message.of("too_many_red_fives", count=number, red=red, rules=rules.cite, most=copies)
    for red, reds in zip(RED_FIVES, rules.red_fives, strict=True):
        five, most = plain(red), COPIES - reds
        if rules.red_fives_exact and most < (number := tiles.count(five)) <= COPIES:
            data: dict[str, str | int] = {"count": number, "tile": five, "rules": rules.cite, "plain": most}
            yield Message.of("red_five_missing", **data, red=red, cite=rules.cite_of("red_fives"))


@functools.lru_cache(maxsize=256)
def beyond_the_set(rules: RuleSet) -> int:
    """What, added to counts, lifts the highest bit of each number that is more than a set of tiles can show.

    There are four of each tile and none that is removed; of fives, red ones among them, more than are plain
    lift it; so do more red fives than the set has, unless it has none, for then they are plain ones.

    >>> from yakulens.scorer.counts import count
    >>> lifts = beyond_the_set(load_rules("ema-2025"))
    >>> [bool(count(parse(tiles)) + lifts & HIGHEST_OF_EACH) for tiles in ("1111z", "11111z")]
    [False, True]
    """
    copies = dict.fromkeys(range(34), COPIES)
    copies |= {KIND[red]: COPIES - number for red, number in zip(RED_FIVES, rules.red_fives, strict=True)}
    copies |= dict.fromkeys((KIND[tile] for tile in parse(rules.removed_tiles)), 0)
    if any(rules.red_fives):
        copies |= {34 + suit: number for suit, number in enumerate(rules.red_fives)}
    return sum(_HIGHEST - number - 1 << DIGIT * place for place, number in copies.items())
