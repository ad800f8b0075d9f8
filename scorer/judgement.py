"""Every reading of a hand with what it is worth."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final, NamedTuple

from scorer.decompose import (
    WAIT_AT,
    WAITS,
    Block,
    Reading,
    nine_gates,
    read_orphans,
    read_sets,
    read_seven_pairs,
)
from scorer.facts import Fact, facts_of
from scorer.fu import FuTable
from scorer.points import base_points
from scorer.tile import KIND
from scorer.yaku import Judge, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.circumstances import Circumstances
    from scorer.hand import Hand, Situation
    from scorer.ruleset import RuleSet
    from scorer.vocabulary import Limit

_SEVEN_PAIRS: Final = int(Fact.SEVEN_PAIRS)
_ORPHANS: Final = int(Fact.ORPHANS)
_ORPHANS_ANY_WAIT: Final = int(Fact.ORPHANS_ANY_WAIT)
_NINE_GATES: Final = int(Fact.NINE_GATES)
_NINE_GATES_ANY_WAIT: Final = int(Fact.NINE_GATES_ANY_WAIT)
_SEAT_TRIPLET: Final = int(Fact.SEAT_TRIPLET)
_ROUND_TRIPLET: Final = int(Fact.ROUND_TRIPLET)
_VALUED_PAIR: Final = int(Fact.VALUED_PAIR)
_CLOSED: Final = int(Fact.CLOSED)


class Judged(NamedTuple):
    """A reading and what it is worth; of two, the dearer is greater: by base value, yakuman, han, minipoints.

    Attributes:
        base: the base value; 0 for a reading without yaku.
        yakuman: multiples of a yakuman.
        han: of yaku and dora.
        fu: rounded minipoints.
        limit: the limit that it reaches.
        verdict: its yaku.
        facts: what is true of it.
        features, blocks: as `scorer.decompose` reads them.
        pair_value: what the pair is worth something as, a place in `scorer.fu.PAIR_VALUES`.
    """

    base: int
    yakuman: int
    han: int
    fu: int
    limit: Limit | None
    verdict: Verdict
    facts: int
    features: int
    blocks: tuple[tuple[Block, ...], ...]
    pair_value: int


NO_YAKU: Final = Verdict((), 0, 0)


class Desk:
    """Judges hands by one rule set, and remembers what has been worked out."""

    __slots__ = ("_fu_table", "_judge", "rules")

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._judge = Judge(rules)
        self._fu_table = FuTable(rules)

    def readings(
        self, hand: Hand, situation: Situation, counts: int, given: Circumstances, dora: int, *, apart: bool
    ) -> Iterator[Judged]:
        """Judge every reading of a hand; nothing comes of a hand that is not complete.

        Args:
            hand: a hand without problems.
            situation: how it was won.
            counts: of its concealed tiles with the winning one.
            given: the circumstances of hand and situation.
            dora: the han of all its dora.
            apart: whether the winning tile can be told from the others.
        """
        common = given.facts
        if not hand.melds:
            over = nine_gates(counts)
            if over is not None:
                common |= _NINE_GATES | (_NINE_GATES_ANY_WAIT if apart and over == KIND[hand.win] else 0)
            if reading := read_seven_pairs(counts, hand.win):
                facts = facts_of(reading[0]) | common | _SEVEN_PAIRS
                yield from self._judged(reading, facts, 0, self.rules.fu["seven_pairs"], situation, dora)
            if reading := read_orphans(counts, hand.win):
                any_wait = apart and WAITS[reading[0] >> WAIT_AT & 7] == "thirteen"
                facts = facts_of(reading[0]) | common | _ORPHANS | (_ORPHANS_ANY_WAIT if any_wait else 0)
                yield from self._judged(reading, facts, 0, 0, situation, dora)
        tsumo, closed = situation.by == "tsumo", common & _CLOSED != 0
        for reading in read_sets(counts, hand.melds, hand.win, ron=not tsumo, apart=apart):
            features = reading[0]
            facts = facts_of(features) | common
            if features & given.seat_triplet:
                facts |= _SEAT_TRIPLET
            if features & given.round_triplet:
                facts |= _ROUND_TRIPLET
            pair_value = 0
            if features & given.valued_pairs:
                pair_value = given.pair_value(features)
                facts |= _VALUED_PAIR
            fu = self._fu_table.fu(features, pair_value, tsumo=tsumo, closed=closed)
            yield from self._judged(reading, facts, pair_value, fu, situation, dora)

    def _judged(
        self, reading: Reading, facts: int, pair_value: int, fu: int, situation: Situation, dora: int
    ) -> Iterator[Judged]:
        features, blocks = reading
        rules = self.rules
        least = rules.two_han_from_counters
        short = least and situation.honba >= least
        found = False
        for verdict in self._judge.verdicts(facts):
            if short and verdict.han == 1:
                continue
            found = True
            yakuman = verdict.yakuman
            han = 0 if yakuman else verdict.han if verdict.alone else verdict.han + dora
            base, limit = base_points(han, fu, yakuman, rules)
            yield Judged(base, yakuman, han, fu, limit, verdict, facts, features, blocks, pair_value)
        if not found:
            yield Judged(0, 0, 0, fu, None, NO_YAKU, facts, features, blocks, pair_value)


@functools.cache
def desk(rules: RuleSet) -> Desk:
    """The desk of a rule set, kept so that it remembers."""
    return Desk(rules)
