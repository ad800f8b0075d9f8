"""A photo under another colour transform, and what was detected there back on the photo."""

import numpy as np
import pytest

from tests.vision.tiny import Drawn, draw_scene
from yakulens.vision.example import detected
from yakulens.vision.picture.color_transform import MIRRORED, NEGATIVE, PLAIN, ColorTransform
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.picture.show import show, show_photo

SCENE = draw_scene([Drawn("1m", 60, 60), Drawn("5p", 120, 60), Drawn("9s", 180, 60)], 240, 120)


def test_the_negative_of_the_negative_is_the_photo_but_for_colours_that_clip() -> None:
    twice = show(NEGATIVE, show(NEGATIVE, SCENE))
    assert np.abs(twice.astype(int) - SCENE).max() <= 20


def test_a_photo_as_it_is_costs_nothing() -> None:
    photo = Pyramid(SCENE)
    assert show_photo(PLAIN, photo) is photo
    assert photo.inks is photo


@pytest.mark.parametrize(
    "color_transform",
    [
        NEGATIVE,
        MIRRORED,
        ColorTransform(grey=True),
        ColorTransform(negative=True, mirrored=True, grey=True),
    ],
)
def test_a_half_is_shown_without_asking_for_the_whole(color_transform: ColorTransform) -> None:
    def whole() -> np.ndarray:
        raise AssertionError

    other = show_photo(color_transform, Pyramid(SCENE, whole=whole))
    assert other.size == (240, 480)
    for photo in (other, other.inks):
        assert photo.level(2.0)[0].shape == SCENE.shape


def test_of_a_whole_photo_every_size_is_shown() -> None:
    photo = Pyramid(SCENE)
    photo.level(4.0)
    np.testing.assert_array_equal(show_photo(MIRRORED, photo).level(2.0)[0], photo.level(2.0)[0][:, ::-1])


def test_in_greys_only_faces_lose_their_colours() -> None:
    photo = show_photo(ColorTransform(grey=True), Pyramid(SCENE))
    np.testing.assert_array_equal(photo.pixels, SCENE)
    assert np.ptp(photo.inks.pixels, axis=2).max() == 0


def test_mirrored_quads_stay_clockwise_with_the_same_top() -> None:
    row = detected("1m (2m) 3m")
    mirrored = MIRRORED.map_detections(row)
    x, y = np.moveaxis(mirrored.quads, -1, 0)
    assert ((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1) > 0).all()
    for one, other in zip(row.quads, mirrored.quads, strict=True):
        where = np.sort((one * [-1, 1] + [row.size[1], 0]).tolist(), axis=0)
        np.testing.assert_allclose(np.sort(other.tolist(), axis=0), where)
    assert mirrored.top_edge_probs.argmax(axis=1).tolist() == [
        0,
        1,
        0,
    ]  # what lay to the left lies to the right
    again = MIRRORED.map_detections(mirrored)
    np.testing.assert_array_equal(again.quads, row.quads)
    np.testing.assert_array_equal(again.top_edge_probs, row.top_edge_probs)


def test_unmirrored_nothing_moves() -> None:
    row = detected("1m 2m")
    assert NEGATIVE.map_detections(row) is row
