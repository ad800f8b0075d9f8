from dataclasses import replace

import pytest

from yakulens.vision.desk import Question, typed
from yakulens.vision.desk.edits import (
    AddMeld,
    AddTile,
    Answer,
    Edit,
    MoveTile,
    RemoveTile,
    SetFace,
    SetMeldKind,
)
from yakulens.vision.desk.questions import open_questions
from yakulens.vision.desk.session import Session, apply


def begin(text: str = "234m567p78s44p +9s [777z]") -> Session:
    return Session.begin(typed.hand(text))


def faces(session: Session) -> list[str]:
    return session.desk.faces(session.desk.concealed)


def with_question(session: Session, question: Question) -> Session:
    return Session.begin(replace(session.desk, questions=(question,)))


def test_a_doubtful_face_is_answered_with_one_tap() -> None:
    asked = with_question(begin(), Question("doubtful_face", (0,), ("2m", "3m")))
    after = apply(asked, Answer(asked.desk.questions[0], "3m"))
    assert faces(after)[0] == "3m"
    assert after.desk.questions == ()


def test_setting_the_face_oneself_answers_the_question_about_it() -> None:
    asked = with_question(begin(), Question("doubtful_face", (0,), ("2m", "3m")))
    assert apply(asked, SetFace(0, "9m")).desk.questions == ()


def test_the_winning_tile_and_the_melds_caller_are_answered() -> None:
    session = begin("234m567p789s44p [777z]")
    won = with_question(session, Question("winning_tile", (0, 1), ("0", "1")))
    assert apply(won, Answer(won.desk.questions[0], "1")).desk.win == 1
    called = with_question(session, Question("meld_origin", session.desk.melds[0].tiles, ("left", "right")))
    assert apply(called, Answer(called.desk.questions[0], "right")).desk.melds[0].origin == "right"


def test_a_set_without_a_sideways_tile_may_be_no_meld() -> None:
    session = begin("234m567p789s44p [777z]")
    uids = session.desk.melds[0].tiles
    called = with_question(session, Question("meld_origin", uids, ("left", "across", "right", "not_a_meld")))
    question = called.desk.questions[0]
    assert apply(called, Answer(question, "across")).desk.melds[0].origin == "across"
    apart = apply(called, Answer(question, "not_a_meld")).desk
    assert (apart.melds, set(uids) <= set(apart.concealed)) == ((), True)


@pytest.mark.parametrize(("choice", "ura"), [("ura", True), ("dora", False)])
def test_the_second_row_of_indicators_is_ura_or_not(choice: str, ura: bool) -> None:  # noqa: FBT001
    session = begin()
    uid = session.desk.concealed[0]
    shown = apply(session, MoveTile(uid, "indicators"))
    asked = with_question(shown, Question("ura_indicators", (uid,), ("ura", "dora")))
    desk = apply(asked, Answer(asked.desk.questions[0], choice)).desk
    assert (uid in desk.ura, uid in desk.indicators) == (ura, not ura)


@pytest.mark.parametrize(("choice", "place"), [("dora", "indicators"), ("no_dora", "others")])
def test_a_tile_of_the_dead_wall_is_an_indicator_or_lies_about(choice: str, place: str) -> None:
    session = begin()
    uid = session.desk.concealed[0]
    shown = apply(session, MoveTile(uid, "others"))
    asked = with_question(shown, Question("dora_indicator", (uid,), ("no_dora", "dora")))
    desk = apply(asked, Answer(asked.desk.questions[0], choice)).desk
    assert desk.place_of(uid) == place


def test_one_hidden_tile_of_a_quad_becomes_the_red_five() -> None:
    session = begin("234m67p78s44p +9s (5555p)")
    uids = session.desk.melds[0].tiles
    asked = with_question(session, Question("hidden_red_five", uids, ("0p", "5p")))
    after = apply(asked, Answer(asked.desk.questions[0], "0p"))
    assert sorted(after.desk.faces(after.desk.melds[0].tiles)) == ["0p", "5p", "5p", "5p"]


def test_a_tile_that_may_not_belong_joins_or_leaves_the_hand() -> None:
    session = begin()
    uid = session.desk.concealed[0]
    asked = with_question(session, Question("maybe_not_in_hand", (uid,), ("in", "out")))
    assert uid in apply(asked, Answer(asked.desk.questions[0], "out")).desk.others
    kept = apply(asked, Answer(asked.desk.questions[0], "in")).desk
    assert (kept.concealed, kept.questions) == (session.desk.concealed, ())


def test_four_equal_tiles_may_be_no_meld() -> None:
    session = apply(begin(), AddMeld("closed_kan", ("9p",) * 4))
    number = len(session.desk.melds) - 1
    uids = session.desk.melds[number].tiles
    choices = ("closed_kan", "open_kan", "not_a_meld")
    asked = with_question(session, Question("meld_kind", uids, choices))
    answer = asked.desk.questions[0]
    assert set(uids) <= set(apply(asked, Answer(answer, "not_a_meld")).desk.concealed)
    assert apply(asked, Answer(answer, "open_kan")).desk.melds[number].kind == "open_kan"


def test_that_no_tile_lies_apart_is_an_answer() -> None:
    session = begin()
    win = session.desk.win
    assert win is not None
    asked = with_question(session, Question("winning_tile", (win,), (str(win), "none")))
    assert open_questions(asked.desk)
    assert apply(asked, Answer(asked.desk.questions[0], str(win))).desk.win == win
    after = apply(asked, Answer(asked.desk.questions[0], "none")).desk
    assert after.win is None
    assert win in after.concealed


def test_that_what_lies_apart_is_not_of_the_hand_is_an_answer() -> None:
    session = begin()
    win = session.desk.win
    assert win is not None
    asked = with_question(session, Question("winning_tile", (win,), (str(win), "out")))
    assert open_questions(asked.desk)
    after = apply(asked, Answer(asked.desk.questions[0], "out")).desk
    assert after.win is None
    assert after.place_of(win) == "others"
    assert after.concealed == session.desk.concealed


@pytest.mark.parametrize(
    ("text", "remove"),
    [("234m567p78s44p +9s [7777z]", SetMeldKind(0, "pon")), ("234m567p78s44p777z1z +9s", RemoveTile(13))],
)
def test_a_question_about_a_tile_that_is_gone_is_never_one_about_a_new_tile(text: str, remove: Edit) -> None:
    session = begin(text)
    gone = 13
    doubt = Question("doubtful_face", (gone,), ("7z", "6z"))
    after = apply(apply(with_question(session, doubt), remove), AddTile("9p"))
    assert gone not in after.desk.tiles
    assert after.desk.questions == ()
    answered = apply(after, Answer(doubt, "6z"))
    assert answered.desk.faces(answered.desk.tiles) == after.desk.faces(after.desk.tiles)


def test_a_question_may_be_left_as_it_is() -> None:
    asked = with_question(begin(), Question("five_of_a_kind", (0,), ()))
    after = apply(asked, Answer(asked.desk.questions[0], None))
    assert after.desk.questions == ()
    assert faces(after) == faces(asked)


def test_how_many_tiles_and_which_won_are_no_questions_of_the_reading() -> None:
    desk = replace(
        begin().desk,
        questions=(
            Question("tile_count", (0,)),
            Question("winning_tile", (0, 1), ("0", "1")),
            Question("doubtful_face", (0,), ("2m", "3m")),
        ),
    )
    assert [q.code for q in open_questions(desk)] == ["doubtful_face"]
