"""A tile fills the middle of its surroundings, whatever its size, and what is below it stays below."""

from __future__ import annotations

import numpy as np
import pytest

from yakulens.vision.naming.levels import REACH, SIDE
from yakulens.vision.naming.surroundings import surroundings
from yakulens.vision.picture.pyramid import Pyramid

QUAD = np.array([[50, 50], [90, 50], [90, 104], [50, 104]], np.float32)


@pytest.mark.parametrize(("scale", "tolerance"), [(0.4, 0.12), (1.0, 0.06), (9.0, 0.03)])
def test_a_tile_is_shown_as_large_whatever_its_size(scale: float, tolerance: float) -> None:
    quad = QUAD * np.float32(scale)
    pixels = np.zeros((int(160 * scale), int(140 * scale), 3), np.uint8)
    left, top, right, bottom = (round(float(v)) for v in (*quad[0], *quad[2]))
    pixels[top:bottom, left:right] = 250
    found = surroundings(Pyramid(pixels), quad)
    assert found.shape == (SIDE, SIDE, 3)
    assert found.dtype == np.uint8
    side = SIDE / (2 * REACH)
    assert (found[..., 0] > 125).sum() == pytest.approx(side * side * 40 / 54, rel=tolerance)
    assert found[SIDE // 2, SIDE // 2].tolist() == [250, 250, 250]


@pytest.mark.parametrize("turn", range(4))
def test_what_is_below_a_tile_stays_below_wherever_its_quad_begins(turn: int) -> None:
    pixels = np.zeros((160, 140, 3), np.uint8)
    pixels[104:116, 50:90] = (250, 0, 0)
    found = surroundings(Pyramid(pixels), np.roll(QUAD, turn, axis=0))
    red = np.argwhere(found[..., 0] > 125)
    assert red[:, 0].min() > SIDE * 0.6
    assert abs(red[:, 1].mean() - SIDE / 2) < 2


def test_beyond_the_photo_its_edge_goes_on() -> None:
    pixels = np.full((100, 100, 3), 90, np.uint8)
    found = surroundings(Pyramid(pixels), QUAD - np.float32(50))
    assert (found == 90).all()
