"""A face's quad fills the middle 1 / 1.3 of its crop, and crop points find their way back to the photo."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.vision.naming.crop_answers import FACE_IN_CROP, HEIGHT, MARGIN, WIDTH, crops_to_photo
from yakulens.vision.naming.rectify import crop
from yakulens.vision.picture.pyramid import Pyramid

QUAD = np.array([[120, 60], [190, 80], [170, 190], [105, 165]], np.float32)


def painted(quad: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    pixels = np.zeros((*size, 3), np.uint8)
    cv2.fillConvexPoly(pixels, np.round(quad).astype(np.int32), (250, 250, 250))
    return pixels


@pytest.mark.parametrize(("scale", "tolerance"), [(0.3, 0.1), (1.0, 0.06), (9.0, 0.03)])
def test_the_face_fills_the_middle_of_the_crop_at_any_size(scale: float, tolerance: float) -> None:
    quad = QUAD * np.float32(scale)
    found = crop(Pyramid(painted(quad, (int(260 * scale), int(300 * scale)))), quad)
    assert found.shape == (HEIGHT, WIDTH, 3)
    assert found.dtype == np.uint8
    expected = HEIGHT * WIDTH / MARGIN**2
    assert (found[..., 0] > 125).sum() == pytest.approx(expected, rel=tolerance)
    assert found[HEIGHT // 2, WIDTH // 2].tolist() == [250, 250, 250]
    assert found[2, 2].tolist() == [0, 0, 0]


def test_corner_0_comes_to_the_top_left() -> None:
    pixels = painted(QUAD, (260, 300))
    cv2.circle(pixels, (int(QUAD[0, 0]) + 8, int(QUAD[0, 1]) + 10), 6, (250, 0, 0), -1)
    found = crop(Pyramid(pixels), QUAD)
    red = np.argwhere((found[..., 0] > 200) & (found[..., 1] < 60))
    assert len(red) > 10
    y, x = red.mean(axis=0)
    assert x < WIDTH / 2
    assert y < HEIGHT / 2


def test_a_large_tile_is_averaged_not_sampled() -> None:
    fine = np.indices((1600, 1600)).sum(axis=0) % 2 * 255
    pixels = np.repeat(fine[..., None], 3, axis=2).astype(np.uint8)
    quad = np.array([[300, 300], [1100, 300], [1100, 1300], [300, 1300]], np.float32)
    assert crop(Pyramid(pixels), quad).std() < 25


@pytest.mark.parametrize("move", [(-150.0, -100.0), (150.0, 130.0), (-900.0, 0.0), (4000.0, 4000.0)])
def test_a_quad_over_the_photos_edge_is_no_error(move: tuple[float, float]) -> None:
    moved = QUAD + np.array(move, np.float32)
    assert crop(Pyramid(painted(QUAD, (260, 300))), moved).shape == (HEIGHT, WIDTH, 3)


@given(
    jitter=st.lists(st.floats(-12, 12), min_size=8, max_size=8),
    size=st.floats(0.2, 20),
    place=st.tuples(st.floats(0, 4000), st.floats(0, 4000)),
)
def test_the_faces_corners_in_the_crop_are_the_quad(
    jitter: list[float], size: float, place: tuple[float, float]
) -> None:
    moved = QUAD + np.array(jitter, np.float32).reshape(4, 2)
    quad = moved * np.float32(size) + np.array(place, np.float32)
    np.testing.assert_allclose(
        crops_to_photo(FACE_IN_CROP[None], quad[None])[0], quad, atol=0.05 * max(1.0, size)
    )
