from __future__ import annotations

import json
from dataclasses import replace

import pytest

from yakulens.app.game.ending import Ending
from yakulens.app.hand.place import Place
from yakulens.scorer.contract.settlement_json import settle_json

RON = Ending(
    event="ron",
    winners=["south", "north"],
    discarder="east",
    riichi=["south"],
    worth={"south": {"han": 2, "fu": 30}, "north": {"yakuman": 1}},
    place=Place(1, 0, sitting=("Ann", "Bo", "Cy", "Di")),
)
NEXT = Place(1, 1, dealer=1, sitting=("Bo", "Cy", "Di", "Ann"))


def test_what_was_said_outlives_a_restart() -> None:
    assert Ending.of_json(json.loads(json.dumps(RON.kept()))) == RON


@pytest.mark.parametrize("newer", ["by_riichi", "before_signal", "dead_hands"])
def test_what_an_earlier_program_kept_is_taken_up(newer: str) -> None:
    assert Ending.of_json({key: value for key, value in RON.kept().items() if key != newer}) == RON


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
        Ending("exhaustive_draw", tenpai=["east"], tenpai_said=True, nagashi=["west"], riichi=["east"]),
        Ending("exhaustive_draw", [], None, ["west"], ["east"], tenpai_said=True, dead_hands=["west"]),
        Ending(event="abortive_draw", reason="four_winds"),
        Ending(event="chombo", offender="west", tournament=True),
        Ending(event="tsumo", winners=["west"], worth={"west": {"han": 3, "fu": 40}}),
    ],
)
def test_an_entered_hand_comes_back_into_the_form(ending: Ending) -> None:
    assert Ending.of_end(ending.to_json(), ending.place) == ending


def test_a_dead_hand_shows_no_tenpai_whatever_was_declared() -> None:
    said = Ending("exhaustive_draw").toggled("riichi", "west").toggled("tenpai", "east")
    dead = said.toggled("dead_hands", "west")
    assert (dead.tenpai, dead.riichi) == (["east"], ["west"])
    assert dead.toggled("riichi", "west").toggled("riichi", "west").tenpai == ["east"]
    assert dead.toggled("tenpai", "west").dead_hands == [], "the last word counts"
    assert dead.toggled("dead_hands", "west").dead_hands == []
    found = settle_json(dead.to_json() | {"rules": "ema-2025"})
    assert not found["problems"]
    assert [told["code"] for told in found["messages"]["notes"]] == ["note_riichi_dead"]
    moved = replace(dead, place=RON.place).carried(NEXT)
    assert len(moved.dead_hands) == 1
    assert moved.dead_hands != dead.dead_hands
    assert Ending.of_json(dead.kept() | {"dead_hands": ["nobody"]}) == Ending()


def test_what_was_said_goes_with_its_persons_to_another_hand() -> None:
    moved = RON.carried(NEXT)
    assert (moved.winners, moved.discarder, moved.riichi) == (["east", "west"], "north", ["east"])
    assert moved.worth == {"east": {"han": 2, "fu": 30}, "west": {"yakuman": 1}}
    assert moved.is_of(NEXT)
    assert not RON.is_of(NEXT)
    assert moved.carried(RON.place or NEXT) == RON


def test_who_does_not_sit_in_the_other_hand_is_left_out() -> None:
    guests = RON.carried(Place(2, 0, sitting=("Ed", "Bo", "Flo", "Gil")))
    assert (guests.winners, guests.discarder, guests.worth) == (
        ["south"],
        None,
        {"south": {"han": 2, "fu": 30}},
    )


def test_who_is_liable_goes_along() -> None:
    liable = {"yakuman": 1, "yaku": ["daisangen"], "liable": {"seat": "west", "yaku": "daisangen"}}
    said = Ending("tsumo", ["south"], worth={"south": liable}, place=RON.place)
    assert said.carried(NEXT).worth["east"]["liable"]["seat"] == "south"


def test_a_scored_hand_of_another_hand_of_the_game_begins_anew() -> None:
    hand = {"seat": "west", "by": "ron", "discarder": "east", "riichi": "none"}
    said = RON.with_scored(hand, NEXT)
    assert (said.winners, said.place) == (["west"], NEXT)
    assert RON.with_scored(hand, RON.place or NEXT).winners == ["south", "north", "west"]


def test_a_riichi_that_a_scored_hand_brings_is_tenpai_in_a_draw_and_is_gone_with_it() -> None:
    hand = {"seat": "west", "by": "ron", "riichi": "riichi"}
    said = Ending().with_scored(hand, NEXT)
    assert said.ended("exhaustive_draw").tenpai == ["west"]
    assert Ending("ron", ["west"]).with_hand_of("west", hand).tenpai == ["west"]
    assert said.with_scored(hand | {"riichi": "none"}, NEXT).tenpai == []


@pytest.mark.parametrize(
    ("ending", "asked"),
    [
        (Ending(event="ron"), "table.say_winner"),
        (Ending(event="tsumo"), "table.say_winner"),
        (Ending(event="ron", winners=["south"]), "table.say_discarder"),
        (Ending(event="ron", winners=["south"], discarder="east"), "table.say_worth"),
        (Ending(event="abortive_draw"), "table.say_reason"),
        (Ending(event="chombo"), "table.say_offender"),
        (Ending(event="exhaustive_draw"), "table.say_tenpai"),
        (Ending(event="exhaustive_draw", riichi=["east"], tenpai=["east"]), "table.say_tenpai"),
        (Ending(event="exhaustive_draw").toggled("riichi", "east").nobody(), None),
        (RON, None),
    ],
)
def test_the_first_thing_that_is_unsaid_is_asked_for(ending: Ending, asked: str | None) -> None:
    assert ending.lacking() == asked


def test_a_mistapped_riichi_taken_back_leaves_nobody_tenpai_who_did_not_say_so() -> None:
    drawn = Ending(event="exhaustive_draw").toggled("riichi", "west")
    assert drawn.tenpai == ["west"]
    assert drawn.toggled("riichi", "west") == Ending(event="exhaustive_draw")
    said = Ending(event="exhaustive_draw").toggled("tenpai", "west")
    assert said.toggled("riichi", "west").toggled("riichi", "west") == said, "what was said stays"
    shown = drawn.toggled("tenpai", "west").toggled("tenpai", "west")
    assert shown.toggled("riichi", "west").tenpai == ["west"], "said since, by a tap of its own"


def test_an_ending_that_an_earlier_program_kept_comes_back() -> None:
    kept = RON.kept()
    del kept["by_riichi"]
    assert Ending.of_json(kept) == RON


def test_of_an_ending_that_only_has_its_place_nothing_is_said() -> None:
    assert (Ending(place=Place(1, 0)).is_untouched(), Ending("ron").is_untouched()) == (True, False)


def test_what_was_said_of_another_hand_is_shown_and_an_empty_one_moves_on() -> None:
    assert (Ending(place=Place(1, 0)).at(Place(1, 1)).place.hand, Ending("ron").at(Place(1, 1)).place) == (
        1,
        None,
    )


def test_of_several_winners_a_self_draw_keeps_the_first() -> None:
    assert Ending("ron", ["south", "west"]).ended("tsumo").winners == ["south"]


def test_who_shows_noten_is_not_tenpai_whatever_they_declared() -> None:
    assert Ending().toggled("riichi", "west").shows("west", tenpai=False).tenpai == []


def test_nobody_wins_off_themselves() -> None:
    assert Ending("ron", [], "south").won_by("south").discarder is None
