from __future__ import annotations

from typing import Any

import pytest

from tests.app.exports.test_ruling_card import OWN, picture
from yakulens.app import game
from yakulens.app.exports import card_drawing as drawing
from yakulens.app.exports.card_of_game import ended, game_card, sheet_card
from yakulens.scorer.vocabulary import SEATS

PLAYERS = ("Ann", "Bo", "Cy", "Di")


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ({"event": "ron", "discarder": "west", "wins": [{"seat": "south", "han": 5}]}, "Ron: Bo off Cy"),
        (
            {
                "event": "ron",
                "discarder": "east",
                "wins": [{"seat": each, "han": 5} for each in ("west", "south")],
            },
            "Ron: Bo, Cy off Ann",
        ),
        ({"event": "tsumo", "wins": [{"seat": "east", "han": 5}]}, "Tsumo: Ann"),
        ({"event": "exhaustive_draw", "tenpai": ["east", "north"]}, "Draw: Ann, Di tenpai"),
        ({"event": "exhaustive_draw", "tenpai": []}, "Draw: nobody tenpai"),
        ({"event": "exhaustive_draw"}, "Draw: nobody tenpai"),
        ({"event": "exhaustive_draw", "nagashi": ["south"], "tenpai": ["west"]}, "Draw: Cy tenpai"),
        ({"event": "chombo", "offender": "west"}, "Chombo: Cy"),
        ({"event": "chombo", "offender": ["west", "north"]}, "Chombo: Cy, Di"),
    ],
)
def test_a_score_sheet_tells_how_each_hand_ended(end: dict[str, Any], told: str) -> None:
    running = game.add(game.begin("ema-2025", PLAYERS), end)
    (hand,), _ = game.replay(running)
    names = dict(zip(hand.before.seats(), PLAYERS, strict=True))
    assert ended("en", game.ruling(running, hand), names) == told


def test_nagashi_mangan_and_what_voids_a_hand_are_told_too() -> None:
    running = game.begin("tenhou", PLAYERS)
    three = [{"seat": seat, "han": 1, "fu": 30} for seat in ("south", "west", "north")]
    for end in (
        {"event": "exhaustive_draw", "nagashi": ["south"], "tenpai": ["east"]},
        {"event": "abortive_draw", "reason": "nine_terminals"},
        {"event": "ron", "discarder": "east", "wins": three},
    ):
        running = game.add(running, end)
    played, _ = game.replay(running)
    names = dict(zip(played[0].before.seats(), PLAYERS, strict=True))
    told = [ended("en", game.ruling(running, hand), names) for hand in played]
    assert told == ["Nagashi mangan: Bo", "Abortive draw", "Abortive draw"]


def test_a_long_score_sheet_shows_the_points_after_every_hand_and_all_of_its_sums() -> None:
    win = {"event": "ron", "discarder": "south", "wins": [{"seat": "east", "han": 1, "fu": 30}]}
    running = game.add(game.begin("ema-2025", PLAYERS), win)
    for _ in range(29):
        running = game.add(running, {"event": "exhaustive_draw", "tenpai": list(SEATS)})
    names = dict(zip(PLAYERS, PLAYERS, strict=True))
    made = sheet_card(running, "en", names, "")
    assert made.grid is not None
    assert made.grid.rows[2] == ("Ron: Ann off Bo", "31,500", "28,500", "30,000", "30,000")
    assert sorted(made.grid.small) == list(range(2, 61, 2))
    tall = picture(made).height
    fewer = sheet_card(game.undo(running), "en", names, "")
    assert 80 < tall - picture(fewer).height < 160


@pytest.mark.parametrize("name", ["Maximilian Weber", "Wolfeschlegelsteinhausen"])
def test_a_score_sheet_writes_a_long_name_whole_and_its_date_under_the_rules(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = (name, *PLAYERS[1:])
    running = game.stop(game.add(game.begin("ema-2025", players), {"event": "exhaustive_draw"}))
    made = sheet_card(running, "en", dict(zip(players, players, strict=True)), "today")
    at: dict[str, int] = {}
    monkeypatch.setattr(drawing._Canvas, "_write", lambda _, _x, y, text, _style: at.update({text: y}))
    drawing.draw(made, OWN)
    assert name.replace(" ", "") in "".join(at)
    assert at["today"] - at[made.rules] < 100


NUMBERED = dict(zip(PLAYERS, ("1", "2", "3", "4"), strict=True))


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("ema-2025", [("1, place 1, takes the remaining riichi sticks", "+1,000")]),
        (
            "wrc-2025",
            [
                ("Nobody takes the remaining riichi sticks", ""),
                ("3: penalties of the game", "\N{MINUS SIGN}20,000"),
            ],
        ),
    ],
)
def test_the_picture_of_a_game_shows_leftover_sticks_and_penalties_by_the_names_on_it(
    rules: str, told: list[tuple[str, str]]
) -> None:
    running = game.begin(rules, PLAYERS)
    running = game.add(running, {"event": "exhaustive_draw", "tenpai": ["east"], "riichi": ["east"]})
    running = game.add(running, {"event": "chombo", "offender": "west"})
    made = game_card(running, "en", NUMBERED, "2026-11-24")
    assert [(line.text, line.number) for part in made.parts[1:] for line in part.lines] == told
    assert all(line.cite for part in made.parts for line in part.lines)


def test_the_picture_of_a_game_says_nothing_of_sticks_and_penalties_that_there_were_not() -> None:
    begun = game.begin("ema-2025", PLAYERS)
    assert len(game_card(begun, "en", NUMBERED, "2026-11-24").parts) == 1
