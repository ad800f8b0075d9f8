from __future__ import annotations

import json

import pytest

from app.game.ending import Ending

RON = Ending(
    event="ron",
    winners=["south", "north"],
    discarder="east",
    riichi=["south"],
    worth={"south": {"han": 2, "fu": 30}, "north": {"yakuman": 1}},
)


def test_what_was_said_outlives_a_restart() -> None:
    assert Ending.of_json(json.loads(json.dumps(RON.kept()))) == RON


@pytest.mark.parametrize(
    "kept",
    [
        None,
        [],
        "ron",
        {},
        {"event": "ron"},
        RON.kept() | {"winners": "south"},
        RON.kept() | {"riichi": ["up"]},
    ],
)
def test_what_is_no_ending_is_an_empty_one(kept: object) -> None:
    assert Ending.of_json(kept) == Ending()


@pytest.mark.parametrize(
    "ending",
    [
        RON,
        Ending(event="exhaustive_draw", tenpai=["east"], nagashi=["west"], riichi=["east"]),
        Ending(event="abortive_draw", reason="four_winds"),
        Ending(event="chombo", offender="west", tournament=True),
        Ending(event="tsumo", winners=["west"], worth={"west": {"han": 3, "fu": 40}}),
    ],
)
def test_an_entered_hand_comes_back_into_the_form(ending: Ending) -> None:
    assert Ending.of_end(ending.to_json()) == ending


@pytest.mark.parametrize(
    ("ending", "asked"),
    [
        (Ending(event="ron"), "table.say_winner"),
        (Ending(event="tsumo"), "table.say_winner"),
        (Ending(event="ron", winners=["south"]), "table.say_discarder"),
        (Ending(event="ron", winners=["south"], discarder="east"), "table.say_worth"),
        (Ending(event="abortive_draw"), "table.say_reason"),
        (Ending(event="chombo"), "table.say_offender"),
        (Ending(event="exhaustive_draw"), None),
        (RON, None),
    ],
)
def test_the_first_thing_that_is_unsaid_is_asked_for(ending: Ending, asked: str | None) -> None:
    assert ending.unsaid() == asked
