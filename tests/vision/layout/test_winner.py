"""The winning tile, apart or not: EMA 2025 6.8, WRC 2015 5.6."""

from __future__ import annotations

import pytest

from tests.vision.layout.cases import Laid, detections, row
from yakulens.vision import layout

THIRTEEN = "1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s"


@pytest.mark.parametrize(
    "win",
    [
        Laid("2s", 13.8),
        Laid("2s", 15.0),
        Laid("2s", 13.2, -0.1, sideways=True),
        Laid("2s", 14.0, 0.1, sideways=True),
        Laid("2s", 11.0, 1.6),
        Laid("2s", 11.0, 1.35, sideways=True),
        Laid("2s", 13.7, 0.6),
    ],
    ids=["gap", "wide gap", "sideways", "sideways after a gap", "above", "sideways above", "out of line"],
)
def test_ema_6_8_a_tile_apart_is_the_winning_tile(win: Laid) -> None:
    reading = layout.read(detections([*row(THIRTEEN), win]))
    assert reading.win == 13
    assert len(reading.concealed) == 13
    assert not reading.issues


@pytest.mark.parametrize(("x", "y"), [(15.2, 1.4), (16.2, 2.0), (15.2, -2.0)])
def test_a_lone_tile_somewhat_off_won_where_it_completes_the_hand_and_is_asked_about_where_it_does_not(
    x: float, y: float
) -> None:
    completing, other = (layout.read(detections([*row(THIRTEEN), Laid(face, x, y)])) for face in ("8s", "9m"))
    assert completing.win == 13
    assert completing.issues == ()
    assert other.win is None or other.issues
    assert completing.confidence > other.confidence or other.win is None


def test_ema_6_8_with_no_tile_apart_all_are_concealed_and_the_player_is_asked() -> None:
    reading = layout.read(detections(row(THIRTEEN + " 8s")))
    assert reading.win is None
    assert [reading.face(i) for i in reading.concealed] == [*THIRTEEN.split(), "8s"]
    (issue,) = reading.issues
    assert issue.code == "winning_tile"
    assert issue.choices == tuple(str(i) for i in reading.concealed)


def test_ema_6_8_thirteen_tiles_are_a_hand_whose_winning_tile_stayed_in_the_discards() -> None:
    reading = layout.read(detections(row(THIRTEEN)))
    assert reading.win is None
    assert len(reading.concealed) == 13
    assert not reading.issues


def test_gaps_between_sets_are_no_winning_tile() -> None:
    tiles = (
        row("1m 2m 3m")
        + row("4m 5m 6m", 3.6)
        + row("7p 8p 9p", 7.2)
        + row("2s 2s", 10.8)
        + row("8s 8s 8s", 13.4)
    )
    reading = layout.read(detections(tiles))
    assert reading.win is None
    assert len(reading.concealed) == 14


def test_a_flower_apart_is_no_winning_tile() -> None:
    hand = row("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s")
    reading = layout.read(detections([*hand, Laid("other", 14.5)]))
    assert reading.win is None
    assert [reading.face(i) for i in reading.concealed].count("8s") == 2


@pytest.mark.parametrize(("x", "y"), [(12.0, 0.0), (-4.8, 1.2)])
@pytest.mark.parametrize("flowers", [1, 2])
def test_flowers_beside_a_called_set_are_no_winning_tile(x: float, y: float, flowers: int) -> None:
    hand = row("2m 3m 3m 5m 9m 9m 1p 1p 7p 6z")
    beside = row("other " * flowers, x, y)
    x += flowers
    called = [Laid("1m", x + 0.2, y - 0.17, sideways=True), *row("1m 1m", x + 1.4, y)]
    reading = layout.read(detections([*hand, *beside, *called]))
    assert reading.win is None
    assert [meld.faces for meld in reading.melds] == [("1m", "1m", "1m")]
    assert [reading.face(i) for i in reading.concealed] == [t.face for t in hand]


@pytest.mark.parametrize("beside", [Laid("back", 15.0, found=0.6), Laid("back", 14.0, 1.4, found=0.6)])
def test_the_winning_tile_s_shadow_is_no_face_down_tile(beside: Laid) -> None:
    reading = layout.read(detections([*row(THIRTEEN), Laid("2s", 14.0), beside]))
    assert reading.win == 13
    assert reading.others == (14,)
    assert not reading.issues


@pytest.mark.parametrize("sideways", [False, True])
def test_a_face_down_detection_in_line_with_melds_is_no_winning_tile(*, sideways: bool) -> None:
    quad = [Laid("back", 9.0), Laid("1p", 10.0), Laid("1p", 11.0), Laid("back", 12.0)]
    tiles = [*row("9m 9m 5p 5p 5p 6p 7p"), Laid("back", 8.0, sideways=sideways), *quad]
    tiles += [Laid("4p", 9.7, -1.76, sideways=True), Laid("3p", 10.87, -1.6), Laid("5p", 11.87, -1.6)]
    reading = layout.read(detections(tiles))
    assert reading.win is None
    assert [meld.kind for meld in reading.melds] == ["closed_kan", "chi"]
