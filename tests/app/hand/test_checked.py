"""A hand that is checked on its own: corrected, and back after a restart."""

from yakulens.app.hand.tenpai_check import Check
from yakulens.vision.desk import typed
from yakulens.vision.desk.edits import SetFace, Undo


def test_a_checked_hand_is_corrected_and_that_is_taken_back() -> None:
    check = Check()
    check.begin(typed.hand("2345678m234p555s"))
    check.edit(SetFace(0, "9m"))
    assert check.session.desk.face(0) == "9m"
    check.edit(Undo())
    assert check.session.desk.face(0) == "2m"


def test_a_checked_hand_outlives_a_restart() -> None:
    check = Check(seat="west", riichi=True, own=frozenset({3}))
    check.begin(typed.hand("2345678m234p555s"))
    check.edit(SetFace(0, "9m"))
    again = Check.of_json(check.kept())
    assert (again.session.desk == check.session.desk, again.seat, again.riichi, again.hand == check.hand) == (
        True,
        "west",
        True,
        True,
    )
    assert Check.of_json({"hand": 3}) == Check() == Check.of_json(None)
