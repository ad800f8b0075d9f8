"""The line of facts: what a win is asked for, what was said, what is presumed."""

from dataclasses import replace

from yakulens.app.hand.dora import label
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts, effective
from yakulens.vision.desk import Question, typed


def test_that_there_is_no_dora_is_told() -> None:
    assert label("en", "dora", typed.hand("234m456p7s +7s 111z"), WinFacts().saying("dora")) == "No dora"


def test_a_hand_without_riichi_is_asked_for_no_ura() -> None:
    desk = typed.hand("345678m44p67s +5s [234p]")
    now, banned = effective(WinFacts("tsumo", "south"), desk)
    assert Facts("en", Scored.of(desk, now), banned, {}).relevant() == ("by", "seat", "dora")


def test_what_nobody_said_is_asked_next() -> None:
    won = Scored.of(typed.hand("345678m44p67s +5s"), WinFacts("ron", "south"))
    assert Facts("en", won, {}, {}).unsaid() == ("discarder", "riichi", "dora")


def test_a_score_is_open_while_a_tile_is_in_doubt() -> None:
    desk = typed.hand("345678m44p67s +5s [234p]")
    said = WinFacts("tsumo", "south").saying("riichi", "dora")
    doubt = Question("doubtful_face", (2,), ("5m", "0m"))
    hands = Scored.of(desk, said), Scored.of(replace(desk, questions=(doubt,)), said)
    assert [Facts("en", hand, {}, {}).may_change() for hand in hands] == [False, True]


def test_what_is_presumed_is_said() -> None:
    won = Scored.of(typed.hand("345678m44p67s +5s"), WinFacts("tsumo", "south"))
    assert Facts("en", won, {}, {"east": "Ann"}).assumptions() == "Assumed: no riichi, no dora"


def test_that_a_photo_shows_no_indicator_is_said() -> None:
    desk = typed.hand("345678m44p67s +5s")
    corners = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0), (0.0, 4.0))
    seen = replace(desk, tiles={uid: replace(tile, quad=corners) for uid, tile in desk.tiles.items()})
    won = Scored.of(seen, WinFacts("tsumo", "south").saying("riichi"))
    assert Facts("en", won, {}, {"east": "Ann"}).assumptions() == "Assumed: no dora (no indicator was seen)"
    apart = 99
    tile = replace(seen.tiles[0], uid=apart)
    offered = Question("dora_indicator", (apart,), ("no_dora", "dora"), "which")
    wall = replace(seen, tiles={**seen.tiles, apart: tile}, others=(apart,), questions=(offered,))
    told = Facts("en", Scored.of(wall, won.situation), {}, {"east": "Ann"}).assumptions()
    assert told == "Assumed: no dora", "one was seen, and is offered"


def test_the_chips_say_who_won_and_what_is_still_open() -> None:
    desk, now = typed.hand("345678m44p67s +5s"), WinFacts("ron", "south")
    shown = Facts("en", Scored.of(desk, now), {}, {"south": "Bo"}).chips()
    assert [chip["label"] for chip in shown] == ["Ron", "Bo won", "Discarder", "Riichi", "Dora", "More"]
    last = Scored.of(desk, now.saying(round="east", last_tile=True))
    assert Facts("en", last, {}, {}).chips()[-1]["label"] == "East round · Last tile"


def test_a_way_to_win_is_told_in_plain_words_too() -> None:
    won = Scored.of(typed.hand("345678m44p67s +5s"), WinFacts())
    asked = Facts("en", won, {}, {}).asks()
    assert [(choice.label, choice.note) for choice in asked["by"].choices] == [
        ("Ron", "off a discard"),
        ("Tsumo", "self-draw"),
    ]
