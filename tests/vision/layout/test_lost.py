"""A hand of thirteen tiles that lost one is asked about, with the place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.layout.bundled import read
from tests.vision.layout.cases import Laid, detections, row
from yakulens.vision.detections import Detections
from yakulens.vision.reading import Issue, Reading

HAND = "2m 3m 4m 4z 4z 3p 4p 5p 6s 7s 8s 7p 8p 9p"


def asked(tiles: list[Laid]) -> tuple[Reading, list[Issue]]:
    reading = read(detections(tiles), None)
    return reading, [issue for issue in reading.issues if issue.code == "tile_count"]


def beside(reading: Reading, issue: Issue) -> list[str]:
    return [reading.face(tile) for tile in issue.ids]


@pytest.mark.parametrize("lost", range(1, 13))
def test_wherever_in_the_row_a_tile_is_lost_its_neighbours_are_named(lost: int) -> None:
    tiles = row(HAND)
    left, right = tiles[lost - 1].face, tiles[lost + 1].face
    reading, (issue,) = asked(tiles[:lost] + tiles[lost + 1 :])
    assert issue.case == "gap"
    assert beside(reading, issue) == [left, right]


def test_beside_called_sets_four_tiles_with_a_gap_lack_one() -> None:
    called = [
        *row("1z 1z", x=12.0),
        Laid("1z", 14.2, -0.17, sideways=True),
        *row("9m", x=17.0),
        Laid("9m", 18.2, -0.17, sideways=True),
        *row("9m", x=19.4),
        Laid("5s", 22.0, -0.17, sideways=True),
        *row("6s 7s", x=23.2),
    ]
    reading, issues = asked([*row("2m 3m"), *row("5p 5p", x=3.0), *called])
    assert len(reading.melds) == 3
    (issue,) = issues
    assert beside(reading, issue) == ["3m", "5p"]


def test_thirteen_tiles_without_any_sign_wait() -> None:
    for end in (slice(1, None), slice(-1)):
        _, issues = asked(row(HAND)[end])
        assert not issues


def test_groups_and_narrow_gaps_are_no_room() -> None:
    groups = [*row("2m 3m 4m"), *row("3p 4p 5p", x=4.0), *row("6s 7s 8s", x=8.0), *row("4z 4z 7p 8p", x=12.0)]
    narrow = [*row("2m 3m 4m 3p 4p 5p"), *row("6s 7s 8s 4z 4z 7p 8p", x=6.4)]
    for tiles in (groups, narrow):
        _, issues = asked(tiles)
        assert not issues


def test_of_thirteen_tiles_one_apart_has_won_and_another_was_lost() -> None:
    reading, (issue,) = asked([*row(HAND)[:12], Laid("9p", 14.5)])
    assert issue.case == "apart"
    assert beside(reading, issue) == ["9p"]


def test_a_faint_detection_without_a_clear_face_in_the_row_is_pointed_at() -> None:
    tiles = row(HAND)
    sure, faint = detections(tiles[:13]), detections([replace(tiles[13], found=0.26)])
    faint = replace(faint, faces=np.full_like(faint.faces, 1 / faint.faces.shape[1]))
    reading = read(sure, Detections.merge(sure, faint))
    (issue,) = [issue for issue in reading.issues if issue.code == "tile_count"]
    assert issue.case == "faint"
    assert [reading.tiles[tile].quad[0][0] for tile in issue.ids] == pytest.approx([900, 860])


def stray_asked(tiles: list[Laid]) -> list[str]:
    """The faces of the tiles about which is asked whether they are of the hand."""
    reading = read(detections(tiles), None)
    about = [issue for issue in reading.issues if issue.code == "maybe_not_in_hand"]
    return [reading.face(tile) for issue in about for tile in issue.ids]


@pytest.mark.parametrize("lost", [2, 5, 9])
def test_a_thing_apart_that_completes_nothing_may_stand_in_for_a_tile_that_the_row_lost(lost: int) -> None:
    tiles = row(HAND)
    assert stray_asked([*tiles[:lost], *tiles[lost + 1 :], Laid("1s", 15.5)]) == ["1s"]


def test_a_winning_tile_apart_is_not_doubted_for_room_in_the_row_nor_without_room_for_another_face() -> None:
    tiles = row(HAND)
    parted = [*tiles[:5], *(replace(tile, x=tile.x + 1) for tile in tiles[5:13]), Laid("9p", 16.5)]
    assert not stray_asked(parted)
    assert not stray_asked([*tiles[:13], Laid("1s", 15.5)])
