"""A game as JSON and as a link: it comes back as it went, and what is none is refused in one line."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from yakulens.app import game as games
from yakulens.app.game import Penalised
from yakulens.app.game.penalties import penalise, substitute
from yakulens.app.game.wire import GameLinkError, from_link, game_from_json, game_to_json, to_link

PLAYERS = ("Ann", "Bo", "Cy", "Di")
WIN = {
    "event": "ron",
    "discarder": "west",
    "wins": [{"seat": "south", "han": 3, "fu": 40}],
    "riichi": ["south"],
}
DRAW = {"event": "exhaustive_draw", "tenpai": ["east"], "riichi": ["north"]}


def played() -> games.Game:
    game = games.add(games.add(games.begin("ema-2025", PLAYERS, east_only=True), WIN), DRAW)
    game = games.add(games.reseat(game, (1, 0, 2, 3)), DRAW)
    return substitute(penalise(game, Penalised(2, -1000)), 1, "during")


def test_a_game_comes_back_with_its_seats_penalties_and_substitutes_but_without_its_clock() -> None:
    game = played()
    assert game_from_json(json.loads(json.dumps(game_to_json(game)))) == game
    assert from_link(to_link(replace(game, until=1_700_000_000))) == game
    assert len(to_link(game)) < 500


def test_a_change_of_seats_after_a_hand_that_was_taken_back_comes_back_too() -> None:
    game = games.undo(games.undo(played()))
    assert game.seatings == ((2, (1, 0, 2, 3)),)
    assert from_link(to_link(game)) == game


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "no such rules"},
        {"players": ["Ann", "Ann", "Cy", "Di"]},
        {"players": ["Ann", "Bo"]},
        {"ends": [{"event": "nothing"}]},
        {"ends": [WIN | {"discarder": "south"}]},
        {"ends": [7]},
        {"ends": [DRAW] * 101},
        {"seatings": [[0, [0, 0, 1, 2]]]},
        {"penalties": [{"player": 9, "points": -1000, "offence": ""}]},
        {"penalties": [{"player": 0, "points": 1000, "offence": ""}]},
        {"substitutes": [[0, "never"]]},
    ],
)
def test_a_game_that_cannot_be_played_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(GameLinkError, match="no game"):
        game_from_json(game_to_json(played()) | change)


@pytest.mark.parametrize("text", ["", "garbage", "eJw", "A" * 9000, "eNqLVkrLz1eyUkpKLFKqBQAgJQSf"])
def test_a_text_that_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(GameLinkError, match="no game"):
        from_link(text)
