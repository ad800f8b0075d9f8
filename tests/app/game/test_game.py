import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from yakulens.app import game
from yakulens.app.game import Game, begin, first, following, meets_signal, needs, settle
from yakulens.app.store import Store

NAMES = ("Ann", "Bo", "Cy", "Di")
RON_BY_SOUTH = {"event": "ron", "discarder": "west", "wins": [{"seat": "south", "han": 2, "fu": 30}]}
TSUMO_BY_EAST = {"event": "tsumo", "wins": [{"seat": "east", "han": 1, "fu": 30}]}
DOUBLE_RON = {
    "event": "ron",
    "discarder": "east",
    "wins": [{"seat": "south", "han": 1, "fu": 30}, {"seat": "north", "han": 3, "fu": 30}],
}
DRAW = {"event": "exhaustive_draw", "tenpai": ["south", "west"], "riichi": ["south"]}


def played(*ends: dict[str, object]) -> Game:
    found = game.begin("ema-2025", NAMES)
    for end in ends:
        found = game.add(found, end)
    return found


def test_a_game_begins_with_the_rules_points_and_the_first_player_dealing() -> None:
    _, stand = game.replay(played())
    assert stand.scores == (30000,) * 4
    assert stand.seats() == ("east", "south", "west", "north")


@pytest.mark.parametrize("names", [("Ann", "Bo", "Cy"), ("Ann", "Bo", "Cy", "Cy"), ("Ann", "Bo", "Cy", "")])
def test_the_names_must_be_as_many_as_the_rules_seat_and_all_different(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="4 different names"):
        game.begin("ema-2025", names)


def test_a_win_passes_the_deal_and_the_winds_move() -> None:
    _, stand = game.replay(played(RON_BY_SOUTH))
    assert stand.scores == (30000, 32000, 28000, 30000)
    assert stand.dealer == 1
    assert stand.seats() == ("north", "east", "south", "west")
    assert stand.player("east") == 1


def test_the_dealers_win_stays_with_a_counter() -> None:
    _, stand = game.replay(played(TSUMO_BY_EAST))
    assert (stand.dealer, stand.honba) == (0, 1)
    assert stand.scores == (31500, 29500, 29500, 29500)


def test_a_draw_leaves_sticks_and_a_counter() -> None:
    _, stand = game.replay(played(DRAW))
    assert (stand.deposits, stand.honba, stand.dealer) == (1, 1, 1)


def test_points_on_the_table_are_never_lost_over_an_east_round() -> None:
    found = played(RON_BY_SOUTH, DOUBLE_RON, DRAW, TSUMO_BY_EAST, RON_BY_SOUTH, RON_BY_SOUTH)
    hands, stand = game.replay(found)
    for hand in hands:
        assert sum(hand.before.scores) + 1000 * hand.before.deposits == 120000
    assert sum(stand.scores) + 1000 * stand.deposits == 120000
    assert stand.round_wind() == "south"


def test_the_last_hand_is_taken_back() -> None:
    found = played(RON_BY_SOUTH, DRAW)
    assert game.replay(game.undo(found)) == game.replay(played(RON_BY_SOUTH))


def test_a_hand_that_cannot_be_settled_is_refused_with_the_reason() -> None:
    with pytest.raises(ValueError, match="winner"):
        played({"event": "ron", "discarder": "west", "wins": []})


def test_a_hand_of_the_score_page_is_won_at_this_table() -> None:
    hand = {"concealed": "234567m44p678s67p", "win": "8p", "by": "ron", "seat": "north", "round": "north"}
    found = played({"event": "ron", "discarder": "west", "wins": [{"seat": "south", "hand": hand}]})
    hands, stand = game.replay(found)
    assert stand.scores == (30000, 32000, 28000, 30000)
    assert hands[0].settled["problems"] == []


def test_the_standing_counts_uma_and_penalties() -> None:
    found = played(RON_BY_SOUTH, {"event": "chombo", "offender": "east", "tournament": True})
    table = game.standing(found)
    assert table["problems"] == []
    assert table["standing"][0]["player"] == "Bo"
    assert next(row for row in table["standing"] if row["player"] == "Bo")["penalty"] == -20000


def test_a_game_outlives_the_program(tmp_path: Path) -> None:
    found = played(RON_BY_SOUTH, DRAW)
    number = Store(tmp_path / "a" / "b.sqlite3").games.begin(found)
    again = Store(tmp_path / "a" / "b.sqlite3")
    assert [(kept.number, kept.game) for kept in again.games.all()] == [(number, found)]
    again.games.save(number, 0, game.undo(found))
    assert [(kept.number, kept.game) for kept in again.games.all()] == [(number, game.undo(found))]
    again.games.delete(number)
    assert list(again.games.all()) == []
    assert again.games.load(number) is None


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_kill_in_the_middle_of_a_game_loses_no_finished_hand(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    program = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from yakulens.app import game\n"
        "from yakulens.app.store import Store\n"
        "store = Store(Path(sys.argv[1]))\n"
        "one = game.begin('ema-2025', ('Ann', 'Bo', 'Cy', 'Di'))\n"
        "number = store.games.begin(one)\n"
        "for version in range(3):\n"
        "    one = game.add(one, {'event': 'tsumo', 'wins': [{'seat': 'east', 'han': 1, 'fu': 30}]})\n"
        "    store.games.save(number, version, one)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], check=False, env=os.environ.copy())
    assert done.returncode == -signal.SIGKILL
    (kept,) = Store(path).games.all()
    assert len(kept.game.ends) == 3


def test_a_game_ends_with_the_last_hand_of_the_south_round_and_may_be_played_on() -> None:
    south = {"event": "tsumo", "wins": [{"seat": "south", "han": 1, "fu": 30}]}
    played = game.begin("ema-2025", NAMES)
    for _ in range(8):
        played = game.add(played, south)
    hands, stand = game.replay(played)
    assert [hand.settled["game_ends"] for hand in hands] == [False] * 7 + [True]
    assert stand.round_wind() == "west"
    hand = {"concealed": "234567m234p67s88s", "win": "5s", "by": "tsumo"}
    on = game.add(played, {"event": "tsumo", "wins": [{"seat": "south", "hand": hand}]})
    assert game.replay(on)[0][-1].settled["problems"] == []


def test_the_hand_that_the_signal_meets_is_the_first_after_it() -> None:
    timed = Game("ema-2025", ("Ann", "Bo", "Cy", "Di"), until=1_000)
    assert (meets_signal(timed, (), 999), meets_signal(timed, (), 1_000)) == (False, True)


def test_before_the_first_hand_everybody_is_first() -> None:
    running = begin("ema-2025", ("Ann", "Bo", "Cy", "Di"))
    assert [need["place"] for need in needs(running, first(running), None)["needs"]] == [1, 1, 1, 1]


def test_after_a_draw_without_tenpai_the_deal_passes_and_a_counter_comes() -> None:
    running = begin("ema-2025", ("Ann", "Bo", "Cy", "Di"))
    draw = settle(running, first(running), {"event": "exhaustive_draw", "tenpai": []})
    after = following(first(running), draw)
    assert (after.dealer, after.honba) == (1, 1)
