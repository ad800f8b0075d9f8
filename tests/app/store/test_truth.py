from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from yakulens.app.hand.wire import desk_from_json, desk_to_json, first_desk, reading_from_json
from yakulens.app.store import truth
from yakulens.app.store.truth import CorrectedReading
from yakulens.app.words.questions import in_english
from yakulens.vision.desk.discards import AddDiscard
from yakulens.vision.desk.edits import (
    AddTile,
    Edit,
    MakeMeld,
    MoveTile,
    RemoveTile,
    SetFace,
    SetMeldKind,
    SetMeldOrigin,
    Sort,
    TakeMeldApart,
)
from yakulens.vision.desk.from_reading import from_reading
from yakulens.vision.desk.session import Session, apply
from yakulens.vision.labels import INDEX
from yakulens.vision.reading import Issue, OpenHand, Reading, ReadMeld, ReadTile

if TYPE_CHECKING:
    from yakulens.vision.reading import Quad

CONCEALED = ("2m", "3m", "4m", "5p", "6p", "4p", "4p")


def quad(number: int) -> Quad:
    x = 100.0 * number
    return ((x, 50.0), (x + 60, 50.0), (x + 60, 130.0), (x, 130.0))


def reading(*, apart: bool = True, added: bool = False, closed: bool = False) -> Reading:
    """Seven concealed tiles, 4m as the winning one, a chi, and a triplet or a quad (one tile on top)."""
    faces = [*CONCEALED, "4m", "6s", "7s", "8s", "7z", "7z", "7z"]
    tiles = [ReadTile(i, face, 0.9, quad(i)) for i, face in enumerate(faces)]
    pon = ReadMeld("pon", (11, 12, 13), ("7z",) * 3, (1,), (), "across")
    if added:
        # The tile below the stacked one is not to be seen.
        pon = ReadMeld("added_kan", (11, 12, 13), ("7z",) * 4, (1, 2), (), "across")
    if closed:
        tiles.append(ReadTile(14, "back", 0.9, quad(14)))
        tiles[11] = replace(tiles[11], face="back")
        pon = ReadMeld("closed_kan", (11, 12, 13, 14), ("7z",) * 4, (), (0, 3))
    chi = ReadMeld("chi", (8, 9, 10), ("6s", "7s", "8s"), (), (), None)
    concealed = tuple(range(7 if apart else 8))
    return Reading(tuple(tiles), concealed, 7 if apart else None, (chi, pon))


def corrected_reading(read: Reading, *edits: Edit) -> CorrectedReading:
    first = from_reading(read)
    session = Session.begin(first)
    for edit in edits:
        session = apply(session, edit)
    return CorrectedReading(read, first, session.desk)


def corrected(what: CorrectedReading) -> bool:
    return truth.is_corrected(what.first, what.desk)


def test_a_desk_and_a_reading_come_back_from_json_as_they_were() -> None:
    read = reading(added=True)
    doubt = Issue("meld_origin", (8, 9, 10), ("left", "not_a_meld"), "none_sideways", (("tile", "6s"),))
    hand = OpenHand("right", read.concealed, read.win, read.melds, 0.75, (doubt,), 0.5)
    read = replace(read, issues=(doubt,), hands=(hand,))
    held = {"photo": {}, **read.to_json(in_english)}
    assert reading_from_json(held) == read
    assert first_desk(held) == from_reading(read)
    desk = corrected_reading(read, SetFace(0, "1m"), AddTile("0s"), MoveTile(1, "others")).desk
    assert desk_from_json(desk_to_json(desk)) == desk


def test_an_uncorrected_reading_is_its_own_truth() -> None:
    for read in (reading(), reading(added=True), reading(closed=True)):
        label = truth.hand(corrected_reading(read))
        shown = read.to_json(in_english)["reading"]
        assert label["concealed"] == shown["concealed"]
        assert label["win"] == "4m"
        for meld, laid in zip(label["melds"], shown["melds"], strict=True):
            assert [meld[k] for k in ("kind", "tiles", "rotated", "backs")] == [
                laid[k] for k in ("kind", "tiles", "rotated", "backs")
            ]


def test_corrections_are_the_truth() -> None:
    what = corrected_reading(
        reading(), SetFace(0, "1m"), SetFace(7, "0m"), SetMeldOrigin(1, "right"), SetMeldKind(1, "added_kan")
    )
    label = truth.hand(what)
    assert label["concealed"] == ["1m", *CONCEALED[1:]]
    assert label["win"] == "0m"
    quad_ = label["melds"][1]
    assert (quad_["kind"], quad_["tiles"], quad_["rotated"]) == ("added_kan", ["7z"] * 4, [2, 3])
    assert label["melds"][0]["rotated"] == [], "a meld that nobody touched lies as it was read"


def test_a_winning_tile_that_lies_among_the_others_is_no_truth_of_the_photo() -> None:
    what = corrected_reading(reading(apart=False), MoveTile(7, "win"))
    assert truth.hand(what)["win"] is None
    assert sorted(truth.hand(what)["concealed"]) == sorted([*CONCEALED, "4m"])
    assert not corrected(what)
    assert truth.all_tiles_boxed(what) is True


def test_another_winning_tile_than_the_one_read_is_a_correction() -> None:
    what = corrected_reading(reading(), MoveTile(2, "win"))
    assert truth.hand(what)["win"] == "4m"
    assert corrected(what)


def test_a_winning_tile_that_is_not_on_the_photo_is_left_out() -> None:
    what = corrected_reading(reading(apart=False), RemoveTile(7), AddTile("4m", "win"))
    assert truth.hand(what)["win"] is None
    assert truth.hand(what)["concealed"] == list(CONCEALED)


@pytest.mark.parametrize(
    ("edits", "is_corrected", "boxed"),
    [
        ((), False, True),
        ((Sort(),), False, True),
        ((SetFace(0, "1m"),), True, True),
        ((AddTile("1z", "indicators"),), False, None),
        ((AddDiscard("1z"),), False, None),
        ((RemoveTile(0),), True, None),
        ((RemoveTile(0), AddTile("2m")), True, False),
        ((MoveTile(0, "others"), AddTile("2m")), True, False),
        ((MoveTile(0, "others"),), True, None),
        ((TakeMeldApart(0),), True, True),
        ((TakeMeldApart(0), MakeMeld("chi", (8, 9, 10))), False, True),
        ((SetMeldOrigin(1, "left"),), True, True),
        ((SetMeldKind(1, "open_kan"),), True, False),
    ],
)
def test_what_is_a_correction_and_whether_every_tile_has_a_box(
    edits: tuple[Edit, ...],
    is_corrected: bool,  # noqa: FBT001
    boxed: bool | None,  # noqa: FBT001
) -> None:
    chi_from_left = replace(reading(), melds=(replace(reading().melds[0], origin="left"), reading().melds[1]))
    what = corrected_reading(chi_from_left, *edits)
    assert corrected(what) is is_corrected
    assert truth.all_tiles_boxed(what) is boxed


def test_a_tile_hidden_under_another_is_no_missed_one() -> None:
    assert truth.all_tiles_boxed(corrected_reading(reading(added=True))) is True


def test_boxes_hold_the_corrected_faces_and_no_face_down_tile() -> None:
    what = corrected_reading(reading(closed=True), SetFace(0, "1m"))
    found = truth.boxes(what)
    assert found[0] == [0.0, 50.0, 60.0, 130.0, "1m"]
    assert [box[4] for box in found].count("7z") == 2
    assert "back" not in [box[4] for box in found]


def test_oriented_boxes_are_shares_of_the_photo_with_face_down_tiles_as_backs() -> None:
    lines = truth.yolo(corrected_reading(reading(closed=True), SetFace(0, "1m")), 2000, 100).splitlines()
    assert lines[0] == (
        f"{INDEX['1m']} 0.000000 0.500000 0.030000 0.500000 0.030000 1.000000 0.000000 1.000000"
    )
    classes = [int(line.split()[0]) for line in lines]
    assert classes.count(INDEX["back"]) == 2
    assert len(classes) == 15
    assert all(0 <= float(value) <= 1 for line in lines for value in line.split()[1:])
