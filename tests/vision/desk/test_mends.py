from dataclasses import replace

import pytest

from yakulens.app.hand.questions import NO_WIN, questions
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import Desk, Question, typed
from yakulens.vision.desk.edits import SetFace
from yakulens.vision.desk.mends import find_mends, is_whole, is_winning, too_many_alike
from yakulens.vision.desk.session import Session


@pytest.mark.parametrize(
    "hand",
    [
        "345678m44p67s +9s [234p]",
        "19m19p19s1234567z +2m",
        "1133557799m112p +4p",
        "23m55p +9m [777z] [456p] [789s]",
        "123p2p4p4p789s99m [333p]",
        "234m12z789s456p [111z]",
        "333p44p789s99m +6p [333m]",
    ],
)
def test_each_mend_makes_the_hand_a_winning_one(hand: str) -> None:
    desk = typed.hand(hand)
    assert is_whole(desk)
    assert not is_winning(desk)
    found = find_mends(desk)
    assert found
    for mend in found:
        mended = SetFace(mend.uid, mend.face).applied_to(desk)
        assert is_winning(mended), mend
        assert too_many_alike(mended) == (), mend


def test_what_the_reading_itself_doubted_comes_first() -> None:
    desk = typed.hand("345789m44p67s +4s [234p]")
    uid = desk.win
    assert uid is not None
    doubted = replace(
        desk, tiles=desk.tiles | {uid: replace(desk.tiles[uid], score=0.6, alternatives=("8s",))}
    )
    assert find_mends(doubted)[0][:2] == (uid, "8s")
    assert find_mends(doubted)[0].makes == "678s"


def test_a_mended_hand_waits_for_no_tile_that_it_holds_four_times() -> None:
    found = find_mends(typed.hand("25p456789s99m [3333p]"))
    assert [(mend.face, mend.makes) for mend in found] == [("4p", "6p")]


def test_a_hand_that_no_one_tile_mends_has_no_mend() -> None:
    assert find_mends(typed.hand("147m258p369s1234z +5z")) == ()


def none_apart(hand: str) -> Desk:
    """A hand of which no tile is known to have won."""
    desk = typed.hand(hand)
    assert desk.win is not None
    return replace(desk, concealed=(*desk.concealed, desk.win), win=None)


@pytest.mark.parametrize(
    "desk",
    [
        typed.hand("147m258p369s1234z +5z"),
        typed.hand("345678m44p67s +9s [234p]"),
        none_apart("147m258p369s1234z +5z"),
        none_apart("345678m44p67s +9s [234p]"),
    ],
)
def test_it_is_said_before_anything_is_asked_of_the_win(desk: Desk) -> None:
    (asked,) = questions("en", Scored.of(desk, WinFacts()), photo=True)
    assert asked.key == NO_WIN
    assert asked.text == "This is not a winning hand."


def test_fourteen_tiles_that_win_are_asked_which_of_them_did() -> None:
    (asked,) = questions("en", Scored.of(none_apart("345678m44p67s +8s [234p]"), WinFacts()), photo=True)
    assert asked.key == "which-won"


def test_it_is_said_before_a_doubtful_face_and_instead_of_which_tile_won() -> None:
    doubts = (
        Question("winning_tile", (3, 4), ("3", "4")),
        Question("doubtful_face", (2,), ("5m", "6m")),
        Question("meld_kind", (11, 12, 13), ("chi", "not_a_meld")),
    )
    desk = replace(none_apart("345678m44p67s +9s [234p]"), questions=doubts)
    asked = questions("en", Scored.of(desk, WinFacts()), photo=True)
    assert [each.key.removeprefix("question-").split("-")[0] for each in asked] == [
        "meld_kind",
        "no",
        "doubtful_face",
    ]
    assert asked[1].key == NO_WIN


def test_thirteen_tiles_without_a_wait_are_told_which_may_be_another_and_what_they_wait_for_then() -> None:
    desk = typed.hand("345678m44p69s [234p]")
    (asked,) = questions("en", Scored.of(desk, WinFacts()), photo=True)
    not_won, first, *_ = asked.choices
    assert not_won.label == "Not won yet", "every tile is sure"
    assert (asked.key, first.label, first.note) == (NO_WIN, "9s is 8s", "then it waits for 7s")
    assert first.event is not None
    mended = SetFace(first.event["uid"], first.event["face"]).applied_to(desk)
    (after,) = questions("en", Scored.of(mended, WinFacts()), photo=True)
    assert after.key == "absent-win"


def test_a_winning_tile_that_can_be_no_other_is_not_asked_for() -> None:
    session = Session.begin(none_apart("5p +5p [777z] [666z] [555z] [444z]"))
    assert session.desk.face(session.desk.win or 0) == "5p"
    assert questions("en", Scored.of(session.desk, WinFacts()), photo=False) == []


def test_thirteen_tiles_without_a_wait_are_not_asked_which_one_it_was() -> None:
    desk = typed.hand("147m258p369s1234z")
    (asked,) = questions("en", Scored.of(desk, WinFacts()), photo=True)
    assert asked.key == NO_WIN
    assert all(not choice.face for choice in asked.choices)


@pytest.mark.parametrize("hand", ["123m", "147m258p369s1234z", "1111222233334z", "123456789m12345p"])
@pytest.mark.parametrize("photo", [True, False])
def test_what_has_a_single_choice_is_no_question_but_says_what_to_do(hand: str, photo: bool) -> None:  # noqa: FBT001
    asked = questions("en", Scored.of(typed.hand(hand), WinFacts()), photo=photo)
    assert asked
    assert all(len(each.choices) > 1 or not each.text.endswith("?") for each in asked)
    assert all(choice.event or choice.opens for each in asked for choice in each.choices)


def test_a_statement_is_not_padded_with_another_photo() -> None:
    (asked,) = questions("en", Scored.of(typed.hand("123m"), WinFacts()), photo=False)
    assert [choice.label for choice in asked.choices] == ["Tap it in"]
