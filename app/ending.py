"""What has been said about a hand at the table that just ended. Data alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Ending:
    """What has been said about the hand that just ended; seats are the winds of that hand."""

    event: str | None = None
    winners: list[str] = field(default_factory=list)
    discarder: str | None = None
    riichi: list[str] = field(default_factory=list)
    tenpai: list[str] = field(default_factory=list)
    nagashi: list[str] = field(default_factory=list)
    offender: str | None = None
    reason: str | None = None
    tournament: bool = False
    worth: dict[str, dict[str, Any]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The end as ``settle`` takes it."""
        end: dict[str, Any] = {"event": self.event, "riichi": list(self.riichi)}
        if self.event in {"ron", "tsumo"}:
            end["wins"] = [
                {"seat": seat, **self.worth.get(seat, {"han": 1, "fu": 30})} for seat in self.winners
            ]
        if self.event == "ron":
            end["discarder"] = self.discarder
        if self.event == "exhaustive_draw":
            end |= {"tenpai": list(self.tenpai), "nagashi": list(self.nagashi)}
        if self.event == "abortive_draw":
            end["reason"] = self.reason
        if self.event == "chombo":
            end |= {"offender": self.offender, "tournament": self.tournament}
        return end
