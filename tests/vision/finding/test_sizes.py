"""How usual the size of a detection is among those about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.vision.finding.sizes import size_likeness

if TYPE_CHECKING:
    from numpy.typing import NDArray

TILE = np.array([30.0, 40.0])


def usual(
    centres: NDArray[np.float64], sides: NDArray[np.float64], weights: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """How usual each detection is among all of them."""
    c, s = centres.astype(np.float32), sides.astype(np.float32)
    w = np.full(len(c), 0.9) if weights is None else weights
    return size_likeness(c, s, c, s, w.astype(np.float32))


def row(n: int = 13, y: float = 100.0, x: float = 50.0) -> NDArray[np.float64]:
    return np.array([(x + 31 * k, y) for k in range(n)])


def seen(places: NDArray[np.float64], tilt: tuple[float, float]) -> NDArray[np.float64]:
    """Sides of tiles on a plane whose distance changes by ``tilt`` a pixel in x and y."""
    nearer = 1 + (places - places.mean(axis=0)) @ np.array(tilt)
    return np.sqrt(nearer[:, None] ** 3) * TILE


def test_equal_tiles_are_all_usual() -> None:
    assert usual(row(), np.tile(TILE, (13, 1))).min() > 0.99


@given(st.floats(-0.001, 0.001), st.floats(-0.002, 0.002))
def test_equal_tiles_on_a_plane_seen_aslant_are_all_usual(across: float, down: float) -> None:
    places = np.concatenate([row(y=100), row(y=145), row(y=190)])
    assert usual(places, seen(places, (across, down))).min() > 0.9


@pytest.mark.parametrize("which", [0, 6, 12])
@pytest.mark.parametrize("larger", [0.5, 2.0])
def test_a_detection_of_twice_or_half_the_area_is_not_wherever_it_lies(which: int, larger: float) -> None:
    sides = np.tile(TILE, (13, 1))
    sides[which] *= np.sqrt(larger)
    likely = usual(row(), sides)
    assert likely[which] < 0.05
    assert np.delete(likely, which).min() > 0.9


def test_two_tiles_taken_for_one_are_told_in_a_row_that_runs_away_from_the_camera() -> None:
    places = np.array([(100.0, 100 + 36 * k) for k in range(14)])
    sides = seen(places, (0.0, 0.0012))
    sides[-1] *= np.sqrt(2)
    likely = usual(places, sides)
    assert likely[-1] < 0.05
    assert likely[:-1].min() > 0.5


def test_a_row_alone_does_not_tell_how_large_a_tile_nearer_to_the_camera_is() -> None:
    places = np.vstack([row(), [(300, 210)]])
    sides = np.tile(TILE, (14, 1))
    sides[-1] *= 1.15
    assert usual(places, sides)[-1] > 0.5


def test_the_whole_detection_of_a_tile_is_no_witness_for_its_halves() -> None:
    places = np.vstack([row(), row()[6] + [0, 10]])
    sides = np.tile(TILE, (14, 1))
    sides[-1] /= np.sqrt(2)
    assert usual(places, sides)[-1] < 0.05


def test_among_too_few_nothing_is_told() -> None:
    two = row(2)
    assert np.isnan(usual(two, np.array([TILE, 2 * TILE]))).all()
    assert len(usual(np.zeros((0, 2)), np.zeros((0, 2)))) == 0
    none = np.zeros((0, 2), np.float32)
    alone = size_likeness(
        two.astype(np.float32), np.tile(TILE, (2, 1)).astype(np.float32), none, none, none[:, 0]
    )
    assert np.isnan(alone).all()


def test_detections_that_nobody_believes_in_are_no_witnesses() -> None:
    weights = np.full(14, 0.9)
    weights[:7] = 0.0
    sides = np.vstack([np.tile(1.5 * TILE, (7, 1)), np.tile(TILE, (7, 1))])
    assert usual(row(14), sides, weights)[7:].min() > 0.9
