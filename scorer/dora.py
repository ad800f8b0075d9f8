"""The tile that an indicator makes dora, and the dora of a hand."""

import functools
from typing import Final

from yakulens.scorer.counts import DIGIT, KIND_MASK, red_fives
from yakulens.scorer.hand import Situation
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND, Tile, parse

RULE_OF: Final = {"dora": "dora", "ura": "ura_dora", "red_five": "red_fives", "north": "north_dora"}
"""The sorts of dora in the order of `dora_of_hand`, each with its rule."""
_NORTH: Final = KIND["4z"]
_CYCLES: Final = (range(9), range(9, 18), range(18, 27), range(27, 31), range(31, 34))


@functools.lru_cache(maxsize=256)
def dora_kinds(rules: RuleSet) -> dict[str, int]:
    """Map each face that can be an indicator to the kind that it makes dora.

    The next tile of the suit is dora, and after the last the first. Winds go east, south, west, north, and
    dragons white, green, red. If a rule set leaves tiles out, the next remaining one counts: 9m follows 1m if
    2m to 8m are out.

    >>> from yakulens.scorer.tile import KINDS
    >>> kinds = dora_kinds(load_rules("tenhou-3p"))
    >>> KINDS[kinds["1m"]], KINDS[kinds["4z"]], KINDS[kinds["7z"]]
    ('9m', '1z', '5z')
    """
    removed = {KIND[tile] for tile in parse(rules.removed_tiles)}
    following: dict[int, int] = {}
    for cycle in _CYCLES:
        used = [kind for kind in cycle if kind not in removed]
        following.update(zip(used, used[1:] + used[:1], strict=True))
    return {face: following[kind] for face, kind in KIND.items() if kind in following}


def dora_of_hand(counts: int, situation: Situation, rules: RuleSet) -> tuple[int, int, int, int]:
    """The han of dora, ura dora, red fives and norths set aside; 0 for sorts that the rules do not have.

    >>> hand = Hand.of("340m456p22789s11z", "1z")
    >>> dora_of_hand(hand.sums.all_counts, Situation("ron", dora_indicators=("1s",)), load_rules("tenhou"))
    (2, 0, 1, 0)
    """
    norths = situation.north_dora
    dora = ura = reds = 0
    if situation.dora_indicators and rules.dora:
        dora = _pointed_at(counts, situation.dora_indicators, norths, rules)
    if situation.ura_indicators and situation.riichi != "none" and rules.ura_dora:
        ura = _pointed_at(counts, situation.ura_indicators, norths, rules)
    if counts > KIND_MASK and any(rules.red_fives):
        reds = sum(red_fives(counts))
    return dora, ura, reds, norths


def _pointed_at(counts: int, indicators: tuple[Tile, ...], norths: int, rules: RuleSet) -> int:
    """Number of tiles that the indicators point at, norths set aside included; repeated hits count again."""
    kinds = dora_kinds(rules)
    if norths:
        counts += norths << DIGIT * _NORTH
    han = 0
    for indicator in indicators:
        han += counts >> DIGIT * kinds[indicator] & 63
    return han
