"""The table's plane from the tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.ideal import USUAL, find
from yakulens.datasets.render.arrange import arrange
from yakulens.datasets.render.viewpoint import view
from yakulens.vision.geometry.plane import Plane, fit_plane
from yakulens.vision.geometry.quads import mean_sides
from yakulens.vision.layout.on_table import observe, on_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.layout.on_table import Observed


def sides(seen: Observed) -> NDArray[np.float64]:
    """``(N, 2)`` the shorter and the longer side of each tile on the table, tile widths."""
    plane = fit_plane(seen.quads, seen.ups, seen.objectness, seen.back)
    return np.sort(mean_sides(plane.to_table(seen.quads)), axis=1)


@pytest.mark.parametrize("steepness", [32, 50, 85])
@pytest.mark.parametrize("side", [0, 90, 180])
def test_all_tiles_come_out_one_wide_and_of_the_same_length(steepness: float, side: float) -> None:
    rng = np.random.default_rng(3)
    scene = arrange(rng, "melds right")
    found, _ = find(rng, scene, view(rng, scene, side=side, steepness=steepness))
    assert np.allclose(sides(observe(found)), [1.0, scene.aspect], atol=[0.06, 0.1])


def test_distances_on_the_table_are_those_of_the_scene() -> None:
    rng = np.random.default_rng(5)
    scene = arrange(rng, "win gap")
    found, owner = find(rng, scene, view(rng, scene, side=40, steepness=40))
    places = np.array(on_table(observe(found), np.ones(len(found), bool)).places)
    truth = np.array([[scene.placements[k].x, scene.placements[k].y] for k in owner])
    apart = np.linalg.norm(truth[:, None] - truth[None], axis=2)
    measured = np.linalg.norm(places[:, None] - places[None], axis=2)
    assert np.allclose(measured, apart, atol=0.25)


def test_corners_three_percent_off_leave_sizes_within_a_tenth() -> None:
    rng = np.random.default_rng(11)
    scene = arrange(rng, "discards")
    found, owner = find(rng, scene, view(rng, scene, steepness=45), USUAL)
    seen = observe(found)
    real = owner[seen.source] >= 0
    assert np.median(np.abs(sides(seen)[real, 0] - 1)) < 0.1


HOMOGRAPHY = np.array([[0.02, 0.004, -3.0], [-0.003, 0.03, 1.0], [1e-4, 2e-4, 1.0]])


@given(st.floats(-500, 500), st.floats(-500, 500))
def test_there_and_back_is_the_same_point(x: float, y: float) -> None:
    plane, point = Plane(HOMOGRAPHY, 1.35), np.array([[x, y]])
    assert plane.to_photo(plane.to_table(point)) == pytest.approx(point, abs=1e-6)


@pytest.mark.parametrize("shape", [(2,), (5, 2), (3, 4, 2), (0, 2), (0, 4, 2)])
def test_any_number_of_points_keeps_its_shape(shape: tuple[int, ...]) -> None:
    assert Plane(HOMOGRAPHY, 1.35).to_table(np.ones(shape)).shape == shape


def test_what_is_mapped_to_infinity_comes_to_nothing() -> None:
    plane = Plane(np.array([[1.0, 0, 0], [0, 1, 0], [1, 0, 1]]), 1.35)
    assert np.abs(plane.to_table(np.array([[0.0, 2.0], [-1.0, 5.0]]))).tolist() == [[0, 2], [0, 0]]


def test_a_single_tile_has_a_plane() -> None:
    rng = np.random.default_rng(1)
    scene = arrange(rng, "bare row")
    found, _ = find(rng, scene, view(rng, scene, steepness=70))
    tile = observe(found[np.array([0])])
    plane = fit_plane(tile.quads, tile.ups, tile.objectness, tile.back)
    assert np.isfinite(plane.matrix).all()
