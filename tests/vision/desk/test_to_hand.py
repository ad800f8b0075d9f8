"""From a reading and the typed options to a Hand, or to exactly what is missing."""

from typing import Any

import pytest

from yakulens.scorer.tile import TileError, parse
from yakulens.vision.desk import Desk, DeskMeld, DeskTile, Question
from yakulens.vision.desk.from_reading import without_flowers
from yakulens.vision.desk.to_hand import answered, ask, unanswered
from yakulens.vision.reading import Issue, Reading, ReadTile

WON = {"by": "tsumo"}


def desk(concealed: list[str], win: str | None = None, pon: str | None = None) -> Desk:
    faces = [*concealed, *([win] if win else []), *([pon] * 3 if pon else [])]
    tiles = {uid: DeskTile(uid, face) for uid, face in enumerate(faces)}
    after = len(concealed) + (win is not None)
    return Desk(
        tiles=tiles,
        concealed=tuple(range(len(concealed))),
        win=len(concealed) if win else None,
        melds=(DeskMeld("pon", (after, after + 1, after + 2), "across"),) if pon else (),
    )


def codes(laid: Desk, **typed: Any) -> list[str]:  # noqa: ANN401 - values of the contract's Hand
    return [lack.code for lack in ask(laid, typed)[1]]


def test_a_whole_hand_with_its_winning_tile_apart_lacks_nothing() -> None:
    hand, lacks = ask(desk(list(parse("123m456p78s11z")), win="9s", pon="7z"), WON | {"seat": "west"})
    assert lacks == []
    assert hand == {
        "concealed": list(parse("123m456p78s11z")),
        "win": "9s",
        "melds": [{"kind": "pon", "tiles": ["7z"] * 3, "from": "across"}],
        "by": "tsumo",
        "seat": "west",
    }


def test_a_photo_without_tiles_lacks_just_that() -> None:
    assert codes(Desk()) == ["no_tiles"]


def test_where_nothing_is_concealed_no_winning_tile_is_asked_for() -> None:
    assert codes(Desk(tiles={0: DeskTile(0, "2m")}), by="tsumo") == ["tile_count"]
    assert codes(desk([], pon="7z"), by="tsumo") == ["tile_count"]


def test_without_a_tile_apart_the_choices_are_named() -> None:
    _, (lack,) = ask(desk(list(parse("99s123456m111z406p"))), WON)
    assert lack.code == "no_win"
    assert "123456m406p9s1z" in lack.text


@pytest.mark.parametrize("tiles", ["123456m789p99s11z", "123456m789p99s1z"])
def test_of_a_hand_that_lacks_a_tile_the_winning_one_may_be_any(tiles: str) -> None:
    assert codes(desk(list(parse(tiles))), by="tsumo")[0] == "win_unseen"
    assert "win_not_read" not in codes(desk(list(parse(tiles))), by="tsumo", win="7z")


def test_the_typed_winning_tile_is_taken_out_of_the_hand() -> None:
    hand, lacks = ask(desk(list(parse("123456m789p99s111z"))), WON | {"win": "9s"})
    assert lacks == []
    assert (hand["win"], hand["concealed"]) == ("9s", list(parse("123456m789p9s111z")))


def test_a_typed_five_finds_the_red_five_only_where_no_plain_one_is() -> None:
    red, _ = ask(desk(list(parse("123456m406p99s111z"))), WON | {"win": "5p"})
    both, _ = ask(desk(list(parse("123456m5067p99s11z"))), WON | {"win": "5p"})
    assert (red["win"], both["win"]) == ("0p", "5p")


def test_the_typed_winning_tile_overrules_the_one_apart() -> None:
    hand, lacks = ask(desk(list(parse("123456m789p99s11z")), win="1z"), WON | {"win": "9s"})
    assert lacks == []
    assert (hand["win"], sorted(hand["concealed"])) == ("9s", sorted(parse("123456m789p9s111z")))


def test_thirteen_tiles_and_a_typed_winning_tile_are_a_hand() -> None:
    hand, lacks = ask(desk(list(parse("123456m789p99s11z"))), WON | {"win": "1z"})
    assert lacks == []
    assert (hand["win"], len(hand["concealed"])) == ("1z", 13)


def test_a_typed_winning_tile_that_was_not_read_is_told() -> None:
    assert codes(desk(list(parse("123456m789p99s111z"))), by="ron", win="7z") == ["win_not_read"]


def test_a_typed_winning_tile_that_is_no_tile_is_refused() -> None:
    with pytest.raises(TileError):
        ask(desk(list(parse("123456m789p99s111z"))), WON | {"win": "9z"})


@pytest.mark.parametrize(
    ("tiles", "said"),
    [("123m", "missing from the hand: 10"), ("123456789m12345p", "surplus tiles in the hand: 1")],
)
def test_a_wrong_number_of_tiles_is_told(tiles: str, said: str) -> None:
    _, lacks = ask(desk(list(parse(tiles)), win="1z"), WON)
    assert [lack.code for lack in lacks] == ["tile_count"]
    assert said in lacks[0].text


def test_a_face_down_tile_in_the_hand_is_told() -> None:
    assert codes(desk([*parse("123456m789p99s1z"), "back"], win="1z"), by="ron") == ["face_down"]


def test_a_flower_is_no_tile_of_the_hand() -> None:
    laid = desk([*parse("123456m789p99s11z"), "other"], win="1z")
    assert codes(without_flowers(laid), by="ron") == []


def test_everything_that_is_missing_is_told_at_once() -> None:
    assert codes(desk(list(parse("123456789m1234567p")))) == ["no_win", "tile_count", "no_by"]


def test_a_question_is_answered_by_its_code() -> None:
    corners = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0), (0.0, 4.0))
    doubt = Issue("doubtful_face", (0,), ("5p", "0p"))
    read = Reading((ReadTile(0, "5p", 0.9, corners),), concealed=(0,), issues=(doubt,))
    desk, settled = answered(read, {"doubtful_face": "0p"})
    assert (desk.faces(desk.concealed), len(settled)) == (["0p"], 1)


def test_who_names_the_winning_tile_has_answered_which_one_won() -> None:
    won = Question("winning_tile", (3, 4), ("3", "4"))
    assert (
        unanswered(Desk(questions=(won,)), (), ()) == (won,),
        unanswered(Desk(questions=(won,)), (), ("win",)),
    ) == (True, ())


def test_a_winning_tile_may_be_named_where_the_photo_shows_one_face_down() -> None:
    laid = desk(list(parse("123m456p789s1199m")), win="back")
    assert "face_down" in codes(laid, win="9m", by="ron")
