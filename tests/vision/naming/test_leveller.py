"""The leveller tells which tiles lie on others by what is about them, and refuses other networks."""

import numpy as np
import pytest

from tests.vision.tiny import Drawn, draw_scene, leveller_bytes, reader_bytes
from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.model_card import LevellerSettings
from yakulens.vision.naming.leveller import StackingClassifier, surroundings
from yakulens.vision.naming.levels import REACH, SIDE
from yakulens.vision.picture.pyramid import Pyramid

QUAD = np.array([[50, 50], [90, 50], [90, 104], [50, 104]], np.float32)
TILES = [Drawn("1m", 100, 100), Drawn("5p", 250, 100)]


def photo() -> Pyramid:
    """Two tiles on a dark table, below the second of which it is bright."""
    pixels = draw_scene(TILES, 360, 220)
    pixels[125:160, 220:280] = 255
    return Pyramid(pixels)


def leveller(temperature: float = 1.0) -> StackingClassifier:
    return StackingClassifier(
        InferenceSession(leveller_bytes(), "tiny.onnx"),
        LevellerSettings("tiny.onnx", temperature=temperature),
    )


def test_each_tile_is_told_by_what_lies_about_it() -> None:
    quads = np.stack([tile.corners() for tile in TILES])
    levels = leveller().level(photo(), quads)
    assert levels.dtype == np.float32
    assert levels[0] < -4
    assert levels[1] > 4


def test_a_higher_temperature_makes_it_less_sure() -> None:
    quads = np.stack([tile.corners() for tile in TILES])
    np.testing.assert_allclose(leveller(2.0).level(photo(), quads) * 2, leveller().level(photo(), quads))


def test_of_no_tiles_nothing_is_told() -> None:
    levels = leveller().level(photo(), np.zeros((0, 4, 2), np.float32))
    assert levels.shape == (0,)


def test_another_network_is_refused() -> None:
    with pytest.raises(SessionError, match="a leveller's input is 'surroundings'"):
        StackingClassifier(InferenceSession(reader_bytes(), "tiny.onnx"), LevellerSettings("tiny.onnx"))


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
