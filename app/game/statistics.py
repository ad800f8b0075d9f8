"""Statistics of each player over several games: places, wins, deal-ins, yaku. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from yakulens.app.game import Game, Played, is_over, replay, ruling, standing


@dataclass
class PlayerFigures:
    """The figures of one player."""

    hands: int = 0  # finished hands
    won: int = 0  # how many of them the player won
    dealt_in: int = 0  # in how many the player discarded somebody's winning tile
    riichi: int = 0  # in how many the player declared riichi
    gained: int = 0  # points from the wins, with counters and sticks
    places: list[int] = field(default_factory=list)  # the place in each finished game
    yaku: Counter[str] = field(default_factory=Counter)  # how often the player won with each

    @property
    def place(self) -> float | None:
        """The average place; None before a game is over."""
        return sum(self.places) / len(self.places) if self.places else None

    def share(self, of: int) -> float:
        """This many as a share of the hands."""
        return of / self.hands if self.hands else 0.0


class GameKind(NamedTuple):
    """Which games are counted together: a place among three is not like one among four."""

    players: int
    east_only: bool


def kinds(games: Iterable[Game]) -> dict[GameKind, list[Game]]:
    """The games by kind, the kind with most games first."""
    by_kind: dict[GameKind, list[Game]] = {}
    for game in games:
        by_kind.setdefault(GameKind(len(game.players), game.east_only), []).append(game)
    return dict(sorted(by_kind.items(), key=lambda item: -len(item[1])))


def statistics(games: Iterable[Game]) -> dict[str, PlayerFigures]:
    """Each player's figures over some games by name, the best average place first."""
    by_name: defaultdict[str, PlayerFigures] = defaultdict(PlayerFigures)
    for game in games:
        played, _ = replay(game)
        counted = [hand for hand in played if hand.end["event"] != "chombo"]  # after a chombo it is replayed
        for name in game.players:
            by_name[name].hands += len(counted)
        for hand in counted:
            _count(by_name, game, hand)
        if is_over(played):
            for row in standing(game)["standing"]:
                by_name[row["player"]].places.append(row["rank"])
    best = sorted(by_name.items(), key=lambda each: (each[1].place is None, each[1].place, -each[1].hands))
    return dict(best)


def _count(by_name: dict[str, PlayerFigures], game: Game, hand: Played) -> None:
    names = dict(zip(hand.before.seats(), game.players, strict=True))
    for seat in hand.end.get("riichi") or []:
        by_name[names[seat]].riichi += 1
    if hand.end["event"] == "ron" and hand.settled["winners"]:
        by_name[names[hand.end["discarder"]]].dealt_in += 1
    for seat in hand.settled["winners"]:
        figures = by_name[names[seat]]
        figures.won += 1
        figures.gained += hand.settled["net"][seat]
    for paid in ruling(game, hand).wins:
        by_name[names[paid.seat]].yaku.update(name for name, _ in paid.win.figures.yaku)
