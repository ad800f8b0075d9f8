"""An exhaustive draw from one photo: whose each open hand is, and whether it is tenpai. Pure."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Self

from yakulens.app import Json
from yakulens.app.game.ending import Ending
from yakulens.app.hand import scoring, tenpai_check
from yakulens.app.hand.place import Place
from yakulens.app.hand.situation import WinFacts
from yakulens.app.hand.wire import reading_from_json
from yakulens.app.words.questions import in_english
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


@dataclass(frozen=True, slots=True)
class DrawPhoto:
    """A photo of the hands that lie open after a draw, and what was said about it."""

    of: Place  # the hand of the game that it shows
    reading: Reading
    taker: str | None = None  # the wind of whoever took it
    said: frozenset[str] = frozenset()  # the winds for which a person has said whether they are tenpai

    def hands(self, seats: Sequence[str]) -> dict[str, Desk]:
        """Each open hand by its owner's wind, in the order of ``seats``: the winds, in the players' order.

        None before it is said who took the photo. Players take the chairs in order, counter-clockwise. With
        three players the fourth chair is empty, and a hand that seems to lie there is ignored.
        """
        if self.taker is None:
            return {}
        own_chair, by_seat = seats.index(self.taker), {}
        for distance, side in enumerate(SIDES):
            chair, hand = (own_chair + distance) % len(SIDES), desk_of_side(self.reading, side)
            if hand is not None and chair < len(seats):
                by_seat[seats[chair]] = hand
        return {seat: by_seat[seat] for seat in seats if seat in by_seat}

    def proposals(self, seats: Sequence[str], rules: str) -> tuple[Proposal, ...]:
        """What the photo shows of each of these hands."""
        return tuple(_proposal(seat, hand, rules) for seat, hand in self.hands(seats).items())

    def lacking(self, seats: Sequence[str]) -> str | None:
        """The key of the sentence that asks for what is still missing about the photo; None if complete."""
        if self.taker is None:
            return "table.say_taker"
        return "table.say_draw" if {*self.hands(seats)} - self.said else None

    def settled(self, ending: Ending, seat: str, *, tenpai: bool) -> tuple[Self, Ending]:
        """The photo and the ending once a person has said of a hand whether it is tenpai."""
        return replace(self, said=self.said | {seat}), ending.shows(seat, tenpai=tenpai).none_other()

    def unsaid(self, ending: Ending) -> Ending:
        """The ending without what was said of the photo's hands, which may be others'.

        Riichi still means tenpai.
        """
        by_riichi = [seat for seat in ending.tenpai if seat in self.said and seat in ending.riichi]
        tenpai = [seat for seat in ending.tenpai if seat not in self.said or seat in by_riichi]
        return replace(ending, tenpai=tenpai, by_riichi=[*ending.by_riichi, *by_riichi], tenpai_said=False)

    def kept(self) -> Json:
        """What was read and said, as JSON to store."""
        read = self.reading.to_json(in_english)
        return {"of": list(self.of), "read": read, "taker": self.taker, "said": sorted(self.said)}

    @classmethod
    def of_json(cls, kept: object) -> Self | None:
        """Read what ``kept`` wrote; None where the value is something else."""
        match kept:
            case {"of": of, "read": dict(read), "taker": taker, "said": list(said)} if (
                taker is None or taker in SEATS
            ) and {*said} <= {*SEATS}:
                with suppress(LookupError, TypeError, ValueError, AttributeError):
                    place = Place.of_json(of)
                    return (
                        None if place is None else cls(place, reading_from_json(read), taker, frozenset(said))
                    )
        return None


def _proposal(seat: str, hand: Desk, rules: str) -> Proposal:
    doubtful = any(hand.tiles[uid].score < REVIEW_BELOW for uid in hand.in_hand())
    # Only 13 tiles can be judged: of 14 the last one is unknown.
    if scoring.not_of_riichi(hand) is None and hand.missing() == 1:
        wind = next(each for each in SEATS if each == seat)
        answer = tenpai_check.check(hand, WinFacts(seat=wind, rules=rules))
        if not answer["problems"]:
            waits = tuple(wait["tile"] for wait in answer["waits"])
            return Proposal(seat, hand, answer["tenpai"], waits, doubtful)
    return Proposal(seat, hand, None, (), doubtful)
