"""What is wrong with tiles by themselves: more than there are, or none of the set that is played with."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from yakulens.scorer.complete import COPIES
from yakulens.scorer.counts import DIGIT
from yakulens.scorer.message import Message
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND, RED_FIVES, Tile, parse, plain

_HIGHEST: Final = 1 << DIGIT - 1
HIGHEST_OF_EACH: Final = sum(_HIGHEST << DIGIT * place for place in range(34 + len(RED_FIVES)))
"""The highest bit of each number in the counts (`scorer.counts`): what `beyond_the_set` lifts."""


def wrong_tiles(shown: Sequence[Tile], rules: RuleSet) -> tuple[Message, ...]:
    """What is wrong with all the tiles that one person sees, measured by the set that a rule set plays with.

    >>> from yakulens.scorer.rules.load import load_rules
    >>> [each.code for each in wrong_tiles(parse("00p11111z"), load_rules("tenhou"))]
    ['five_of_a_tile', 'too_many_red_fives']
    """
    return (
        *five_of_a_tile(shown),
        *tile_not_in_set(shown, rules),
        *too_many_red_fives(shown, rules),
        *red_five_missing(shown, rules),
    )


def red_five_missing(shown: Sequence[Tile], rules: RuleSet) -> tuple[Message, ...]:
    """The suits of which more plain fives are shown than the set has beside its red ones (WDMC 1.3.1).

    Args:
        shown: every tile that one person sees: hand, indicators, discards.
        rules: the rule set, for its red fives.

    >>> from yakulens.scorer.rules.load import load_rules
    >>> [each.code for each in red_five_missing(parse("5555p"), load_rules("wdmc-2019"))]
    ['red_five_missing']
    >>> red_five_missing(parse("5055p"), load_rules("wdmc-2019"))
    ()
    """
    if not rules.red_fives_exact:
        return ()
    return tuple(
        Message.of(
            "red_five_missing",
            count=count_,
            tile=plain(red),
            rules=rules.cite,
            plain=COPIES - reds,
            red=red,
            cite=rules.cite_of("red_fives"),
        )
        for red, reds in zip(RED_FIVES, rules.red_fives, strict=True)
        if (count_ := shown.count(plain(red))) > COPIES - reds and count_ <= COPIES
    )


def five_of_a_tile(shown: Iterable[Tile]) -> tuple[Message, ...]:
    """The tiles of which more are shown than there are; a red five is a five.

    >>> [each.text for each in five_of_a_tile(parse("11111z"))]
    ['5 of 1z, indicators included: there are four of each tile']
    """
    numbers = Counter(map(plain, shown))
    return tuple(
        Message.of("five_of_a_tile", count=number, tile=tile)
        for tile, number in sorted(numbers.items())
        if number > COPIES
    )


def tile_not_in_set(shown: Iterable[Tile], rules: RuleSet) -> tuple[Message, ...]:
    """The sentence for tiles that a rule set plays without; none where there are no such tiles.

    >>> from yakulens.scorer.rules.load import load_rules
    >>> [each.text for each in tile_not_in_set(parse("123m"), load_rules("tenhou-3p"))]
    ['2m 3m: Tenhou plays without']
    """
    removed = parse(rules.removed_tiles)
    strange = tuple(sorted({tile for tile in shown if plain(tile) in removed}))
    return (Message.of("tile_not_in_set", tiles=strange, rules=rules.cite),) if strange else ()


def too_many_red_fives(shown: Sequence[Tile], rules: RuleSet) -> tuple[Message, ...]:
    """The red fives of which more are shown than the set holds; where it holds none they are plain fives.

    >>> from yakulens.scorer.rules.load import load_rules
    >>> [each.text for each in too_many_red_fives(parse("00p"), load_rules("tenhou"))]
    ['2 of 0p: the set of Tenhou holds 1']
    """
    if not any(rules.red_fives):
        return ()
    return tuple(
        Message.of("too_many_red_fives", count=shown.count(red), red=red, rules=rules.cite, most=most)
        for red, most in zip(RED_FIVES, rules.red_fives, strict=True)
        if shown.count(red) > most
    )


@functools.lru_cache(maxsize=256)
def beyond_the_set(rules: RuleSet) -> int:
    """What, added to counts, lifts the highest bit of each number that is more than a set of tiles can show.

    There are four of each tile and none that is removed; of fives, red ones among them, more than are plain
    lift it; so do more red fives than the set has, unless it has none, for then they are plain ones.

    >>> from yakulens.scorer.counts import count
    >>> from yakulens.scorer.rules.load import load_rules
    >>> lifts = beyond_the_set(load_rules("ema-2025"))
    >>> [bool(count(parse(tiles)) + lifts & HIGHEST_OF_EACH) for tiles in ("1111z", "11111z")]
    [False, True]
    """
    most = dict.fromkeys(range(34), COPIES)
    most |= {KIND[red]: COPIES - number for red, number in zip(RED_FIVES, rules.red_fives, strict=True)}
    most |= dict.fromkeys((KIND[tile] for tile in parse(rules.removed_tiles)), 0)
    if any(rules.red_fives):
        most |= {34 + suit: number for suit, number in enumerate(rules.red_fives)}
    return sum(_HIGHEST - number - 1 << DIGIT * place for place, number in most.items())
