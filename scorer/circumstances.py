"""The facts of a situation, and what in it contradicts itself or the hand."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scorer.decompose import PAIRS_AT, TRIPLETS_AT
from scorer.facts import Fact
from scorer.fu import PAIR_VALUES
from scorer.hand import Problem
from scorer.vocabulary import SEATS, By, Riichi, Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

_DRAGONS: Final = 7 << 31
_FIRST_WIND: Final = 27


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the situation adds to every reading of a hand.

    Attributes:
        facts: its facts.
        seat_triplet, round_triplet: the bit of a triplet of that wind in the features of a reading.
        seat_pair, round_pair, valued_pairs: the bits of such pairs there; dragons are valued too.
        problems: its contradictions; empty as a rule.
    """

    facts: int
    seat_triplet: int
    round_triplet: int
    seat_pair: int
    round_pair: int
    valued_pairs: int
    problems: tuple[Problem, ...]

    def pair_value(self, features: int) -> int:
        """What a valued pair in the features is: a place in `scorer.fu.PAIR_VALUES`."""
        if not features & (self.seat_pair | self.round_pair):
            return PAIR_VALUES.index("pair_dragon")
        if not features & self.round_pair:
            return PAIR_VALUES.index("pair_seat_wind")
        if not features & self.seat_pair:
            return PAIR_VALUES.index("pair_round_wind")
        return PAIR_VALUES.index("pair_double_wind")


@functools.cache
def circumstances(  # noqa: PLR0913, PLR0917 - one argument for each field that matters, to remember the answer by
    by: By,
    seat: Seat,
    round_wind: Seat,
    riichi: Riichi,
    ippatsu: bool,  # noqa: FBT001
    rinshan: bool,  # noqa: FBT001
    chankan: bool,  # noqa: FBT001
    last_tile: bool,  # noqa: FBT001
    first_turn: bool,  # noqa: FBT001
    bonus_hand: bool,  # noqa: FBT001
    is_open: bool,  # noqa: FBT001
    has_quad: bool,  # noqa: FBT001
) -> Circumstances:
    """Work out what a situation means for a hand; few combinations occur, so each is remembered.

    Args are the fields of `Situation`, then: `bonus_hand`, whether it is late enough for paarenchan; `is_open`
    and `has_quad`, whether a set of the hand was called, and whether it holds a quad of any kind.
    """
    held = (
        (Fact.CLOSED, not is_open),
        (Fact.MELDED, is_open or has_quad),
        (Fact.TSUMO, by == "tsumo"),
        (Fact.RIICHI, riichi != "none"),
        (Fact.DOUBLE_RIICHI, riichi == "double"),
        (Fact.IPPATSU, ippatsu),
        (Fact.RINSHAN, rinshan),
        (Fact.CHANKAN, chankan),
        (Fact.LAST_TILE, last_tile),
        (Fact.FIRST_TURN, first_turn),
        (Fact.DEALER, seat == "east"),
        (Fact.BONUS_HAND, bonus_hand),
    )
    seat_kind, round_kind = (_FIRST_WIND + SEATS.index(wind) for wind in (seat, round_wind))
    found = dict(
        _contradictions(by, seat, riichi, ippatsu, rinshan, chankan, last_tile, first_turn, is_open, has_quad)
    )
    return Circumstances(
        sum(int(fact) for fact, holds in held if holds),
        1 << TRIPLETS_AT + seat_kind,
        1 << TRIPLETS_AT + round_kind,
        1 << PAIRS_AT + seat_kind,
        1 << PAIRS_AT + round_kind,
        (_DRAGONS | 1 << seat_kind | 1 << round_kind) << PAIRS_AT,
        tuple(Problem(code, message) for code, message in found.items()),
    )


def _contradictions(  # noqa: PLR0913, PLR0917 - as above
    by: By,
    seat: Seat,
    riichi: Riichi,
    ippatsu: bool,  # noqa: FBT001
    rinshan: bool,  # noqa: FBT001
    chankan: bool,  # noqa: FBT001
    last_tile: bool,  # noqa: FBT001
    first_turn: bool,  # noqa: FBT001
    is_open: bool,  # noqa: FBT001
    has_quad: bool,  # noqa: FBT001
) -> Iterator[tuple[str, str]]:
    ron = by == "ron"
    if riichi != "none" and is_open:
        yield "riichi_open_hand", "riichi with an open hand: only a concealed hand can declare it"
    if ippatsu and riichi == "none":
        yield "ippatsu_without_riichi", "ippatsu without riichi: it is a win right after declaring riichi"
    if ippatsu and rinshan:
        yield "ippatsu_with_rinshan", "ippatsu with rinshan: declaring the quad ended the chance of ippatsu"
    if rinshan and ron:
        yield "rinshan_by_ron", "rinshan by ron: a replacement tile is drawn, so the win is by tsumo"
    if rinshan and not has_quad:
        yield "rinshan_without_quad", "rinshan without a quad: a replacement tile is drawn after a quad only"
    if chankan and not ron:
        yield "chankan_by_tsumo", "chankan by tsumo: a quad is robbed by ron"
    if chankan and last_tile:
        yield "chankan_on_last_tile", "chankan on the last tile: no quad can be declared any more"
    if first_turn and last_tile:
        yield "first_turn_on_last_tile", "the first turn and the last tile cannot be the same"
    if first_turn and riichi != "none":
        yield "first_turn_with_riichi", "riichi in a win of the first turn: the winner has not discarded yet"
    if first_turn and (is_open or (ron and has_quad)):
        yield "first_turn_with_meld", "a meld in a win of the first turn: a call ends the first turn"
    if first_turn and ron and seat == "east":
        yield (
            "first_turn_dealer_ron",
            "the dealer by ron in the first turn: the dealer has had a turn already",
        )
