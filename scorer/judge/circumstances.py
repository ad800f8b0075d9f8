"""The facts of a situation, and what in it contradicts itself or the hand."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from yakulens.scorer.decompose import PAIRS_AT, TRIPLETS_AT
from yakulens.scorer.facts import Fact
from yakulens.scorer.fu import FU_CLOSED, FU_TSUMO, PAIR_VALUES
from yakulens.scorer.message import Message
from yakulens.scorer.vocabulary import SEATS

if TYPE_CHECKING:
    from yakulens.scorer.hand import Hand, Situation
    from yakulens.scorer.rules.ruleset import RuleSet
    from yakulens.scorer.vocabulary import Seat

_DRAGONS: Final = 7 << 31
_FIRST_WIND: Final = 27
_CLOSED: Final = int(Fact.CLOSED)
_TSUMO: Final = int(Fact.TSUMO)
_BONUS_HAND: Final = int(Fact.BONUS_HAND)
_MANY_COUNTERS: Final = int(Fact.MANY_COUNTERS)


class _Contradiction(NamedTuple):
    """Facts that cannot hold together, or not without one of some others."""

    code: str
    held: int
    missing: int = 0


CONTRADICTIONS: Final = (
    _Contradiction("riichi_open_hand", Fact.RIICHI, Fact.CLOSED),
    _Contradiction("ippatsu_without_riichi", Fact.IPPATSU, Fact.RIICHI),
    _Contradiction("ippatsu_with_rinshan", Fact.IPPATSU | Fact.RINSHAN),
    _Contradiction("ippatsu_with_double_riichi_and_quad", Fact.IPPATSU | Fact.DOUBLE_RIICHI | Fact.QUAD),
    _Contradiction("rinshan_by_ron", Fact.RINSHAN, Fact.TSUMO),
    _Contradiction("rinshan_without_quad", Fact.RINSHAN, Fact.QUAD | Fact.NORTH_ASIDE),
    _Contradiction("chankan_by_tsumo", Fact.CHANKAN | Fact.TSUMO),
    _Contradiction("chankan_on_last_tile", Fact.CHANKAN | Fact.LAST_TILE),
    _Contradiction("first_turn_on_last_tile", Fact.FIRST_TURN | Fact.LAST_TILE),
    _Contradiction("first_turn_with_riichi", Fact.FIRST_TURN | Fact.RIICHI),
    _Contradiction("first_turn_with_meld", Fact.FIRST_TURN, Fact.CLOSED),
    _Contradiction("first_turn_with_quad", Fact.FIRST_TURN | Fact.QUAD, Fact.TSUMO),
    _Contradiction("first_turn_dealer_ron", Fact.FIRST_TURN | Fact.DEALER, Fact.TSUMO),
)
"""What cannot be: every fact of `held` together, and none of `missing`."""


def contradictions(facts: int) -> tuple[Message, ...]:
    """What facts of a hand and its situation contradict each other.

    >>> [each.code for each in contradictions(Fact.CLOSED | Fact.IPPATSU)]
    ['ippatsu_without_riichi']
    """
    return tuple(
        Message(code)
        for code, held, missing in CONTRADICTIONS
        if facts & held == held and not facts & missing
    )


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a situation adds to every reading of a hand.

    Attributes:
        facts: its facts.
        seat_triplet, round_triplet: the bit of a triplet of that wind in the features of a reading.
        seat_pair, round_pair, valued_pairs: the bits of such pairs there; dragons are valued too.
        fu_key: what it adds to a key of `scorer.fu.FuTable`.
        problems: its contradictions; empty as a rule.
    """

    facts: int
    seat_triplet: int
    round_triplet: int
    seat_pair: int
    round_pair: int
    valued_pairs: int
    fu_key: int
    problems: tuple[Message, ...]

    def pair_value(self, features: int) -> int:
        """What a valued pair in the features is: a place in `scorer.fu.PAIR_VALUES`."""
        if not features & (self.seat_pair | self.round_pair):
            return PAIR_VALUES.index("pair_dragon")
        if not features & self.round_pair:
            return PAIR_VALUES.index("pair_seat_wind")
        if not features & self.seat_pair:
            return PAIR_VALUES.index("pair_round_wind")
        return PAIR_VALUES.index("pair_double_wind")


def circumstances_of(hand: Hand, situation: Situation, rules: RuleSet) -> Circumstances:
    """The circumstances of a hand in its situation."""
    facts = hand.facts | situation.facts
    # Each counter of a dealer who goes on dealing is a bonus hand (WDMC 3.7.2), so either tells the eighth.
    if situation.bonus_hand >= rules.paarenchan_from or situation.honba >= rules.paarenchan_from:
        facts |= _BONUS_HAND
    if 0 < rules.two_han_from_counters <= situation.honba:
        facts |= _MANY_COUNTERS
    return _circumstances(facts, situation.seat, situation.round)


@functools.cache
def _circumstances(facts: int, seat: Seat, round_wind: Seat) -> Circumstances:
    """The circumstances of some facts. Few combinations occur, so each is worked out once and remembered."""
    seat_kind, round_kind = (_FIRST_WIND + SEATS.index(wind) for wind in (seat, round_wind))
    return Circumstances(
        facts,
        1 << TRIPLETS_AT + seat_kind,
        1 << TRIPLETS_AT + round_kind,
        1 << PAIRS_AT + seat_kind,
        1 << PAIRS_AT + round_kind,
        (_DRAGONS | 1 << seat_kind | 1 << round_kind) << PAIRS_AT,
        (FU_TSUMO if facts & _TSUMO else 0) | (FU_CLOSED if facts & _CLOSED else 0),
        contradictions(facts),
    )
