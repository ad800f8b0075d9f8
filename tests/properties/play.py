"""Hands played by chance, without tiles: what can be said of everybody who might win at each moment.

Nothing here is taken from the scorer. Tiles are drawn, discarded and called, quads and riichi declared as
the books have it (EMA 3.3 and 3.4.1, WRC 5.4 and 5.7.1). Whoever may take a tile that is drawn, discarded or
added to a triplet might win with it; the hand goes on as if nobody did.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from random import Random

MOST_QUADS = 4
_SETS = 4
_DEALT = {3: 108, 4: 136}


class Claim(NamedTuple):
    """What can be said of a win.

    `orphans` says that the hand is thirteen orphans, which alone robs a closed quad; `later` that whoever
    discarded has a seat after the winner's. Both are told only where they matter.
    """

    by: str
    riichi: str = "none"
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    indicators: int = 1
    quads: int = 0
    is_open: bool = False
    orphans: bool = False
    dealer: bool = False
    later: bool = False


class _Way(NamedTuple):
    """What of a claim is the same for everybody who might make it."""

    by: str
    rinshan: bool = False
    chankan: bool = False
    last_tile: bool = False
    orphans: bool = False


@dataclass(slots=True)
class Habits:
    """How often somebody calls, declares a quad, declares riichi; for quads, when so few tiles are left."""

    calls: float
    quads: float
    riichi: float
    quads_from: int = 70


@dataclass(slots=True)
class _Player:
    riichi: str = "none"
    ippatsu: bool = False
    had_a_turn: bool = False
    called: int = 0
    triplets: int = 0
    open_quads: int = 0
    closed_quads: int = 0

    @property
    def quads(self) -> int:
        return self.open_quads + self.closed_quads

    @property
    def has_room(self) -> bool:
        return self.called + self.closed_quads < _SETS


class Play:
    """One hand, played by chance.

    Args:
        random: chance.
        habits: what the players like to do.
        riichi_wall: how many tiles riichi needs in the wall.
        players: how many there are.
    """

    def __init__(self, random: Random, habits: Habits, riichi_wall: int, players: int = 4) -> None:
        """Deal the hand."""
        self._random, self._habits, self._riichi_wall = random, habits, riichi_wall
        self._wall = _DEALT[players] - 14 - 13 * players
        self._indicators = 1
        self._breakers: set[int] = set()
        self._players = [_Player() for _ in range(players)]
        self._seen: set[Claim] = set()

    def run(self) -> set[Claim]:
        """Play until the wall is drawn; return every win that might have been."""
        at, draws = 0, True
        while self._wall or not draws:
            at, draws = self._turn(at, draws=draws)
        return self._seen

    def _turn(self, at: int, *, draws: bool) -> tuple[int, bool]:
        """One turn, with a draw or after a call; return who has the next one, and whether with a draw."""
        me = self._players[at]
        if draws:
            self._wall -= 1
            self._draw(at, rinshan=False)
        while draws and self._may_declare() and self._happens(self._habits.quads):
            if not self._quad(at):
                break
            self._draw(at, rinshan=True)
        self._riichi(me)
        me.had_a_turn = True
        return self._discard(at)

    def _happens(self, likely: float) -> bool:
        return self._random.random() < likely

    def _may_declare(self) -> bool:
        """No quad after the last tile, and no fifth."""
        return 0 < self._wall <= self._habits.quads_from and self._indicators <= MOST_QUADS

    def _draw(self, at: int, *, rinshan: bool) -> None:
        """A tile is drawn; a replacement may be said to be the last tile or not where none is left."""
        me = self._players[at]
        first = not me.had_a_turn and self._breakers <= {at} and not me.called
        for last in {not self._wall, not self._wall and not rinshan}:
            self._might(at, _Way("tsumo", rinshan=rinshan, last_tile=last), first=first)

    def _quad(self, at: int) -> bool:
        """The player adds a tile to a triplet or lays a closed quad, and may be robbed; False for neither."""
        me = self._players[at]
        added = me.triplets > 0 and self._happens(0.8)
        if not added and not me.has_room:
            return False
        self._offered(at, _Way("ron", chankan=True, orphans=not added))
        if added:
            me.triplets, me.open_quads = me.triplets - 1, me.open_quads + 1
        else:
            me.closed_quads += 1
        self._turned_over(at)
        return True

    def _turned_over(self, at: int) -> None:
        self._broken(at)
        self._indicators += 1
        self._wall -= 1

    def _riichi(self, me: _Player) -> None:
        """Who discards next declares riichi, or has had the chance of ippatsu."""
        me.ippatsu = False
        if me.called or me.riichi != "none" or self._wall < self._riichi_wall:
            return
        if self._happens(self._habits.riichi):
            me.riichi = "riichi" if me.had_a_turn or self._breakers else "double"
            me.ippatsu = True

    def _discard(self, at: int) -> tuple[int, bool]:
        """A discard: the others might win with it, or one of them calls it, but the last one for no set."""
        self._offered(at, _Way("ron", last_tile=not self._wall))
        following = (at + 1) % len(self._players)
        caller = self._random.choice([each for each in range(len(self._players)) if each != at])
        me = self._players[caller]
        if not self._wall or me.riichi != "none" or not me.has_room or not self._happens(self._habits.calls):
            return following, True
        self._broken(caller)
        me.called += 1
        if self._may_declare() and self._happens(self._habits.quads):
            me.open_quads += 1
            self._turned_over(caller)
            self._draw(caller, rinshan=True)
        elif self._happens(0.7):
            me.triplets += 1
        return caller, False

    def _offered(self, at: int, told: _Way) -> None:
        """Everybody else might win with a tile of this player."""
        for other in range(len(self._players)):
            if other != at:
                first = not self._players[other].had_a_turn and not self._breakers
                self._might(other, told, first=first, later=at > other)

    def _might(self, at: int, told: _Way, *, first: bool, later: bool = False) -> None:
        me = self._players[at]
        if told.orphans and (me.called or me.quads):
            return
        held = (self._indicators, me.quads, me.called > 0, told.orphans)
        way = (told.by, me.riichi, me.ippatsu, told.rinshan, told.chankan, told.last_tile)
        for said in (False, True)[: 1 + first]:
            self._seen.add(Claim(*way, said, *held, at == 0 and said, later and said))

    def _broken(self, at: int) -> None:
        """A call or a quad: no more the first go-around, no more ippatsu."""
        self._breakers.add(at)
        for each in self._players:
            each.ippatsu = False
