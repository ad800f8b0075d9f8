"""The colour that a set's faces are printed on, by what was found of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from yakulens.vision.detections import Detections
from yakulens.vision.example import detected, painted
from yakulens.vision.naming.ground import ground_colour
from yakulens.vision.picture.pyramid import Pyramid

JADE, GOLD, TABLE = (40, 110, 70), (225, 190, 110), (90, 40, 40)
ROW = detected("1m 2m 3m 4m back back")


def test_backs_and_what_is_hardly_believed_say_little() -> None:
    picture = painted(ROW, [JADE] * 4 + [GOLD] * 2, TABLE)
    assert ground_colour(picture, ROW) == JADE
    hardly = replace(ROW, objectness=np.array([0.9, 0.1, 0.1, 0.1, 0.9, 0.9], np.float32))
    assert ground_colour(painted(ROW, [JADE] + [GOLD] * 5, TABLE), hardly) == JADE


def test_a_shaded_ground_is_the_same_ground() -> None:
    picture = painted(ROW, [JADE, (38, 104, 66), (36, 99, 63), GOLD, GOLD, GOLD], TABLE)
    found = ground_colour(picture, ROW)
    assert found is not None
    np.testing.assert_allclose(found, JADE, atol=12)


def test_of_circles_found_as_tiles_the_ground_about_them_counts() -> None:
    pixels = np.full((*ROW.size, 3), JADE, np.uint8)
    for quad in ROW.quads.astype(int):
        (left, top), (right, low) = quad.min(axis=0), quad.max(axis=0)
        pixels[top + 14 : low - 14, left + 10 : right - 10] = GOLD
    assert ground_colour(Pyramid(pixels), ROW) == JADE


def test_where_nothing_was_found_no_ground_is_known() -> None:
    picture = painted(ROW, [JADE] * 6, TABLE)
    assert ground_colour(picture, Detections.empty(ROW.size)) is None
