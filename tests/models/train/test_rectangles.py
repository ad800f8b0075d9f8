"""Rectangles as the finder learns them."""

from __future__ import annotations

import math

import cv2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yakulens.models.train.finder_samples import rectangle


@given(st.floats(-3.1, 3.1), st.floats(20, 80), st.floats(1.15, 1.6), st.floats(50, 200), st.floats(50, 200))
@settings(max_examples=60, deadline=None)
def test_a_rectangle_keeps_its_sides_and_its_direction(
    angle: float, short: float, ratio: float, x: float, y: float
) -> None:
    points = cv2.boxPoints(((x, y), (short * ratio, short), math.degrees(angle)))
    cx, cy, w, h, theta = rectangle(points)
    assert (cx, cy) == pytest.approx((x, y), abs=0.1)
    assert (w, h) == pytest.approx((short * ratio, short), rel=0.01)
    assert -math.pi / 4 <= theta < 3 * math.pi / 4
    assert abs(math.sin(theta - angle)) < 0.02
