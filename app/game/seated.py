"""The running game with where it stands, and what it knows of a hand that is scored."""

from dataclasses import dataclass, replace
from typing import Self

from yakulens.app.game import Game, Played, Stand, replay
from yakulens.app.situation import Declared


@dataclass(frozen=True, slots=True)
class Seated:
    """A game by its number on disk, with its hands, where it stands, and the number of the game after it.

    ``version`` counts its changes on disk; ``next_game`` is None where there is none.
    """

    number: int
    version: int
    game: Game
    played: tuple[Played, ...]
    stand: Stand
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
        """Who sits on each wind, in the players' order: names keep their places on the page."""
        return dict(zip(self.stand.seats(), self.game.players, strict=True))


def at_table(situation: Declared, table: Seated | None) -> Declared:
    """The situation with what the running game knows: rules, round wind, counters and sticks.

    >>> from yakulens.app import game
    >>> table = Seated.at(1, 0, game.begin("wrc-2015", ("Ann", "Bo", "Cy", "Di")))
    >>> at_table(Declared("ron"), table).rules
    'wrc-2015'
    >>> table.names()
    {'east': 'Ann', 'south': 'Bo', 'west': 'Cy', 'north': 'Di'}
    """
    if table is None:
        return situation
    stand = table.stand
    return replace(
        situation,
        rules=table.game.rules,
        round=stand.round_wind(),
        honba=stand.honba,
        deposits=stand.deposits,
        bonus_hand=stand.honba if situation.seat == "east" else 0,
    )
