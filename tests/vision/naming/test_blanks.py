"""Blank Whites and backs, told apart by all blank tiles of a photo together."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yakulens.vision.naming.blanks import ANYTHING, SAME, SCALES, SHADED, alike, whites

FACES = (0.0, 0.0, 0.0)
DARK = (-1.0, -0.4, -1.2)
CREAM = (0.01, 0.01, -0.13)
UNSURE = (0.5, 0.5)


def told(*tiles: tuple[tuple[float, float, float], tuple[float, float]]) -> list[float]:
    colours, opinions = zip(*tiles, strict=True)
    return whites(np.array(colours), np.array(opinions)).tolist()


def test_of_no_tile_nothing_is_told() -> None:
    assert whites(np.zeros((0, 3)), np.zeros((0, 2))).shape == (0,)


def test_one_tile_of_the_faces_colour_is_a_white_and_one_of_another_a_back() -> None:
    assert told((FACES, UNSURE))[0] > 0.85
    assert told((DARK, UNSURE))[0] < 0.05


def test_beside_dark_backs_a_pale_tile_is_a_white_though_the_reader_thinks_otherwise() -> None:
    alone = told((FACES, (0.05, 0.95)))[0]
    pale, *dark = told((FACES, (0.05, 0.95)), (DARK, (0.01, 0.99)), (DARK, (0.01, 0.99)))
    assert alone < 0.4
    assert pale > 0.9
    assert max(dark) < 0.01


def test_of_many_tiles_of_one_pale_colour_most_are_backs() -> None:
    one = told((CREAM, (0.35, 0.65)))[0]
    six = told(*[(CREAM, (0.35, 0.65))] * 6)
    assert one > 0.5
    assert max(six) < 0.05


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_whites_that_are_all_a_little_lighter_than_the_faces_are_whites_still(count: int) -> None:
    assert min(told(*[((0.03, 0.02, 0.01), UNSURE)] * count)) > 0.6
    assert min(told(*[((0.15, 0.12, 0.1), (0.7, 0.3))] * count)) > 0.8


def test_there_are_four_whites_in_a_set() -> None:
    four, five = (sum(told(*[(FACES, (0.8, 0.2))] * count)) for count in (4, 5))
    assert four > 3.5
    assert five < 4.1


def test_a_printed_sheet_of_whites_that_are_read_for_sure_is_believed() -> None:
    assert min(told(*[(FACES, (0.9999, 0.0001))] * 6)) > 0.7


def brute_force(colours: np.ndarray, opinions: np.ndarray) -> np.ndarray:
    """Every way to choose the backs; of these, and of the Whites, each as the one whose colour is taken."""

    def mixed(density: float) -> float:
        return (1 - SHADED) * density + SHADED * ANYTHING

    def near(a: np.ndarray) -> float:  # two tiles of one colour, both of them measured
        parts = np.array([a[0] - a[1], a[2] - a[1], a.mean()])
        scales = SCALES * 2**0.5
        return float((np.exp(-np.abs(parts) / scales) / (2 * scales)).prod())

    count = len(colours)
    opinions = np.maximum(opinions / opinions.sum(axis=1, keepdims=True), 1e-3)

    def of_one_colour(tiles: list[int], kind: int, own: np.ndarray) -> float:
        ways = [
            opinions[k, kind]
            * own[k]
            * np.prod([opinions[i, kind] * mixed(near(colours[i] - colours[k])) for i in tiles if i != k])
            for k in tiles
        ]
        return float(np.mean(ways)) if ways else 1.0

    total, white = 0.0, np.zeros(count)
    for choice in product((True, False), repeat=count):
        backs = [i for i in range(count) if not choice[i]]
        faces = [i for i in range(count) if choice[i]]
        alone = float(np.prod([opinions[i, 0] * mixed(float(alike(colours[i]))) for i in faces]))
        together = of_one_colour(faces, 0, alike(colours))
        shown = (alone + together) / 2
        extra = 1e-3 ** max(len(faces) - 4, 0)
        like_faces = float(np.prod([opinions[i, 1] * mixed(float(alike(colours[i]))) for i in backs]))
        others = of_one_colour(backs, 1, np.full(count, ANYTHING))
        value = shown * extra * (SAME * like_faces + (1 - SAME) * others)
        total += value
        white[faces] += value
    return white / total


@given(st.integers(0, 10_000), st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_it_is_the_sum_over_all_ways_to_choose_the_backs(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    kinds = np.array([FACES, DARK, CREAM])
    colours = kinds[rng.integers(3, size=count)] + rng.normal(0, 0.04, (count, 3))
    white = rng.uniform(0, 1, count)
    opinions = np.stack([white, 1 - white], axis=1)
    assert whites(colours, opinions) == pytest.approx(brute_force(colours, opinions), abs=1e-9)


def test_two_hundred_tiles_are_told_without_losing_digits() -> None:
    found = whites(np.tile(DARK, (200, 1)), np.tile((0.1, 0.9), (200, 1)))
    assert np.isfinite(found).all()
    assert found.max() < 0.01


def test_two_hundred_sure_whites_are_left_as_they_are_read() -> None:
    found = whites(np.tile(FACES, (200, 1)), np.tile((0.999, 0.001), (200, 1)))
    assert found == pytest.approx(0.999, abs=1e-6)
