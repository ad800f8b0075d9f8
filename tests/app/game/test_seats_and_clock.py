"""Seats that change in the middle of a game, and what the time signal means for it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from yakulens.app import game
from yakulens.app.game.correction import correct
from yakulens.app.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.app import Json

PLAYERS = ("Ann", "Bo", "Cy", "Di")
WIN = {"event": "tsumo", "wins": [{"seat": "south", "han": 3, "fu": 30}]}
DRAW = {"event": "exhaustive_draw", "tenpai": []}


def played(*ends: Json) -> game.Game:
    running = game.begin("ema-2025", PLAYERS)
    for end in ends:
        running = game.add(running, end)
    return running


def test_players_who_swap_keep_what_they_won_and_sit_otherwise_from_then_on() -> None:
    before = game.replay(played(WIN))
    running = game.reseat(played(WIN), (1, 0, 2, 3))
    hands, stand = game.replay(running)
    assert hands == before[0]
    assert stand.scores == before[1].scores
    # Bo's place deals no more: the second place of the table does, where Ann sits now.
    assert stand.seats() == ("east", "north", "south", "west")
    _, after = game.replay(game.add(running, WIN))
    assert after.scores[2] - stand.scores[2] == 4_000, "Cy sits south of Ann"


def test_a_change_of_seats_after_a_hand_that_is_taken_back_applies_once_it_is_entered_again() -> None:
    running = game.reseat(played(WIN, DRAW), (1, 0, 2, 3))
    once = game.undo(running)
    assert game.replay(once)[1].seats() == game.replay(played(WIN))[1].seats()
    assert game.add(once, DRAW) == running
    assert game.reseat(once, (0, 1, 3, 2)).seatings == ((1, (0, 1, 3, 2)),), "the newest word"


def test_seats_stay_with_their_hand_when_an_earlier_one_is_removed() -> None:
    running = game.add(game.reseat(played(WIN, DRAW), (1, 0, 2, 3)), WIN)
    found = correct(running, 0, None)
    assert found.stuck is None
    assert found.game.seatings == ((1, (1, 0, 2, 3)),)
    assert found.played[1].end["wins"][0]["seat"] in {"east", "south", "west", "north"}
    winner = found.played[1].before.player(found.played[1].end["wins"][0]["seat"])
    assert winner == game.replay(running)[0][2].before.player("south"), "a win stays with who won it"


def test_after_the_signal_the_hands_are_counted_and_the_game_ends_with_the_last(tmp_path: Path) -> None:
    timed = replace(played(), until=100)
    assert game.hands_left(timed, (), 99) is None
    left = game.hands_left(timed, (), 100)
    assert left == 1, "EMA 2025 7.4: the current hand, and one more"
    assert game.hands_left(timed, (), 100, over=True) is None
    timed = game.add(timed, WIN | {"hands_left": left})
    hands, _ = game.replay(timed)
    assert not game.is_over(hands)
    left = game.hands_left(timed, hands, 100)
    assert left == 0
    assert game.hands_left(timed, hands, 100, over=True) == 0, "said of a hand that the signal left"
    assert game.hands_left(replace(timed, until=400), hands, 100) is None, "more time was given"
    assert game.hands_left(replace(timed, until=None), hands, 100) is None, "the clock was taken away"
    timed = game.add(timed, DRAW | {"hands_left": left})
    assert game.is_over(game.replay(timed)[0])
    mended = correct(timed, 1, WIN)
    assert game.is_over(mended.played), "a corrected hand is still the last one"
    games = Store(tmp_path / "kept").games
    number = games.begin(timed)
    seated = game.reseat(timed, (3, 1, 2, 0))
    assert games.save(number, 0, seated) == "saved"
    kept = games.load(number)
    assert kept is not None
    assert kept.game == seated
    assert games.version(number) == 1
