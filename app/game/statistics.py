"""Statistics of each player over several games: places, wins, deal-ins, yaku. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from yakulens.app.game import Game, Played, is_over, replay, ruling, standing

_PAUSE: Final = 6 * 60 * 60
"""Seconds between the beginnings of two games, above which they are of two evenings."""


@dataclass
class PlayerFigures:
    """The figures of one player."""

    hands: int = 0  # finished hands
    won: int = 0  # how many of them the player won
    dealt_in: int = 0  # in how many the player discarded somebody's winning tile
    riichi: int = 0  # in how many the player declared riichi
    places: list[int] = field(default_factory=list)  # the place in each finished game
    yaku: Counter[str] = field(default_factory=Counter)  # how often the player won with each

    @property
    def place(self) -> float | None:
        """The average place; None before a game is over."""
        return sum(self.places) / len(self.places) if self.places else None

    def share(self, of: int) -> float:
        """This many as a share of the hands."""
        return of / self.hands if self.hands else 0.0

    def add(self, other: "PlayerFigures") -> None:
        """Count the figures of another game too."""
        self.hands += other.hands
        self.won += other.won
        self.dealt_in += other.dealt_in
        self.riichi += other.riichi
        self.places += other.places
        self.yaku.update(other.yaku)


class GameKind(NamedTuple):
    """Which games are counted together: a place among three is not like one among four."""

    players: int
    east_only: bool


class GameFigures(NamedTuple):
    """The figures of one game."""

    kind: GameKind
    started: float  # seconds since 1970
    by_player: dict[str, PlayerFigures]


def figures_of(game: Game, started: float) -> GameFigures:
    """The figures of one game that began at this time, in seconds since 1970; it is replayed for them."""
    played, _ = replay(game)
    counted = [hand for hand in played if hand.end["event"] != "chombo"]  # after a chombo it is replayed
    by_player = {name: PlayerFigures(hands=len(counted)) for name in game.players}
    for hand in counted:
        _count(by_player, game, hand)
    if is_over(played):
        for row in standing(game)["standing"]:
            by_player[row["player"]].places.append(row["rank"])
    return GameFigures(GameKind(len(game.players), game.east_only), started, by_player)


def kinds(games: Iterable[GameFigures]) -> dict[GameKind, list[GameFigures]]:
    """The games by kind, the kind with most games first."""
    by_kind: dict[GameKind, list[GameFigures]] = {}
    for game in games:
        by_kind.setdefault(game.kind, []).append(game)
    return dict(sorted(by_kind.items(), key=lambda item: -len(item[1])))


def latest_evening(games: Iterable[GameFigures]) -> list[GameFigures]:
    """The games of the latest evening, the latest first: each began within six hours of the next one."""
    latest_first = sorted(games, key=lambda game: -game.started)
    pairs = enumerate(pairwise(latest_first), start=1)
    ends = (at for at, (later, game) in pairs if later.started - game.started > _PAUSE)
    return latest_first[: next(ends, None)]


def statistics(games: Iterable[GameFigures]) -> dict[str, PlayerFigures]:
    """Each player's figures over some games by name, the best average place first."""
    by_name: defaultdict[str, PlayerFigures] = defaultdict(PlayerFigures)
    for game in games:
        for name, figures in game.by_player.items():
            by_name[name].add(figures)
    best = sorted(by_name.items(), key=lambda each: (each[1].place is None, each[1].place, -each[1].hands))
    return dict(best)


def _count(by_player: dict[str, PlayerFigures], game: Game, hand: Played) -> None:
    names = dict(zip(hand.before.seats(), game.players, strict=True))
    for seat in hand.end.get("riichi") or []:
        by_player[names[seat]].riichi += 1
    if hand.end["event"] == "ron" and hand.settled["winners"]:
        by_player[names[hand.end["discarder"]]].dealt_in += 1
    for seat in hand.settled["winners"]:
        by_player[names[seat]].won += 1
    for paid in ruling(game, hand).wins:
        by_player[names[paid.seat]].yaku.update(name for name, _ in paid.win.figures.yaku)
