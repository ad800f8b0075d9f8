"""The facts of a situation, and its contradictions, also with the hand."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from yakulens.scorer.blocks import KINDS_MASK, ORPHANS, PAIRS_AT, TRIPLETS_AT
from yakulens.scorer.facts import Fact
from yakulens.scorer.fu import FU_CLOSED, FU_PAIR_AT, FU_TSUMO, PAIR_VALUES
from yakulens.scorer.hand import Hand, Situation
from yakulens.scorer.message import Message
from yakulens.scorer.remembered import Remembered
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND
from yakulens.scorer.vocabulary import SEATS, Seat

_DRAGONS: Final = 7 << 31
_FIRST_WIND: Final = 27
_PAIR: Final = 2
_MOST_QUADS: Final = 4
_CLOSED: Final = int(Fact.CLOSED)
_TSUMO: Final = int(Fact.TSUMO)
_SEAT_TRIPLET: Final = int(Fact.SEAT_TRIPLET)
_ROUND_TRIPLET: Final = int(Fact.ROUND_TRIPLET)
_VALUED_PAIR: Final = int(Fact.VALUED_PAIR)
_BONUS_HAND: Final = int(Fact.BONUS_HAND)
_MANY_COUNTERS: Final = int(Fact.MANY_COUNTERS)


class Sign(IntEnum):
    """Facts of hand and situation that only matter for contradictions; bits above those of `Fact`."""

    A_QUAD = 1 << len(Fact)
    """Somebody declared a quad: it is visible, or there is an extra indicator."""
    ANOTHERS_QUAD = A_QUAD << 1
    """Another player's quad ended the first turn: not all extra indicators are of the winner's quads."""
    FOUR_QUADS = A_QUAD << 2
    """A further quad is not allowed (EMA 3.3.5, WRC 5.4.9) or voids the hand (WDMC 3.8)."""
    PERHAPS_ORPHANS = A_QUAD << 3
    """The hand may be thirteen orphans, the only hand that robs a closed quad (EMA 3.3.13, WRC 5.4.8)."""
    DISCARDER_AFTER = A_QUAD << 4
    """In a go-around from the dealer on, the discarder's turn comes after the winner's."""


class _Contradiction(NamedTuple):
    """Facts that cannot hold together, or only with one of some others."""

    code: str
    present: int
    missing: int = 0


_IPPATSU_TWICE_OVER: Final = Fact.IPPATSU | Fact.DOUBLE_RIICHI
"""No call and no quad since the deal: before riichi it would have ended the first go-around, after riichi the
chance of ippatsu (EMA 4.2.1, WRC 6.5.1, WDMC 4.1.1.3 and 4.1.1.4). So fewer than nine tiles are drawn."""
CONTRADICTIONS: Final = (
    _Contradiction("riichi_open_hand", Fact.RIICHI, Fact.CLOSED),
    _Contradiction("ippatsu_without_riichi", Fact.IPPATSU, Fact.RIICHI),
    _Contradiction("ippatsu_with_rinshan", Fact.IPPATSU | Fact.RINSHAN),
    _Contradiction("ippatsu_with_double_riichi_and_quad", _IPPATSU_TWICE_OVER | Sign.A_QUAD),
    _Contradiction("ippatsu_with_double_riichi_and_north", _IPPATSU_TWICE_OVER | Fact.NORTH_ASIDE),
    _Contradiction("ippatsu_with_double_riichi_on_last_tile", _IPPATSU_TWICE_OVER | Fact.LAST_TILE),
    # A triplet that gets an added tile was called; a robbed closed quad was not declared.
    _Contradiction(
        "ippatsu_with_double_riichi_and_chankan", _IPPATSU_TWICE_OVER | Fact.CHANKAN, Sign.PERHAPS_ORPHANS
    ),
    _Contradiction("rinshan_by_ron", Fact.RINSHAN, Fact.TSUMO),
    _Contradiction("rinshan_without_quad", Fact.RINSHAN, Fact.QUAD | Fact.NORTH_ASIDE),
    _Contradiction("chankan_by_tsumo", Fact.CHANKAN | Fact.TSUMO),
    _Contradiction("chankan_on_last_tile", Fact.CHANKAN | Fact.LAST_TILE),
    _Contradiction("chankan_after_four_quads", Fact.CHANKAN | Sign.FOUR_QUADS),
    _Contradiction("first_turn_on_last_tile", Fact.FIRST_TURN | Fact.LAST_TILE),
    _Contradiction("first_turn_with_riichi", Fact.FIRST_TURN | Fact.RIICHI),
    _Contradiction("first_turn_with_meld", Fact.FIRST_TURN, Fact.CLOSED),
    _Contradiction("first_turn_with_quad", Fact.FIRST_TURN | Fact.QUAD, Fact.TSUMO),
    _Contradiction("first_turn_with_north", Fact.FIRST_TURN | Fact.NORTH_ASIDE, Fact.TSUMO),
    # With a self-draw, an own quad or north may be stated beside the first turn, with or without rinshan:
    # tenhou and chiihou are then not given, with it as reason (EMA 4.2.6, WDMC 4.1.7.12 and 4.1.7.13).
    _Contradiction("first_turn_after_quad", Fact.FIRST_TURN | Sign.ANOTHERS_QUAD),
    _Contradiction("first_turn_with_chankan", Fact.FIRST_TURN | Fact.CHANKAN, Sign.PERHAPS_ORPHANS),
    _Contradiction("first_turn_dealer_ron", Fact.FIRST_TURN | Fact.DEALER, Fact.TSUMO),
    _Contradiction("first_turn_missed", Fact.FIRST_TURN | Sign.DISCARDER_AFTER, Fact.TSUMO | Fact.DEALER),
)
"""What is impossible in any course of play: all facts of `present` and none of `missing`.

`tests/properties/test_circumstances.py` checks it against random play, in both directions.
"""
_WANT_SIGNS: Final = int(Fact.FIRST_TURN | Fact.CHANKAN | Fact.DOUBLE_RIICHI)
"""Signs only matter for contradictions together with one of these facts."""


def contradictions(facts: int) -> tuple[Message, ...]:
    """Messages about facts and signs of a hand and its situation that contradict each other."""
    return tuple(
        Message(code)
        for code, present, missing in CONTRADICTIONS
        if facts & present == present and not facts & missing
    )


def _signs(hand: Hand, situation: Situation, rules: RuleSet) -> int:
    """The sum of the signs of a hand in its situation."""
    own_quads = sum(meld.is_quad for meld in hand.melds)
    other_indicators = len(situation.dora_indicators) - 1
    discarder, seat = situation.discarder, situation.seat
    after = discarder is not None and SEATS.index(discarder) > SEATS.index(seat)
    kinds = {KIND[tile] for tile in (*hand.concealed, hand.win)}
    alike = len(hand.concealed) + 1 - len(kinds)
    chiihou = situation.first_turn and situation.by == "tsumo" and seat != SEATS[0]
    still_first = chiihou and rules.chiihou_after_closed_quad
    signs = (
        (Sign.A_QUAD, own_quads or other_indicators > 0),
        (Sign.ANOTHERS_QUAD, other_indicators > own_quads and not still_first),
        (Sign.FOUR_QUADS, max(own_quads, other_indicators) >= _MOST_QUADS),
        (Sign.PERHAPS_ORPHANS, not hand.melds and kinds <= ORPHANS and alike < _PAIR),
        (Sign.DISCARDER_AFTER, after),
    )
    return sum(sign for sign, holds in signs if holds)


class Names(NamedTuple):
    """What triplets and pairs are worth by seat, by round or as dragons: facts, and a part of a fu key."""

    facts: int
    fu_key: int


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a situation adds to every reading of a hand.

    Attributes:
        facts: its facts.
        named: the bits, in the features of a reading, of the triplets and pairs that its winds make worth
            something; pairs of dragons are among them.
        names: what such bits of a reading are worth.
        fu_key: what it adds to a key of `scorer.fu.FuTable`.
        problems: its contradictions; usually empty.
    """

    facts: int
    named: int
    names: Remembered[int, Names]
    fu_key: int
    problems: tuple[Message, ...]


def circumstances_of(hand: Hand, situation: Situation, rules: RuleSet) -> Circumstances:
    """The circumstances of a hand in its situation."""
    facts = hand.facts | situation.facts
    if situation.honba or situation.bonus_hand:
        facts |= _facts_of_counters(situation, rules)
    signs = _signs(hand, situation, rules) if facts & _WANT_SIGNS else 0
    return _circumstances[facts, signs, situation.seat, situation.round]


def _facts_of_counters(situation: Situation, rules: RuleSet) -> int:
    """The facts of counters and of bonus hands.

    Each counter of a repeating dealer is a bonus hand (WDMC 3.7.2), so either number shows the eighth.
    """
    facts = 0
    if situation.bonus_hand >= rules.paarenchan_from or situation.honba >= rules.paarenchan_from:
        facts |= _BONUS_HAND
    if 0 < rules.two_han_from_counters <= situation.honba:
        facts |= _MANY_COUNTERS
    return facts


@Remembered
def _circumstances(key: tuple[int, int, Seat, Seat]) -> Circumstances:
    """The circumstances of some facts and signs, with the winds of seat and round."""
    facts, signs, seat, round_wind = key
    return Circumstances(
        facts,
        *_NAMES[seat, round_wind],
        (FU_TSUMO if facts & _TSUMO else 0) | (FU_CLOSED if facts & _CLOSED else 0),
        contradictions(facts | signs),
    )


def _names_of(winds: tuple[Seat, Seat]) -> tuple[int, Remembered[int, Names]]:
    """The bits that seat and round wind make worth something, and a table of what they are worth."""
    seat, round_wind = (1 << _FIRST_WIND + SEATS.index(wind) for wind in winds)
    pairs = _DRAGONS | seat | round_wind
    values = {seat: "pair_seat_wind", round_wind: "pair_round_wind"}
    if seat == round_wind:
        values = {seat: "pair_double_wind"}

    def names(named: int) -> Names:
        triplets, pair = named >> TRIPLETS_AT & KINDS_MASK, named >> PAIRS_AT
        facts = _SEAT_TRIPLET if triplets & seat else 0
        facts |= _ROUND_TRIPLET if triplets & round_wind else 0
        if not pair:
            return Names(facts, 0)
        value = PAIR_VALUES.index(values.get(pair, "pair_dragon"))
        return Names(facts | _VALUED_PAIR, value << FU_PAIR_AT)

    return (seat | round_wind) << TRIPLETS_AT | pairs << PAIRS_AT, Remembered(names)


_NAMES: Final = Remembered(_names_of)
