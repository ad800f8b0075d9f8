"""Inks of other hues: red fives stay red, and no plain five becomes one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from yakulens.datasets.render.bodies import HueChange, random_hues
from yakulens.vision.labels import INDEX, LABELS


def sheet() -> np.ndarray:
    """All faces green, red fives red."""
    faces = np.zeros((len(LABELS), 6, 4, 4), np.uint8)
    faces[..., :] = (20, 110, 60, 255)
    for red in ("0m", "0p", "0s"):
        faces[INDEX[red]] = (200, 30, 40, 255)
    return faces


@given(st.integers(0, 10_000))
def test_a_red_five_can_always_be_told_from_a_plain_one(seed: int) -> None:
    shown = random_hues(np.random.default_rng(seed)).of(sheet()).astype(int)
    red, plain = shown[INDEX["0s"], 0, 0], shown[INDEX["5s"], 0, 0]
    assert red[:3].tolist() == [200, 30, 40]
    assert plain[0] < plain[1] + 60 or plain[0] < plain[2] + 60


def test_a_change_that_would_make_plain_fives_red_is_left_out() -> None:
    np.testing.assert_array_equal(HueChange((1, 0, 2)).of(sheet()), sheet())
    assert HueChange((0, 2, 1)).of(sheet())[INDEX["1s"], 0, 0].tolist() == [20, 60, 110, 255]


def test_hues_are_turned_and_weakened() -> None:
    red = np.full((1, 1, 3), (200, 20, 20), np.uint8)
    turned = HueChange(turn=120).show(red)[0, 0]
    assert int(turned[1]) > 3 * int(turned[0])
    assert np.ptp(HueChange(strength=0.2).show(red)[0, 0].astype(int)) < 60
