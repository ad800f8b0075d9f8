"""An earlier hand corrected or removed: every figure is as if the game had been entered so at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.app.game import Game, add, begin, first, replay, settle
from yakulens.app.game.correction import correct

if TYPE_CHECKING:
    from yakulens.app import Json

PLAYERS = ("Ann", "Bo", "Cy", "Di")


def won(player: int, off: int | None, han: int = 3) -> Json:
    """A win by players, not by winds."""
    return {"player": player, "off": off, "han": han}


def entered(game: Game, said: Json) -> Game:
    """The game after a hand that was said by players."""
    _, stand = replay(game)
    seats = stand.seats()
    if "tenpai" in said:
        end: Json = {
            "event": "exhaustive_draw",
            "riichi": [],
            "tenpai": [seats[p] for p in said["tenpai"]],
            "nagashi": [],
        }
    else:
        end = {
            "event": "tsumo" if said["off"] is None else "ron",
            "riichi": [],
            "wins": [{"seat": seats[said["player"]], "han": said["han"], "fu": 40}],
        }
        if said["off"] is not None:
            end["discarder"] = seats[said["off"]]
    return add(game, end)


def played(hands: list[Json]) -> Game:
    game = begin("ema-2025", PLAYERS)
    for said in hands:
        game = entered(game, said)
    return game


players = st.integers(0, 3)
wins = st.tuples(players, st.none() | players, st.integers(1, 4)).filter(lambda w: w[0] != w[1])
hands = st.one_of(
    wins.map(lambda w: won(*w)), st.lists(players, unique=True).map(lambda tenpai: {"tenpai": tenpai})
)


@given(st.lists(hands, min_size=1, max_size=8), hands, st.data())
def test_a_corrected_game_is_the_game_that_was_entered_right(
    said: list[Json], right: Json, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(said) - 1))
    game = played(said)
    end = entered(replace(game, ends=game.ends[:at]), right).ends[-1]
    found = correct(game, at, end)
    assert found.stuck is None
    assert found.game == played([*said[:at], right, *said[at + 1 :]])
    assert (found.played, found.stand) == replay(found.game)


@given(st.lists(hands, min_size=1, max_size=8), st.data())
def test_a_game_without_a_hand_is_the_game_in_which_it_was_not_played(
    said: list[Json], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(said) - 1))
    assert correct(played(said), at, None).game == played([*said[:at], *said[at + 1 :]])


def test_a_later_hand_that_cannot_be_settled_any_more_is_named_with_its_problem() -> None:
    game = played([won(0, 1)])
    stand = replay(game)[1]
    # Ann still deals: Bo sits South, and a triplet of South is a yaku.
    hand = {
        "concealed": "123m456p78s99s",
        "win": "9s",
        "melds": [{"kind": "pon", "tiles": "222z", "from": "left"}],
        "by": "ron",
    }
    end = {
        "event": "ron",
        "riichi": [],
        "discarder": "east",
        "wins": [{"seat": "south", "hand": hand}],
    }
    assert settle(game, stand, end)["problems"] == []
    game = add(game, end)
    found = correct(
        game,
        0,
        {"event": "ron", "riichi": [], "discarder": "east", "wins": [{"seat": "south", "han": 1, "fu": 30}]},
    )
    assert found.stuck == 1
    assert found.problems
    assert len(found.played) == 1


def test_nothing_corrected_changes_nothing() -> None:
    game = played([won(0, 1), won(2, None)])
    assert correct(game, 0, game.ends[0]).game == game
    assert first(game).scores == (30000,) * 4


@pytest.mark.parametrize("liable", ["west"])
def test_whoever_is_liable_stays_liable(liable: str) -> None:
    win = {
        "seat": "south",
        "yakuman": 1,
        "yaku": ["daisangen"],
        "liable": {"seat": liable, "yaku": "daisangen"},
    }
    game = add(played([won(1, 0)]), {"event": "tsumo", "riichi": [], "wins": [win]})
    _, before = replay(replace(game, ends=game.ends[:1]))
    fed = game.players[before.player(liable)]
    found = correct(
        game,
        0,
        {"event": "ron", "riichi": [], "discarder": "south", "wins": [{"seat": "east", "han": 1, "fu": 30}]},
    )
    now = found.game.ends[1]["wins"][0]["liable"]["seat"]
    assert game.players[found.played[1].before.player(now)] == fed
