"""Dora indicators and the tiles turned over from below them (EMA 2025 3.3.4, 3.3.10)."""

from __future__ import annotations

from tests.vision.layout.cases import Laid, detections, row
from yakulens.vision import layout
from yakulens.vision.labels import INDEX

HAND = "1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s"
WITH_QUAD = [*row("1m 2m 3m 4m 5m 6m 7p 8p 9p 8s"), *row("back 7z 7z back", 11.5)]
WALL = "back back 3p 4z back back back"


def test_face_up_tiles_in_a_row_of_backs_are_the_indicators() -> None:
    reading = layout.read(detections([*WITH_QUAD, *row(WALL, 2.0, 5.0)]))
    assert [reading.face(i) for i in reading.indicators] == ["3p", "4z"]
    assert "ura_indicators" not in [i.code for i in reading.issues]


def test_a_second_row_beside_them_is_held_to_be_indicators_too_and_asked_about() -> None:
    reading = layout.read(detections([*WITH_QUAD, *row(WALL, 2.0, 6.0), *row("1s 6z", 4.0, 4.5)]))
    assert [reading.face(i) for i in reading.indicators] == ["3p", "4z", "1s", "6z"]
    (issue,) = [i for i in reading.issues if i.code == "ura_indicators"]
    assert [reading.face(i) for i in issue.ids] == ["1s", "6z"]
    assert issue.choices == ("ura", "dora")


def test_discards_before_the_dead_wall_are_no_indicators() -> None:
    reading = layout.read(detections([*WITH_QUAD, *row(WALL, 2.0, 7.0), *row("1s 6z 9m 9p 1z 2z", 4.0, 5.5)]))
    assert [reading.face(i) for i in reading.indicators] == ["3p", "4z"]


def test_without_a_quad_there_is_one_and_another_is_asked_about() -> None:
    reading = layout.read(detections([*row(HAND), *row(WALL, 2.0, 5.0)]))
    assert [reading.face(i) for i in reading.indicators] == ["3p"]
    (issue,) = [i for i in reading.issues if i.code == "dora_indicator"]
    assert [reading.face(i) for i in issue.ids] == ["4z"]
    assert issue.choices == ("no_dora", "dora")


def test_the_sides_of_a_wall_look_like_whites_and_are_none() -> None:
    reading = layout.read(detections([*row(HAND), *row("back back 5z 5z back back", 2.0, 5.0)]))
    assert reading.indicators == ()


def test_a_back_that_is_misread_is_none() -> None:
    wall = row("back back 3p back back back", 2.0, 5.0)
    wall[2] = Laid("3p", 4.0, 5.0, sure=0.4, other="back")
    assert layout.read(detections([*row(HAND), *wall])).indicators == ()


def test_an_indicator_that_is_hardly_read_is_asked_about() -> None:
    wall = row("back back 3p back back back", 2.0, 5.0)
    wall[2] = Laid("3p", 4.0, 5.0, sure=0.7, other="2p")
    reading = layout.read(detections([*row(HAND), *wall]))
    assert [i.choices for i in reading.issues if i.code == "doubtful_face"] == [("3p", "2p")]


def test_two_equal_tiles_beside_one_back_are_anothers_quad_of_which_a_tile_was_not_found() -> None:
    assert layout.read(detections([*row(HAND), *row("back 9s 9s", 2.0, 6.0)])).indicators == ()
    reading = layout.read(detections([*WITH_QUAD, *row("back 9s 8s", 2.0, 6.0)]))
    assert [reading.face(i) for i in reading.indicators] == ["9s", "8s"]


def test_what_is_doubted_at_the_end_of_a_wall_is_its_side() -> None:
    wall = [*row("back back 3p back back", 2.0, 6.0), Laid("2s", 7.0, 6.0, found=0.3)]
    reading = layout.read(detections([*row(HAND), *wall]))
    assert [reading.face(i) for i in reading.indicators] == ["3p"]


def test_an_indicator_that_shows_some_printed_face_or_other_is_one_and_asked_about() -> None:
    wall = row("back back 3p back back back", 2.0, 5.0)
    wall[2] = Laid("3p", 4.0, 5.0, sure=0.4, other="2p")
    found = detections([*row(HAND), *wall])
    found.faces[15, :3] = found.faces[15, INDEX["2p"]] / 4
    found.faces[15, INDEX["2p"]] /= 4
    reading = layout.read(found)
    assert [reading.face(i) for i in reading.indicators] == ["3p"]
    assert "doubtful_face" in [issue.code for issue in reading.issues]


def test_a_back_at_the_end_of_the_dead_wall_whose_corners_lie_crosswise_leaves_it_one() -> None:
    wall = [*row("back back 3p 4z", 2.0, 5.0), Laid("back", 6.2, 5.0, sideways=True)]
    reading = layout.read(detections([*WITH_QUAD, *wall]))
    assert [reading.face(i) for i in reading.indicators] == ["3p", "4z"]
