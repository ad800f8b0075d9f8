"""The leveller tells which tiles lie on others, and refuses other networks."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.tiny import Drawn, draw_scene, leveller_bytes, reader_bytes
from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.models import LevellerSettings
from yakulens.vision.naming.leveller import Leveller
from yakulens.vision.picture.pyramid import Pyramid

TILES = [Drawn("1m", 100, 100), Drawn("5p", 250, 100)]


def photo() -> Pyramid:
    """Two tiles on a dark table, below the second of which it is bright."""
    pixels = draw_scene(TILES, 360, 220)
    pixels[125:160, 220:280] = 255
    return Pyramid(pixels)


def leveller(temperature: float = 1.0) -> Leveller:
    return Leveller(
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
        Leveller(InferenceSession(reader_bytes(), "tiny.onnx"), LevellerSettings("tiny.onnx"))
