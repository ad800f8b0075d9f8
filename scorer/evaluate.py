"""What each reading of a hand is worth under a rule set."""

import functools
from typing import Final, NamedTuple

from yakulens.scorer.decompose import (
    Sums,
    features_of_blocks,
    features_of_sets,
    nine_gates,
    read_orphans,
    read_seven_pairs,
)
from yakulens.scorer.facts import Fact, facts_of
from yakulens.scorer.fu import FU_COUNTED, FU_PAIR_AT, FuTable
from yakulens.scorer.judge.circumstances import Circumstances
from yakulens.scorer.points import base_points
from yakulens.scorer.remembered import Remembered
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND
from yakulens.scorer.verdict import Verdict, verdict_table
from yakulens.scorer.vocabulary import Limit

_SEVEN_PAIRS: Final = int(Fact.SEVEN_PAIRS)
_ORPHANS: Final = int(Fact.ORPHANS)
_ORPHANS_ANY_WAIT: Final = int(Fact.ORPHANS_ANY_WAIT)
_NINE_GATES: Final = int(Fact.NINE_GATES)
_NINE_GATES_ANY_WAIT: Final = int(Fact.NINE_GATES_ANY_WAIT)
_SEAT_TRIPLET: Final = int(Fact.SEAT_TRIPLET)
_ROUND_TRIPLET: Final = int(Fact.ROUND_TRIPLET)
_VALUED_PAIR: Final = int(Fact.VALUED_PAIR)
_TSUMO: Final = int(Fact.TSUMO)
_FU_BITS: Final = 16
_FU_MASK: Final = (1 << _FU_BITS) - 1
WHOLE: Final = -1
"""The number of a reading as seven pairs or thirteen orphans, which is no reading as sets."""


class Worth(NamedTuple):
    """What a reading is worth. Worths compare field by field, so the greater one pays more.

    Attributes:
        base: the base value in points; 0 without yaku.
        yakuman: multiples of a yakuman.
        han: han of yaku and dora; 0 for a yakuman.
        fu: minipoints, rounded.
        limit: the limit that it reaches, if any.
        verdict: its yaku.
        facts: its facts, a sum of `scorer.facts.Fact` bits.
    """

    base: int
    yakuman: int
    han: int
    fu: int
    limit: Limit | None
    verdict: Verdict
    facts: int


class Judged(NamedTuple):
    """A reading with its worth.

    Attributes:
        worth: what it is worth.
        features: the sum of its features (`scorer.blocks`).
        number: its number among the readings as sets (`scorer.decompose.blocks_of_sets`), or `WHOLE`.
        fu_key: the key of its minipoints in `scorer.fu.FuTable`; 0 for seven pairs and thirteen orphans.
    """

    worth: Worth
    features: int
    number: int
    fu_key: int = 0


class Evaluator:
    """Computes what hands are worth under one rule set, and remembers the parts for the next hand."""

    __slots__ = ("_bases", "_fu_of_seven_pairs", "_verdicts", "_yakuman", "fu_table")

    def __init__(self, rules: RuleSet) -> None:
        """Start with empty tables; use `evaluator`, which keeps filled ones."""
        self._verdicts = verdict_table(rules).verdicts
        self._bases = Remembered[int, tuple[int, Limit | None]](
            lambda key: base_points(key >> _FU_BITS, key & _FU_MASK, 0, rules)
        )
        self._yakuman = Remembered[int, tuple[int, Limit | None]](
            lambda times: base_points(0, 0, times, rules)
        )
        self._fu_of_seven_pairs = rules.fu["seven_pairs"]
        self.fu_table = FuTable(rules)

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
        if not sums.melds:
            common |= self._read_whole(readings, sums, common, dora, win_apart=win_apart)
        named = context.seat_triplet | context.round_triplet | context.valued_pairs
        for number, features in enumerate(features_of_sets(sums, ron=not common & _TSUMO, win_apart=win_apart)):
            facts = facts_of(features) | common
            fu_key = features & FU_COUNTED | context.fu_key
            if features & named:
                facts |= _named_facts(features, context)
                if features & context.valued_pairs:
                    fu_key |= context.pair_value(features) << FU_PAIR_AT
            fu = self.fu_table[fu_key]
            for verdict in self._verdicts(facts):
                readings.append(Judged(self._worth(verdict, facts, fu, dora), features, number, fu_key))
        return readings

    def _worth(self, verdict: Verdict, facts: int, fu: int, dora: int) -> Worth:
        yakuman, han = verdict.yakuman, verdict.han
        if yakuman:
            base, limit = self._yakuman[yakuman]
            return Worth(base, yakuman, han, fu, limit, verdict, facts)
        if not han:
            return Worth(0, 0, 0, fu, None, verdict, facts)
        if not verdict.alone:
            han += dora
        base, limit = self._bases[han << _FU_BITS | fu]
        return Worth(base, 0, han, fu, limit, verdict, facts)

    def _read_whole(
        self, readings: list[Judged], sums: Sums, common: int, dora: int, *, win_apart: bool
    ) -> int:
        """Judge a hand without melds as seven pairs or thirteen orphans; return the facts of nine gates."""
        facts, fu = common, 0
        if blocks := read_seven_pairs(sums.counts, sums.win):
            facts |= _SEVEN_PAIRS
            fu = self._fu_of_seven_pairs
        elif blocks := read_orphans(sums.counts, sums.win):
            facts |= _ORPHANS
            if win_apart and blocks[0].wait == "thirteen":
                facts |= _ORPHANS_ANY_WAIT
        if blocks:
            features = features_of_blocks(blocks)
            facts |= facts_of(features)
            for verdict in self._verdicts(facts):
                readings.append(Judged(self._worth(verdict, facts, fu, dora), features, WHOLE))
        over = nine_gates(sums.counts)
        if over is None:
            return 0
        return _NINE_GATES | _NINE_GATES_ANY_WAIT if win_apart and over == KIND[sums.win] else _NINE_GATES


def _named_facts(features: int, context: Circumstances) -> int:
    """The facts of triplets and pairs that are worth something by seat, round or as dragons."""
    facts = _SEAT_TRIPLET if features & context.seat_triplet else 0
    if features & context.round_triplet:
        facts |= _ROUND_TRIPLET
    return facts | _VALUED_PAIR if features & context.valued_pairs else facts


@functools.lru_cache(maxsize=256)
def evaluator(rules: RuleSet) -> Evaluator:
    """The only evaluator of a rule set."""
    return Evaluator(rules)
