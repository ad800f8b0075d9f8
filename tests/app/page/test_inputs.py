"""Places where hands come in: a hand that is checked on its own, after a restart."""

from yakulens.app.hand.events import SetFact
from yakulens.app.page.inputs import Check
from yakulens.vision.desk import typed
from yakulens.vision.desk.discards import AddDiscard
from yakulens.vision.desk.edits import SetFace, Undo


def checked(*events: object) -> Check:
    """A typed hand to check, after these taps."""
    check = Check()
    check.begin(typed.hand("2345678m234p555s"))
    for event in events:
        check.session, _ = check.session.hear(event)  # type: ignore[arg-type]
    return check


def test_a_checked_hand_is_corrected_and_that_is_taken_back() -> None:
    assert checked(SetFace(0, "9m")).session.desk.face(0) == "9m"
    assert checked(SetFace(0, "9m"), Undo()).session.desk.face(0) == "2m"


def test_a_checked_hand_outlives_a_restart() -> None:
    check = checked(
        SetFact("seat", "west"),
        SetFact("riichi", "riichi"),
        AddDiscard("9s"),
        SetFace(0, "9m"),
    )
    again = Check.of_json(check.kept())
    assert (again.session, again.hand) == (check.session, check.hand)
    assert (again.session.facts.seat, again.session.facts.riichi) == ("west", "riichi")
    assert again.session.desk.own_discards == (13,)
    assert Check.of_json({"hand": 3}) == Check() == Check.of_json(None)


def test_a_checked_hand_of_an_earlier_version_keeps_seat_and_riichi_without_discards_as_text() -> None:
    kept = checked(SetFace(0, "9m")).kept() | {"seat": "west", "riichi": True, "discards": "9s"}
    again = Check.of_json(kept)
    assert (again.session.facts.seat, again.session.facts.riichi) == ("west", "riichi")
    assert again.session.desk.face(0) == "9m"


def test_seat_and_riichi_stay_for_the_next_hand_to_check() -> None:
    check = checked(SetFact("seat", "south"))
    check.leave()
    check.begin(typed.hand("2345678m234p555s"))
    assert check.session.facts.seat == "south"
