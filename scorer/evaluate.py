"""What each reading of a hand is worth under a rule set."""

import functools
from collections.abc import Iterator
from typing import Final, NamedTuple

from yakulens.scorer.blocks import WAIT_AT, WAITS
from yakulens.scorer.decompose import Sums, are_pairs, features_of_sets, features_of_whole, nine_gates
from yakulens.scorer.facts import Fact, facts_of
from yakulens.scorer.fu import FU_COUNTED, FuTable
from yakulens.scorer.judge.circumstances import Circumstances
from yakulens.scorer.points import base_points
from yakulens.scorer.remembered import Remembered
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND
from yakulens.scorer.verdict import HAN_AT, YAKUMAN_AT, Verdict, verdict_table
from yakulens.scorer.vocabulary import Limit

_SEVEN_PAIRS: Final = int(Fact.SEVEN_PAIRS)
_ORPHANS: Final = int(Fact.ORPHANS)
_ORPHANS_ANY_WAIT: Final = int(Fact.ORPHANS_ANY_WAIT)
_NINE_GATES: Final = int(Fact.NINE_GATES)
_NINE_GATES_ANY_WAIT: Final = int(Fact.NINE_GATES_ANY_WAIT)
_TSUMO: Final = int(Fact.TSUMO)
_ONE_SUIT: Final = int(Fact.ONE_SUIT)
_PERHAPS_GATES: Final = int(Fact.ONE_SUIT | Fact.HONOURS | Fact.MELDED)
_PART: Final = (1 << HAN_AT) - 1
WHOLE: Final = -1
"""The number of a reading as seven pairs or thirteen orphans, which is no reading as sets."""


class HandValue(NamedTuple):
    """What a reading is worth. Worths compare field by field, so the greater one pays more.

    Attributes:
        base: the base value in points; 0 without yaku.
        yakuman: multiples of a yakuman.
        han: han of yaku and dora; 0 for a yakuman.
        fu: minipoints, rounded.
        limit: the limit that it reaches, if any.
    """

    base: int
    yakuman: int
    han: int
    fu: int
    limit: Limit | None


class Judged(NamedTuple):
    """A reading with its worth.

    Attributes:
        worth: what it is worth.
        verdict: its yaku.
        facts: its facts, a sum of `scorer.facts.Fact` bits.
        features: the sum of its features (`scorer.blocks`).
        number: its number among the readings as sets (`scorer.decompose.blocks_of_sets`), or `WHOLE`.
        fu_key: the key of its minipoints in `scorer.fu.FuTable`; 0 for seven pairs and thirteen orphans.
    """

    worth: HandValue
    verdict: Verdict
    facts: int
    features: int
    number: int
    fu_key: int = 0


class Evaluator:
    """Computes what hands are worth under one rule set, and remembers the parts for the next hand."""

    __slots__ = ("_fu_of_seven_pairs", "_rules", "_verdicts", "_worths", "fu_table")

    def __init__(self, rules: RuleSet) -> None:
        """Start with empty tables; use `evaluator`, which keeps filled ones."""
        self._rules = rules
        self._verdicts = verdict_table(rules).verdicts
        self._worths = Remembered(self._worth)
        self._fu_of_seven_pairs = rules.fu["seven_pairs"]
        self.fu_table = FuTable(rules)

    def _worth(self, key: int) -> HandValue:
        """What a hand is worth by its yakuman, its han and its minipoints, the parts of the key."""
        yakuman, han, fu = key >> YAKUMAN_AT, key >> HAN_AT & _PART, key & _PART
        base, limit = base_points(han, fu, yakuman, self._rules) if han or yakuman else (0, None)
        return HandValue(base, yakuman, han, fu, limit)

    def readings(self, sums: Sums, context: Circumstances, dora: int, *, win_apart: bool) -> list[Judged]:
        """Every reading of a hand with its worth; none if the hand is not complete.

        The hand must have no problems (`scorer.judge.check`); `dora` is the han of all its dora.

        >>> from yakulens.scorer.judge.circumstances import circumstances_of
        >>> hand, win, rules = Hand.of("111222333m78p55s", "6p"), Situation("ron"), load_rules("ema-2025")
        >>> context = circumstances_of(hand, win, rules)
        >>> found = evaluator(rules).readings(hand.sums, context, 0, win_apart=True)
        >>> [(each.worth.han, each.worth.fu) for each in found]
        [(2, 30), (2, 50)]
        """
        common = context.facts
        readings: list[Judged] = []
        if not sums.melds and (features := features_of_whole(sums)):
            readings += self._whole(sums, features, common, dora, win_apart=win_apart)
        ways = features_of_sets(sums, ron=not common & _TSUMO, win_apart=win_apart)
        for number, features in enumerate(ways):
            facts = facts_of(features) | common
            fu_key = features & FU_COUNTED | context.fu_key
            if named := features & context.named:
                names = context.names[named]
                facts |= names.facts
                fu_key |= names.fu_key
            elif facts & _PERHAPS_GATES == _ONE_SUIT:
                facts |= _facts_of_gates(sums, win_apart=win_apart)
            fu = self.fu_table[fu_key]
            for verdict in self._verdicts(facts):
                worth = self._worths[verdict.worth + verdict.dora * dora + fu]
                readings.append(Judged(worth, verdict, facts, features, number, fu_key))
        return readings

    def _whole(
        self, sums: Sums, features: int, facts: int, dora: int, *, win_apart: bool
    ) -> Iterator[Judged]:
        """A hand judged as seven pairs or thirteen orphans with these features."""
        fu = 0
        if are_pairs(sums.counts):
            facts |= _SEVEN_PAIRS
            fu = self._fu_of_seven_pairs
        else:
            facts |= _ORPHANS
            if win_apart and WAITS[features >> WAIT_AT & 7] == "thirteen":
                facts |= _ORPHANS_ANY_WAIT
        facts |= facts_of(features)
        for verdict in self._verdicts(facts):
            yield Judged(
                self._worths[verdict.worth + verdict.dora * dora + fu], verdict, facts, features, WHOLE
            )


def _facts_of_gates(sums: Sums, *, win_apart: bool) -> int:
    """The facts of nine gates of a closed hand of one suit."""
    over = nine_gates(sums.counts)
    if over is None:
        return 0
    return _NINE_GATES | _NINE_GATES_ANY_WAIT if win_apart and over == KIND[sums.win] else _NINE_GATES


@functools.lru_cache(maxsize=256)
def evaluator(rules: RuleSet) -> Evaluator:
    """The only evaluator of a rule set."""
    return Evaluator(rules)
