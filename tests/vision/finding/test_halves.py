"""Where two tiles may lie that were taken for one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.example import detected
from vision.finding.halves import halves
from vision.geometry.quads import corners_apart

ROW = detected("7s 7s 7s 7s").quads
FUSED = np.stack([ROW[0], ROW[1], [ROW[2, 0], ROW[3, 1], ROW[3, 2], ROW[2, 3]]]).astype(np.float32)
"""The same with the last two taken for one."""


def test_what_is_as_large_as_two_of_the_tiles_beside_it_is_cut_into_these() -> None:
    places, of, touched = halves(FUSED)
    assert of.tolist() == [2]
    assert corners_apart(places[0, 0], ROW[2:]).diagonal().max() < 0.1
    assert touched.tolist() == [[True, True, False]]


@pytest.mark.parametrize("larger", [1.0, 1.2, 2.0])
def test_what_is_not_about_twice_as_large_is_one_tile(larger: float) -> None:
    quads = ROW.copy()
    quads[3] = (quads[3] - quads[3, 0]) * larger + quads[3, 0]
    assert not len(halves(quads)[1])


def test_with_fewer_than_two_tiles_about_it_nobody_knows_how_large_a_tile_is() -> None:
    for quads in (FUSED[1:], FUSED[:0], np.zeros((3, 4, 2), np.float32)):
        assert not len(halves(quads)[1])


def test_what_covers_one_tile_and_the_next_by_half_is_cut_into_these_from_one_of_its_edges() -> None:
    quads = FUSED.copy()
    quads[2, 1:3] -= np.float32([16, 0])
    ((places), _, _) = halves(quads)
    assert min(corners_apart(pair, ROW[2:]).diagonal().max() for pair in places[0]) < 0.15
