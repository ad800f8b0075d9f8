import pytest

from yakulens.vision.desk import Desk, DeskTile, hand_json
from yakulens.vision.desk.edits import MoveTile
from yakulens.vision.desk.from_reading import desk_of_side, from_reading, other_sides, without_flowers
from yakulens.vision.desk.questions import offered_indicators, open_questions
from yakulens.vision.reading import Issue, OpenHand, Reading, ReadMeld, ReadTile

QUAD = ((0.0, 0.0), (10.0, 0.0), (10.0, 14.0), (0.0, 14.0))


def reading() -> Reading:
    faces = ["2m", "3m", "4m", "5p", "6p", "7p", "7s", "8s", "4p", "4p", "9s", "7z", "7z", "7z", "3p"]
    tiles = tuple(ReadTile(i, face, 0.9, QUAD, (("6s", 0.05),)) for i, face in enumerate(faces))
    return Reading(
        tiles=tiles,
        concealed=tuple(range(10)),
        win=10,
        melds=(ReadMeld("pon", (11, 12, 13), ("7z", "7z", "7z"), (0,), (), "left"),),
        indicators=(14,),
        issues=(Issue("doubtful_face", (3,), ("5p", "0p")),),
    )


def test_a_reading_becomes_the_contracts_hand() -> None:
    hand = hand_json(from_reading(reading()))
    assert hand == {
        "concealed": ["2m", "3m", "4m", "5p", "6p", "7p", "7s", "8s", "4p", "4p"],
        "win": "9s",
        "melds": [{"kind": "pon", "tiles": ["7z", "7z", "7z"], "from": "left"}],
        "dora_indicators": [],
        "ura_indicators": [],
    }


def test_a_reading_keeps_its_quads_scores_alternatives_and_questions() -> None:
    desk = from_reading(reading())
    assert desk.tiles[3].quad == QUAD
    assert desk.tiles[3].score == 0.9
    assert desk.tiles[3].alternatives == ("6s",)
    assert [q.code for q in desk.questions] == ["doubtful_face", "dora_indicator"]
    assert desk.missing() == 0


def test_all_that_may_be_indicators_is_one_question_and_nothing_is_taken_unasked() -> None:
    doubts = (
        Issue("dora_indicator", (14,), ("no_dora", "dora")),
        Issue("ura_indicators", (9,), ("ura", "dora")),
        Issue("doubtful_face", (13,), ("4p", "6p")),
    )
    tiles = tuple(ReadTile(i, "4p", 0.9, QUAD) for i in range(15))
    desk = from_reading(
        Reading(tiles, concealed=tuple(range(9)), indicators=(13, 9), others=(14,), issues=doubts)
    )
    assert (desk.indicators, desk.ura, desk.others) == ((), (), (13, 9, 14))
    assert offered_indicators(desk) == (13, 9, 14)
    assert open_questions(desk) == (), "they are asked about with the dora"
    taken = MoveTile(13, "indicators").applied_to(desk)
    assert offered_indicators(taken) == (9, 14)
    assert [question.code for question in open_questions(taken)] == ["doubtful_face"]


def test_a_closed_quads_backs_take_the_face_that_the_reading_tells() -> None:
    tiles = tuple(ReadTile(i, face, 0.9, QUAD) for i, face in enumerate(["back", "1z", "1z", "back"]))
    meld = ReadMeld("closed_kan", (0, 1, 2, 3), ("1z",) * 4, (), (0, 3))
    desk = from_reading(Reading(tiles=tiles, melds=(meld,)))
    assert hand_json(desk)["melds"] == [{"kind": "closed_kan", "tiles": ["1z"] * 4}]


@pytest.mark.parametrize("faces", [("5s", "5s", "5s"), ("5s", "5s", "5s", "5s")])
def test_a_quads_hidden_tile_is_added(faces: tuple[str, ...]) -> None:
    tiles = tuple(ReadTile(i, "5s", 0.9, QUAD) for i in range(3))
    desk = from_reading(Reading(tiles=tiles, melds=(ReadMeld("added_kan", (0, 1, 2), faces, (0,)),)))
    assert hand_json(desk)["melds"] == [{"kind": "added_kan", "tiles": ["5s"] * 4}]
    assert len(desk.tiles) == 4


def test_a_sequence_is_called_from_the_left_unless_it_is_no_meld() -> None:
    tiles = tuple(ReadTile(i, face, 0.9, QUAD) for i, face in enumerate(["7p", "8p", "9p"]))
    meld = ReadMeld("chi", (0, 1, 2), ("7p", "8p", "9p"))
    asked = Issue("meld_origin", (0, 1, 2), ("left", "not_a_meld"))
    desk = from_reading(Reading(tiles=tiles, melds=(meld,), issues=(asked,)))
    assert desk.melds[0].origin == "left"
    assert desk.questions[0].choices == ("left", "not_a_meld")


def test_flowers_are_set_aside() -> None:
    tiles = tuple(ReadTile(i, face, 0.9, QUAD) for i, face in enumerate(["1m", "other", "2m"]))
    desk = without_flowers(from_reading(Reading(tiles=tiles, concealed=(0, 1, 2))))
    assert desk.concealed == (0, 2)
    assert desk.others == (1,)


def test_another_open_hand_is_laid_out_by_where_its_owner_sits() -> None:
    corners = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0), (0.0, 4.0))
    tiles = (ReadTile(0, "5p", 0.9, corners), ReadTile(1, "6p", 0.9, corners))
    read = Reading(tiles, hands=(OpenHand("self", (0,)), OpenHand("left", (1,))))
    assert (desk_of_side(read, "left").concealed, desk_of_side(read, "right")) == ((1,), None)


def test_the_other_open_hands_are_named_by_their_sides() -> None:
    read = Reading(hands=(OpenHand("self", (0,)), OpenHand("left", (1,))))
    assert other_sides(read, Desk({1: DeskTile(1, "6p")}, concealed=(1,))) == ("self",)
