"""The studio's numbers: the camera as Blender takes it, the frame, and the truth that needs no Blender."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from yakulens.vision.synth.arrange import SCENES
from yakulens.vision.synth.blender_things import BlenderMissingError, blender
from yakulens.vision.synth.camera import look_at
from yakulens.vision.synth.colours import Paint
from yakulens.vision.synth.scene import Arrangement, Placement
from yakulens.vision.synth.studio import Phone, TileSet
from yakulens.vision.synth.studio_camera import SENSOR, Lens, frame, lens_of, solids_of, tile_shape, truth_of
from yakulens.vision.synth.tiles3d import front_corners

TILES = TileSet(Paint((250, 250, 245), (245, 245, 240), (30, 110, 70)))


def blender_pixels(lens: Lens, size: tuple[int, int], points: np.ndarray) -> np.ndarray:
    """Blender's camera by its manual: looks along -z, y up, sensor fitted to the width, shift in widths."""
    height, width = size
    own = (points - lens.centre) @ lens.rotation
    across = lens.focal / SENSOR * own[:, 0] / -own[:, 2] - lens.shift[0]
    up = lens.focal / SENSOR * own[:, 1] / -own[:, 2] - lens.shift[1]
    return np.column_stack([width / 2 + across * width, height / 2 - up * width])


@pytest.mark.parametrize("seed", range(12))
def test_blenders_camera_projects_as_ours_does(seed: int) -> None:
    rng = np.random.default_rng(seed)
    size = (960, 1280) if seed % 2 else (1280, 960)
    camera = look_at(
        rng.normal(0, 3, 3),
        azimuth=rng.uniform(0, 360),
        elevation=rng.uniform(20, 89),
        roll=rng.normal(0, 20),
        distance=rng.uniform(8, 40),
        scale=rng.uniform(20, 90),
        size=size,
        offset=(rng.normal(0, 90), rng.normal(0, 90)),
    )
    points = rng.uniform(-5, 5, (40, 3)) * [1, 1, 0.1]
    lens = lens_of(camera)
    np.testing.assert_allclose(lens.rotation @ lens.rotation.T, np.eye(3), atol=1e-9)
    assert np.linalg.det(lens.rotation) == pytest.approx(1)
    np.testing.assert_allclose(blender_pixels(lens, size, points), camera.project(points), atol=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_the_hand_fills_its_share_of_the_picture(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scene = SCENES["melds right"](rng)
    phone = Phone(
        azimuth=rng.uniform(0, 360),
        elevation=rng.uniform(40, 80),
        fill=0.8,
        offset=(0.05, -0.1),
        size=(480, 640),
    )
    shape = tile_shape(scene, TILES)
    camera = frame(scene, shape, phone)
    hand = [*scene.concealed, *(i for m in scene.melds for i in m.ids)]
    hand += [] if scene.win is None else [scene.win]
    solids = solids_of(scene, shape)
    corners = camera.project(np.concatenate([front_corners(shape, solids[i]) for i in hand]))
    home = np.array([640 * 0.55, 480 * 0.4])
    room = np.where(corners > home, [640, 480] - home, home)
    assert (np.abs(corners - home) / room).max() == pytest.approx(0.8)


def test_tiles_that_stand_in_the_arrangement_stand_in_the_world() -> None:
    scene = Arrangement((Placement("1m", 0, 0), Placement("2m", 3, 0, stands=True)), (0, 1))
    shape = tile_shape(scene, TILES)
    lies, stands = (front_corners(shape, solid) for solid in solids_of(scene, shape))
    assert np.ptp(lies[:, 2]) == pytest.approx(0)
    assert np.ptp(stands[:, 2]) == pytest.approx(shape.length)


def test_a_tile_under_another_is_not_seen_and_one_beside_it_is() -> None:
    scene = Arrangement(
        (Placement("1m", 0, 0), Placement("2m", 0, 0, 0.0, 1), Placement("3m", 3, 0)), (0, 1, 2)
    )
    shape = tile_shape(scene, TILES)
    truth = truth_of(scene, shape, frame(scene, shape, Phone(elevation=80.0, size=(480, 640))))
    assert truth.labels == ("1m", "2m", "3m")
    assert truth.visible[0] < 0.2
    assert truth.visible[1:].min() > 0.95


def test_without_blender_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bpy", None)
    with pytest.raises(BlenderMissingError, match=r"pip install 'yakulens\[blender\]' with Python 3.11"):
        blender()
