"""The quick renderer: what is drawn is where the truth says it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from yakulens.datasets.render.arrange import SCENES, arrange
from yakulens.datasets.render.camera import develop, look_at
from yakulens.datasets.render.colours import Paint
from yakulens.datasets.render.designs import TileDesigns
from yakulens.datasets.render.light import Light, overhead
from yakulens.datasets.render.photograph import AZIMUTHS, photograph
from yakulens.datasets.render.render import PictureTruth, findable_tiles, render
from yakulens.datasets.render.tiles3d import TileShape, front_corners, lying, standing
from yakulens.datasets.render.training_picture import random_picture
from yakulens.vision.labels import LABELS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.datasets.render.camera import Camera
    from yakulens.datasets.render.tiles3d import Solid

SHAPE = TileShape()
PAINT = Paint((250, 250, 240), (240, 240, 230), (20, 120, 60))
LIGHT = Light(overhead(30, 60), 0.7, 0.4, 0.05)
RED = np.full((40, 30, 3), (200, 20, 20), np.uint8)
GREY = np.full((64, 64, 3), 90, np.uint8)


@pytest.fixture
def design() -> NDArray[np.uint8]:
    """A design whose faces are one blob of ink each."""
    sheet = np.zeros((len(LABELS), 160, 120, 4), np.uint8)
    sheet[:, 40:120, 30:90] = (30, 60, 160, 255)
    return sheet


def camera(elevation: float = 70.0, azimuth: float = 0.0) -> Camera:
    return look_at(
        np.zeros(3), azimuth=azimuth, elevation=elevation, roll=0, distance=20, scale=40, size=(240, 320)
    )


def draw(solids: list[Solid], lens: Camera) -> tuple[NDArray[np.uint8], PictureTruth]:
    rng = np.random.default_rng(0)
    return render(lens, solids, {0: RED}, SHAPE, PAINT, LIGHT, GREY, span=30, rng=rng)


def test_the_face_lies_within_the_quad_of_the_truth() -> None:
    image, truth = draw([lying("1m", 0, 0.4, -0.2, 20)], camera())
    red = (image[..., 0].astype(int) - image[..., 1]) > 80
    inside = np.zeros(red.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(truth.quads[0]).astype(np.int32), 1)
    assert red.sum() > 500
    assert red[inside == 0].sum() < 0.02 * red.sum()
    assert red.sum() > 0.85 * inside.sum()


def test_the_table_is_seen_through_a_clear_body_but_not_through_its_ink() -> None:
    face = np.full((40, 30, 4), (200, 20, 20, 255), np.uint8)
    face[:, :10] = (250, 250, 250, 90)
    paint = Paint((250, 250, 250), (250, 250, 250), (20, 120, 60), clear=0.6)
    image, truth = render(
        camera(), [lying("1m", 0, 0, 0, 0)], {0: face}, SHAPE, paint, LIGHT, GREY,
        span=30, rng=np.random.default_rng(0),
    )  # fmt: skip
    (left, top), (right, _), (_, bottom), _ = truth.quads[0]
    row = image[round((top + bottom) / 2)].astype(int)
    bare, inked = row[round(left + 0.15 * (right - left))], row[round(left + 0.7 * (right - left))]
    assert 110 < bare.max() < 190
    assert inked[0] > 5 * inked[1]


def test_corner_zero_is_the_top_left_of_an_upright_tile() -> None:
    _, truth = draw([lying("1m", 0, 0, 0, 0)], camera())
    (left, top), (right, _), (_, bottom), _ = truth.quads[0]
    assert left < right
    assert top < bottom


def test_a_tile_turned_by_180_degrees_has_its_corners_across() -> None:
    _, upright = draw([lying("1m", 0, 0, 0, 0)], camera(90))
    _, turned = draw([lying("1m", 0, 0, 0, 180)], camera(90))
    np.testing.assert_allclose(np.roll(turned.quads[0], 2, axis=0), upright.quads[0], atol=0.01)


def test_a_covered_tile_is_less_visible() -> None:
    near, far = standing("1m", 0, 0, -1, 0, SHAPE), standing("2m", 0, 0, 0, 0, SHAPE)
    _, alone = draw([far], camera(10))
    _, both = draw([far, near], camera(10))
    assert alone.visible[0] > 0.95
    assert both.visible[0] < 0.5
    assert both.visible[1] > 0.95


def test_a_tile_seen_from_behind_shows_no_front() -> None:
    _, truth = draw([standing("1m", 0, 0, 0, 180, SHAPE)], camera(20))
    assert truth.facing[0] < 0
    assert truth.visible[0] == 0


def test_a_standing_tile_stands_on_the_table() -> None:
    for lean in (0.0, 15.0):
        solid = standing("1m", 0, 0, 0, 30, SHAPE, lean)
        corners = front_corners(SHAPE, solid)
        assert corners[:, 2].min() >= -1e-9
        assert corners[0, 2] > corners[3, 2]


def test_developing_keeps_size_and_type() -> None:
    image, _ = draw([lying("1m", 0, 0, 0, 0)], camera())
    for seed in range(8):
        out = develop(image, np.random.default_rng(seed))
        assert out.shape == image.shape
        assert out.dtype == np.uint8


def test_the_same_seed_gives_the_same_training_picture(design: NDArray[np.uint8]) -> None:
    designs = TileDesigns(design[None])
    one = random_picture(designs, np.random.default_rng(5), (192, 256))
    two = random_picture(designs, np.random.default_rng(5), (192, 256))
    np.testing.assert_array_equal(one.image, two.image)
    np.testing.assert_array_equal(one.truth.quads, two.truth.quads)


def test_tiles_asked_of_the_finder_are_in_the_frame(design: NDArray[np.uint8]) -> None:
    designs = TileDesigns(design[None])
    asked = 0
    for seed in range(20):
        photo = random_picture(designs, np.random.default_rng(seed), (240, 320))
        for i in findable_tiles(photo.truth):
            middle = photo.truth.quads[i].mean(0)
            assert (middle > -10).all()
            assert (middle < (330, 250)).all()
            asked += 1
    assert asked > 100


@pytest.mark.parametrize("kind", sorted(SCENES))
def test_a_photographed_hand_is_wholly_in_the_picture(kind: str, design: NDArray[np.uint8]) -> None:
    rng = np.random.default_rng(3)
    shot = photograph(arrange(rng, kind), design, rng, size=(480, 640), azimuth=AZIMUTHS["across"])
    scene = shot.arrangement
    hand = [*scene.concealed, *(i for m in scene.melds for i in m.ids)]
    assert (shot.truth.quads[hand] > 0).all()
    assert (shot.truth.quads[hand] < (640, 480)).all()
    assert len(shot.read()["concealed"]) == len(scene.concealed)


def test_from_across_the_near_side_of_the_hand_is_at_the_top(design: NDArray[np.uint8]) -> None:
    rng = np.random.default_rng(1)
    scene = arrange(rng, next(iter(sorted(SCENES))))
    owner = photograph(scene, design, np.random.default_rng(2), size=(480, 640), azimuth=0.0)
    across = photograph(scene, design, np.random.default_rng(2), size=(480, 640), azimuth=180.0)
    for shot, sign in ((owner, 1), (across, -1)):
        quads = shot.truth.quads[list(scene.concealed)]
        upright = [scene.placements[i].angle % 360 for i in scene.concealed]
        straight = [q for q, a in zip(quads, upright, strict=True) if min(a, 360 - a) < 20]
        downward = np.mean([(q[3] - q[0])[1] for q in straight])
        assert downward * sign > 0
