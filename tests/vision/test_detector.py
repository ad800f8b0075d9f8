"""The finder run on drawn scenes: places in photo pixels, at any scale, and refusal of other networks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.tiny import Drawn, finder_bytes, pyramid, reader_bytes
from vision.detector import Detector, show
from vision.looks import Window
from vision.models import Finding
from vision.pyramid import Pyramid
from vision.session import Session, SessionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

SETTINGS = Finding("tiny.onnx", long_side=480, min_score=0.5, small_tile=40, good_tile=48, few_tiles=1)


def finder(settings: Finding = SETTINGS, network: bytes | None = None) -> Detector:
    return Detector(Session(network or finder_bytes(), "tiny.onnx"), settings)


def centres(tiles: list[Drawn]) -> NDArray[np.float64]:
    return np.array(sorted((tile.x, tile.y) for tile in tiles))


def test_every_tile_is_found_where_it_lies(row: list[Drawn]) -> None:
    found = finder().find(pyramid(row, 480, 320)).rectangles
    assert len(found) == len(row)
    np.testing.assert_allclose(sorted(found.boxes[:, :2].tolist()), centres(row), atol=4)
    np.testing.assert_allclose(found.boxes[:, 2:4], [[36, 48]] * len(row), atol=0.5)


def test_places_are_in_pixels_of_a_large_photo(row: list[Drawn]) -> None:
    large = [replace(t, x=t.x * 4, y=t.y * 4, size=4.0) for t in row]
    found = finder().find(pyramid(large, 1920, 1280)).rectangles
    np.testing.assert_allclose(sorted(found.boxes[:, :2].tolist()), centres(large), atol=16)
    np.testing.assert_allclose(found.boxes[:, 2:4], [[144, 192]] * len(row), atol=2)


def test_tiles_too_small_for_the_first_look_are_found_once_by_a_closer_one() -> None:
    # At the first look these are 18 x 24 pixels, which this finder cannot see; some lie in two windows.
    far = [Drawn("1m", 60 + 90 * i, 60 + 55 * i) for i in range(10)]
    found = finder().find(pyramid(far, 960, 640)).rectangles
    np.testing.assert_allclose(sorted(found.boxes[:, :2].tolist()), centres(far), atol=4)


def test_a_tile_that_fills_the_frame_is_found_by_a_look_from_afar() -> None:
    giant = [Drawn("1m", 240, 200, size=3.0)]
    found = finder(replace(SETTINGS, most_enlarged=1.0)).find(pyramid(giant, 480, 400)).rectangles
    np.testing.assert_allclose(found.boxes[:, :4], [[240, 200, 108, 144]], atol=12)


def test_an_empty_table_has_no_tile() -> None:
    assert len(finder().find(pyramid([], 480, 320)).rectangles) == 0


def test_only_so_many_tiles_are_kept(row: list[Drawn]) -> None:
    found = finder(replace(SETTINGS, most_tiles=2)).find(pyramid(row, 480, 320)).rectangles
    assert len(found) == 2


def test_a_network_of_fixed_size_is_fed_its_size() -> None:
    large = [Drawn("1m", 200, 200, size=2.0), Drawn("5p", 400, 420, size=2.0)]
    found = finder(network=finder_bytes(sides=(320, 320))).find(pyramid(large, 640, 640)).rectangles
    np.testing.assert_allclose(sorted(found.boxes[:, :2].tolist()), centres(large), atol=8)


@pytest.mark.parametrize(("width", "height"), [(480, 320), (481, 321), (33, 700), (1, 1)])
def test_the_input_is_a_multiple_of_32_in_rgb_from_0_to_1(width: int, height: int) -> None:
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[..., 0] = 255
    blob, scale = show(Pyramid(pixels), Window(0, 0, width, height, 1.0), (None, None))
    assert blob.dtype == np.float32
    assert blob.shape == (1, 3, -(-max(128, height) // 32) * 32, -(-max(128, width) // 32) * 32)
    assert scale == (1.0, 1.0)
    np.testing.assert_allclose(blob[0, :, 0, 0], [1, 0, 0])


def test_other_networks_are_refused() -> None:
    with pytest.raises(SessionError, match="'images'"):
        finder(network=reader_bytes())
    with pytest.raises(SessionError, match="task 'obb'"):
        finder(network=finder_bytes(task="detect"))
    with pytest.raises(SessionError, match="no ONNX network"):
        finder(network=b"PK\x03\x04 no network")
