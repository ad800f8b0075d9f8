"""What is unsure is an issue with choices, and what is no legal hand is read as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.layout.bundled import result_of
from tests.vision.layout.cases import Laid, detections, row
from yakulens.vision.detections import Detections
from yakulens.vision.labels import LABELS

if TYPE_CHECKING:
    from yakulens.vision.reading import Issue, Reading

HAND = "1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s"


def read_as(tiles: Detections) -> Reading:
    return result_of(tiles).reading


def codes(reading: Reading) -> list[str]:
    return [i.code for i in reading.issues]


def issue(reading: Reading, code: str) -> Issue:
    (only,) = [i for i in reading.issues if i.code == code]
    return only


def test_a_photo_without_tiles_is_a_reading_with_an_issue() -> None:
    reading = read_as(Detections.empty((600, 800)))
    assert codes(reading) == ["no_tiles"]
    assert reading.tiles == ()


@pytest.mark.parametrize("count", [1, 2, 5, 10, 11, 15, 17])
def test_a_row_that_is_no_hand_is_read_whole_with_a_question(count: int) -> None:
    faces = [
        "1m",
        "3m",
        "5m",
        "5m",
        "6m",
        "4p",
        "5p",
        "6s",
        "7s",
        "1z",
        "2z",
        "3z",
        "4z",
        "9s",
        "9p",
        "7z",
        "6z",
    ]
    faces = faces[:count]
    reading = read_as(detections(row(" ".join(faces))))
    assert [reading.face(i) for i in reading.concealed] == faces
    assert "tile_count" in codes(reading)


def test_what_is_rather_a_flower_does_not_stand_for_the_winning_tile() -> None:
    tiles = [*row(HAND), Laid("other", 13.0, sure=0.7, other="1z"), Laid("other", 14.0), Laid("8s", 16.3)]
    reading = read_as(detections(tiles))
    assert reading.win == 15
    assert [reading.face(i) for i in reading.concealed[-2:]] == ["other", "other"]


def test_tiles_that_may_be_flowers_are_none_where_the_hand_needs_them() -> None:
    tiles = [Laid("1s", 0.0, sure=0.75, other="other"), *row(HAND.replace("1m 2m 3m", "2s 3s"), 1.0)]
    tiles += [Laid("2s", 15.0)]
    reading = read_as(detections(tiles))
    assert reading.face(reading.concealed[0]) == "1s"


def test_a_fifth_tile_of_a_kind_that_may_well_be_another_is_changed_and_asked_about() -> None:
    tiles = row("3m 3m 3m 3m 3m 6m 7p 8p 9p 2s 2s 8s 8s")
    tiles[2] = Laid("3m", 2.0, sure=0.8, other="2m")
    reading = read_as(detections(tiles))
    assert [reading.face(i) for i in reading.concealed][:5] == ["3m", "3m", "2m", "3m", "3m"]
    assert issue(reading, "doubtful_face").choices == ("2m", "3m")


def test_a_second_red_five_of_a_suit_is_an_ordinary_one() -> None:
    tiles = row("0p 0p 3m 3m 3m 6m 7p 8p 9p 2s 2s 8s 8s")
    tiles[1] = Laid("0p", 1.0, sure=0.6, other="5p")
    reading = read_as(detections(tiles))
    assert reading.face(1) == "5p"
    assert issue(reading, "doubtful_face").choices == ("5p", "0p")


def test_a_face_that_completes_the_hand_is_preferred_and_still_asked_about() -> None:
    tiles = [*row(HAND), Laid("6s", 14.0, sure=0.55, other="8s")]
    reading = read_as(detections(tiles))
    assert reading.win is not None
    assert reading.face(reading.win) == "8s"
    assert issue(reading, "doubtful_face").choices == ("8s", "6s")


def test_a_doubtful_face_with_which_thirteen_tiles_wait_is_preferred_and_asked_about() -> None:
    waiting = row("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s")
    reading = read_as(detections([*waiting, Laid("4z", 12.0, sure=0.55, other="8s")]))
    assert reading.face(reading.concealed[-1]) == "8s"
    assert issue(reading, "doubtful_face").choices == ("8s", "4z")
    surer = read_as(detections([*waiting, Laid("4z", 12.0, sure=0.9, other="8s")]))
    assert surer.face(surer.concealed[-1]) == "4z"


def test_a_complete_hand_tells_nothing_of_whether_a_five_is_red() -> None:
    hand = row("2m 3m 4m 5m 6m 7m 2p 3p 4p 6s 7s 8s 9s 9s")
    doubtful = replace(hand[3], sure=0.7, other="0m")
    reading = read_as(detections([*hand[:3], doubtful, *hand[4:]]))
    assert issue(reading, "doubtful_face").choices == ("5m", "0m")
    assert reading.tiles[3].score == pytest.approx(0.7, abs=0.02)


def test_a_sure_face_is_never_changed_to_complete_the_hand() -> None:
    tiles = [*row(HAND), Laid("6s", 14.0, sure=0.99, other="8s")]
    reading = read_as(detections(tiles))
    assert reading.win is not None
    assert reading.face(reading.win) == "6s"


def test_two_detections_of_one_tile_are_one_tile() -> None:
    reading = read_as(detections([*row(HAND), Laid("2z", 4.1, 0.05, sure=0.5, found=0.4)]))
    assert [reading.face(i) for i in reading.concealed] == HAND.split()


def test_every_tile_is_in_exactly_one_place() -> None:
    tiles = [*row(HAND), *row("1z 2z 3z 4z 5z 6z", 2.0, 5.0), Laid("8s", 14.0)]
    reading = read_as(detections(tiles))
    win = () if reading.win is None else (reading.win,)
    melds = tuple(i for m in reading.melds for i in m.ids)
    parts = (*reading.concealed, *win, *melds, *reading.indicators, *reading.others)
    assert sorted(parts) == list(range(len(reading.tiles)))


def test_a_quad_starts_at_the_top_left_of_the_printed_face() -> None:
    reading = read_as(detections([*row(HAND), Laid("8s", 14.5, 0.0, sideways=True)]))
    upright, sideways = np.array(reading.tiles[0].quad), np.array(reading.tiles[13].quad)
    assert upright[0][0] < upright[1][0]
    assert upright[0][1] < upright[3][1]
    # Turned to the right: the printed top is on the photo's right, its left end above.
    assert sideways[0][0] == pytest.approx(sideways[1][0])
    assert sideways[0][1] < sideways[1][1]
    assert sideways[0][0] > sideways[3][0]


def test_a_meld_keeps_its_faces_where_a_fifth_tile_of_the_kind_is_in_the_hand() -> None:
    meld = [Laid("8s", 15.2, -0.17, sideways=True), Laid("8s", 16.4), Laid("8s", 17.4)]
    tiles = [*row("1m 2m 3m 4m 5m 6m 7p 2s 8s"), Laid("8s", 9.0, sure=0.8, other="6s"), *meld]
    reading = read_as(detections(tiles))
    assert [m.faces for m in reading.melds] == [("8s", "8s", "8s")]
    assert reading.face(9) == "6s"
    assert issue(reading, "doubtful_face").choices == ("6s", "8s")


def test_one_tile_not_found_leaves_the_melds_and_the_winning_tile_as_they_lie() -> None:
    meld = [Laid("7z", 15.2, -0.17, sideways=True), Laid("7z", 16.4), Laid("7z", 17.4)]
    held = [t for k, t in enumerate(row("1m 2m 3m 4m 5m 6m 7p 8p 2s 2s")) if k != 4]
    reading = read_as(detections([*held, Laid("9p", 12.5), *meld]))
    assert [m.kind for m in reading.melds] == ["pon"]
    assert reading.win == 9
    assert reading.concealed == tuple(range(9))
    assert "tile_count" in codes(reading)


def test_a_tile_too_many_leaves_the_row_whole_and_the_meld_a_meld() -> None:
    meld = [Laid("7z", 15.2, -0.17, sideways=True), Laid("7z", 16.4), Laid("7z", 17.4)]
    reading = read_as(detections([*row("1m 2m 3m 4m 5m 6m 7p 8p 2s 2s 3s 9s"), *meld]))
    assert [m.kind for m in reading.melds] == ["pon"]
    assert len(reading.concealed) == 12
    assert "tile_count" in codes(reading)


def test_a_tile_that_the_photos_edge_cuts_is_of_the_hand_and_asked_about() -> None:
    whole = detections([Laid(t.face, t.x - 9.5, t.y) for t in row(HAND + " 9s", 1.0)])
    quads = whole.quads.copy()
    quads[0, :, 0] = np.maximum(quads[0, :, 0], quads[0, :, 0].max() - 24)  # 24 of its 40 pixels are left
    quads[:, :, 0] -= quads[0, :, 0].min()
    cut = replace(whole, quads=quads)
    reading = read_as(cut)
    assert 0 in reading.concealed
    assert issue(reading, "doubtful_face").ids == (0,)


def test_half_a_tile_found_beside_the_row_is_asked_about_and_no_winning_tile() -> None:
    found = detections([*row(HAND), Laid("2p", 13.3)])
    quads = found.quads.copy()
    quads[13, :, 0] = np.clip(quads[13, :, 0], None, quads[13, :, 0].min() + 18)
    half = replace(found, quads=quads)
    reading = read_as(half)
    assert reading.win is None
    assert issue(reading, "maybe_not_in_hand").ids == (13,)


def test_every_changed_face_is_asked_about_with_both_faces() -> None:
    rng = np.random.default_rng(4)
    changed = 0
    for _ in range(40):
        tiles = row(HAND + " 8s")
        for k in rng.choice(14, 3, replace=False):
            wrong = str(rng.choice(["5m", "1p", "3s", "9s"]))
            tiles[k] = Laid(wrong, tiles[k].x, sure=float(rng.uniform(0.4, 0.9)), other=tiles[k].face)
        found = detections(tiles)
        reading = read_as(found)
        for tile in range(len(reading.tiles)):
            seen = LABELS[int(found.faces[tile].argmax())]
            if reading.face(tile) != seen:
                changed += 1
                (question,) = [i for i in reading.issues if i.code == "doubtful_face" and i.ids == (tile,)]
                assert question.choices[:2] == (reading.face(tile), seen)
    assert changed > 5


@pytest.mark.parametrize("called", [False, True])
def test_equal_tiles_that_look_like_another_face_do_not_make_each_other_sure(*, called: bool) -> None:
    blurred = [replace(tile, sure=0.8, other="4m") for tile in row("1m 1m 1m", x=14.0 if called else 12.0)]
    if called:
        blurred[2] = replace(blurred[2], x=16.2, y=-0.17, sideways=True)
    tiles = [*blurred, *row("6s 6s 6s 7p 8p 9p 5z 5z", x=1.0), *row("2p 3p 4p", x=9.0)]
    reading = read_as(detections(tiles))
    assert bool(reading.melds) == called
    doubt = issue(reading, "doubtful_face")
    assert [reading.face(tile) for tile in doubt.ids] == ["1m"] * 3
    assert doubt.choices == ("1m", "4m")
    assert all(reading.tiles[tile].score < 0.85 for tile in doubt.ids)


def test_one_such_tile_is_sure_by_those_beside_it() -> None:
    tiles = row("2p 3p 4p 6s 6s 6s 7p 8p 9p 5z 5z 1m 1m 1m")
    tiles[12] = replace(tiles[12], sure=0.8, other="8s")
    assert "doubtful_face" not in codes(read_as(detections(tiles)))
