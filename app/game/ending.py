"""What has been said about a hand at the table that just ended, and how a tap changes it. Pure."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from typing import Any, Self

from yakulens.app.contract import Json
from yakulens.app.from_json import FormError, from_json
from yakulens.app.game.place import Place, same_tiles, win_carried
from yakulens.scorer.vocabulary import SEATS


@dataclass(frozen=True, slots=True)
class Ending:
    """What has been said about the hand that just ended; seats are the winds of that hand.

    Attributes:
        event: how it ended, as ``settle`` calls it.
        winners: who won, in the order in which it was said.
        discarder: who dealt in.
        riichi: who laid a stick in this hand.
        tenpai: who showed tenpai in a draw.
        by_riichi: who of these is so only because of a riichi, and is no more once that is taken back.
        nagashi: who claims nagashi mangan.
        dead_hands: whose hand was declared dead, and so shows no tenpai.
        offender: who committed a chombo.
        reason: why a draw is abortive.
        tournament: whether the chombo is one of a tournament.
        worth: what each winner's hand is worth, as ``settle`` takes it: a hand, han and fu, or yakuman.
        before_signal: whether the hand was over, and the next one begun, when the time signal came.
        place: the hand of a game that all this was said of; None where nothing was said yet.
    """

    event: str | None = None
    winners: list[str] = field(default_factory=list)
    discarder: str | None = None
    riichi: list[str] = field(default_factory=list)
    tenpai: list[str] = field(default_factory=list)
    by_riichi: list[str] = field(default_factory=list)
    nagashi: list[str] = field(default_factory=list)
    dead_hands: list[str] = field(default_factory=list)
    offender: str | None = None
    reason: str | None = None
    tournament: bool = False
    worth: dict[str, Json] = field(default_factory=dict)
    before_signal: bool = False
    place: Place | None = None

    @classmethod
    def of_json(cls, kept: object) -> Self:
        """What ``kept`` wrote, an earlier program's too.

        It is an empty ending where it is something else, or does not say of which hand.
        """
        if not isinstance(kept, dict) or "place" not in kept:
            return cls()
        with suppress(FormError):
            found = from_json(cls, kept | {"place": None})
            drawn = (*found.tenpai, *found.nagashi, *found.dead_hands)
            if all(seat in SEATS for seat in (*found.winners, *found.riichi, *drawn, *found.worth)):
                return replace(found, place=Place.of_json(kept["place"]))
        return cls()

    @classmethod
    def of_end(cls, end: Json, place: Place | None = None) -> Self:
        """What was said about a hand that was entered (as ``to_json`` wrote it), to be corrected."""
        wins = end.get("wins") or []
        lists = ("riichi", "tenpai", "nagashi", "dead_hands")
        seats: Json = {name: list(end.get(name) or []) for name in lists}
        return cls(
            event=end["event"],
            winners=[win["seat"] for win in wins],
            discarder=end.get("discarder"),
            **seats,
            offender=end.get("offender"),
            reason=end.get("reason"),
            tournament=bool(end.get("tournament")),
            worth={win["seat"]: {key: value for key, value in win.items() if key != "seat"} for win in wins},
            place=place,
        )

    def kept(self) -> Json:
        """Everything, as JSON."""
        return asdict(self)

    def is_untouched(self) -> bool:
        """Whether nothing has been said."""
        return replace(self, place=None) == Ending()

    def at(self, place: Place) -> Self:
        """The ending that is shown for a hand: this one, or an empty one of it where nothing was said."""
        return type(self)(place=place) if self.is_untouched() else self

    def is_of(self, place: Place) -> bool:
        """Whether it was said of this hand, with everybody on the same wind; only then may it be entered."""
        return self.place is not None and self.place.is_(place)

    def carried(self, place: Place) -> Self:
        """The ending said by name of another hand; who does not sit there is left out."""
        moved = {} if self.place is None else self.place.moved(place)
        lists = ("winners", "riichi", "tenpai", "by_riichi", "nagashi", "dead_hands")
        seats: Json = {name: [moved[s] for s in getattr(self, name) if s in moved] for name in lists}
        return replace(
            self,
            **seats,
            discarder=moved.get(self.discarder or ""),
            offender=moved.get(self.offender or ""),
            worth={moved[s]: win_carried(worth, moved) for s, worth in self.worth.items() if s in moved},
            place=place,
        )

    def ended(self, event: str) -> Self:
        """The ending with how the hand ended."""
        worth = {
            seat: each | {"hand": each["hand"] | {"by": event}} if "hand" in each else each
            for seat, each in self.worth.items()
        }
        winners = self.winners[:1] if event == "tsumo" else self.winners
        return replace(self, event=event, winners=winners, worth=worth)

    def toggled(self, name: str, seat: str) -> Self:
        """The ending with somebody added to a list or taken off it.

        Who declared riichi is tenpai in a draw, but for a hand that was declared dead.

        >>> Ending().toggled("riichi", "west").tenpai
        ['west']
        >>> Ending().toggled("riichi", "west").toggled("riichi", "west").tenpai
        []
        """
        held: list[str] = getattr(self, name)
        taken_back = seat in held
        now: dict[str, Any] = {name: [each for each in held if each != seat] if taken_back else [*held, seat]}
        said = replace(self, **now)
        if name == "tenpai":
            return said.shows(seat, tenpai=not taken_back)
        if name == "dead_hands" and not taken_back:
            return said.shows(seat, tenpai=False)
        if name == "riichi" and not taken_back and seat not in (*self.tenpai, *self.dead_hands):
            return replace(said, tenpai=[*self.tenpai, seat], by_riichi=[*self.by_riichi, seat])
        if name == "riichi" and taken_back and seat in self.by_riichi:
            return said.shows(seat, tenpai=False)
        return said

    def shows(self, seat: str, *, tenpai: bool) -> Self:
        """The ending in which somebody shows tenpai, or does not, whatever they declared."""
        others = [each for each in self.tenpai if each != seat]
        return replace(
            self,
            tenpai=[*others, seat] if tenpai else others,
            dead_hands=[each for each in self.dead_hands if each != seat or not tenpai],
            by_riichi=[each for each in self.by_riichi if each != seat],
        )

    def won_by(self, seat: str) -> Self:
        """The ending with somebody as a winner, or in a ron no longer as one; nobody wins off themselves."""
        several = self.event != "tsumo"
        others = [each for each in self.winners if several and each != seat]
        winners = others if several and seat in self.winners else [*others, seat]
        return replace(self, winners=winners, discarder=None if self.discarder in winners else self.discarder)

    def worth_of(self, seat: str, worth: Json | None) -> Self:
        """The ending in which a winner's hand is worth so much; None takes back what was said."""
        others = {each: said for each, said in self.worth.items() if each != seat}
        return replace(self, worth=others if worth is None else others | {seat: worth})

    def taken(self, seat: str, hand: Json) -> Self:
        """The ending in which this is a winner's hand, with the riichi that it declares."""
        said = self.worth_of(seat, {"hand": hand | {"by": self.event}})
        declared = hand["riichi"] != "none" and seat not in self.riichi
        return said.toggled("riichi", seat) if declared else said

    def brought(self, hand: Json, place: Place) -> Self:
        """The ending with a scored hand of this place; what was said of another place is not kept."""
        said = self if self.is_of(place) else type(self)(place=place)
        seat = hand["seat"]
        if said.event != hand["by"]:
            said = replace(said, event=hand["by"], winners=[])
        winners = [each for each in said.winners if each != seat] if hand["by"] == "ron" else []
        if (seat in said.riichi) != (hand["riichi"] != "none"):
            said = said.toggled("riichi", seat)
        discarder = hand.get("discarder") or said.discarder
        return replace(
            said,
            winners=said.winners if seat in said.winners and winners else [*winners, seat],
            worth=said.worth | {seat: {"hand": hand}},
            discarder=None if discarder == seat else discarder,
        )

    def unsaid(self) -> str | None:
        """The key of the sentence that asks for what must still be said; None when nothing must."""
        if self.event in {"ron", "tsumo"}:
            return self._unsaid_of_wins()
        if self.event == "abortive_draw" and self.reason is None:
            return "table.say_reason"
        if self.event == "chombo" and self.offender is None:
            return "table.say_offender"
        return None

    def _unsaid_of_wins(self) -> str | None:
        if not self.winners:
            return "table.say_winner"
        if self.event == "ron" and self.discarder is None:
            return "table.say_discarder"
        if any(seat not in self.worth for seat in self.winners):
            return "table.say_worth"
        return "table.say_other_hand" if self._same_tiles() else None

    def _same_tiles(self) -> bool:
        """Whether one hand was taken for two winners': nobody else holds the very same tiles."""
        hands: list[Mapping[str, Any]] = [
            self.worth[seat]["hand"] for seat in self.winners if "hand" in self.worth[seat]
        ]
        return any(same_tiles(one, other) for one, other in combinations(hands, 2))

    def to_json(self) -> Json:
        """The end as ``settle`` takes it.

        >>> Ending("ron", ["south"], "west", worth={"south": {"han": 3, "fu": 40}}).to_json()
        {'event': 'ron', 'riichi': [], 'wins': [{'seat': 'south', 'han': 3, 'fu': 40}], 'discarder': 'west'}
        """
        end: Json = {"event": self.event, "riichi": list(self.riichi)}
        if self.event in {"ron", "tsumo"}:
            end["wins"] = [{"seat": seat, **self.worth.get(seat, {})} for seat in self.winners]
        if self.event == "ron":
            end["discarder"] = self.discarder
        if self.event == "exhaustive_draw":
            end |= {"tenpai": list(self.tenpai), "nagashi": list(self.nagashi)}
            end |= {"dead_hands": list(self.dead_hands)} if self.dead_hands else {}
        if self.event == "abortive_draw":
            end["reason"] = self.reason
        if self.event == "chombo":
            end |= {"offender": self.offender, "tournament": self.tournament}
        return end
