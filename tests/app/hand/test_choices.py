"""Which answers to a question stand filled: the likely one, and never two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from yakulens.app.hand.choice import Choice
from yakulens.app.hand.events import decode
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.questions import questions
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words import phrases
from yakulens.vision.desk import Desk, Question, typed
from yakulens.vision.desk.edits import AddTile, MakeMeld, SetFace
from yakulens.vision.desk.session import Session, apply


def test_of_the_answers_to_a_fact_one_at_most_is_the_primary_action() -> None:
    hand = Scored.of(typed.hand("234m456p7s +7s [777z] (1111z)"), WinFacts())
    asks = Facts("en", hand, {}, {}).asks()
    filled = {key: [choice.label for choice in ask.choices if choice.strong] for key, ask in asks.items()}
    assert filled["by"] == [], "ron and tsumo are as likely"
    assert [key for key, labels in filled.items() if len(labels) > 1] == []


def test_of_a_hand_whose_winning_tile_lies_apart_the_missing_tile_is_offered() -> None:
    (ask,) = questions("en", Scored.of(typed.hand("123789m789s22z5m +5m"), WinFacts()), photo=True)
    offered = [choice.face for choice in ask.choices if choice.face]
    assert offered == ["5m", "2z"]
    assert all(choice.event["place"] == "concealed" for choice in ask.choices if choice.face)
    (ask,) = questions("en", Scored.of(typed.hand("123789m789s2z5m +5m"), WinFacts()), photo=True)
    assert not [choice for choice in ask.choices if choice.face], "two tiles may be any"


@pytest.mark.parametrize(
    ("hand", "another"), [("1234m +5m", "Another photo"), ("1234567m +8m", "Draw around it")]
)
def test_if_less_than_half_of_a_hand_is_seen_another_photo_is_needed(hand: str, another: str) -> None:
    (ask,) = questions("en", Scored.of(typed.hand(hand), WinFacts()), photo=True)
    assert [choice.label for choice in ask.choices if choice.strong] == [another]


def on_photo(desk: Desk, *, gap_after: int) -> Desk:
    """The concealed tiles in a row on a photo, with room for one more after so many of them."""
    xs = {uid: 3.0 * (at + (at >= gap_after)) for at, uid in enumerate(desk.concealed)}
    quads = {uid: ((x, 0.0), (x + 3, 0.0), (x + 3, 4.0), (x, 4.0)) for uid, x in xs.items()}
    tiles = {uid: replace(tile, quad=quads.get(uid)) for uid, tile in desk.tiles.items()}
    return replace(desk, tiles=tiles)


def test_a_missing_tile_is_asked_for_where_the_row_has_room_for_it() -> None:
    desk = on_photo(typed.hand("123789m789s22z5m +5m"), gap_after=3)
    (ask,) = questions("en", Scored.of(desk, WinFacts()), photo=True)
    between = "There is room for one more tile between 3 of characters and 7 of characters."
    assert ask.note.startswith(between)
    assert ask.tiles == desk.concealed[2:4], "the photo shows the place"


def test_a_missing_tile_that_may_be_any_is_asked_for_with_keys() -> None:
    (ask,) = questions("en", Scored.of(typed.hand("1479m1479s1z5m3z5z +5m"), WinFacts()), photo=True)
    assert (ask.note, ask.opens) == ("The hand has 14 tiles; here: 13.", "keys:concealed")
    (ask,) = questions("en", Scored.of(typed.hand("147m14z5m3z7z1p +5m [789s]"), WinFacts()), photo=True)
    assert ask.note == "Besides the melds the hand has 11 tiles; here: 10."


def test_if_two_hands_are_read_as_one_another_photo_is_offered() -> None:
    two = typed.hand("123456789m11z123456789s22z")
    (ask,) = questions("en", Scored.of(two, WinFacts()), photo=True)
    assert [choice.label for choice in ask.choices if choice.strong] == ["Another photo"]
    assert ask.choices[0] == Choice("Draw around the hand", opens="box"), "tile by tile it is fourteen taps"


def test_a_tile_in_doubt_may_be_any_tile() -> None:
    desk = typed.hand("123789m789s22z55m +5m")
    doubt = Question("doubtful_face", (0,), ("1m", "2m"))
    ask = questions("en", Scored.of(replace(desk, questions=(doubt,)), WinFacts()), photo=True)[0]
    assert "tile:0" in [choice.opens for choice in ask.choices]


def test_what_came_of_a_further_photo_is_said_before_the_doubt_that_it_was_taken_for() -> None:
    desk = typed.hand("123789m789s22z55m +5m")
    doubts = (Question("doubtful_face", (0,), ("1m", "2m")), Question("another_hand", (), (), "further"))
    asks = questions("en", Scored.of(replace(desk, questions=doubts), WinFacts()), photo=True)
    assert [ask.key.split("-")[1] for ask in asks] == ["another_hand", "doubtful_face"]


@pytest.mark.parametrize(("sure", "first"), [(0.99, "Not won yet"), (0.4, "7m is 8m")])
def test_thirteen_tiles_read_without_a_doubt_that_wait_for_nothing_are_rather_not_won_yet(
    sure: float, first: str
) -> None:
    desk = typed.hand("5667p776666m132m")
    desk = replace(desk, tiles={uid: replace(tile, score=sure) for uid, tile in desk.tiles.items()})
    ask = questions("en", Scored.of(desk, WinFacts()), photo=True)[0]
    assert (ask.key, ask.choices[0].label) == ("no-win", first)
    assert [choice.label for choice in ask.choices if choice.strong] == ([first] if sure < 0.5 else [])


def test_a_winning_tile_of_which_the_indicators_show_the_rest_is_not_offered() -> None:
    desk = typed.hand("123789m789s22z55m")
    for _ in range(2):
        desk = AddTile("2z", "indicators").applied_to(desk)
    (ask,) = questions("en", Scored.of(desk, WinFacts()), photo=True)
    assert [choice.face for choice in ask.choices if choice.face] == ["5m"]


def test_of_a_hand_with_a_tile_too_many_and_four_alike_the_four_are_offered_as_a_quad() -> None:
    desk = typed.hand("6666p888s55z333z23s +4s")
    (ask,) = questions("en", Scored.of(desk, WinFacts()), photo=True)
    kan, *rest = ask.choices
    assert (kan.label, kan.strong) == ("Closed kan 6666p", True)
    assert not any(choice.strong for choice in rest)
    [(_, edit)] = decode({"events": [kan.event | {"n": 1}]})
    assert isinstance(edit, MakeMeld)
    made = apply(Session.begin(desk), edit).desk
    assert not questions("en", Scored.of(made, WinFacts()), photo=True)


@pytest.mark.parametrize(
    ("hand", "first", "strong"),
    [
        ("1113333244567s8s +8s", ["4 of bamboo", "7 of bamboo", "8 of bamboo", "Closed kan 3333s"], []),
        ("123m123p123s11z9999p", ["Closed kan 9999p", "9 of circles"], ["Closed kan 9999p"]),
    ],
)
def test_of_a_hand_with_a_tile_too_many_what_makes_it_win_comes_first(
    hand: str, first: list[str], strong: list[str]
) -> None:
    (ask,) = questions("en", Scored.of(typed.hand(hand), WinFacts()), photo=True)
    assert [choice.label for choice in ask.choices][: len(first)] == first
    assert [choice.label for choice in ask.choices if choice.strong] == strong


@pytest.mark.parametrize("hand", ["3333p456789m99s +3p", "33p456789m99s [333p]"])
def test_five_alike_are_asked_about_at_once_with_the_least_certain_first(hand: str) -> None:
    desk = typed.hand(hand)
    doubtful = next(uid for uid in desk.in_hand() if desk.face(uid) == "3p")
    desk = replace(desk, tiles=desk.tiles | {doubtful: replace(desk.tiles[doubtful], score=0.6)})
    ask = questions("en", Scored.of(desk, WinFacts()), photo=True)[0]
    assert ask.text == "3 of circles: 5 tiles, but only four exist"
    assert ask.choices[0].opens == f"tile:{doubtful}"
    *tiles, look = ask.choices
    assert len(tiles) == 5
    assert (look.label, look.opens) == ("Another look", "look")


def test_a_meld_that_is_none_is_asked_about_before_the_facts_with_the_face_that_mends_it() -> None:
    desk = SetFace(6, "9s").applied_to(typed.hand("56p88s +4p [345s] [666z] [777z]"))
    assert phrases.problems("en", Scored.of(desk, WinFacts("ron", "east")).score) == [
        "Chi 3 of bamboo, 4 of bamboo, 9 of bamboo: not three tiles of one suit in a row"
    ]
    desk = desk.with_tile(replace(desk.tiles[5], alternatives=("back", "other")))
    (ask,) = questions("en", Scored.of(desk, WinFacts()), photo=True)
    assert ask.tiles == desk.melds[0].tiles
    assert [choice.label for choice in ask.choices][::4] == ["9s is 5s", "Back to the hand"]
    [(_, edit)] = decode({"events": [ask.choices[0].event | {"n": 1}]})
    assert not questions("en", Scored.of(edit.applied_to(desk), WinFacts()), photo=True)


@pytest.mark.parametrize(
    ("hand", "first"), [("123456789m1122z99s", "Not in the hand"), ("123456789m11z", "In the hand")]
)
def test_whether_a_tile_is_of_the_hand_is_answered_first_by_what_its_number_of_tiles_needs(
    hand: str, first: str
) -> None:
    for choices in (("in", "out"), ("out", "in")):
        doubt = Question("maybe_not_in_hand", (0,), choices)
        ask = questions(
            "en", Scored.of(replace(typed.hand(hand), questions=(doubt,)), WinFacts()), photo=True
        )[0]
        assert ask.choices[0].label == first


def test_of_a_hand_that_no_one_face_mends_the_tiles_in_doubt_are_offered() -> None:
    desk = typed.hand("147m147p1122334s6z")
    for uid, score in ((2, 0.7), (5, 0.5)):
        desk = desk.with_tile(replace(desk.tiles[uid], score=score))
    (ask,) = questions("en", Scored.of(desk, WinFacts()), photo=True)
    assert [choice.opens for choice in ask.choices][:4] == ["tile:5", "tile:2", "score", "box"]
