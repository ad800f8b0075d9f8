"""The possible combinations of han and minipoints of a win, derived from a rule set's minipoints."""

import functools
import itertools
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from yakulens.scorer.blocks import CLASSES, WAIT_AT, WAITS
from yakulens.scorer.fu import FU_CLOSED, FU_PAIR_AT, FU_TSUMO, PAIR_VALUES, FuTable
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.vocabulary import BYS, By, HandState

_SETS: Final = 4
_WAITS: Final = ("ryanmen", "kanchan", "shanpon", "tanki")
"""One wait for each number of minipoints and each block that it can finish; an edge wait counts like a closed
wait."""
_SEQUENCE: Final = "sequence"
_FORMS: Final = (_SEQUENCE, *CLASSES)


class _Figure(NamedTuple):
    """A sort of hand of four sets and a pair."""

    by: By
    key: int  # in `FuTable`
    han: int  # of the yaku that follow from its sets, its wait and how it was won
    is_closed: bool


@functools.lru_cache(maxsize=64)
def least_han(rules: RuleSet, state: HandState | None = None) -> Mapping[tuple[str, int], int]:
    """The minimum han of a hand, for each way to win and each number of rounded minipoints.

    The keys are `(by, fu)`; no hand has other combinations. Yaku that follow from the kinds of the sets alone
    count: three concealed triplets are sanankou, four triplets are toitoi. A hand without such a yaku has one
    han. If it is known that the hand is closed, open or in riichi, only such hands count, and riichi with its
    han.

    >>> rules = load_rules("ema-2025")
    >>> found = least_han(rules)
    >>> found["tsumo", 20], found["ron", 25], found["ron", 100], ("ron", 20) in found
    (2, 2, 1, False)
    >>> bold = least_han(rules, "riichi")
    >>> bold["tsumo", 20], bold["tsumo", 30], bold["ron", 30], bold["ron", 40]
    (3, 2, 2, 1)
    """
    table, more = FuTable(rules), _worth("riichi", rules) if state == "riichi" else 0
    least: dict[tuple[str, int], int] = {}
    for by, key, han, is_closed in _figures(rules):
        if state is None or is_closed is (state != "open"):
            at, needed = (by, table[key]), max(han + more, 1)
            least[at] = min(needed, least.get(at, needed))
    pairs = rules.yaku.get("chiitoitsu")
    if pairs is not None and state != "open":
        least["ron", rules.fu["seven_pairs"]] = pairs.closed + more
        least["tsumo", rules.fu["seven_pairs"]] = pairs.closed + more + _worth("menzen_tsumo", rules)
    return least


def _figures(rules: RuleSet) -> Iterator[_Figure]:
    """Every sort of hand of four sets and a pair."""
    for sets in itertools.combinations_with_replacement(_FORMS, _SETS):
        for wait, by in itertools.product(_WAITS, BYS):
            if _can_wait(sets, wait, by):
                for pair in range(len(PAIR_VALUES)):
                    yield from _by(sets, wait, by, pair, rules)


def _can_wait(sets: tuple[str, ...], wait: str, by: By) -> bool:
    """Whether such a wait can have completed one of the sets or the pair."""
    if wait == "tanki":
        return True
    if wait == "shanpon":  # a triplet finished by a discard is open even in a closed hand
        finished = "open" if by == "ron" else "closed"
        return any(each.startswith("triplet") and each.endswith(finished) for each in sets)
    return _SEQUENCE in sets


def _by(sets: tuple[str, ...], wait: str, by: By, pair: int, rules: RuleSet) -> Iterator[_Figure]:
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
        yield _Figure(by, key | FU_CLOSED, closed_han, is_closed=True)
    if opened > finished or _SEQUENCE in sets:  # a sequence may have been called
        yield _Figure(by, key, han, is_closed=False)


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
