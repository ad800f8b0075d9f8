"""Geometry of quads: area, convexity, common area, duplicates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.vision.finding.decode import corners
from yakulens.vision.geometry.overlap import intersection, without_duplicates
from yakulens.vision.geometry.quads import areas, convex, short_sides

if TYPE_CHECKING:
    from numpy.typing import NDArray

SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]


def quad(points: list[tuple[float, float]], dx: float = 0, dy: float = 0) -> NDArray[np.float32]:
    return np.array(points, np.float32) + np.array([dx, dy], np.float32)


def test_area_is_positive_clockwise_as_seen() -> None:
    assert areas(np.stack([quad(SQUARE), quad(SQUARE[::-1])])).tolist() == [100, -100]


def test_convex_means_strictly_convex_and_clockwise() -> None:
    dented = [(0, 0), (10, 0), (3, 3), (0, 10)]
    crossed = [(0, 0), (10, 10), (10, 0), (0, 10)]
    flat = [(0, 0), (5, 0), (10, 0), (0, 10)]
    shapes = np.stack([quad(shape) for shape in (SQUARE, SQUARE[::-1], dented, crossed, flat)])
    assert convex(shapes).tolist() == [True, False, False, False, False]


@pytest.mark.parametrize(("dx", "common"), [(0, 100), (5, 50), (10, 0), (30, 0)])
def test_common_area(dx: float, common: float) -> None:
    assert intersection(quad(SQUARE), quad(SQUARE, dx)) == pytest.approx(common, abs=1e-3)


def test_of_two_quads_over_each_other_the_better_stays() -> None:
    shapes = np.stack([quad(SQUARE), quad(SQUARE, 2), quad(SQUARE, 11)])
    scores = np.array([0.5, 0.9, 0.3], np.float32)
    assert without_duplicates(shapes, scores, 0.45).tolist() == [1, 2]


def test_a_small_quad_within_a_large_one_is_a_duplicate() -> None:
    shapes = np.stack([quad(SQUARE) * 5, quad(SQUARE, 20, 20)])
    assert without_duplicates(shapes, np.array([0.9, 0.8], np.float32), 0.45).tolist() == [0]


def test_touching_neighbours_stay() -> None:
    shapes = np.stack([quad(SQUARE, 9 * i) for i in range(5)])
    assert len(without_duplicates(shapes, np.linspace(1, 0.5, 5, dtype=np.float32), 0.45)) == 5


def test_a_tile_across_may_hide_half_of_another_but_one_tile_found_twice_is_one() -> None:
    upright, across = [(0, 0), (30, 0), (30, 40), (0, 40)], [(0, 0), (40, 0), (40, 30), (0, 30)]
    scores = np.array([0.9, 0.5], np.float32)
    half_hidden = np.stack([quad(across), quad(upright, 20, -5)])
    assert without_duplicates(half_hidden, scores, 0.45).tolist() == [0, 1]
    along = np.stack([quad(upright), quad(upright, 14)])
    assert without_duplicates(along, scores, 0.45).tolist() == [0]
    turned = np.stack([quad(across), quad(upright, 5, -5)])
    assert without_duplicates(turned, scores, 0.45).tolist() == [0]


points = st.tuples(st.floats(0, 60), st.floats(0, 60))


@given(points, points, st.floats(0, 1.5), st.floats(0, 1.5))
def test_common_area_agrees_with_counted_pixels(
    one: tuple[float, float], other: tuple[float, float], turn: float, more: float
) -> None:
    shapes = corners(np.array([[*one, 25, 36, turn], [*other, 28, 40, more]], np.float32))
    y, x = np.mgrid[-40.13:100:0.5, -40.13:100:0.5]
    inside = np.ones_like(x, np.bool_)
    for shape in shapes:
        for (x0, y0), (x1, y1) in zip(shape, np.roll(shape, -1, axis=0), strict=True):
            inside &= (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0
    counted = inside.sum() / 4
    # Along a perimeter of at most 136, counting half pixels is off by a quarter of a pixel.
    assert intersection(*shapes) == pytest.approx(counted, abs=136 / 4)


def test_two_detections_of_one_tile_with_parallel_edges_have_their_area_in_common() -> None:
    # OpenCV's own function finds nothing in common here.
    shapes = corners(np.array([[0, 0, 25, 36, 1.3125], [0, 0, 25, 39.71875, 1.3125]], np.float32))
    assert intersection(*shapes) == pytest.approx(25 * 36, abs=0.1)


def test_the_short_side_is_the_shorter_mean_of_opposite_sides() -> None:
    shapes = corners(np.array([[50, 50, 30, 40, 0.3], [50, 50, 44, 20, 1.0]], np.float32))
    assert short_sides(shapes).tolist() == pytest.approx([30, 20], abs=1e-3)
