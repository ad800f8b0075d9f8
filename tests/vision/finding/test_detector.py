"""The finder run on drawn scenes: places in photo pixels, at any scale, and refusal of other networks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.tiny import Drawn, finder_bytes, pyramid, reader_bytes
from yakulens.vision.finding.detector import Detector, network_input
from yakulens.vision.finding.merging import merge_windows
from yakulens.vision.finding.windows import Window, first_windows
from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.model_card import FinderSettings
from yakulens.vision.picture.pyramid import Pyramid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.finding.decode import Rectangles

SETTINGS = FinderSettings("tiny.onnx", long_side=480, min_score=0.5)


def finder(settings: FinderSettings = SETTINGS, network: bytes | None = None) -> Detector:
    return Detector(InferenceSession(network or finder_bytes(), "tiny.onnx"), settings)


def find(
    tiles: list[Drawn],
    width: int,
    height: int,
    *,
    settings: FinderSettings = SETTINGS,
    network: bytes | None = None,
) -> Rectangles:
    """What is detected in the first windows of a scene."""
    photo = pyramid(tiles, width, height)
    detector = finder(settings, network)
    looks = [detector.detect(photo, window) for window in first_windows(photo.size, settings)]
    return merge_windows(looks, settings)


def centres(tiles: list[Drawn]) -> NDArray[np.float64]:
    return np.array(sorted((tile.x, tile.y) for tile in tiles))


def test_every_tile_is_found_where_it_lies(row: list[Drawn]) -> None:
    found = find(row, 480, 320)
    assert len(found) == len(row)
    np.testing.assert_allclose(sorted(found.boxes[:, :2].tolist()), centres(row), atol=4)
    np.testing.assert_allclose(found.boxes[:, 2:4], [[36, 48]] * len(row), atol=0.5)


def test_places_are_in_pixels_of_a_large_photo(row: list[Drawn]) -> None:
    large = [replace(t, x=t.x * 4, y=t.y * 4, size=4.0) for t in row]
    found = find(large, 1920, 1280)
    np.testing.assert_allclose(sorted(found.boxes[:, :2].tolist()), centres(large), atol=16)
    np.testing.assert_allclose(found.boxes[:, 2:4], [[144, 192]] * len(row), atol=2)


def test_a_tile_in_two_windows_is_found_once_and_one_cut_by_a_window_is_found_whole() -> None:
    tiles = [Drawn("1m", 60 + 90 * i, 60 + 25 * i) for i in range(10)]
    photo = pyramid(tiles, 960, 340)
    # Some tiles lie in both windows, one on the left edge of the second.
    windows = [Window(0, 0, 560, 340, 1.0), Window(420, 0, 540, 340, 1.0)]
    detector = finder()
    found = merge_windows([detector.detect(photo, window) for window in windows], SETTINGS)
    np.testing.assert_allclose(sorted(found.boxes[:, :2].tolist()), centres(tiles), atol=4)


def test_an_empty_table_has_no_tile() -> None:
    assert len(find([], 480, 320)) == 0


def test_only_so_many_tiles_are_kept(row: list[Drawn]) -> None:
    found = find(row, 480, 320, settings=replace(SETTINGS, most_tiles=2))
    assert len(found) == 2


def test_a_network_of_fixed_size_is_fed_its_size() -> None:
    large = [Drawn("1m", 200, 200, size=2.0), Drawn("5p", 400, 420, size=2.0)]
    found = find(large, 640, 640, network=finder_bytes(sides=(320, 320)))
    np.testing.assert_allclose(sorted(found.boxes[:, :2].tolist()), centres(large), atol=8)


@pytest.mark.parametrize(("width", "height"), [(480, 320), (481, 321), (33, 700), (1, 1)])
def test_the_input_is_a_multiple_of_32_in_rgb_from_0_to_1(width: int, height: int) -> None:
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[..., 0] = 255
    blob, scale = network_input(Pyramid(pixels), Window(0, 0, width, height, 1.0), (None, None))
    assert blob.dtype == np.float32
    assert blob.shape == (1, 3, -(-max(128, height) // 32) * 32, -(-max(128, width) // 32) * 32)
    assert scale == (1.0, 1.0)
    np.testing.assert_allclose(blob[0, :, 0, 0], [1, 0, 0])


def test_other_networks_are_refused() -> None:
    with pytest.raises(SessionError, match="'images'"):
        finder(network=reader_bytes())
    with pytest.raises(SessionError, match="task 'obb' or 'detect'"):
        finder(network=finder_bytes(task="segment"))
    with pytest.raises(SessionError, match="no ONNX network"):
        finder(network=b"PK\x03\x04 no network")
