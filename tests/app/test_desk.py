from __future__ import annotations

import pytest

from app.desk import Desk, DeskMeld, fits, from_reading, hand_json, order, rotated, without_flowers
from vision.labels import LABELS
from vision.reading import From, Issue, MeldKind, Reading, ReadMeld, ReadTile

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
        issues=(Issue("doubtful_face", (3,), "Is this 5p?", ("5p", "0p")),),
    )


def test_a_reading_becomes_the_contracts_hand() -> None:
    hand = hand_json(from_reading(reading()))
    assert hand == {
        "concealed": ["2m", "3m", "4m", "5p", "6p", "7p", "7s", "8s", "4p", "4p"],
        "win": "9s",
        "melds": [{"kind": "pon", "tiles": ["7z", "7z", "7z"], "from": "left"}],
        "dora_indicators": ["3p"],
        "ura_indicators": [],
    }


def test_a_reading_keeps_its_quads_scores_alternatives_and_questions() -> None:
    desk = from_reading(reading())
    assert desk.tiles[3].quad == QUAD
    assert desk.tiles[3].score == 0.9
    assert desk.tiles[3].alternatives == ("6s",)
    assert [q.code for q in desk.questions] == ["doubtful_face"]
    assert desk.missing() == 0


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
    asked = Issue("meld_origin", (0, 1, 2), "Who?", ("left", "not_a_meld"))
    desk = from_reading(Reading(tiles=tiles, melds=(meld,), issues=(asked,)))
    assert desk.melds[0].origin == "left"
    assert desk.questions[0].choices == ("left", "not_a_meld")


def test_flowers_are_set_aside() -> None:
    tiles = tuple(ReadTile(i, face, 0.9, QUAD) for i, face in enumerate(["1m", "other", "2m"]))
    desk = without_flowers(from_reading(Reading(tiles=tiles, concealed=(0, 1, 2))))
    assert desk.concealed == (0, 2)
    assert desk.others == (1,)


def test_every_label_has_its_place_in_the_order() -> None:
    assert len({order(face) for face in LABELS}) == len(LABELS)


def test_a_winning_tile_not_chosen_is_left_out_of_the_hand() -> None:
    assert "win" not in hand_json(Desk())


@pytest.mark.parametrize(
    ("kind", "faces", "expected"),
    [
        ("chi", ["6p", "4p", "0p"], True),
        ("chi", ["8m", "9m", "1m"], False),
        ("chi", ["1z", "2z", "3z"], False),
        ("chi", ["1m", "2m", "3p"], False),
        ("pon", ["5s", "0s", "5s"], True),
        ("pon", ["5s", "5s"], False),
        ("pon", ["back", "back", "back"], False),
        ("open_kan", ["1z"] * 4, True),
        ("closed_kan", ["1z"] * 3, False),
    ],
)
def test_which_tiles_fit_a_kind_of_meld(kind: MeldKind, faces: list[str], expected: object) -> None:
    assert fits(kind, faces) is expected


@pytest.mark.parametrize(
    ("kind", "count", "origin", "expected"),
    [
        ("pon", 3, "left", 0),
        ("pon", 3, "across", 1),
        ("pon", 3, "right", 2),
        ("open_kan", 4, "right", 3),
        ("added_kan", 4, "right", 2),
        ("added_kan", 4, "left", 0),
        ("closed_kan", 4, None, None),
        ("pon", 3, None, None),
    ],
)
def test_the_rotated_tile_lies_on_the_side_of_who_discarded_it(
    kind: MeldKind, count: int, origin: From | None, expected: object
) -> None:
    assert rotated(DeskMeld(kind, tuple(range(count)), origin)) == expected
