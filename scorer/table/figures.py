"""The possible combinations of han and minipoints of a win, derived from a rule set's minipoints."""

import functools
import itertools
from collections.abc import Iterator, Mapping
from typing import Final

from yakulens.scorer.blocks import CLASSES, WAIT_AT, WAITS
from yakulens.scorer.fu import FU_CLOSED, FU_PAIR_AT, FU_TSUMO, PAIR_VALUES, FuTable
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.vocabulary import BYS, By

_SETS: Final = 4
_WAITS: Final = ("ryanmen", "kanchan", "shanpon", "tanki")
"""One wait for each number of minipoints and each block that it can finish; an edge wait counts like a closed
wait."""
_SEQUENCE: Final = "sequence"
_FORMS: Final = (_SEQUENCE, *CLASSES)


@functools.lru_cache(maxsize=64)
def least_han(rules: RuleSet) -> Mapping[tuple[str, int], int]:
    """The minimum han of a hand, for each way to win and each number of rounded minipoints.

    The keys are `(by, fu)`; no hand has other combinations. Yaku that follow from the kinds of the sets alone
    count: three concealed triplets are sanankou, four triplets are toitoi. A hand without such a yaku has one
    han.

    >>> found = least_han(load_rules("ema-2025"))
    >>> found["tsumo", 20], found["ron", 25], found["ron", 100], ("ron", 20) in found
    (2, 2, 1, False)
    """
    table = FuTable(rules)
    least: dict[tuple[str, int], int] = {}
    for by, key, han in _hands(rules):
        least[by, table[key]] = min(han, least.get((by, table[key]), han))
    pairs = rules.yaku.get("chiitoitsu")
    if pairs is not None:
        least["ron", rules.fu["seven_pairs"]] = pairs.closed
        least["tsumo", rules.fu["seven_pairs"]] = pairs.closed + _worth("menzen_tsumo", rules)
    return least


def _hands(rules: RuleSet) -> Iterator[tuple[By, int, int]]:
    """Every sort of hand of four sets and a pair: how it was won, its key in `FuTable`, its minimum han."""
    for sets in itertools.combinations_with_replacement(_FORMS, _SETS):
        for wait, by in itertools.product(_WAITS, BYS):
            if _can_wait(sets, wait, by):
                for pair in range(len(PAIR_VALUES)):
                    yield from _han_by(sets, wait, by, pair, rules)


def _can_wait(sets: tuple[str, ...], wait: str, by: By) -> bool:
    """Whether such a wait can have completed one of the sets or the pair."""
    if wait == "tanki":
        return True
    if wait == "shanpon":  # a triplet finished by a discard is open even in a closed hand
        finished = "open" if by == "ron" else "closed"
        return any(each.startswith("triplet") and each.endswith(finished) for each in sets)
    return _SEQUENCE in sets


def _han_by(
    sets: tuple[str, ...], wait: str, by: By, pair: int, rules: RuleSet
) -> Iterator[tuple[By, int, int]]:
    """The hand as concealed and as open, if its sets allow that."""
    opened, finished = sum("open" in each for each in sets), wait == "shanpon" and by == "ron"
    key = sum(1 << 3 * CLASSES.index(each) for each in sets if each != _SEQUENCE)
    key |= WAITS.index(wait) << WAIT_AT | pair << FU_PAIR_AT | (FU_TSUMO if by == "tsumo" else 0)
    han = _of_the_sets(sets, rules)
    if han is None:
        return
    if opened == finished:
        closed_han = han + (_worth("menzen_tsumo", rules) if by == "tsumo" else 0)
        plain = set(sets) == {_SEQUENCE} and wait == "ryanmen" and PAIR_VALUES[pair] is None
        closed_han += _worth("pinfu", rules) if plain else 0
        yield by, key | FU_CLOSED, max(closed_han, 1)
    if opened > finished or _SEQUENCE in sets:  # a sequence may have been called
        yield by, key, max(han, 1)


def _of_the_sets(sets: tuple[str, ...], rules: RuleSet) -> int | None:
    """The han of the yaku that follow from the kinds of the sets alone; None for a yakuman."""
    concealed = sum("closed" in each for each in sets)
    quads = sum(each.startswith("quad") for each in sets)
    if _SETS in {quads, concealed}:
        return None
    candidates = {
        "toitoi": _SEQUENCE not in sets,
        "sanankou": concealed == _SETS - 1,
        "sankantsu": quads == _SETS - 1,
    }
    return sum(_worth(yaku, rules) for yaku, holds in candidates.items() if holds)


def _worth(yaku: str, rules: RuleSet) -> int:
    """The minimum han of a yaku, open if allowed; 0 if the rule set does not have it."""
    value = rules.yaku.get(yaku)
    return 0 if value is None else value.open or value.closed
