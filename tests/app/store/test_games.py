from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

from yakulens.app import game
from yakulens.app.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.app.store.games import Games, KeptGame
    from yakulens.app.store.rows import Outcome

NAMES = ("Ann", "Bo", "Cy", "Di")
DRAW = {"event": "exhaustive_draw", "tenpai": ["east"]}


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return Store(tmp_path / "a.sqlite3").games


def load(games: Games, number: int) -> KeptGame:
    found = games.load(number)
    assert found is not None
    return found


def test_of_two_phones_that_enter_a_hand_at_once_one_is_told_and_none_is_lost(games: Games) -> None:
    number = games.begin(game.begin("ema-2025", NAMES))
    together = Barrier(2)

    def enter(_: int) -> Outcome:
        seen = load(games, number)
        together.wait()
        return games.save(number, seen.version, game.add(seen.game, DRAW))

    with ThreadPoolExecutor(2) as phones:
        for entered in range(1, 11):
            assert sorted(phones.map(enter, range(2))) == ["changed", "saved"]
            assert len(load(games, number).game.ends) == entered


def test_a_hand_taken_back_and_entered_anew_is_another_game(games: Games) -> None:
    number = games.begin(game.begin("ema-2025", NAMES))
    games.save(number, 0, game.add(load(games, number).game, DRAW))
    seen = load(games, number)
    games.save(number, seen.version, game.undo(seen.game))
    games.save(
        number, load(games, number).version, game.add(load(games, number).game, {**DRAW, "tenpai": []})
    )
    assert games.save(number, seen.version, game.undo(seen.game)) == "changed"
    assert load(games, number).game.ends[0]["tenpai"] == []


def test_a_game_deleted_meanwhile_is_not_saved(games: Games) -> None:
    number = games.begin(game.begin("ema-2025", NAMES))
    seen = load(games, number)
    games.delete(number)
    assert games.save(number, seen.version, game.add(seen.game, DRAW)) == "deleted"
    assert list(games.all()) == []


def test_a_deleted_games_number_is_not_given_again(games: Games) -> None:
    first = games.begin(game.begin("ema-2025", NAMES))
    games.delete(first)
    assert games.begin(game.begin("ema-2025", NAMES)) != first


def at_one_table(games: Games) -> tuple[Games, Games, int]:
    """A game of Ann's that Bo has joined, as each of them sees it."""
    ann, bo = games.of("ann"), games.of("bo")
    number = ann.begin(game.begin("ema-2025", NAMES))
    bo.join(str(ann.invite(number)))
    return ann, bo, number


def test_one_more_game_is_the_same_one_for_all_at_the_table(games: Games) -> None:
    ann, bo, number = at_one_table(games)
    before = load(ann, number).version
    following = bo.go_on(number, game.begin("ema-2025", NAMES))
    assert load(ann, number).next_game == following
    assert load(ann, number).version > before, "the other phones see that something has changed"
    assert ann.go_on(number, game.begin("ema-2025", NAMES)) == following
    assert load(ann, following or 0).game == game.begin("ema-2025", NAMES)
    assert load(bo, following or 0).owner == "bo"


def test_two_taps_at_once_begin_one_game(games: Games) -> None:
    *both, number = at_one_table(games)
    together = Barrier(2)

    def tap(one: Games) -> int | None:
        together.wait()
        return one.go_on(number, game.begin("ema-2025", NAMES))

    with ThreadPoolExecutor(2) as phones:
        assert len(set(phones.map(tap, both))) == 1
    assert len(list(games.all())) == 2


def test_who_joins_a_game_late_comes_along_and_a_stranger_does_not(games: Games) -> None:
    ann, _, number = at_one_table(games)
    following = ann.go_on(number, game.begin("ema-2025", NAMES)) or 0
    cy, stranger = games.of("cy"), games.of("stranger")
    cy.join(str(ann.invite(number)))
    assert cy.go_on(number, game.begin("ema-2025", NAMES)) == following
    assert load(cy, following).number == following
    assert stranger.go_on(number, game.begin("ema-2025", NAMES)) is None
    assert stranger.load(following) is None


def test_where_the_next_game_was_deleted_another_can_begin(games: Games) -> None:
    ann, _, number = at_one_table(games)
    following = ann.go_on(number, game.begin("ema-2025", NAMES)) or 0
    assert ann.delete(following)
    assert load(ann, number).next_game is None
    assert ann.go_on(number, game.begin("ema-2025", NAMES)) not in {None, following}


def test_a_game_played_elsewhere_is_kept_once_with_its_penalties_and_seats(games: Games) -> None:
    played = replace(
        game.add(game.begin("ema-2025", NAMES), DRAW),
        penalties=(game.Penalised(0, -20000, "chombo"),),
        seatings=((1, (1, 0, 2, 3)),),
        until=5,
    )
    number = games.bring(played)
    assert load(games, number).game == played
    assert games.bring(played) == number


def test_a_game_of_a_log_is_kept_once_with_the_stand_at_which_it_begins(games: Games) -> None:
    start = game.TableState((31000, 24000, 23000, 21000), (0, 0, 0, 0), 1, 2, 3, 1)
    brought = game.add(replace(game.begin("tenhou", NAMES), start=start), DRAW)
    number = games.bring(brought)
    assert load(games, number).game == brought
    assert games.bring(brought) == number
    assert games.bring(game.add(brought, DRAW)) != number
    assert games.of("Ann").bring(brought) != number, "another person's is another game"
    games.save(number, 0, game.add(brought, DRAW))
    assert load(games, number).game.start == start
