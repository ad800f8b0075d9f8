"""Print on a stick or a sheet goes on where the detection ends; a tile has an edge."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from yakulens.vision.naming.borders import borderless, neighboured
from yakulens.vision.picture.pyramid import Pyramid

WHITE, FELT, SEAM = (232, 230, 226), (30, 90, 80), (170, 168, 160)
QUAD = np.array([[200, 100], [250, 100], [250, 164], [200, 164]], np.float32)
NONE = np.zeros((0, 4, 2), np.float32)


def picture(left: int, right: int, above: int = 100, below: int = 164) -> np.ndarray:
    """Eight dots on something white on felt, which lies between these columns and rows."""
    pixels = np.full((300, 480, 3), FELT, np.uint8)
    pixels[above:below, left:right] = WHITE
    for x in (210, 220, 230, 240):
        for y in (124, 140):
            cv2.circle(pixels, (x, y), 3, (40, 40, 40), -1, cv2.LINE_AA)
    return pixels


def on(pixels: np.ndarray, quad: np.ndarray = QUAD, tiles: np.ndarray = NONE) -> bool:
    (goes_on,) = borderless(Pyramid(pixels), quad[None], tiles)
    return bool(goes_on)


def test_dots_on_a_stick_are_no_tile() -> None:
    assert on(picture(100, 350))
    assert on(
        np.ascontiguousarray(np.rot90(picture(100, 350))),
        QUAD[:, ::-1] * np.float32([1, -1]) + np.float32([0, 480]),
    )


def test_what_ends_on_one_side_is_a_tile_that_touches_something_white() -> None:
    assert not on(picture(200, 350))


def test_a_tile_on_felt_has_edges() -> None:
    assert not on(picture(200, 250))


@pytest.mark.parametrize("shade", [SEAM, (120, 118, 110)])
def test_the_seam_between_tiles_that_touch_is_an_edge(shade: tuple[int, int, int]) -> None:
    pixels = picture(100, 350)
    pixels[100:164, [199, 200, 249, 250]] = shade
    assert not on(pixels)


def test_where_a_tile_surely_lies_beside_it_nothing_goes_on() -> None:
    beside = QUAD + np.float32([52, 0])
    assert neighboured(QUAD[None], beside[None]).tolist() == [[False, True, False, False]]
    assert not on(picture(100, 350), tiles=np.asarray(beside[None], np.float32))


def test_beyond_the_photo_nothing_is_known() -> None:
    cut = np.ascontiguousarray(picture(100, 350)[:, 200:])
    assert not on(cut, QUAD - np.float32([200, 0]))


def test_nothing_asked_is_nothing_said() -> None:
    assert borderless(Pyramid(picture(100, 350)), NONE, NONE).tolist() == []
