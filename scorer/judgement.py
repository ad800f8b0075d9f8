"""Every reading of a hand with what it is worth."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final, NamedTuple

from scorer.decompose import (
    WAIT_AT,
    WAITS,
    Parts,
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
    from scorer.circumstances import Circumstances
    from scorer.hand import Hand
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
_TSUMO: Final = int(Fact.TSUMO)


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
    blocks: Parts
    pair_value: int


class Desk:
    """Judges hands by one rule set, and remembers what has been worked out."""

    __slots__ = ("_fu_table", "_judge", "_rules")

    def __init__(self, rules: RuleSet) -> None:
        """Set the desk up for a rule set; use `desk`, which keeps it."""
        self._rules = rules
        self._judge = Judge(rules)
        self._fu_table = FuTable(rules)

    def readings(
        self, hand: Hand, counts: int, given: Circumstances, dora: int, *, apart: bool
    ) -> list[Judged]:
        """Judge every reading of a hand; none of a hand that is not complete.

        Args:
            hand: a hand without problems.
            counts: of its concealed tiles with the winning one.
            given: the circumstances of hand and situation.
            dora: the han of all its dora.
            apart: whether the winning tile can be told from the others.
        """
        found: list[Judged] = []
        common = given.facts
        if not hand.melds:
            common |= _gates(hand, counts, apart=apart)
            if reading := read_seven_pairs(counts, hand.win):
                facts = facts_of(reading[0]) | common | _SEVEN_PAIRS
                found += self._judge_reading(reading, facts, self._rules.fu["seven_pairs"], dora)
            elif reading := read_orphans(counts, hand.win):
                facts = facts_of(reading[0]) | common | _ORPHANS
                if apart and WAITS[reading[0] >> WAIT_AT & 7] == "thirteen":
                    facts |= _ORPHANS_ANY_WAIT
                found += self._judge_reading(reading, facts, 0, dora)
        tsumo, closed = common & _TSUMO != 0, common & _CLOSED != 0
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
            found += self._judge_reading(reading, facts, fu, dora, pair_value)
        return found

    def _judge_reading(
        self, reading: Reading, facts: int, fu: int, dora: int, pair_value: int = 0
    ) -> list[Judged]:
        """What one reading is worth: once, or once more where a yaku stands alone."""
        found = []
        for verdict in self._judge.verdicts(facts):
            yakuman, han = verdict.yakuman, verdict.han
            if han and not verdict.alone:
                han += dora
            base, limit = base_points(han, fu, yakuman, self._rules) if han or yakuman else (0, None)
            found.append(Judged(base, yakuman, han, fu, limit, verdict, facts, *reading, pair_value))
        return found


@functools.lru_cache(maxsize=256)
def desk(rules: RuleSet) -> Desk:
    """The desk of a rule set, kept so that it remembers."""
    return Desk(rules)


def _gates(hand: Hand, counts: int, *, apart: bool) -> int:
    """The facts of nine gates, in a hand without melds."""
    over = nine_gates(counts)
    if over is None:
        return 0
    return _NINE_GATES | _NINE_GATES_ANY_WAIT if apart and over == KIND[hand.win] else _NINE_GATES
