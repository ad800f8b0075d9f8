"""Where the finder searches: the whole photo once, and closer where tiles are small or none was found."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from yakulens.vision.finding.windows import anywhere, closer_windows, first_windows, larger_windows
from yakulens.vision.model_card import FinderSettings

SETTINGS = FinderSettings(
    "f.onnx", long_side=960, small_side=20, good_side=36, most_enlarged=1.5, most_windows=6
)

Tiles = tuple[NDArray[np.float32], NDArray[np.float32]]


def tiles(*places: tuple[float, float], side: float) -> Tiles:
    """Centres and short sides."""
    return np.array(places, np.float32).reshape(-1, 2), np.full(len(places), side, np.float32)


NONE = tiles(side=1)


@pytest.mark.parametrize(
    ("size", "scale"),
    [((3024, 4032), 960 / 4032), ((4032, 3024), 960 / 4032), ((600, 800), 1.2), ((60, 100), 1.5)],
)
def test_the_first_look_is_at_the_whole_photo(size: tuple[int, int], scale: float) -> None:
    (window,) = first_windows(size, SETTINGS)
    assert (window.x, window.y, window.width, window.height) == (0, 0, size[1], size[0])
    assert window.scale == pytest.approx(scale)


def test_the_whole_photo_may_be_looked_at_in_several_sizes() -> None:
    windows = first_windows((3024, 4032), replace(SETTINGS, also=(640, 960, 320)))
    assert [window.scale * 4032 for window in windows] == pytest.approx([960, 640, 320])


def test_tiles_that_are_large_enough_need_no_second_look() -> None:
    found = tiles(*((300 + 250 * i, 1000) for i in range(14)), side=220)
    assert closer_windows((3024, 4032), *found, SETTINGS) == ()


def test_small_tiles_are_looked_at_closer_and_only_where_they_are() -> None:
    found = tiles(*((1500 + 65 * i, 1200) for i in range(14)), side=60)
    windows = closer_windows((3024, 4032), *found, SETTINGS)
    assert len(windows) == 1
    (window,) = windows
    assert 60 * window.scale == pytest.approx(SETTINGS.good_side)
    assert window.x < 1500
    assert window.x + window.width > 1500 + 65 * 13
    assert window.width < 2300


def test_a_few_small_tiles_among_large_ones_cost_two_windows_at_most() -> None:
    near, far = (
        tiles(*((300 + 250 * i, 2500) for i in range(14)), side=220),
        tiles((500, 300), (3500, 320), side=60),
    )
    centres, sides = np.concatenate([near[0], far[0]]), np.concatenate([near[1], far[1]])
    windows = closer_windows((3024, 4032), centres, sides, SETTINGS)
    assert 1 <= len(windows) <= 2
    assert all(window.y + window.height < 1000 for window in windows)


def test_a_photo_is_not_enlarged_beyond_the_limit() -> None:
    found = tiles(*((300 + 10 * i, 300) for i in range(13)), side=12)
    windows = closer_windows((600, 800), *found, SETTINGS)
    assert windows
    assert all(window.scale <= 1.5 for window in windows)


@pytest.mark.parametrize("few", [0, 2])
def test_where_less_than_a_hand_was_found_the_whole_photo_is_shown_smaller_and_larger(few: int) -> None:
    windows = larger_windows((3024, 4032), few, SETTINGS)
    assert [window.scale / (960 / 4032) for window in windows] == pytest.approx([1 / 3, 1.5])
    assert all((window.height, window.width) == (3024, 4032) for window in windows)
    (larger,) = larger_windows((3024, 4032), 20, SETTINGS)
    assert larger == windows[1]


def test_where_still_less_is_found_it_is_searched_all_over() -> None:
    windows = anywhere((3024, 4032), SETTINGS)
    assert 1 < len(windows) <= SETTINGS.most_windows
    assert min(window.scale / (960 / 4032) for window in windows) > 1.5


def test_a_small_photo_without_tiles_is_not_enlarged_again() -> None:
    assert [window.scale for window in larger_windows((60, 100), 0, SETTINGS)] == [pytest.approx(0.5)]
    assert anywhere((60, 100), SETTINGS) == ()


def test_tiles_that_were_shown_larger_need_no_closer_look() -> None:
    found = tiles(*((1500 + 80 * i, 1200) for i in range(14)), side=70)
    assert closer_windows((3024, 4032), *found, SETTINGS)
    assert closer_windows((3024, 4032), *found, SETTINGS, enlargement=1.5) == ()


def test_hands_far_from_each_other_have_windows_of_their_own() -> None:
    rows = [(1500 + 65 * i, y) for y in (300, 2700) for i in range(14)]
    windows = closer_windows((3024, 4032), *tiles(*rows, side=60), SETTINGS)
    assert len(windows) == 2
    assert all(window.height < 1000 for window in windows)


@given(
    height=st.integers(40, 6000),
    width=st.integers(40, 6000),
    places=st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=12),
    side=st.floats(3, 60),
)
def test_windows_lie_within_the_photo_cover_the_tiles_and_are_few(
    height: int, width: int, places: list[tuple[float, float]], side: float
) -> None:
    found = tiles(*((x * width, y * height) for x, y in places), side=side)
    windows = closer_windows((height, width), *found, SETTINGS)
    assert len(windows) <= SETTINGS.most_windows
    for window in windows:
        assert window.x >= 0
        assert window.y >= 0
        assert window.width > 0
        assert window.height > 0
        assert window.x + window.width <= width
        assert window.y + window.height <= height
        assert max(window.width, window.height) * window.scale <= SETTINGS.long_side + 2
    for x, y in found[0] if windows else ():
        assert any(w.x <= x <= w.x + w.width and w.y <= y <= w.y + w.height for w in windows)
