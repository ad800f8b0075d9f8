"""What each reading of a hand is worth under a rule set."""

import functools
from typing import Final, NamedTuple

from yakulens.scorer.blocks import Block
from yakulens.scorer.decompose import Sums, features_of_blocks, features_of_sets, nine_gates, read_whole
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
_ONE_SUIT: Final = int(Fact.ONE_SUIT)
_PERHAPS_GATES: Final = int(Fact.ONE_SUIT | Fact.HONOURS | Fact.MELDED)
_FU_BITS: Final = 16
_FU_MASK: Final = (1 << _FU_BITS) - 1
WHOLE: Final = -1
"""The number of a reading as seven pairs or thirteen orphans, which is no reading as sets."""


class Judged(NamedTuple):
    """A reading and what it is worth. The first four fields compare so that the greater reading pays more.

    Attributes:
        base: the base value in points; 0 without yaku.
        yakuman: multiples of a yakuman.
        han: han of yaku and dora; 0 for a yakuman.
        fu: minipoints, rounded.
        limit: the limit that it reaches, if any.
        verdict: its yaku.
        facts: its facts, a sum of `scorer.facts.Fact` bits.
        features: the sum of its features (`scorer.blocks`).
        number: its number among the readings as sets (`scorer.decompose.blocks_of_sets`), or `WHOLE`.
        fu_key: the key of its minipoints in `scorer.fu.FuTable`; 0 for seven pairs and thirteen orphans.
    """

    base: int
    yakuman: int
    han: int
    fu: int
    limit: Limit | None
    verdict: Verdict
    facts: int
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
        >>> [(each.han, each.fu) for each in found]
        [(2, 30), (2, 50)]
        """
        facts_of_all = context.facts
        readings: list[Judged] = []
        if not sums.melds and (blocks := read_whole(sums.counts, sums.win)):
            self._judge_whole(readings, blocks, facts_of_all, dora, win_apart=win_apart)
        by_ron = not facts_of_all & _TSUMO
        named = context.seat_triplet | context.round_triplet | context.valued_pairs
        for number, features in enumerate(features_of_sets(sums, ron=by_ron, win_apart=win_apart)):
            facts = facts_of(features) | facts_of_all
            fu_key = features & FU_COUNTED | context.fu_key
            if features & named:
                facts |= _named_facts(features, context)
                if features & context.valued_pairs:
                    fu_key |= context.pair_value(features) << FU_PAIR_AT
            if facts & _PERHAPS_GATES == _ONE_SUIT:
                facts |= _facts_of_gates(sums, win_apart=win_apart)
            self._judge(readings, facts, self.fu_table[fu_key], dora, features, number, fu_key)
        return readings

    def _judge(  # noqa: PLR0913, PLR0917 - the fields of what it adds
        self, readings: list[Judged], facts: int, fu: int, dora: int, features: int, number: int, fu_key: int
    ) -> None:
        """Add a reading with its worth; twice if one of its yaku combines with nothing, beside the others."""
        for verdict in self._verdicts(facts):
            yakuman, han = verdict.yakuman, verdict.han
            base, limit = 0, None
            if han:
                if not verdict.alone:
                    han += dora
                base, limit = self._bases[han << _FU_BITS | fu]
            elif yakuman:
                base, limit = self._yakuman[yakuman]
            readings.append(
                Judged(base, yakuman, han, fu, limit, verdict, facts, features, number, fu_key)
            )

    def _judge_whole(
        self, readings: list[Judged], blocks: tuple[Block, ...], facts: int, dora: int, *, win_apart: bool
    ) -> None:
        """Judge a hand as seven pairs or thirteen orphans."""
        fu, features = 0, features_of_blocks(blocks)
        if blocks[0].form == "pair":
            facts |= _SEVEN_PAIRS
            fu = self._fu_of_seven_pairs
        else:
            facts |= _ORPHANS
            if win_apart and blocks[0].wait == "thirteen":
                facts |= _ORPHANS_ANY_WAIT
        self._judge(readings, facts | facts_of(features), fu, dora, features, WHOLE, 0)


def _facts_of_gates(sums: Sums, *, win_apart: bool) -> int:
    """The facts of nine gates of a closed hand of one suit."""
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
