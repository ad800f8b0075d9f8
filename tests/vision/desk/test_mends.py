from __future__ import annotations

from dataclasses import replace

import pytest

from yakulens.app.dock.questions import NO_WIN, questions
from yakulens.app.scoring import Scored
from yakulens.app.situation import Declared
from yakulens.vision.desk import typed
from yakulens.vision.desk.mends import is_whole, mends, wins
from yakulens.vision.desk.tile_changes import set_face


@pytest.mark.parametrize(
    "hand",
    [
        "345678m44p67s +9s [234p]",
        "19m19p19s1234567z +2m",
        "1133557799m112p +4p",
        "23m55p +9m [777z] [456p] [789s]",
    ],
)
def test_each_mend_makes_the_hand_a_winning_one(hand: str) -> None:
    desk = typed.hand(hand)
    assert is_whole(desk)
    assert not wins(desk)
    found = mends(desk)
    assert found
    for mend in found:
        mended = set_face(desk, mend.uid, mend.face)
        assert wins(mended), mend
        assert mended.faces(mended.in_hand()).count(mend.face) <= 4


def test_what_the_reading_itself_doubted_comes_first() -> None:
    desk = typed.hand("345789m44p67s +4s [234p]")
    uid = desk.win
    assert uid is not None
    doubted = replace(
        desk, tiles=desk.tiles | {uid: replace(desk.tiles[uid], score=0.6, alternatives=("8s",))}
    )
    assert mends(doubted)[0][:2] == (uid, "8s")
    assert mends(doubted)[0].makes == "678s"


def test_a_hand_that_no_one_tile_mends_has_no_mend() -> None:
    assert mends(typed.hand("147m258p369s1234z +5z")) == ()


@pytest.mark.parametrize("hand", ["147m258p369s1234z +5z", "345678m44p67s +9s [234p]"])
def test_it_is_said_before_anything_is_asked_of_the_win(hand: str) -> None:
    (asked,) = questions("en", Scored.of(typed.hand(hand), Declared()), photo=True)
    assert asked.key == NO_WIN
    assert asked.text == "This is no winning hand."


def test_thirteen_tiles_without_a_wait_are_not_asked_which_one_it_was() -> None:
    desk = typed.hand("147m258p369s1234z")
    (asked,) = questions("en", Scored.of(desk, Declared()), photo=True)
    assert asked.key == NO_WIN
    assert all(not choice.face for choice in asked.choices)


@pytest.mark.parametrize("hand", ["123m", "147m258p369s1234z", "1111222233334z", "123456789m12345p"])
@pytest.mark.parametrize("photo", [True, False])
def test_no_question_has_a_single_choice(hand: str, photo: bool) -> None:  # noqa: FBT001
    asked = questions("en", Scored.of(typed.hand(hand), Declared()), photo=photo)
    assert asked
    assert all(len(each.choices) > 1 for each in asked)
