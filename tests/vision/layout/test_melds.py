"""Melds by the rule books: EMA 2025 3.3.4 and 3.3.6, WRC 2015 5.4.8 and 5.4.10, WDMC 2019 3.3."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.layout.cases import LENGTH, WIDTH, Laid, askew, detections, row
from yakulens.vision import layout
from yakulens.vision.layout.tiles.frame import frame_facing
from yakulens.vision.layout.tiles.observed import observe
from yakulens.vision.layout.tiles.raised import on_top
from yakulens.vision.layout.tiles.table import lay_out

if TYPE_CHECKING:
    from yakulens.vision.reading import ReadMeld

TEN = "1m 2m 3m 4m 5m 6m 2s 2s 8s 8s"


def lie(faces: str, turned: tuple[int, ...] = (), x: float = 12.0) -> list[Laid]:
    """A meld from ``x`` on: labels parted by blanks, the tiles at ``turned`` sideways and flush below."""
    laid = []
    for k, face in enumerate(faces.split()):
        wide = 1.35 if k in turned else 1.0
        laid.append(Laid(face, x + wide / 2 - 0.5, -0.175 if k in turned else 0.0, k in turned))
        x += wide
    return laid


def meld_of(tiles: list[Laid]) -> ReadMeld:
    reading = layout.read(detections(row(TEN) + tiles))
    assert [reading.face(i) for i in reading.concealed] == TEN.split()
    (meld,) = reading.melds
    return meld


def test_four_called_sets_are_a_hand_whose_last_tile_its_owner_holds_unseen() -> None:
    called = [lie(f"{face} {face} {face}", (1,), 4.0 * k) for k, face in enumerate(("5s", "7z", "1p", "9m"))]
    reading = layout.read(detections([tile for meld in called for tile in meld]))
    assert [(meld.kind, meld.faces[0]) for meld in reading.melds] == [
        ("pon", face) for face in ("5s", "7z", "1p", "9m")
    ]
    assert (reading.concealed, reading.win) == ((), None)
    assert [issue.code for issue in reading.issues] == ["tile_count"]


def test_a_false_find_beside_an_added_quad_is_left_out_of_it() -> None:
    quad = [*lie("7z 7z 7z", (0,), 15.0), Laid("7z", 15.175, 0.825, sideways=True)]
    stray = Laid("4s", 14.0, sure=0.88, found=0.57)
    reading = layout.read(detections([*row(TEN), Laid("8s", 11.4), stray, *quad]))
    assert [meld.kind for meld in reading.melds] == ["added_kan"]
    assert reading.win is not None
    assert reading.face(reading.win) == "8s"


@pytest.mark.parametrize("at", [0, 1, 2])
def test_of_a_triplet_apart_the_tile_found_nearly_square_is_the_called_one(at: int) -> None:
    seen = detections(row(TEN) + lie("7z 7z 7z", (at,)))
    number = len(TEN.split()) + at
    side = np.sqrt(WIDTH * LENGTH) * np.array([1.0, 1.02]) / 2  # a little higher than wide
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side + seen.quads[number].mean(axis=0)
    quads, ups = seen.quads.copy(), seen.ups.copy()
    quads[number], ups[number] = square, (0.4, 0.1, 0.4, 0.1)
    (meld,) = layout.read(replace(seen, quads=quads, ups=ups)).melds
    assert (meld.kind, meld.rotated) == ("pon", (at,))


@pytest.mark.parametrize(("at", "origin"), [(0, "left"), (1, "across"), (2, "right")])
def test_ema_3_3_6_the_rotated_tile_of_a_triplet_tells_the_discarder(at: int, origin: str) -> None:
    meld = meld_of(lie("7z 7z 7z", (at,)))
    assert (meld.kind, meld.rotated, meld.origin) == ("pon", (at,), origin)


@pytest.mark.parametrize(("at", "origin"), [(0, "left"), (1, "across"), (2, "across"), (3, "right")])
def test_ema_3_3_6_a_claimed_quad_has_one_rotated_tile(at: int, origin: str) -> None:
    meld = meld_of(lie("7z 7z 7z 7z", (at,)))
    assert (meld.kind, meld.rotated, meld.origin) == ("open_kan", (at,), origin)


def test_wdmc_3_2_2_a_called_sequence_has_the_rotated_tile_on_the_left() -> None:
    meld = meld_of(lie("7p 6p 8p", (0,)))
    assert (meld.kind, meld.faces, meld.origin) == ("chi", ("7p", "6p", "8p"), "left")


@pytest.mark.parametrize("at", [0, 1, 2])
def test_ema_3_3_6_an_extended_quad_has_two_rotated_tiles_side_by_side(at: int) -> None:
    tiles = lie("7z 7z 7z", (at,))
    tiles.append(Laid("7z", tiles[at].x, tiles[at].y + 1.02, sideways=True))
    meld = meld_of(tiles)
    assert (meld.kind, meld.rotated) == ("added_kan", (at, at + 1))
    assert len(meld.ids) == 4
    assert meld.faces == ("7z",) * 4


@pytest.mark.parametrize("backs", [(0, 3), (1, 2)])
def test_wrc_5_4_8_a_concealed_quad_has_the_outer_or_the_inner_tiles_face_down(
    backs: tuple[int, int],
) -> None:
    faces = ["back" if k in backs else "5z" for k in range(4)]
    meld = meld_of(lie(" ".join(faces)))
    assert (meld.kind, meld.backs, meld.faces, meld.origin) == ("closed_kan", backs, ("5z",) * 4, None)


@pytest.mark.parametrize(("seen", "kind"), [(-12.0, "pon"), (12.0, "added_kan")])
def test_wdmc_3_3_2_2_a_tile_seen_to_lie_on_the_called_one_makes_the_triplet_a_quad(
    seen: float, kind: str
) -> None:
    found = detections(row(TEN) + lie("7z 7z 7z", (1,)))
    (called,) = layout.called_tiles(found)
    raised = found.raised.copy()
    raised[called] = seen
    (meld,) = layout.read(replace(found, raised=raised)).melds
    assert meld.kind == kind


def test_only_of_called_tiles_among_equal_ones_it_matters_how_high_they_lie() -> None:
    assert not len(layout.called_tiles(detections([])))
    assert not len(layout.called_tiles(detections(row(TEN) + lie("7p 6p 8p", (0,)))))
    assert layout.called_tiles(detections(row(TEN) + lie("7z 7z 7z", (2,)))).tolist() == [12]


def test_a_red_five_keeps_its_colour_in_a_meld() -> None:
    assert meld_of(lie("5p 0p 5p", (0,))).faces == ("5p", "0p", "5p")


def test_hidden_tiles_of_a_quad_of_fives_may_be_red_and_are_asked_about() -> None:
    reading = layout.read(detections(row(TEN) + lie("back 5p 5p back")))
    (issue,) = [i for i in reading.issues if i.code == "hidden_red_five"]
    assert issue.choices == ("5p", "0p")
    assert issue.ids == reading.melds[0].ids


def test_no_question_where_the_red_five_is_in_sight() -> None:
    reading = layout.read(detections(row(TEN) + lie("back 0p 5p back")))
    assert reading.melds[0].faces == ("5p", "0p", "5p", "5p")
    assert "hidden_red_five" not in [i.code for i in reading.issues]


def test_a_set_laid_apart_without_a_rotated_tile_is_a_meld_of_unknown_origin() -> None:
    laid = [*row("8m 8m 1s 2s 3s 1z 1z"), Laid("1m", 7.9), *row("7p 8p 9p 7z 7z 7z", 3.0, -3.0)]
    reading = layout.read(detections(laid))
    assert [(m.kind, m.origin) for m in reading.melds] == [("chi", None), ("pon", None)]
    asked = [i for i in reading.issues if i.code == "meld_origin"]
    assert len({i.message for i in asked}) == 2  # each says which set it is about
    assert all("not_a_meld" in i.choices for i in asked)


@pytest.mark.parametrize("turn", [9.0, 14.0])
def test_sets_laid_apart_are_called_where_straight_and_pieces_of_the_hand_where_askew(turn: float) -> None:
    held, sets = row("8m 8m 1s 2s 3s 1z 1z 1z"), [row("7p 8p 9p", 0.5, -2.6), row("7z 7z 7z", 5.0, -2.4)]
    straight = layout.read(detections([*held, *sets[0], *sets[1]]))
    turned = layout.read(detections([*held, *askew(sets[0], turn), *askew(sets[1], -turn)]))
    assert [m.kind for m in straight.melds] == ["chi", "pon"]
    assert not turned.melds
    assert len(turned.concealed) == 14


def test_a_face_read_otherwise_than_its_meld_says_is_changed_and_asked_about() -> None:
    tiles = lie("7z 7z 7z", (1,))
    tiles[2] = Laid("6z", tiles[2].x, sure=0.7, other="7z")
    reading = layout.read(detections(row(TEN) + tiles))
    assert reading.melds[0].faces == ("7z", "7z", "7z")
    (issue,) = [i for i in reading.issues if i.code == "doubtful_face"]
    assert issue.choices == ("7z", "6z")


def test_a_back_beside_two_equal_tiles_is_a_closed_quad_whose_other_back_was_not_found() -> None:
    reading = layout.read(detections(row(TEN) + lie("back 5z 5z")))
    (meld,) = reading.melds
    assert (meld.kind, meld.backs, meld.faces, len(meld.ids)) == ("closed_kan", (0, 3), ("5z",) * 4, 3)
    (issue,) = [i for i in reading.issues if i.code == "meld_kind"]
    assert issue.choices[0] == "closed_kan"


@pytest.mark.parametrize(("faces", "backs"), [("5z 7s 7s 5z", (0, 3)), ("7s 5z 5z 7s", (1, 2))])
def test_whites_about_or_between_two_equal_tiles_are_backs_and_asked_about(
    faces: str, backs: tuple[int, ...]
) -> None:
    reading = layout.read(detections([*row(TEN), Laid("8s", 11.0), *lie(faces, x=14.0)]))
    (meld,) = reading.melds
    assert (meld.kind, meld.backs, meld.faces) == ("closed_kan", backs, ("7s",) * 4)
    assert [reading.face(meld.ids[k]) for k in backs] == ["back", "back"]
    (issue,) = [i for i in reading.issues if set(i.ids) & set(meld.ids)]
    assert (issue.code, issue.ids, issue.choices) == ("meld_kind", meld.ids, ("closed_kan", "not_a_meld"))


def test_whites_sorted_beside_a_pair_stay_whites() -> None:
    reading = layout.read(detections(row("1m 2m 3m 4m 5m 6m 7s 7s 5z 5z 6z 6z 6z")))
    assert not reading.melds
    assert [reading.face(i) for i in reading.concealed].count("5z") == 2


def test_beside_two_equal_tiles_of_a_row_a_back_is_no_quad_for_there_is_no_room_for_the_other_one() -> None:
    held, wall = row("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s"), [Laid("back", 13.0, found=0.6)]
    reading = layout.read(detections([*held, *wall, Laid("back", 14.6)]))
    assert not reading.melds
    assert [reading.face(i) for i in reading.concealed] == [tile.face for tile in held]


@pytest.mark.parametrize("beside", [0.0, 0.3])
def test_whether_a_called_tile_lies_on_another_is_told_by_its_own_set_not_by_the_next(beside: float) -> None:
    tiles = [*lie("7z 7z 7z", (0,), 15.0), Laid("9p", 14.0, beside)]
    table = lay_out(observe(detections(tiles)))
    view, kin = frame_facing(table, np.pi / 2), np.ones((4, 4), bool)
    kin[3, :3] = kin[:3, 3] = False
    alone = on_top(table, view, (0, 1, 2), 0, (0.0, 0.6), kin)
    assert on_top(table, view, (3, 0, 1, 2), 1, (0.0, 0.6), kin) == pytest.approx(alone, abs=0.05)


WITH_TRIPLET = [*row(TEN), *lie("7z 7z 7z", (0,), 14.0)]


@pytest.mark.parametrize(
    ("face", "sure", "found", "x", "kind"),
    [
        ("7z", 0.7, 0.4, 17.35, "open_kan"),
        ("7z", 0.1, 0.2, 17.35, "pon"),
        ("6z", 0.7, 0.4, 17.35, "pon"),
        ("7z", 0.7, 0.4, 16.85, "pon"),
    ],
)
def test_a_fourth_tile_that_is_hardly_believed_in_makes_a_quad_and_is_asked_about(
    face: str, sure: float, found: float, x: float, kind: str
) -> None:
    doubtful = detections([Laid(face, x, sure=sure, found=found)])
    reading = layout.read(detections(WITH_TRIPLET), doubtful)
    (meld,) = reading.melds
    assert meld.kind == kind
    asked = [i.choices for i in reading.issues if i.code == "meld_kind"]
    assert asked == ([("open_kan", "pon")] if kind == "open_kan" else [])
    assert "maybe_not_in_hand" not in [i.code for i in reading.issues]
