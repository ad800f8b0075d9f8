"""A reader of Pantheon's rounds of our own: counts the points of each as Pantheon's server does.

After ``Mimir/src/helpers/PointsCalc`` and ``SessionState`` of github.com/MahjongPantheon/pantheon.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
PLAYERS = (1, 2, 3, 4)


@dataclass
class Event:
    """The settings of an event that change points."""

    kazoe: bool
    kiriage: bool
    counters_to_nearest: bool
    bets_to_nearest: bool
    chombo_is_paid: bool


@dataclass
class Session:
    """A game as Pantheon keeps it: who sits where, and the sticks on the table."""

    event: Event
    sticks: int = 0
    change: dict[int, int] = field(default_factory=dict)

    def play(self, told: Json) -> dict[int, int]:
        """The change of each player's points by one round."""
        self.change = dict.fromkeys(PLAYERS, 0)
        ((kind, round_),) = told.items()
        dealer = PLAYERS[(round_["roundIndex"] - 1) % 4]
        for player in round_.get("riichiBets", ()):
            self.change[player] -= 1000
        getattr(self, f"_{kind}")(round_, dealer)
        return self.change

    def _ron(self, round_: Json, dealer: int) -> None:
        self._one_ron(round_, round_["loserId"], dealer, round_["honba"])
        self.change[round_["winnerId"]] += 1000 * (len(round_["riichiBets"]) + self.sticks)
        self.sticks = 0

    def _multiron(self, round_: Json, dealer: int) -> None:
        winners = [win["winnerId"] for win in round_["wins"]]
        loser, bets = round_["loserId"], round_["riichiBets"]
        nearest = min(winners, key=lambda player: (player - loser) % 4)
        for win in round_["wins"]:
            counted = not self.event.counters_to_nearest or win["winnerId"] == nearest
            self._one_ron(win, loser, dealer, round_["honba"] if counted else 0)
        for player in bets:
            own = player in winners and not self.event.bets_to_nearest
            self.change[player if own else nearest] += 1000
        self.change[nearest] += 1000 * self.sticks
        self.sticks = 0

    def _one_ron(self, win: Json, loser: int, dealer: int, honba: int) -> None:
        winner, pao = win["winnerId"], win["paoPlayerId"]
        value = self._value(win, dealer == winner)
        self.change[winner] += value + 300 * honba
        self.change[loser] -= 300 * honba
        part = 0
        if pao and pao != loser:
            part = value // 4 if value in {64_000, 96_000} else value // 2
            self.change[pao] -= part
        self.change[loser] -= value - part

    def _tsumo(self, round_: Json, dealer: int) -> None:
        if round_["paoPlayerId"]:
            self._ron({**round_, "loserId": round_["paoPlayerId"], "paoPlayerId": 0}, dealer)
            return
        winner, base = round_["winnerId"], self._base(round_)
        for player in PLAYERS:
            if player != winner:
                times = 2 if dealer in {winner, player} else 1
                paid = math.ceil(base * times / 100) * 100 + 100 * round_["honba"]
                self.change[player] -= paid
                self.change[winner] += paid
        self.change[winner] += 1000 * (len(round_["riichiBets"]) + self.sticks)
        self.sticks = 0

    def _draw(self, round_: Json, _: int) -> None:
        tenpai = round_["tempai"]
        self.sticks += len(round_["riichiBets"])
        if 0 < len(tenpai) < 4:
            for player in PLAYERS:
                self.change[player] += 3000 // len(tenpai) if player in tenpai else -3000 // (4 - len(tenpai))

    def _abort(self, round_: Json, _: int) -> None:
        self.sticks += len(round_["riichiBets"])

    def _nagashi(self, round_: Json, dealer: int) -> None:
        self.sticks += len(round_["riichiBets"])
        for owner in round_["nagashi"]:
            for player in PLAYERS:
                if player != owner:
                    paid = 4000 if dealer in {owner, player} else 2000
                    self.change[owner] += paid
                    self.change[player] -= paid

    def _chombo(self, round_: Json, dealer: int) -> None:
        loser = round_["loserId"]
        for player in PLAYERS:
            if player != loser and self.event.chombo_is_paid:
                paid = 4000 if dealer in {loser, player} else 2000
                self.change[player] += paid
                self.change[loser] -= paid

    def _value(self, win: Json, dealer: bool) -> int:  # noqa: FBT001 - whether the dealer wins
        return math.ceil(self._base(win) * (6 if dealer else 4) / 100) * 100

    def _base(self, win: Json) -> int:
        han, fu = win["han"], win["fu"]
        if han < 0:
            return -han * 8000
        if han < 5:
            base = fu * 2 ** (2 + han)
            nearly = self.event.kiriage and (han, fu) in {(4, 30), (3, 60)}
            return 2000 if base >= 2000 or nearly else base
        if self.event.kazoe and han >= 13:
            return 8000
        return next(base for least, base in ((11, 6000), (8, 4000), (6, 3000), (5, 2000)) if han >= least)
