"""What each reading of a hand is worth under a rule set."""

import functools
from typing import Final, NamedTuple

from yakulens.scorer.decompose import (
    WAIT_AT,
    WAITS,
    Parts,
    Sums,
    nine_gates,
    read_orphans,
    read_sets,
    read_seven_pairs,
)
from yakulens.scorer.facts import Fact, facts_of
from yakulens.scorer.fu import FU_COUNTED, FU_PAIR_AT, FuTable
from yakulens.scorer.judge.circumstances import Circumstances
from yakulens.scorer.points import base_points
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND
from yakulens.scorer.verdict import Verdict, verdicts
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
        features: the sum of its features (`scorer.decompose`).
        blocks: its sets and pair (`scorer.decompose.Parts`).
        fu_key: the key of its minipoints in `scorer.fu.FuTable`; 0 for seven pairs and thirteen orphans.
    """

    worth: Worth
    features: int
    blocks: Parts
    fu_key: int = 0


class Worths(dict[int, tuple[Worth, ...]]):
    """Cache of what facts, minipoints and dora together are worth.

    A key holds the facts, the rounded minipoints from bit `FU_AT` on, and the han of dora from bit `DORA_AT`
    on. It usually has one worth. If one of the yaku combines with nothing, it has two: one for the other yaku
    together, one for that yaku alone.
    """

    FU_AT: Final = 64
    DORA_AT: Final = 80

    def __init__(self, rules: RuleSet) -> None:
        """Start with an empty cache."""
        super().__init__()
        self._rules = rules

    def __missing__(self, key: int) -> tuple[Worth, ...]:
        """Compute a missing entry."""
        facts, fu, dora = key & (1 << self.FU_AT) - 1, key >> self.FU_AT & 0xFFFF, key >> self.DORA_AT
        worths = self[key] = tuple(
            self._worth(verdict, facts, fu, dora) for verdict in verdicts(facts, self._rules)
        )
        return worths

    def _worth(self, verdict: Verdict, facts: int, fu: int, dora: int) -> Worth:
        yakuman, han = verdict.yakuman, verdict.han
        if han and not verdict.alone:
            han += dora
        base, limit = base_points(han, fu, yakuman, self._rules) if han or yakuman else (0, None)
        return Worth(base, yakuman, han, fu, limit, verdict, facts)


class Evaluator:
    """Computes what hands are worth under one rule set, and caches it for the next hand."""

    __slots__ = ("_fu_of_seven_pairs", "_worths", "fu_table")

    def __init__(self, rules: RuleSet) -> None:
        """Start with an empty cache; use `evaluator`, which keeps a cached one."""
        self._worths = Worths(rules)
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
        common = context.facts | dora << Worths.DORA_AT
        readings: list[Judged] = []
        if not sums.melds:
            common |= self._read_whole(readings, sums, common, win_apart=win_apart)
        fu_table, worths = self.fu_table, self._worths
        for features, blocks in read_sets(sums, ron=not common & _TSUMO, win_apart=win_apart):
            facts = facts_of(features) | common
            fu_key = features & FU_COUNTED | context.fu_key
            if features & context.seat_triplet:
                facts |= _SEAT_TRIPLET
            if features & context.round_triplet:
                facts |= _ROUND_TRIPLET
            if features & context.valued_pairs:
                facts |= _VALUED_PAIR
                fu_key |= context.pair_value(features) << FU_PAIR_AT
            for worth in worths[facts | fu_table[fu_key] << Worths.FU_AT]:
                readings.append(Judged(worth, features, blocks, fu_key))  # noqa: PERF401 - the key is worked out once
        return readings

    def _read_whole(self, readings: list[Judged], sums: Sums, common: int, *, win_apart: bool) -> int:
        """Judge a hand without melds as seven pairs or thirteen orphans; return the facts of nine gates."""
        reading, facts, fu = None, common, 0
        if reading := read_seven_pairs(sums.counts, sums.win):
            facts |= _SEVEN_PAIRS
            fu = self._fu_of_seven_pairs
        elif reading := read_orphans(sums.counts, sums.win):
            facts |= _ORPHANS
            if win_apart and WAITS[reading[0] >> WAIT_AT & 7] == "thirteen":
                facts |= _ORPHANS_ANY_WAIT
        if reading:
            facts |= facts_of(reading[0])
            readings.extend(Judged(worth, *reading) for worth in self._worths[facts | fu << Worths.FU_AT])
        over = nine_gates(sums.counts)
        if over is None:
            return 0
        return _NINE_GATES | _NINE_GATES_ANY_WAIT if win_apart and over == KIND[sums.win] else _NINE_GATES


@functools.lru_cache(maxsize=256)
def evaluator(rules: RuleSet) -> Evaluator:
    """The cached evaluator of a rule set."""
    return Evaluator(rules)
