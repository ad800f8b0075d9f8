"""Figures over several games: games that cannot be compared are not averaged together."""

from __future__ import annotations

from dataclasses import replace

from yakulens.app import game
from yakulens.app.game.statistics import GameFigures, GameKind, figures_of, kinds, latest_evening, statistics

FOUR = ("Ann", "Bo", "Cy", "Di")
MOST_HANDS = 20
DRAW = {"event": "exhaustive_draw", "tenpai": []}


def over(rules: str, players: tuple[str, ...], *, east_only: bool) -> game.Game:
    """A game of draws alone, played until it is over."""
    begun = game.begin(rules, players, east_only=east_only)
    games = (replace(begun, ends=(DRAW,) * hands) for hands in range(MOST_HANDS))
    return next(each for each in games if game.is_over(game.replay(each)[0]))


def test_places_among_three_and_four_and_of_short_games_are_counted_apart() -> None:
    whole = over("ema-2025", FOUR, east_only=False)
    short = over("ema-2025", FOUR, east_only=True)
    three = over("tenhou-3p", FOUR[:3], east_only=False)
    found = kinds(figures_of(each, 0.0) for each in (whole, short, three, whole))
    assert list(found) == [
        GameKind(4, east_only=False),
        GameKind(4, east_only=True),
        GameKind(3, east_only=False),
    ]
    places = [statistics(of_kind)["Ann"].places for of_kind in found.values()]
    assert [len(each) for each in places] == [2, 1, 1]


def test_who_won_dealt_in_and_declared_riichi_is_counted_by_person_whatever_the_wind() -> None:
    played = game.begin("ema-2025", FOUR)
    for seat, discarder in (("south", "west"), ("south", "east")):  # Bo off Cy, then Cy, now south, off Bo
        win = {"seat": seat, "han": 3, "fu": 40}
        end = {"event": "ron", "discarder": discarder, "wins": [win], "riichi": [seat]}
        played = game.add(played, end)
    found = statistics([figures_of(played, 0.0)] * 2)
    told = {name: (each.hands, each.won, each.dealt_in, each.riichi) for name, each in found.items()}
    assert told == {"Ann": (4, 0, 0, 0), "Bo": (4, 2, 2, 2), "Cy": (4, 2, 2, 2), "Di": (4, 0, 0, 0)}
    assert found["Bo"].share(found["Bo"].won) == 0.5
    assert found["Ann"].place is None


def test_an_evening_is_the_latest_games_each_begun_within_six_hours_of_the_next() -> None:
    hours = (9, 27, 22, 17, 3, 21)
    games = [GameFigures(GameKind(4, east_only=False), hour * 3600, {}) for hour in hours]
    assert [each.started / 3600 for each in latest_evening(games)] == [27, 22, 21, 17]
    assert latest_evening(games[:1]) == games[:1]
    assert latest_evening([]) == []
