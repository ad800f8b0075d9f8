"""What has been said about a hand at the table that just ended. Data alone."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Final

from scorer.vocabulary import SEATS

if TYPE_CHECKING:
    from app.contract import Json

_TILES: Final = ("concealed", "melds", "win")
"""What of the contract's Hand is its tiles."""


@dataclass
class Ending:
    """What has been said about the hand that just ended; seats are the winds of that hand.

    Attributes:
        event: how it ended, as ``settle`` calls it.
        winners: who won, in the order in which it was said.
        discarder: who dealt in.
        riichi: who laid a stick in this hand.
        tenpai: who showed tenpai in a draw.
        nagashi: who claims nagashi mangan.
        offender: who committed a chombo.
        reason: why a draw is abortive.
        tournament: whether the chombo is one of a tournament.
        worth: what each winner's hand is worth, as ``settle`` takes it: a hand, han and fu, or yakuman.
    """

    event: str | None = None
    winners: list[str] = field(default_factory=list)
    discarder: str | None = None
    riichi: list[str] = field(default_factory=list)
    tenpai: list[str] = field(default_factory=list)
    nagashi: list[str] = field(default_factory=list)
    offender: str | None = None
    reason: str | None = None
    tournament: bool = False
    worth: dict[str, Json] = field(default_factory=dict)

    @classmethod
    def of_json(cls, kept: object) -> Ending:
        """What ``kept`` wrote; an empty ending where it is something else."""
        empty = cls()
        if not isinstance(kept, dict) or kept.keys() != {each.name for each in fields(cls)}:
            return empty
        found = cls(**kept)
        same = all(
            isinstance(value, type(was)) if was is not None else value is None or isinstance(value, str)
            for value, was in zip(asdict(found).values(), asdict(empty).values(), strict=True)
        )
        seats = (*found.winners, *found.riichi, *found.tenpai, *found.nagashi, *found.worth) if same else ()
        return found if same and all(seat in SEATS for seat in seats) else empty

    @classmethod
    def of_end(cls, end: Json) -> Ending:
        """What was said about a hand that was entered (as ``to_json`` wrote it), to be corrected."""
        wins = end.get("wins") or []
        return cls(
            event=end["event"],
            winners=[win["seat"] for win in wins],
            discarder=end.get("discarder"),
            riichi=list(end.get("riichi") or []),
            tenpai=list(end.get("tenpai") or []),
            nagashi=list(end.get("nagashi") or []),
            offender=end.get("offender"),
            reason=end.get("reason"),
            tournament=bool(end.get("tournament")),
            worth={win["seat"]: {key: value for key, value in win.items() if key != "seat"} for win in wins},
        )

    def kept(self) -> Json:
        """Everything, as JSON."""
        return asdict(self)

    def unsaid(self) -> str | None:
        """The key of the sentence that asks for what must still be said; None when nothing must.

        >>> Ending("ron").unsaid(), Ending("exhaustive_draw").unsaid()
        ('table.say_winner', None)
        >>> same = {"hand": {"concealed": ["2m", "3m"], "win": "4m"}}
        >>> Ending("ron", ["south", "west"], "east", worth={"south": same, "west": same}).unsaid()
        'table.say_other_hand'
        """
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
        hands = [self.worth[seat]["hand"] for seat in self.winners if "hand" in self.worth[seat]]
        shown = [[hand.get(part) for part in _TILES] for hand in hands]
        return any(one in shown[:at] for at, one in enumerate(shown))

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
        if self.event == "abortive_draw":
            end["reason"] = self.reason
        if self.event == "chombo":
            end |= {"offender": self.offender, "tournament": self.tournament}
        return end
