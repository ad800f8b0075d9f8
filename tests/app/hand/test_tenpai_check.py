from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from yakulens.app.hand import tenpai_check
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import typed
from yakulens.vision.desk.discards import AddDiscard
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


def waits(desk: Desk, now: WinFacts | None = None) -> list[str]:
    return [each["tile"] for each in tenpai_check.check(desk, now or WinFacts())["waits"]]


def left(desk: Desk) -> dict[str, int]:
    """How many of each waiting tile are left."""
    return {each["tile"]: each["left"] for each in tenpai_check.check(desk, WinFacts())["waits"]}


THIRTEEN = typed.hand("2345678m234p555s")


def test_a_won_hand_is_checked_as_it_waited() -> None:
    won = typed.hand("2345678m234p555s +8m")
    assert waits(tenpai_check.before_win(won)) == ["2m", "5m", "8m"]


def test_thirteen_tiles_of_which_one_lies_apart_are_thirteen() -> None:
    apart = replace(THIRTEEN, concealed=THIRTEEN.concealed[:-1], win=THIRTEEN.concealed[-1])
    assert waits(apart) == waits(THIRTEEN) == ["2m", "5m", "8m"]


def test_discards_count_whether_the_photo_shows_them_or_they_are_told() -> None:
    assert tenpai_check.check(THIRTEEN, WinFacts())["furiten"] is False
    told = AddDiscard("5m").applied_to(THIRTEEN)
    assert tenpai_check.check(told, WinFacts())["furiten_tiles"] == ["5m"]
    on_photo = beside(THIRTEEN, "1z", "8m", "back")
    own = replace(on_photo, own_discards=on_photo.others)
    assert tenpai_check.check(own, WinFacts())["furiten_tiles"] == ["8m"]


def test_a_tile_that_nobody_said_was_discarded_by_this_player_does_not_count() -> None:
    on_photo = beside(THIRTEEN, "8m")
    assert tenpai_check.check(on_photo, WinFacts())["furiten"] is False


def test_every_copy_in_view_is_counted_whatever_lies_where() -> None:
    on_photo = beside(THIRTEEN, "8m", "8m", "8m", "back", "0s")
    assert left(on_photo) == {"2m": 3, "5m": 3, "8m": 0}
    own = AddDiscard("8m").applied_to(on_photo)
    assert left(own) == left(on_photo), "an own discard counts once"
    assert left(AddDiscard("2m").applied_to(own)) == {"2m": 2, "5m": 3, "8m": 0}


def test_an_indicator_and_another_tile_of_its_face_are_two() -> None:
    with_indicator = AddTile("8m", "indicators").applied_to(THIRTEEN)
    assert left(with_indicator)["8m"] == 2
    assert left(beside(with_indicator, "8m"))["8m"] == 1
    assert left(AddDiscard("8m").applied_to(with_indicator))["8m"] == 1


@pytest.mark.parametrize("rules", ["ema-2025", "tenhou", "m-league", "tenhou-3p"])
@pytest.mark.parametrize("hand", ["234p34567s11122z", "555p34067s11122z", "0555p3467s11122z"])
def test_the_last_five_of_a_suit_is_the_red_one_where_the_rules_have_one(hand: str, rules: str) -> None:
    desk = typed.hand(hand)
    for face in ("5p", "5s", "5p", "5s", "5p", "5s"):
        desk = AddDiscard(face).applied_to(desk)
    assert tenpai_check.check(desk, WinFacts(rules=rules))["problems"] == []


def test_tiles_that_the_set_does_not_have_keep_no_hand_from_being_checked() -> None:
    three = WinFacts(rules="tenhou-3p")
    on_photo = AddDiscard("6m").applied_to(beside(typed.hand("123p456p789p1112s"), "5m", "5m"))
    answer = tenpai_check.check(on_photo, three)
    assert [each["tile"] for each in answer["waits"]] == ["2s", "3s"]


def test_the_dora_indicator_counts_for_the_points() -> None:
    session = apply(Session.begin(THIRTEEN), AddTile("1p", "indicators"))
    worth = [each["ron"]["value"] for each in tenpai_check.check(session.desk, WinFacts())["waits"]]
    assert worth == [2600, 2600, 2600]


def test_fourteen_tiles_are_tenpai_after_some_discard() -> None:
    answer = tenpai_check.check(typed.hand("2345678m234p555s +1z"), WinFacts())
    assert {each["discard"] for each in answer["by_discard"]} == {"2m", "5m", "8m", "1z"}
    assert answer["tenpai"] is True


def test_in_riichi_the_tile_apart_is_the_drawn_one() -> None:
    now = WinFacts(riichi="riichi")
    answer = tenpai_check.check(typed.hand("23m456p789s111z22z +1z"), now)
    assert [(quad["tile"], quad["allowed"]) for quad in answer["quads"]] == [("1z", True)]


def test_without_a_drawn_tile_every_triplet_is_judged() -> None:
    answer = tenpai_check.check(typed.hand("6668999m345p111s"), WinFacts(riichi="riichi"))
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
