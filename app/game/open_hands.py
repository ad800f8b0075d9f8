"""An exhaustive draw from one photo: proposes whose each open hand is and whether it is tenpai. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from yakulens.app.hand import scoring, tenpai_check
from yakulens.app.hand.situation import WinFacts
from yakulens.scorer.vocabulary import SEATS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.from_reading import desk_of_side
from yakulens.vision.reading import REVIEW_BELOW, SIDES, Reading


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a photo shows of one open hand."""

    seat: str  # its owner's wind
    hand: Desk  # its tiles
    tenpai: bool | None  # whether it is tenpai; None where that is unclear
    waits: tuple[str, ...]  # the tiles that it waits for
    doubtful: bool  # whether the reading of some tiles is doubtful


def proposals(reading: Reading, seats: Sequence[str], taker: str, rules: str) -> tuple[Proposal, ...]:
    """What a photo shows of each open hand, in the order of ``seats``: the winds, in the players' order.

    Players take the chairs in order, counter-clockwise. With three players the fourth chair is empty, and a
    hand that seems to lie there is ignored. ``taker`` is the wind of whoever took the photo.
    """
    own_chair = seats.index(taker)
    by_seat: dict[str, Proposal] = {}
    for distance, side in enumerate(SIDES):
        chair, hand = (own_chair + distance) % len(SIDES), desk_of_side(reading, side)
        if hand is not None and chair < len(seats):
            by_seat[seats[chair]] = _proposal(seats[chair], hand, rules)
    return tuple(by_seat[seat] for seat in seats if seat in by_seat)


def _proposal(seat: str, hand: Desk, rules: str) -> Proposal:
    doubtful = any(hand.tiles[uid].score < REVIEW_BELOW for uid in hand.in_hand())
    # Only 13 tiles can be judged: of 14 the last one is unknown.
    if scoring.not_of_riichi(hand) is None and hand.missing() == 1:
        wind = next(each for each in SEATS if each == seat)
        answer = tenpai_check.check(hand, WinFacts(seat=wind, rules=rules), "")
        if not answer["problems"]:
            waits = tuple(wait["tile"] for wait in answer["waits"])
            return Proposal(seat, hand, answer["tenpai"], waits, doubtful)
    return Proposal(seat, hand, None, (), doubtful)
