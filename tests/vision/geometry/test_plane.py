"""The table's plane from the tiles."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.ideal import USUAL, find
from yakulens.vision.geometry.plane import fit_plane
from yakulens.vision.layout.tiles.observed import observe
from yakulens.vision.layout.tiles.table import lay_out
from yakulens.vision.synth.arrange import arrange
from yakulens.vision.synth.viewpoint import view


@pytest.mark.parametrize("steepness", [32, 50, 85])
@pytest.mark.parametrize("side", [0, 90, 180])
def test_all_tiles_come_out_one_wide_and_of_the_same_length(steepness: float, side: float) -> None:
    rng = np.random.default_rng(3)
    scene = arrange(rng, "melds right")
    found, _ = find(rng, scene, view(rng, scene, side=side, steepness=steepness))
    table = lay_out(observe(found))
    assert np.allclose(table.width, 1.0, atol=0.06)
    assert np.allclose(table.length, scene.aspect, atol=0.1)


def test_distances_on_the_table_are_those_of_the_scene() -> None:
    rng = np.random.default_rng(5)
    scene = arrange(rng, "win gap")
    found, owner = find(rng, scene, view(rng, scene, side=40, steepness=40))
    table = lay_out(observe(found))
    truth = np.array([[scene.placements[k].x, scene.placements[k].y] for k in owner])
    apart = np.linalg.norm(truth[:, None] - truth[None], axis=2)
    measured = np.linalg.norm(table.centre[:, None] - table.centre[None], axis=2)
    assert np.allclose(measured, apart, atol=0.25)


def test_corners_three_percent_off_leave_sizes_within_a_tenth() -> None:
    rng = np.random.default_rng(11)
    scene = arrange(rng, "discards")
    found, owner = find(rng, scene, view(rng, scene, steepness=45), USUAL)
    table = lay_out(observe(found))
    real = owner[observe(found).source] >= 0
    assert np.median(np.abs(table.width[real] - 1)) < 0.1


def test_a_single_tile_has_a_plane() -> None:
    rng = np.random.default_rng(1)
    scene = arrange(rng, "bare row")
    found, _ = find(rng, scene, view(rng, scene, steepness=70))
    tile = observe(found[np.array([0])])
    plane = fit_plane(tile.quads, tile.ups, tile.objectness, tile.back)
    assert np.isfinite(plane.matrix).all()
