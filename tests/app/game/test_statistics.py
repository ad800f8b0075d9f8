"""Figures over several games: games that cannot be compared are not averaged together."""

from __future__ import annotations

from dataclasses import replace

from yakulens.app import game
from yakulens.app.game.statistics import GameKind, kinds, statistics

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
    found = kinds([whole, short, three, whole])
    assert list(found) == [
        GameKind(4, east_only=False),
        GameKind(4, east_only=True),
        GameKind(3, east_only=False),
    ]
    places = [statistics(played)["Ann"].places for played in found.values()]
    assert [len(each) for each in places] == [2, 1, 1]
