"""A photo's halves: averaged, made once, never smaller than asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.picture.show import _Transformed

if TYPE_CHECKING:
    from numpy.typing import NDArray


@pytest.mark.parametrize(
    ("shrink", "factor"), [(0.2, 1), (1.0, 1), (1.99, 1), (2.0, 2), (3.9, 2), (4.0, 4), (8.5, 8)]
)
def test_the_level_is_at_most_as_small_as_asked(shrink: float, factor: int) -> None:
    photo = Pyramid(np.zeros((300, 401, 3), np.uint8))
    pixels, found = photo.level(shrink)
    assert found == factor
    assert pixels.shape == (300 // factor, 401 // factor, 3)


def test_a_half_is_the_mean_of_four_pixels() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (40, 60, 3)).astype(np.uint8)
    expected = pixels.reshape(20, 2, 30, 2, 3).mean(axis=(1, 3))
    half, _ = Pyramid(pixels).level(2)
    assert np.abs(half - expected).max() <= 0.5


def test_a_level_is_made_once() -> None:
    photo = Pyramid(np.zeros((64, 64, 3), np.uint8))
    assert photo.level(4)[0] is photo.level(5)[0]
    assert photo.level(1)[0] is photo.pixels


def test_a_photo_of_a_pixel_has_no_half() -> None:
    assert Pyramid(np.zeros((1, 900, 3), np.uint8)).level(64)[1] == 1


def test_of_a_half_the_whole_is_made_only_when_asked_for() -> None:
    half, whole = np.full((30, 40, 3), 7, np.uint8), np.full((60, 80, 3), 9, np.uint8)
    asked: list[str] = []

    def decode() -> NDArray[np.uint8]:
        asked.append("whole")
        return whole

    photo = Pyramid(half, whole=decode)
    assert photo.size == (60, 80)
    assert photo.level(2)[0] is half
    assert photo.level(5)[0].shape == (15, 20, 3)
    assert asked == []
    assert photo.pixels is whole
    assert photo.level(1.5)[0] is half
    assert photo.level(1.3)[0] is whole
    assert asked == ["whole"]


def test_of_a_photo_shown_otherwise_no_more_is_made_than_is_asked_for() -> None:
    made: list[tuple[int, ...]] = []

    def inverted(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        made.append(pixels.shape)
        return np.invert(pixels)

    def corner(pixels: NDArray[np.uint8], factor: int) -> NDArray[np.uint8]:
        return pixels[: 8 // factor, : 4 // factor]

    photo = Pyramid(np.full((600, 800, 3), 9, np.uint8))
    shown = _Transformed(photo, inverted)
    assert shown.level(4)[0].shape == (150, 200, 3)
    np.testing.assert_array_equal(shown.cut(1, corner), np.full((8, 4, 3), 246))
    assert made == [(150, 200, 3), (8, 4, 3)]
    moved = _Transformed(photo, inverted, pixelwise=False)
    np.testing.assert_array_equal(moved.cut(1, corner), np.full((8, 4, 3), 246))
    assert made[2:] == [(600, 800, 3)]
