"""What has been said of the hand that just ended, and how a tap changes that. Pure."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import chain, combinations
from typing import Final, Self, get_args

from yakulens.app import Json
from yakulens.app.hand.from_json import FormError, from_json
from yakulens.app.hand.place import Place, TableFacts, carry_win, same_tiles
from yakulens.scorer.vocabulary import SEATS, By

END_LISTS: Final = ("riichi", "tenpai", "nagashi", "dead_hands")
"""Keys of an end, as ``settle`` takes it, that hold lists of seats."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What has been said about the hand that just ended; seats are the winds of that hand."""

    event: str | None = None  # how it ended, as ``settle`` calls it
    winners: list[str] = field(default_factory=list)  # the winners, in the order of entry
    discarder: str | None = None  # who dealt in
    riichi: list[str] = field(default_factory=list)  # who laid a stick in this hand
    tenpai: list[str] = field(default_factory=list)  # who showed tenpai in a draw
    tenpai_said: bool = False  # whether somebody said who did, or that nobody else did
    by_riichi: list[str] = field(default_factory=list)  # which of these count as tenpai only by their riichi
    nagashi: list[str] = field(default_factory=list)  # who claims nagashi mangan
    dead_hands: list[str] = field(default_factory=list)  # whose hand is dead, and so shows no tenpai
    offender: str | None = None  # who committed a chombo
    reason: str | None = None  # why a draw is abortive
    tournament: bool = False  # whether the chombo is a tournament's
    # What each winner's hand is worth, as ``settle`` takes it: a hand, han and fu, or yakuman.
    worth: dict[str, Json] = field(default_factory=dict)
    before_signal: bool = False  # whether the hand was over, and the next one begun, at the signal
    place: Place | None = None  # the hand of a game that this is about; None where nothing was said

    @classmethod
    def of_json(cls, kept: object) -> Self:
        """Read what ``kept`` wrote, in this version or an earlier one.

        Anything else, or an ending without its hand, gives an empty one.
        """
        if not isinstance(kept, dict) or "place" not in kept:
            return cls()
        with suppress(FormError):
            ending = from_json(cls, kept | {"place": None})
            lists = (ending.winners, ending.riichi, ending.tenpai, ending.nagashi, ending.dead_hands)
            if {*SEATS}.issuperset(chain(*lists, ending.worth)):
                return replace(ending, place=Place.of_json(kept["place"]))
        return cls()

    @classmethod
    def of_end(cls, end: Json, place: Place) -> Self:
        """What was said about an entered hand (as ``to_json`` wrote it), for a correction."""
        wins = end.get("wins") or []
        seats: Json = {name: list(end.get(name) or []) for name in END_LISTS}
        return cls(
            event=end["event"],
            winners=[win["seat"] for win in wins],
            discarder=end.get("discarder"),
            **seats,
            tenpai_said=end["event"] == "exhaustive_draw",
            offender=end.get("offender"),
            reason=end.get("reason"),
            tournament=bool(end.get("tournament")),
            worth={win["seat"]: {key: value for key, value in win.items() if key != "seat"} for win in wins},
            place=place,
        )

    def kept(self) -> Json:
        """All fields, as JSON to be stored."""
        return asdict(self)

    def is_untouched(self) -> bool:
        """Whether nothing has been said."""
        return replace(self, place=None) == Ending()

    def at(self, place: Place) -> Self:
        """The ending to show for a hand: this one, or where nothing was said an empty one."""
        return type(self)(place=place) if self.is_untouched() else self

    def is_of(self, place: Place) -> bool:
        """Whether it is about this hand, with everybody on the same wind; only then may it be entered."""
        return self.place is not None and self.place.is_same_hand(place)

    def carried(self, place: Place) -> Self:
        """The ending for a hand where the same persons sit on other winds; others are left out."""
        winds = {} if self.place is None else self.place.winds_in(place)
        lists = ("winners", "by_riichi", *END_LISTS)
        seats: Json = {name: [winds[s] for s in getattr(self, name) if s in winds] for name in lists}
        return replace(
            self,
            **seats,
            discarder=winds.get(self.discarder or ""),
            offender=winds.get(self.offender or ""),
            worth={winds[s]: carry_win(worth, winds) for s, worth in self.worth.items() if s in winds},
            place=place,
        )

    def ended(self, event: str) -> Self:
        """The ending with this event."""
        worth = {
            seat: win | {"hand": win["hand"] | {"by": event}} if "hand" in win else win
            for seat, win in self.worth.items()
        }
        winners = self.winners[:1] if event == "tsumo" else self.winners
        return replace(self, event=event, winners=winners, worth=worth)

    def toggled(self, name: str, seat: str) -> Self:
        """The ending with a player added to the list of this name, or removed.

        Whoever declared riichi counts as tenpai in a draw, unless their hand was declared dead.

        >>> Ending().toggled("riichi", "west").tenpai
        ['west']
        >>> Ending().toggled("riichi", "west").toggled("riichi", "west").tenpai
        []
        """
        seats: list[str] = getattr(self, name)
        added = seat not in seats
        changes: Json = {name: [*seats, seat] if added else [each for each in seats if each != seat]}
        ending = replace(self, **changes)
        match name:
            case "tenpai":
                return ending.shows(seat, tenpai=added).none_other()
            case "dead_hands" if added:
                return ending.shows(seat, tenpai=False)
            case "riichi" if added and seat not in (*self.tenpai, *self.dead_hands):
                return replace(ending, tenpai=[*self.tenpai, seat], by_riichi=[*self.by_riichi, seat])
            case "riichi" if not added and seat in self.by_riichi:
                return ending.shows(seat, tenpai=False)
        return ending

    def shows(self, seat: str, *, tenpai: bool) -> Self:
        """The ending in which a player shows tenpai or not, whatever they declared."""
        others = [each for each in self.tenpai if each != seat]
        return replace(
            self,
            tenpai=[*others, seat] if tenpai else others,
            dead_hands=[each for each in self.dead_hands if each != seat or not tenpai],
            by_riichi=[each for each in self.by_riichi if each != seat],
        )

    def none_other(self) -> Self:
        """The ending in which nobody else shows tenpai than those who are said to.

        >>> Ending("exhaustive_draw").lacking(), Ending("exhaustive_draw").none_other().lacking()
        ('table.say_tenpai', None)
        """
        return replace(self, tenpai_said=True)

    def nobody(self, among: Collection[str] = SEATS) -> Self:
        """The ending in which nobody among these shows tenpai but those who declared riichi."""
        tenpai = [seat for seat in self.tenpai if seat in self.by_riichi or seat not in among]
        return replace(self, tenpai=tenpai).none_other()

    def won_by(self, seat: str) -> Self:
        """The ending with a winner added, or in a ron removed; a winner is no longer the discarder."""
        if self.event == "tsumo":
            winners = [seat]
        else:
            others = [each for each in self.winners if each != seat]
            winners = others if seat in self.winners else [*others, seat]
        return replace(self, winners=winners, discarder=None if self.discarder in winners else self.discarder)

    def worth_of(self, seat: str, worth: Json | None) -> Self:
        """The ending with the worth of a winner's hand; None removes what was said."""
        others = {each: win for each, win in self.worth.items() if each != seat}
        return replace(self, worth=others if worth is None else others | {seat: worth})

    def with_hand_of(self, seat: str, hand: Json) -> Self:
        """The ending with a winner's hand and the riichi that it declares."""
        ending = self.worth_of(seat, {"hand": hand | {"by": self.event}})
        declares = hand["riichi"] != "none" and seat not in self.riichi
        return ending.toggled("riichi", seat) if declares else ending

    def with_scored(self, hand: Json, place: Place) -> Self:
        """The ending with a scored hand of this place; facts about another place are dropped."""
        ending = self if self.is_of(place) else type(self)(place=place)
        seat = hand["seat"]
        if ending.event != hand["by"]:
            ending = replace(ending, event=hand["by"], winners=[])
        others = [each for each in ending.winners if each != seat] if hand["by"] == "ron" else []
        if (seat in ending.riichi) != (hand["riichi"] != "none"):
            ending = ending.toggled("riichi", seat)
        discarder = hand.get("discarder") or ending.discarder
        return replace(
            ending,
            winners=ending.winners if seat in ending.winners and others else [*others, seat],
            worth=ending.worth | {seat: {"hand": hand}},
            discarder=None if discarder == seat else discarder,
        )

    def begun(self, facts: TableFacts) -> TableFacts:
        """What a game says of its current hand, with how that was already said to have been won.

        Who won is known where the hand of one winner is still to come.
        """
        if self.event not in get_args(By) or not self.is_of(facts.place):
            return facts
        to_come = [seat for seat in self.winners if seat not in self.worth]
        winner = to_come[0] if len(to_come) == 1 else None
        discarder = self.discarder if self.event == "ron" else None
        return replace(facts, by=self.event, winner=winner, discarder=discarder)

    def lacking(self) -> str | None:
        """The key of the sentence that asks for what is missing; None when nothing is."""
        if self.event in {"ron", "tsumo"}:
            return self._lacking_of_wins()
        if self.event == "exhaustive_draw" and not self.tenpai_said:
            return "table.say_tenpai"
        if self.event == "abortive_draw" and self.reason is None:
            return "table.say_reason"
        if self.event == "chombo" and self.offender is None:
            return "table.say_offender"
        return None

    def _lacking_of_wins(self) -> str | None:
        if not self.winners:
            return "table.say_winner"
        if self.event == "ron" and self.discarder is None:
            return "table.say_discarder"
        if any(seat not in self.worth for seat in self.winners):
            return "table.say_worth"
        # Two winners cannot hold the very same tiles: one hand was entered for both.
        hands = [self.worth[seat]["hand"] for seat in self.winners if "hand" in self.worth[seat]]
        taken_twice = any(same_tiles(one, other) for one, other in combinations(hands, 2))
        return "table.say_other_hand" if taken_twice else None

    def to_json(self) -> Json:
        """The end as ``settle`` takes it."""
        end: Json = {"event": self.event, "riichi": list(self.riichi)}
        match self.event:
            case "ron" | "tsumo":
                end["wins"] = [{"seat": seat, **self.worth.get(seat, {})} for seat in self.winners]
                end |= {"discarder": self.discarder} if self.event == "ron" else {}
            case "exhaustive_draw":
                end |= {"tenpai": list(self.tenpai), "nagashi": list(self.nagashi)}
                end |= {"dead_hands": list(self.dead_hands)} if self.dead_hands else {}
            case "abortive_draw":
                end["reason"] = self.reason
            case "chombo":
                end |= {"offender": self.offender, "tournament": self.tournament}
        return end
