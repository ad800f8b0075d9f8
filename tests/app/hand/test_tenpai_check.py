from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from yakulens.app.hand import tenpai_check
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import typed
from yakulens.vision.desk.edits import AddTile
from yakulens.vision.desk.session import Session, apply

if TYPE_CHECKING:
    from yakulens.vision.desk import Desk


def beside(desk: Desk, *faces: str) -> Desk:
    """The desk with tiles beside the hand."""
    session = Session.begin(desk)
    for face in faces:
        session = apply(session, AddTile(face, "others"))
    return session.desk


def waits(desk: Desk, now: WinFacts | None = None, discards: str = "") -> list[str]:
    return [each["tile"] for each in tenpai_check.check(desk, now or WinFacts(), discards)["waits"]]


THIRTEEN = typed.hand("2345678m234p555s")


def test_a_won_hand_is_checked_as_it_waited() -> None:
    won = typed.hand("2345678m234p555s +8m")
    assert waits(tenpai_check.before_win(won)) == ["2m", "5m", "8m"]


def test_thirteen_tiles_of_which_one_lies_apart_are_thirteen() -> None:
    apart = replace(THIRTEEN, concealed=THIRTEEN.concealed[:-1], win=THIRTEEN.concealed[-1])
    assert waits(apart) == waits(THIRTEEN) == ["2m", "5m", "8m"]


def test_discards_count_from_the_photo_and_from_the_text() -> None:
    assert tenpai_check.check(THIRTEEN, WinFacts(), "")["furiten"] is False
    assert tenpai_check.check(THIRTEEN, WinFacts(), "5 m")["furiten_tiles"] == ["5m"]
    on_photo = beside(THIRTEEN, "1z", "8m", "back")
    own = replace(on_photo, own_discards=on_photo.others)
    assert tenpai_check.check(own, WinFacts(), "")["furiten_tiles"] == ["8m"]


def test_a_tile_that_nobody_said_was_discarded_by_this_player_does_not_count() -> None:
    on_photo = beside(THIRTEEN, "8m")
    assert tenpai_check.check(on_photo, WinFacts(), "")["furiten"] is False


def test_every_copy_in_view_is_counted_whatever_lies_where() -> None:
    on_photo = beside(THIRTEEN, "8m", "8m", "8m", "back", "0s")
    left = {each["tile"]: each["left"] for each in tenpai_check.check(on_photo, WinFacts(), "")["waits"]}
    assert left == {"2m": 3, "5m": 3, "8m": 0}
    own = replace(on_photo, own_discards=on_photo.others[:1])
    owned = tenpai_check.check(own, WinFacts(), "8m")
    assert [each["left"] for each in owned["waits"]] == [3, 3, 0], "an own discard counts once"


def test_tiles_that_the_set_does_not_have_keep_no_hand_from_being_checked() -> None:
    three = WinFacts(rules="tenhou-3p")
    on_photo = beside(typed.hand("123p456p789p1112s"), "5m", "5m")
    answer = tenpai_check.check(on_photo, three, "")
    assert [each["tile"] for each in answer["waits"]] == ["2s", "3s"]


def test_the_dora_indicator_counts_for_the_points() -> None:
    session = apply(Session.begin(THIRTEEN), AddTile("1p", "indicators"))
    worth = [each["ron"]["value"] for each in tenpai_check.check(session.desk, WinFacts(), "")["waits"]]
    assert worth == [2600, 2600, 2600]


def test_fourteen_tiles_are_tenpai_after_some_discard() -> None:
    answer = tenpai_check.check(typed.hand("2345678m234p555s +1z"), WinFacts(), "")
    assert {each["discard"] for each in answer["by_discard"]} == {"2m", "5m", "8m", "1z"}
    assert answer["tenpai"] is True


def test_in_riichi_the_tile_apart_is_the_drawn_one() -> None:
    now = WinFacts(riichi="riichi")
    answer = tenpai_check.check(typed.hand("23m456p789s111z22z +1z"), now, "")
    assert [(quad["tile"], quad["allowed"]) for quad in answer["quads"]] == [("1z", True)]


def test_without_a_drawn_tile_every_triplet_is_judged() -> None:
    answer = tenpai_check.check(typed.hand("6668999m345p111s"), WinFacts(riichi="riichi"), "")
    assert {quad["tile"]: quad["allowed"] for quad in answer["quads"]} == {
        "6m": False,
        "9m": False,
        "1s": True,
    }


@pytest.mark.parametrize(
    ("hand", "key"),
    [("2345678m234p555s", None), ("2345678m234p555s +1z", None), ("2345678m234p55s", "check.say_tiles")],
)
def test_a_hand_of_thirteen_or_fourteen_can_be_checked(hand: str, key: str | None) -> None:
    assert tenpai_check.lacking(typed.hand(hand)) == key


def test_a_face_down_tile_must_be_named_first() -> None:
    hidden = apply(Session.begin(typed.hand("2345678m234p55s")), AddTile("back")).desk
    assert tenpai_check.lacking(hidden) == "result.say_back"


def test_text_that_is_no_tiles_is_a_problem_with_a_code() -> None:
    assert [p["code"] for p in tenpai_check.check(THIRTEEN, WinFacts(), "9x")["problems"]] == ["not_a_tile"]
