"""Points on their way from one plane to another."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.vision.geometry.plane import Plane
from yakulens.vision.geometry.transform import transform_points

HOMOGRAPHY = np.array([[0.02, 0.004, -3.0], [-0.003, 0.03, 1.0], [1e-4, 2e-4, 1.0]])


@given(st.floats(-500, 500), st.floats(-500, 500))
def test_there_and_back_is_the_same_point(x: float, y: float) -> None:
    plane = Plane(HOMOGRAPHY, 1.35)
    point = np.array([[x, y]])
    assert plane.to_photo(plane.to_table(point)) == pytest.approx(point, abs=1e-6)


@pytest.mark.parametrize("shape", [(2,), (5, 2), (3, 4, 2), (0, 2), (0, 4, 2)])
def test_any_number_of_points_keeps_its_shape(shape: tuple[int, ...]) -> None:
    assert transform_points(np.ones(shape), HOMOGRAPHY).shape == shape


def test_an_affine_matrix_turns_and_moves() -> None:
    turn = cv2.getRotationMatrix2D((10, 10), 90, 1.0)
    assert transform_points(np.array([[20.0, 10.0]]), turn) == pytest.approx(np.array([[10.0, 0.0]]))
