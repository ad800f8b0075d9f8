"""A game that others have changed meanwhile: which hand is which, and who sits where."""

from yakulens.app import Json
from yakulens.app import game as games
from yakulens.app.game import Played, TableState
from yakulens.app.game.correction import found_again, meanwhile, reseated

ONE: Json = {"event": "exhaustive_draw", "tenpai": ["east"]}
OTHER: Json = {"event": "exhaustive_draw"}


def _hands(*ends: Json) -> tuple[Played, ...]:
    return games.replay(games.Game("ema-2025", ("Ann", "Bo", "Cy", "Di"), ends))[0]


def test_a_hand_is_found_again_in_a_game_that_changed() -> None:
    assert [
        found_again(_hands(OTHER, ONE), _hands(*ends), 1) for ends in ((OTHER, ONE, ONE), (ONE,), (OTHER,))
    ] == [1, 0, None]


def test_what_others_did_meanwhile_is_told() -> None:
    assert [meanwhile(_hands(ONE), _hands(*ends))[0] for ends in ((ONE, ONE), (), (OTHER,))] == [
        "entered",
        "taken_back",
        "corrected",
    ]


def test_what_was_said_goes_with_the_players() -> None:
    was, is_ = TableState((0,) * 4, (0,) * 4, dealer=0), TableState((0,) * 4, (0,) * 4, dealer=1)
    assert reseated(
        {"event": "ron", "discarder": "east", "wins": [{"seat": "south", "han": 1}]}, was, is_
    ) == {"event": "ron", "discarder": "north", "wins": [{"seat": "east", "han": 1}]}
