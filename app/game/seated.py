"""A running game with its hands and its stand. Pure."""

from dataclasses import dataclass, replace
from typing import Self

from yakulens.app import Json
from yakulens.app.game import Game, Played, TableState, replay
from yakulens.app.hand.place import Place, TableFacts
from yakulens.scorer.vocabulary import SEATS


@dataclass(frozen=True, slots=True)
class Seated:
    """A game by its number on disk, with its hands, its stand, and the number of the next game, if any.

    ``version`` counts its changes on disk.
    """

    number: int
    version: int
    game: Game
    played: tuple[Played, ...]
    stand: TableState
    next_game: int | None = None

    @classmethod
    def at(cls, number: int, version: int, game: Game, next_game: int | None = None) -> Self:
        """The game as it stands after its last hand."""
        played, stand = replay(game)
        return cls(number, version, game, played, stand, next_game)

    def before(self, at: int) -> Self:
        """The game as it stood before hand number ``at``."""
        return replace(self, played=self.played[:at], stand=self.played[at].before)

    def names(self) -> dict[str, str]:
        """Who sits on each wind, in the players' order, which keeps names in place."""
        return dict(zip(self.stand.seats(), self.game.players, strict=True))

    @property
    def place(self) -> Place:
        """The place of the hand that is played now."""
        names = self.names()
        sitting = tuple(names[seat] for seat in SEATS if seat in names)
        return Place(self.number, len(self.played), self.stand.round, self.stand.dealer, sitting)

    def facts(self, entered: tuple[Json, ...] = ()) -> TableFacts:
        """What the game says of its current hand; ``entered`` are the wins where the desk's hand was."""
        stand = self.stand
        return TableFacts(
            self.place, self.game.rules, stand.round_wind(), stand.honba, stand.deposits, entered
        )

    def entered_at(self, place: Place | None) -> tuple[Json, ...]:
        """The hands of the wins that were entered at a place of the game."""
        if place is None or place.game != self.number or place.hand >= len(self.played):
            return ()
        wins = self.played[place.hand].end.get("wins") or []
        return tuple(win["hand"] for win in wins if "hand" in win)
