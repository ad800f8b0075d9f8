"""The line of facts: what a win is asked for, what was said, what is presumed."""

from dataclasses import replace

from yakulens.app.dock.dora import label
from yakulens.app.dock.facts import asks, assumptions, chips, is_open, open_facts, relevant_facts
from yakulens.app.scoring import Scored
from yakulens.app.situation import Declared, effective
from yakulens.vision.desk import Question, typed


def test_that_there_is_no_dora_is_told() -> None:
    assert label("en", "dora", typed.hand("234m456p7s +7s 111z"), Declared().saying("dora")) == "No dora"


def test_a_hand_without_riichi_is_asked_for_no_ura() -> None:
    desk = typed.hand("345678m44p67s +5s [234p]")
    now, banned = effective(Declared("tsumo", "south"), desk)
    assert relevant_facts(Scored.of(desk, now), banned, at_table=False) == ("by", "seat", "dora")


def test_what_nobody_said_is_asked_next() -> None:
    won = Scored.of(typed.hand("345678m44p67s +5s"), Declared("ron", "south"))
    assert open_facts(won, {}, at_table=False) == ("discarder", "riichi", "dora")


def test_a_score_is_open_while_a_tile_is_in_doubt() -> None:
    desk = typed.hand("345678m44p67s +5s [234p]")
    facts = Declared("tsumo", "south").saying("riichi", "dora")
    doubt = Question("doubtful_face", (2,), "5m or 0m?", ("5m", "0m"))
    hands = Scored.of(desk, facts), Scored.of(replace(desk, questions=(doubt,)), facts)
    assert [is_open(hand, {}, at_table=False) for hand in hands] == [False, True]


def test_what_is_presumed_is_said() -> None:
    won = Scored.of(typed.hand("345678m44p67s +5s"), Declared("tsumo", "south"))
    assert assumptions("en", won, {}, at_table=True) == "Assumed: no riichi, no dora"


def test_the_chips_say_who_won_and_what_is_still_open() -> None:
    desk, now = typed.hand("345678m44p67s +5s"), Declared("ron", "south")
    shown = chips("en", Scored.of(desk, now), {}, {"south": "Bo"})
    assert [chip["label"] for chip in shown] == ["Ron", "Bo won", "Discarder", "Riichi", "Dora", "More"]
    last = Scored.of(desk, now.saying(round="east", last_tile=True))
    assert chips("en", last, {}, {})[-1]["label"] == "East round · Last tile"


def test_a_way_to_win_is_told_in_plain_words_too() -> None:
    won = Scored.of(typed.hand("345678m44p67s +5s"), Declared())
    asked = asks("en", won, {}, {})
    assert [(choice.label, choice.note) for choice in asked["by"].choices] == [
        ("Ron", "off a discard"),
        ("Tsumo", "self-draw"),
    ]
