"""How a game ends: its length, the extension and the dealer's stop, as its rule set says."""

from __future__ import annotations

import pytest

from yakulens.app import game as games
from yakulens.app.game import Game, is_over, may_stop, replay, stop, undo

PLAYERS = ("Ann", "Bo", "Cy", "Di")
DRAW = {"event": "exhaustive_draw", "tenpai": []}


def played(rules: str, *ends: dict[str, object], east_only: bool = False) -> Game:
    found = games.begin(rules, PLAYERS, east_only=east_only)
    for end in ends:
        found = games.add(found, end)
    return found


def over(found: Game) -> bool:
    return is_over(replay(found)[0])


@pytest.mark.parametrize("rules", ["ema-2025", "wrc-2015", "m-league"])
def test_a_full_game_ends_after_the_south_round_and_a_short_one_after_the_east_round(rules: str) -> None:
    assert [over(played(rules, *[DRAW] * n)) for n in (7, 8)] == [False, True]
    assert [over(played(rules, *[DRAW] * n, east_only=True)) for n in (3, 4)] == [False, True]


def test_where_the_rules_extend_a_game_to_a_goal_a_short_one_goes_into_the_south_round() -> None:
    short = played("tenhou", *[DRAW] * 4, east_only=True)
    assert not over(short), "nobody has the goal"
    notes = replay(short)[0][-1].settled["notes"]
    assert "south" in notes[-1]["text"].lower()
    won = {"event": "tsumo", "wins": [{"seat": "south", "han": 5}]}
    assert over(games.add(short, won)), "somebody has"
    assert over(played("tenhou", *[DRAW] * 8, east_only=True)), "no farther than one more wind"


def test_the_dealer_who_leads_may_end_the_game_and_that_is_taken_back_with_the_hand() -> None:
    first = {"event": "tsumo", "wins": [{"seat": "north", "han": 13}]}
    again = {"event": "exhaustive_draw", "tenpai": ["east"]}
    leads = played("wdmc-2019", first, *[DRAW] * 6, again)
    assert not over(leads)
    assert may_stop(replay(leads)[0])
    ended = stop(leads)
    assert over(ended)
    assert replay(ended)[1] == replay(leads)[1], "no point moves"
    assert not over(undo(ended))
    assert not may_stop(replay(played("ema-2025", first, *[DRAW] * 6, again))[0])
